-- Keys with which another program calls the API for a company: with one role, some scopes and an end. Only the hash is stored.
create table api_tokens (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  name text not null check (name <> ''),
  -- The last characters of the key, by which a person recognises it.
  ending text not null check (length(ending) = 4),
  token_hash bytea not null check (length(token_hash) = 32),
  role text not null check (role in ('financial', 'technical')),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- The administrator who created it: its calls are recorded as of this user.
  user_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  constraint api_tokens_user_fkey foreign key (company_id, user_id) references users (company_id, id)
);
create index api_tokens_hash on api_tokens (token_hash);
select protect('api_tokens', 'company_id', 'select, insert');
grant update (revoked_at) on api_tokens to enlace_app;
grant select, update (last_used_at) on api_tokens to enlace_platform;

-- The key of a request, before its company is known. One that was revoked, that ended, or whose creator may not sign in any more finds
-- nothing. The last use is written once a minute.
create function authenticate_api(p_token bytea)
  returns table (token_id uuid, company_id uuid, user_id uuid, role text, name text, scopes text[])
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  #variable_conflict use_column
  declare
    last_used timestamptz;
  begin
    select t.id, t.company_id, t.user_id, t.role, t.name, t.scopes, t.last_used_at
    into token_id, company_id, user_id, role, name, scopes, last_used
    from api_tokens t
    join users u on u.company_id = t.company_id and u.id = t.user_id and u.is_active
    join companies c on c.id = t.company_id and c.status = 'active'
    where t.token_hash = p_token and t.revoked_at is null and t.expires_at > now();
    if not found then
      return;
    end if;
    if last_used is null or last_used < now() - interval '1 minute' then
      update api_tokens t set last_used_at = now() where t.company_id = authenticate_api.company_id and t.id = authenticate_api.token_id;
    end if;
    return next;
  end $$;
do $$
begin
  grant create on schema public to enlace_platform;
  alter function authenticate_api(bytea) owner to enlace_platform;
  revoke create on schema public from enlace_platform;
end $$;
revoke execute on function authenticate_api(bytea) from public;
grant execute on function authenticate_api(bytea) to enlace_login;
