-- The first clients that a few words find, each word anywhere in their names, documents, phones or contracts' addresses. The words are
-- written into the statement, so that the planner knows how common they are; at most so many, so that a common name costs no more
-- than a rare one. Definer for the reason of search_clients().
create function find_clients(words text, max_rows integer) returns table (client_id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
  declare
    likes text;
  begin
    select string_agg(
      format('c.search like %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
    into likes from unnest(string_to_array(folded(words), ' ')) word where word <> '';
    if likes is null then return; end if;
    return query execute format('select c.id from clients c where c.company_id = %L::uuid and %s limit %s', current_company(), likes, max_rows);
  end $$;
do $$
begin
  grant create on schema public to enlace_search;
  alter function find_clients(text, integer) owner to enlace_search;
  revoke create on schema public from enlace_search;
end $$;
revoke execute on function find_clients(text, integer) from public;
grant execute on function find_clients(text, integer) to enlace_app;
