-- A document is searched as people write it: '1.020.345.678' and '900.123.456-7' are the numbers without their dots. Only here: a
-- payment reference or a text of the audit log may have such dots.
create or replace function search_clients(words text, max_rows integer default null) returns table (client_id uuid)
  language plpgsql stable security definer set search_path to public, pg_temp set enable_seqscan to off as $$
  declare
    likes text;
  begin
    select string_agg(
      format('c.search like %L', '%' || replace(replace(replace(written.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
    into likes from unnest(string_to_array(folded(words), ' ')) typed
    cross join lateral (
      select case when typed ~ '^\d{1,3}(\.\d{3})+(-\d)?$' then replace(typed, '.', '') else typed end as word
    ) written where written.word <> '';
    if likes is null then return; end if;
    return query execute format(
      'select c.id from clients c where array[c.company_id] @> array[%L::uuid] and %s limit %L', current_company(), likes, max_rows);
  end $$;
