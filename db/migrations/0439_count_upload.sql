-- The upload of a photo reads its key, counts for its day and announces its file in one statement, of the application's role, which does
-- not see the counters. Definer, of counters of uploads alone: the role cannot change those of wrong passwords. Returns the count and the
-- seconds left in the window.
create function count_upload(p_subject text, p_window integer)
  returns table (count integer, left_s integer)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    if p_subject not like 'evidence:%' then
      raise exception 'this is not a counter of uploads' using errcode = '42501';
    end if;
    return query
      insert into attempts as a (subject, failures) values (p_subject, 1)
      on conflict (subject) do update set
        failures = case when a.window_started_at <= now() - make_interval(secs => p_window) then 1 else a.failures + 1 end,
        window_started_at = case when a.window_started_at <= now() - make_interval(secs => p_window) then now() else a.window_started_at end,
        blocked_until = case when a.window_started_at <= now() - make_interval(secs => p_window) then null else a.blocked_until end
      returning a.failures, ceil(extract(epoch from a.window_started_at - now()) + p_window)::integer;
  end $$;
do $$
begin
  grant create on schema public to enlace_platform;
  alter function count_upload(text, integer) owner to enlace_platform;
  revoke create on schema public from enlace_platform;
end $$;
revoke execute on function count_upload(text, integer) from public;
grant execute on function count_upload(text, integer) to enlace_app;
