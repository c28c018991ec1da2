-- The search of clients reads the index of words of its own company, with any table statistics. The index of words of all companies
-- was chosen only with enough statistics; otherwise the planner read every client of the company by the primary key.
-- The condition on `array[company_id]` is answered by this index alone, so no other plan can be chosen.
create index clients_words on clients using gin ((array[company_id]), search gin_trgm_ops);
drop index clients_search;

grant create on schema public to enlace_search; -- only until the functions are its own
drop function search_clients(text);
drop function find_clients(text, int);

-- The clients of the company whose data contains every word, at most `max_rows`. None without words.
create function search_clients(words text, max_rows int default null) returns table (client_id uuid)
  language plpgsql stable security definer set search_path to public, pg_temp set enable_seqscan to off
  as $$
  declare
    likes text;
  begin
    select string_agg(
      format('c.search like %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
    into likes from unnest(string_to_array(folded(words), ' ')) word where word <> '';
    if likes is null then return; end if;
    return query execute format(
      'select c.id from clients c where array[c.company_id] @> array[%L::uuid] and %s limit %L', current_company(), likes, max_rows);
  end $$;

-- The same, at most `max_rows`: those among the newest clients when they are enough, so that a common name is not searched to the end.
create function find_clients(words text, max_rows int) returns table (client_id uuid)
  language plpgsql stable security definer set search_path to public, pg_temp set enable_seqscan to off
  as $$
  declare
    newest uuid[];
  begin
    select array_agg(n.id) into newest from (
      select c.id from (
        select k.id, k.search from clients k where k.company_id = (select current_company()) order by k.id desc limit 500
      ) c
      where c.search like all (
        select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
        from unnest(string_to_array(folded(words), ' ')) word where word <> ''
      ) limit max_rows
    ) n;
    if cardinality(newest) >= max_rows then
      return query select unnest(newest);
    else
      return query select s.client_id from search_clients(words, max_rows) s;
    end if;
  end $$;

alter function search_clients(text, int) owner to enlace_search;
alter function find_clients(text, int) owner to enlace_search;
revoke execute on function search_clients(text, int), find_clients(text, int) from public;
grant execute on function search_clients(text, int), find_clients(text, int) to enlace_app;
revoke create on schema public from enlace_search;
