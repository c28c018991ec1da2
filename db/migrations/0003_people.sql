-- One person, one user, one role. Never deleted: deactivated.
create table users (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  role text not null check (role in ('superadmin', 'admin', 'financial', 'technical', 'network', 'client')),
  username text not null check (username <> '' and username = lower(username)),
  email text check (email = lower(email)),
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  avatar_url text,
  password_hash text,
  -- When the person chose it. Null: somebody else set it, or there is none yet, and the first login asks for a new one.
  password_chosen_at timestamptz,
  is_active boolean not null default true,
  is_first_login boolean not null default true,
  data_policy_accepted_at timestamptz,
  tour_seen_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index users_role on users (company_id, role);
create index users_email on users (email) where email is not null;

select protect('users');
grant select, insert, update on users to enlace_platform;

-- The directory of sign-in names. A username is unique on the whole platform, so it cannot live in a tenant table (a global
-- unique index there would tell one company what another holds). Only the platform role sees it.
create table usernames (
  username text primary key check (username = lower(username)),
  company_id uuid not null,
  user_id uuid not null,
  foreign key (company_id, user_id) references users (company_id, id),
  unique (company_id, user_id)
);
grant select, insert, update, delete on usernames to enlace_platform;

-- A user's sign-in name enters the directory with the user, whoever writes the user. Definer, because the app role does not see it.
create function register_username() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into usernames (username, company_id, user_id) values (new.username, new.company_id, new.id)
    on conflict (company_id, user_id) do update set username = excluded.username;
    return null;
  end $$;
create trigger register_username after insert or update of username on users for each row execute function register_username();

-- Opaque sessions: only the SHA-256 of a token is kept. A browser's session has a second half in a cookie.
create table sessions (
  id uuid primary key default uuid_v7(),
  token_hash bytea not null unique,
  cookie_hash bytea,
  company_id uuid not null,
  user_id uuid not null,
  idle_seconds integer not null check (idle_seconds > 0),
  idle_ends_at timestamptz not null,
  ends_at timestamptz not null,
  fresh_until timestamptz not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_reason text,
  foreign key (company_id, user_id) references users (company_id, id)
);
create index sessions_user on sessions (company_id, user_id) where revoked_at is null;
grant select, insert, update, delete on sessions to enlace_platform;

-- Who a token stands for, in one round trip and without a transaction of its own. Decides nothing but life and binding:
-- the session is neither revoked nor past its ends, its other half is there, the person and the company are active.
-- `p_touch`: only what a person does keeps a session alive; written at most once a minute, or ten times in a short idle time.
create function authenticate(p_token bytea, p_cookie bytea, p_touch boolean)
  returns table (
    session_id uuid, company_id uuid, user_id uuid, role text, is_first_login boolean, actor_name text, fresh_until timestamptz
  )
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  #variable_conflict use_column
  declare
    last_used timestamptz;
    idle integer;
  begin
    select s.id, u.company_id, u.id, u.role, u.is_first_login, u.first_name || ' ' || u.last_name, s.fresh_until, s.last_used_at, s.idle_seconds
    into session_id, company_id, user_id, role, is_first_login, actor_name, fresh_until, last_used, idle
    from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id and u.is_active
    join companies c on c.id = s.company_id and c.status = 'active'
    where s.token_hash = p_token and s.revoked_at is null and s.idle_ends_at > now() and s.ends_at > now()
      and (s.cookie_hash is null or s.cookie_hash = p_cookie);
    if not found then
      return;
    end if;
    if p_touch and last_used < now() - make_interval(secs => least(60, idle / 10.0)) then
      update sessions set last_used_at = now(), idle_ends_at = now() + make_interval(secs => idle) where id = authenticate.session_id;
    end if;
    return next;
  end $$;

-- One-time codes and links that let a person set a new password. Codes are kept as HMAC, links as SHA-256.
create table recovery_codes (
  id uuid primary key default uuid_v7(),
  kind text not null check (kind in ('code', 'link')),
  email text not null check (email = lower(email)),
  company_id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null,
  tries_left integer not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index recovery_codes_email on recovery_codes (email, created_at desc);
create index recovery_codes_user on recovery_codes (company_id, user_id);
create unique index recovery_codes_link on recovery_codes (secret_hash) where kind = 'link';
grant select, insert, update, delete on recovery_codes to enlace_platform;

-- Counters of what may be tried only so often (failed logins, codes asked for and guessed). They survive a restart and count
-- for every process on the database. `subject` says what is counted, and whose it is as a keyed digest: people type their
-- password where the user name goes.
create table attempts (
  subject text primary key,
  failures integer not null default 0,
  window_started_at timestamptz not null default now(),
  blocked_until timestamptz
);
grant select, insert, update, delete on attempts to enlace_platform;

do $$
begin
  grant create on schema public to enlace_platform;
  alter function authenticate(bytea, bytea, boolean) owner to enlace_platform;
  alter function register_username() owner to enlace_platform;
  revoke create on schema public from enlace_platform;
end $$;
revoke execute on function authenticate(bytea, bytea, boolean) from public;
