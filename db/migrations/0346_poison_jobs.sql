-- The jobs that a killed process had taken from the queue waited four hours, and one that kills its process each time was taken over again
-- and again by what resumes runs and jobs over lists. Each runner of the queue says here every few seconds that it is alive, so that the
-- jobs of one that is gone are given back; only the owner, who fetches the jobs, has the table.
create table queue_runners (
  id text primary key check (id <> ''),
  seen_at timestamptz not null default now()
);

-- Jobs that are not tried any more. The tables of the queue are not there yet.
create function set_aside_jobs() returns bigint language plpgsql stable security definer set search_path = public, pg_temp as
  $$ begin return (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null); end $$;
revoke execute on function set_aside_jobs() from public;
grant execute on function set_aside_jobs() to enlace_platform;

-- How many processes took it since it last went on: a run or a job over a list that ends each of them is ended as failed.
alter table runs add column tries integer not null default 0 check (tries >= 0);
alter table bulk_jobs add column tries integer not null default 0 check (tries >= 0);
