-- The queue is searched by the words of the subject, and by the name and document of who filed, also of who is no client. Neither is
-- changed after the filing. The condition on `array[company_id]` is answered by this index alone, with any table statistics.
alter table pqr_cases add search text not null generated always as (
  folded(subject || ' ' || petitioner_name || ' ' || petitioner_identification)
) stored;
create index pqr_cases_words on pqr_cases using gin ((array[company_id]), search gin_trgm_ops);

-- The cases of the company that contain every word. None without words. Definer for the reason of search_clients().
create function search_cases(words text) returns table (case_id uuid)
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
      'select c.id from pqr_cases c where array[c.company_id] @> array[%L::uuid] and %s', current_company(), likes);
  end $$;

grant create on schema public to enlace_search; -- only until the function is its own
alter function search_cases(text) owner to enlace_search;
revoke create on schema public from enlace_search;
grant select (company_id, id, search) on pqr_cases to enlace_search;
revoke execute on function search_cases(text) from public;
grant execute on function search_cases(text) to enlace_app;
