-- Roles, ids and the one helper that puts a table under tenancy. Works on PostgreSQL 15 to 18.

-- enlace_app does tenant work; enlace_platform the short list that crosses companies (sign-in, webhooks, superadmin);
-- enlace_search owns the text-search functions. Nobody has BYPASSRLS: managed PostgreSQL does not give it.
-- Roles belong to the cluster, so another database of it may have made them already.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['enlace_app', 'enlace_platform', 'enlace_search'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
    -- From PostgreSQL 16 on, whoever creates a role may grant it but not yet take it.
    begin
      execute format('grant %I to current_user', wanted);
    exception when insufficient_privilege then
      if not pg_has_role(current_user, wanted, 'member') then
        raise;
      end if;
    end;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to enlace_app, enlace_platform, enlace_search;

-- Money at rest: an integer count of centavos. The name tells the type generator to brand the column.
create domain centavos as bigint;

-- UUID version 7: time-ordered, so that keys of one company stay together in its indexes. uuidv7() exists only from 18 on.
create function uuid_v7() returns uuid
  language sql volatile parallel safe
  as $$
    select encode(
      set_bit(
        set_bit(
          overlay(
            uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6
          ),
          52, 1),
        53, 1),
      'hex')::uuid
  $$;

-- The company of this transaction. nullif, because after a first `set local` a pooled connection reads '' and not null.
create function current_company() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.company_id', true), '')::uuid $$;

-- Puts a table under tenancy: forced row-level security, one policy for the tenant, one for each role that may look across
-- companies, one for the owner (FORCE hits it too, and a back-fill would change 0 rows without an error), and the grants.
-- The sub-select in the policy is evaluated once for each statement instead of once for each row.
create function protect(target regclass, company_column name default 'company_id', privileges text default 'select, insert, update, delete')
  returns void language plpgsql
  as $$
  begin
    execute format('alter table %s enable row level security', target);
    execute format('alter table %s force row level security', target);
    execute format(
      'create policy tenant on %1$s to enlace_app using (%2$I = (select current_company())) with check (%2$I = (select current_company()))',
      target, company_column);
    execute format('create policy platform on %s to enlace_platform, enlace_search using (true) with check (true)', target);
    execute format('create policy owner on %s to %I using (true) with check (true)', target, current_user);
    execute format('grant %s on %s to enlace_app', privileges, target);
  end $$;

-- For tables that only grow: nobody, the owner included, changes or removes a row by an ordinary statement.
create function refuse_change() returns trigger
  language plpgsql
  as $$
  begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $$;

create function append_only(target regclass) returns void
  language plpgsql
  as $$
  begin
    execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
    execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', target);
  end $$;
