-- claim_file refuses by itself, so that it can be sent together with the commit of its transaction: the files of the company are locked
-- for the commit alone, and not until the server reads the answer and sends the commit. EN002: the announcement is not there any more.
-- EN003: the files of the company have more bytes than it may store; the detail is that limit.
create or replace function claim_file(p_company uuid, p_storing uuid, p_name text default null, p_bytes integer default null)
returns table (key text, was_binned boolean, stored float8, max float8)
language plpgsql
as $$
  #variable_conflict use_column
  begin
    perform pg_advisory_xact_lock(hashtextextended(p_company || ':files', 0));
    delete from file_storings where company_id = p_company and id = p_storing returning key into claim_file.key;
    if not found then
      raise exception 'the file was announced too long ago' using errcode = 'EN002';
    end if;
    was_binned := false;
    update bucket_objects o set use = 'used', binned_at = null, binned_by = null
    from (
      select id, binned_at from bucket_objects
      where company_id = p_company and key = claim_file.key and (binned_at is not null or use = 'orphan')
    ) found
    where o.company_id = p_company and o.id = found.id
    returning found.binned_at is not null into was_binned;
    was_binned := coalesce(was_binned, false);
    if p_bytes is not null then
      insert into stored_files (company_id, name, bytes) values (p_company, p_name, p_bytes) on conflict do nothing;
      select t.bytes::float8, c.files_max_bytes::float8 into stored, max
      from companies c left join stored_totals t on t.company_id = c.id where c.id = p_company;
      if stored > max then
        raise exception 'the files of the company are over its limit' using errcode = 'EN003', detail = max::bigint::text;
      end if;
    end if;
    return next;
  end $$;
