-- Whether a login of the person requires a code besides the password. The secret is in two_factors, which only the platform role sees.
alter table users add column has_two_factor boolean not null default false;

-- The secret of the codes of a person, encrypted under a key derived from ENLACE_SECRET (docs/decisions/0029). `pending_secret`
-- replaces it when the person confirms it with a code. `last_step`: the 30 seconds of the last accepted code, so that a code is
-- accepted once.
create table two_factors (
  company_id uuid not null,
  user_id uuid not null,
  secret bytea,
  pending_secret bytea,
  last_step integer,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
grant select, insert, update, delete on two_factors to enlace_platform;

-- The codes that replace the telephone, each of them once. Only their HMAC is kept.
create table two_factor_codes (
  company_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references users (company_id, id)
);
grant select, insert, update, delete on two_factor_codes to enlace_platform;

-- authenticate() also returns whether the person has a second factor: without one, a superadmin in production can only set it up.
drop function authenticate(bytea, bytea, boolean);
create function authenticate(p_token bytea, p_cookie bytea, p_touch boolean)
  returns table (
    session_id uuid, company_id uuid, user_id uuid, role text, is_first_login boolean, actor_name text, fresh_until timestamptz,
    has_two_factor boolean
  )
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  #variable_conflict use_column
  declare
    last_used timestamptz;
    idle integer;
  begin
    select s.id, u.company_id, u.id, u.role, u.is_first_login, u.first_name || ' ' || u.last_name, s.fresh_until, u.has_two_factor,
      s.last_used_at, s.idle_seconds
    into session_id, company_id, user_id, role, is_first_login, actor_name, fresh_until, has_two_factor, last_used, idle
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
do $$
begin
  grant create on schema public to enlace_platform;
  alter function authenticate(bytea, bytea, boolean) owner to enlace_platform;
  revoke create on schema public from enlace_platform;
end $$;
revoke execute on function authenticate(bytea, bytea, boolean) from public;
