-- Who has to know of a fact: a row for each person, written in the transaction of the fact itself. What it says is read from the
-- event, so that a sentence that gets better gets better for all.
create table notifications (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  user_id uuid not null,
  event_id uuid not null,
  topic text not null check (topic in ('payments', 'invoices', 'contracts', 'system')),
  read_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  unique (company_id, user_id, event_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, event_id) references events (company_id, id)
);
create index notifications_mine on notifications (company_id, user_id, id desc);
create index notifications_unread on notifications (company_id, user_id) where read_at is null;
select protect('notifications', 'company_id', 'select, insert');
grant update (read_at) on notifications to enlace_app;
grant select, insert on notifications to enlace_platform;

-- What a person also wants by mail, a row for each topic.
create table mail_choices (
  company_id uuid not null default current_company() references companies (id),
  user_id uuid not null,
  topic text not null check (topic in ('payments', 'invoices', 'contracts', 'system')),
  primary key (company_id, user_id, topic),
  foreign key (company_id, user_id) references users (company_id, id)
);
select protect('mail_choices', 'company_id', 'select, insert, delete');
grant select on mail_choices to enlace_platform;

-- Tells every process that listens whose bell has to ring, when the transaction commits. Many people fit in one message
-- (PostgreSQL admits 8,000 bytes in each).
create function announce_notifications() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
  begin
    perform pg_notify('enlace_notifications', string_agg(user_id::text, ','))
    from (select user_id, (row_number() over (order by user_id) - 1) / 200 as part from (select distinct user_id from written) people) parted
    group by part;
    return null;
  end $$;
create trigger announce after insert on notifications
  referencing new table as written for each statement execute function announce_notifications();

-- Which of these sessions still live: an open stream makes no request that would ask. Same conditions as authenticate().
create function living_sessions(p_ids uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.id from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id and u.is_active
    join companies c on c.id = s.company_id and c.status = 'active'
    where s.id = any (p_ids) and s.revoked_at is null and s.idle_ends_at > now() and s.ends_at > now()
  $$;
do $$
begin
  grant create on schema public to enlace_platform;
  alter function living_sessions(uuid[]) owner to enlace_platform;
  revoke create on schema public from enlace_platform;
end $$;
revoke execute on function living_sessions(uuid[]) from public;
