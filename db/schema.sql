-- Printed from the catalogue by `npm run schema`: edit a migration, not this file.


create domain centavos as bigint;

CREATE OR REPLACE FUNCTION public.append_only(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
    execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', target);
  end $function$;

CREATE OR REPLACE FUNCTION public.authenticate(p_token bytea, p_cookie bytea, p_touch boolean)
 RETURNS TABLE(session_id uuid, company_id uuid, user_id uuid, role text, is_first_login boolean, actor_name text, fresh_until timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  end $function$;

CREATE OR REPLACE FUNCTION public.current_company()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.company_id', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION public.enqueue(task text, payload json, job_key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  begin
    perform graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key, max_attempts => 8);
  end $function$;

CREATE OR REPLACE FUNCTION public.protect(target regclass, company_column name DEFAULT 'company_id'::name, privileges text DEFAULT 'select, insert, update, delete'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    execute format('alter table %s enable row level security', target);
    execute format('alter table %s force row level security', target);
    execute format(
      'create policy tenant on %1$s to enlace_app using (%2$I = (select current_company())) with check (%2$I = (select current_company()))',
      target, company_column);
    execute format('create policy platform on %s to enlace_platform, enlace_search using (true) with check (true)', target);
    execute format('create policy owner on %s to %I using (true) with check (true)', target, current_user);
    execute format('grant %s on %s to enlace_app', privileges, target);
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $function$;

CREATE OR REPLACE FUNCTION public.register_username()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into usernames (username, company_id, user_id) values (new.username, new.company_id, new.id)
    on conflict (company_id, user_id) do update set username = excluded.username;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
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
  $function$;

create table attempts (
  subject text not null,
  failures integer not null default 0,
  window_started_at timestamp with time zone not null default now(),
  blocked_until timestamp with time zone,
  constraint attempts_pkey PRIMARY KEY (subject)
);
grant delete, insert, select, update on attempts to enlace_platform;

create table companies (
  id uuid not null default uuid_v7(),
  kind text not null default 'provider'::text,
  status text not null default 'active'::text,
  status_reason text,
  nit text not null,
  name text not null,
  legal_representative text not null,
  initial_letter text not null,
  color_code text not null default '#0B5FFF'::text,
  logo_url text,
  is_wompi_integration boolean not null default false,
  is_factus_integration boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_initial_letter_key UNIQUE (initial_letter),
  constraint companies_nit_key UNIQUE (nit),
  constraint companies_color_code_check CHECK ((color_code ~ '^#[0-9A-F]{6}$'::text)),
  constraint companies_initial_letter_check CHECK ((initial_letter ~ '^[A-Z]{1,4}$'::text)),
  constraint companies_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'platform'::text]))),
  constraint companies_legal_representative_check CHECK ((legal_representative <> ''::text)),
  constraint companies_name_check CHECK ((name <> ''::text)),
  constraint companies_nit_check CHECK ((nit ~ '^\d{6,15}-\d$'::text)),
  constraint companies_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'closed'::text])))
);
alter table companies enable row level security;
alter table companies force row level security;
create policy owner on companies to {owner} using (true) with check (true);
create policy platform on companies to enlace_platform, enlace_search using (true) with check (true);
create policy tenant on companies to enlace_app using ((id = ( SELECT current_company() AS current_company))) with check ((id = ( SELECT current_company() AS current_company)));
grant select on companies to enlace_app;
grant insert, select, update on companies to enlace_platform;

create table contract_defaults (
  company_id uuid not null default current_company(),
  connection_cost centavos not null,
  discounted_value centavos not null,
  billing_cut_day integer not null,
  reconnection_cost centavos not null,
  transfer_cost centavos not null,
  technical_visit_cost centavos not null,
  additional_cable_cost centavos not null,
  updated_at timestamp with time zone not null default now(),
  constraint contract_defaults_pkey PRIMARY KEY (company_id),
  constraint contract_defaults_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_defaults_additional_cable_cost_check CHECK (((additional_cable_cost)::bigint >= 0)),
  constraint contract_defaults_billing_cut_day_check CHECK (((billing_cut_day >= 1) AND (billing_cut_day <= 31))),
  constraint contract_defaults_check CHECK ((((discounted_value)::bigint >= 0) AND ((discounted_value)::bigint <= (connection_cost)::bigint))),
  constraint contract_defaults_connection_cost_check CHECK (((connection_cost)::bigint >= 0)),
  constraint contract_defaults_reconnection_cost_check CHECK (((reconnection_cost)::bigint >= 0)),
  constraint contract_defaults_technical_visit_cost_check CHECK (((technical_visit_cost)::bigint >= 0)),
  constraint contract_defaults_transfer_cost_check CHECK (((transfer_cost)::bigint >= 0))
);
alter table contract_defaults enable row level security;
alter table contract_defaults force row level security;
create policy owner on contract_defaults to {owner} using (true) with check (true);
create policy platform on contract_defaults to enlace_platform, enlace_search using (true) with check (true);
create policy tenant on contract_defaults to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contract_defaults to enlace_app;

create table contracts (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  no_contract text not null,
  plan_id uuid not null,
  status text not null default 'draft'::text,
  created_at timestamp with time zone not null default now(),
  constraint contracts_pkey PRIMARY KEY (company_id, id),
  constraint contracts_company_id_no_contract_key UNIQUE (company_id, no_contract),
  constraint contracts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contracts_company_id_plan_id_fkey FOREIGN KEY (company_id, plan_id) REFERENCES plans(company_id, id),
  constraint contracts_no_contract_check CHECK ((no_contract ~ '^[A-Z]{1,4}-\d{6}$'::text)),
  constraint contracts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'awaiting_installation'::text, 'active'::text, 'suspended'::text, 'terminated'::text, 'cancelled'::text])))
);
CREATE INDEX contracts_plan ON public.contracts USING btree (company_id, plan_id);
alter table contracts enable row level security;
alter table contracts force row level security;
create policy owner on contracts to {owner} using (true) with check (true);
create policy platform on contracts to enlace_platform, enlace_search using (true) with check (true);
create policy tenant on contracts to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on contracts to enlace_app;

create table event_seals (
  company_id uuid not null default current_company(),
  number bigint not null,
  event_ids uuid[] not null,
  digest bytea not null,
  sealed_below xid8 not null,
  sealed_at timestamp with time zone not null default clock_timestamp(),
  constraint event_seals_pkey PRIMARY KEY (company_id, number),
  constraint event_seals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint event_seals_digest_check CHECK ((length(digest) = 32)),
  constraint event_seals_event_ids_check CHECK ((cardinality(event_ids) > 0)),
  constraint event_seals_number_check CHECK ((number > 0))
);
alter table event_seals enable row level security;
alter table event_seals force row level security;
create policy owner on event_seals to {owner} using (true) with check (true);
create policy platform on event_seals to enlace_platform, enlace_search using (true) with check (true);
create policy tenant on event_seals to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.event_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.event_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on event_seals to enlace_app;
grant insert, select on event_seals to enlace_platform;

create table events (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  name text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  actor_id uuid,
  actor_name text not null,
  actor_role text not null,
  ip text,
  request_id text,
  at timestamp with time zone not null default clock_timestamp(),
  xid xid8 not null default pg_current_xact_id(),
  constraint events_pkey PRIMARY KEY (company_id, id),
  constraint events_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint events_name_check CHECK ((name ~ '^[a-z_]+\.[a-z_]+$'::text))
);
CREATE INDEX events_at ON public.events USING btree (company_id, at DESC, id DESC);
CREATE INDEX events_entity ON public.events USING btree (company_id, entity_id, at DESC);
CREATE INDEX events_xid ON public.events USING btree (company_id, xid);
alter table events enable row level security;
alter table events force row level security;
create policy owner on events to {owner} using (true) with check (true);
create policy platform on events to enlace_platform, enlace_search using (true) with check (true);
create policy tenant on events to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on events to enlace_app;
grant insert, select on events to enlace_platform;

create table idempotency_keys (
  company_id uuid not null default current_company(),
  user_id uuid not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  reply json,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (company_id, user_id, route, key),
  constraint idempotency_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint idempotency_keys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (company_id, created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy owner on idempotency_keys to {owner} using (true) with check (true);
create policy platform on idempotency_keys to enlace_platform, enlace_search using (true) with check (true);
create policy tenant on idempotency_keys to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on idempotency_keys to enlace_app;
grant delete, select on idempotency_keys to enlace_platform;

create table maintenance (
  one boolean not null default true,
  active boolean not null default false,
  message text not null default ''::text,
  until timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint maintenance_pkey PRIMARY KEY (one),
  constraint maintenance_one_check CHECK (one)
);
grant select on maintenance to enlace_app;
grant select, update on maintenance to enlace_platform;

create table plans (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  name text not null,
  reference_code text not null,
  price centavos not null,
  download_speed text not null,
  upload_speed text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default now(),
  constraint plans_pkey PRIMARY KEY (company_id, id),
  constraint plans_company_id_reference_code_key UNIQUE (company_id, reference_code),
  constraint plans_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint plans_download_speed_check CHECK ((download_speed ~ '^[1-9][0-9]* Mbps$'::text)),
  constraint plans_name_check CHECK ((name <> ''::text)),
  constraint plans_price_check CHECK (((price)::bigint > 0)),
  constraint plans_reference_code_check CHECK ((reference_code ~ '^[A-Z0-9]{3,20}$'::text)),
  constraint plans_upload_speed_check CHECK ((upload_speed ~ '^[1-9][0-9]* Mbps$'::text))
);
alter table plans enable row level security;
alter table plans force row level security;
create policy owner on plans to {owner} using (true) with check (true);
create policy platform on plans to enlace_platform, enlace_search using (true) with check (true);
create policy tenant on plans to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant delete, insert, select, update on plans to enlace_app;

create table recovery_codes (
  id uuid not null default uuid_v7(),
  kind text not null,
  email text not null,
  company_id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null,
  tries_left integer not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint recovery_codes_email_check CHECK ((email = lower(email))),
  constraint recovery_codes_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'link'::text])))
);
CREATE INDEX recovery_codes_email ON public.recovery_codes USING btree (email, created_at DESC);
CREATE UNIQUE INDEX recovery_codes_link ON public.recovery_codes USING btree (secret_hash) WHERE (kind = 'link'::text);
CREATE INDEX recovery_codes_user ON public.recovery_codes USING btree (company_id, user_id);
grant delete, insert, select, update on recovery_codes to enlace_platform;

create table regulated_parameters (
  key text not null,
  valid_from date not null,
  valid_to date,
  value bigint not null,
  unit text not null,
  label text not null,
  legal_basis text not null,
  certainty text not null,
  note text not null default ''::text,
  constraint regulated_parameters_pkey PRIMARY KEY (key, valid_from),
  constraint regulated_parameters_apart EXCLUDE USING gist (int8range(hashtextextended(key, (0)::bigint), hashtextextended(key, (0)::bigint), '[]'::text) WITH &&, daterange(valid_from, valid_to, '[]'::text) WITH &&),
  constraint regulated_parameters_certainty_check CHECK ((certainty = ANY (ARRAY['verified'::text, 'partial'::text, 'general'::text]))),
  constraint regulated_parameters_check CHECK ((valid_to >= valid_from)),
  constraint regulated_parameters_key_check CHECK ((key ~ '^[a-z]+\.[a-z0-9_]+$'::text)),
  constraint regulated_parameters_label_check CHECK ((label <> ''::text)),
  constraint regulated_parameters_legal_basis_check CHECK ((legal_basis <> ''::text)),
  constraint regulated_parameters_unit_check CHECK ((unit = ANY (ARRAY['pesos'::text, 'bps'::text, 'uvt'::text, 'stratum'::text, 'times'::text, 'minutes'::text, 'minute_of_day'::text, 'hours'::text, 'business_days'::text, 'calendar_days'::text, 'months'::text, 'years'::text]))),
  constraint regulated_parameters_value_check CHECK ((value >= 0))
);
grant select on regulated_parameters to enlace_app;
grant select on regulated_parameters to enlace_platform;

create table sessions (
  id uuid not null default uuid_v7(),
  token_hash bytea not null,
  cookie_hash bytea,
  company_id uuid not null,
  user_id uuid not null,
  idle_seconds integer not null,
  idle_ends_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  fresh_until timestamp with time zone not null,
  ip text not null,
  user_agent text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  revoked_reason text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint sessions_idle_seconds_check CHECK ((idle_seconds > 0))
);
CREATE INDEX sessions_user ON public.sessions USING btree (company_id, user_id) WHERE (revoked_at IS NULL);
grant delete, insert, select, update on sessions to enlace_platform;

create table usernames (
  username text not null,
  company_id uuid not null,
  user_id uuid not null,
  constraint usernames_pkey PRIMARY KEY (username),
  constraint usernames_company_id_user_id_key UNIQUE (company_id, user_id),
  constraint usernames_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint usernames_username_check CHECK ((username = lower(username)))
);
grant delete, insert, select, update on usernames to enlace_platform;

create table users (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  role text not null,
  username text not null,
  email text,
  first_name text not null,
  last_name text not null,
  avatar_url text,
  password_hash text,
  password_chosen_at timestamp with time zone,
  is_active boolean not null default true,
  is_first_login boolean not null default true,
  data_policy_accepted_at timestamp with time zone,
  tour_seen_at timestamp with time zone,
  last_login_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (company_id, id),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_first_name_check CHECK ((first_name <> ''::text)),
  constraint users_last_name_check CHECK ((last_name <> ''::text)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['superadmin'::text, 'admin'::text, 'financial'::text, 'technical'::text, 'network'::text, 'client'::text]))),
  constraint users_username_check CHECK (((username <> ''::text) AND (username = lower(username))))
);
CREATE INDEX users_email ON public.users USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX users_role ON public.users USING btree (company_id, role);
alter table users enable row level security;
alter table users force row level security;
create policy owner on users to {owner} using (true) with check (true);
create policy platform on users to enlace_platform, enlace_search using (true) with check (true);
create policy tenant on users to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
CREATE TRIGGER register_username AFTER INSERT OR UPDATE OF username ON public.users FOR EACH ROW EXECUTE FUNCTION register_username();
grant delete, insert, select, update on users to enlace_app;
grant insert, select, update on users to enlace_platform;
