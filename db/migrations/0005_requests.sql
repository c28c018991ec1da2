-- The first answer to each Idempotency-Key, stored in the transaction of its effect: at most one effect for a key.
create table idempotency_keys (
  company_id uuid not null default current_company() references companies (id),
  user_id uuid not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  -- json and not jsonb: the answer goes out again to the letter.
  reply json,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, route, key),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index idempotency_keys_age on idempotency_keys (company_id, created_at);
select protect('idempotency_keys');
grant select, delete on idempotency_keys to enlace_platform;

-- The maintenance switch: one row, read by every process.
create table maintenance (
  one boolean primary key default true check (one),
  active boolean not null default false,
  message text not null default '',
  until timestamptz,
  updated_at timestamptz not null default now()
);
insert into maintenance default values;
grant select, update on maintenance to enlace_platform;
grant select on maintenance to enlace_app;

-- A job in the transaction of the fact that asks for it. Definer, because the queue's own tables admit only their owner.
create function enqueue(task text, payload json, job_key text default null, run_at timestamptz default null) returns void
  language plpgsql volatile security definer set search_path = public
  as $$
  begin
    perform graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key, max_attempts => 8);
  end $$;
revoke execute on function enqueue(text, json, text, timestamptz) from public;
grant execute on function enqueue(text, json, text, timestamptz) to enlace_app, enlace_platform;
