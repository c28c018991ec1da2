-- The first clients that a few words find, each word anywhere in their names, documents, phones or mail. The words are
-- written into the statement, so that the planner knows how common they are. A common name is found among the newest clients, without
-- gathering everybody on the platform who has it; a rare one by the index. Definer for the reason of search_clients().
create function find_clients(words text, max_rows integer) returns table (client_id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
  declare
    likes text;
    newest uuid[];
  begin
    select string_agg(
      format('c.search like %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
    into likes from unnest(string_to_array(folded(words), ' ')) word where word <> '';
    if likes is null then return; end if;
    execute format(
      'select array_agg(c.id) from (
         select c.id from (select id, search from clients where company_id = %L::uuid order by id desc limit 500) c where %s limit %s
       ) c', current_company(), likes, max_rows) into newest;
    if cardinality(newest) >= max_rows then
      return query select unnest(newest);
    else
      return query execute
        format('select c.id from clients c where c.company_id = %L::uuid and %s limit %s', current_company(), likes, max_rows);
    end if;
  end $$;
do $$
begin
  grant create on schema public to enlace_search;
  alter function find_clients(text, integer) owner to enlace_search;
  revoke create on schema public from enlace_search;
end $$;
revoke execute on function find_clients(text, integer) from public;
grant execute on function find_clients(text, integer) to enlace_app;
