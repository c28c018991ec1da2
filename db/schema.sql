-- Printed from the catalogue by `npm run schema`: edit a migration, not this file.
--
-- The schema public as it is, for reading and for review; the migrations are what runs. It also loads, as the owner, into an empty
-- database of a server that has the roles named here; the queue's own tables (graphile_worker) and the rows that migrations insert
-- are not in it. The order: what the tables use, tables (a table follows those it references), views, functions, triggers.
--
-- protect(table, company column, privileges) is written in full below. It turns row-level security on and forces it, makes the
-- three policies (tenant, platform, owner) and grants the privileges to enlace_app. Below a table it means exactly that; a
-- table with any difference shows its security and its policies in full instead. A grant that follows it is an addition.
-- A function without a grant may be executed by every role. Without an owner, a table or a function is the owner's of the database.

create extension if not exists pg_trgm;
grant usage on schema public to enlace_app, enlace_login, enlace_platform, enlace_search;
create domain centavos as bigint;

CREATE OR REPLACE FUNCTION public.current_company()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.company_id', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION public.folded(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select translate(lower(value), 'áàäâãéèëêíìïîóòöôõúùüûñçÁÀÄÂÃÉÈËÊÍÌÏÎÓÒÖÔÕÚÙÜÛÑÇ', 'aaaaaeeeeiiiiooooouuuuncaaaaaeeeeiiiiooooouuuunc') $function$;

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
grant select, insert, update, delete on attempts to enlace_platform;

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
  prices_include_vat boolean not null default true,
  address text,
  department text,
  city text,
  phone text,
  email text,
  website_url text,
  whatsapp_url text,
  tic text,
  instagram_url text,
  facebook_url text,
  qr_url text,
  chamber_of_commerce_pdf_url text,
  updated_rut_pdf_url text,
  range_of_numbers_pdf_url text,
  files_max_bytes bigint not null default 524288000,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_initial_letter_key UNIQUE (initial_letter),
  constraint companies_nit_key UNIQUE (nit),
  constraint companies_color_code_check CHECK ((color_code ~ '^#[0-9A-F]{6}$'::text)),
  constraint companies_files_max_bytes_check CHECK ((files_max_bytes >= 0)),
  constraint companies_initial_letter_check CHECK ((initial_letter ~ '^[A-Z]{1,4}$'::text)),
  constraint companies_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'platform'::text]))),
  constraint companies_legal_representative_check CHECK ((legal_representative <> ''::text)),
  constraint companies_name_check CHECK ((name <> ''::text)),
  constraint companies_nit_check CHECK ((nit ~ '^\d{6,15}-\d$'::text)),
  constraint companies_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'closed'::text])))
);
CREATE INDEX companies_status ON public.companies USING btree (kind, status);
select protect('companies', 'id', 'select');
grant update (nit, name, legal_representative, initial_letter, color_code, logo_url, is_wompi_integration, updated_at, prices_include_vat, address, department, city, phone, email, website_url, whatsapp_url, tic, instagram_url, facebook_url, qr_url) on companies to enlace_app;
grant select, insert, update on companies to enlace_platform;

create table accounting_settings (
  company_id uuid not null default current_company(),
  small_balance_limit centavos,
  constraint accounting_settings_pkey PRIMARY KEY (company_id),
  constraint accounting_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint accounting_settings_small_balance_limit_check CHECK (((small_balance_limit)::bigint > 0))
);
select protect('accounting_settings', 'company_id', 'select, insert, update');

create table balance_closings (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  posted_on date not null,
  limit_amount centavos not null,
  count integer not null,
  amount centavos not null,
  registered_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint balance_closings_pkey PRIMARY KEY (company_id, id),
  constraint balance_closings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint balance_closings_amount_check CHECK (((amount)::bigint > 0)),
  constraint balance_closings_count_check CHECK ((count > 0)),
  constraint balance_closings_limit_amount_check CHECK (((limit_amount)::bigint > 0)),
  constraint balance_closings_registered_by_check CHECK ((registered_by <> ''::text))
);
select protect('balance_closings', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table book_closings (
  company_id uuid not null default current_company(),
  "position" integer not null,
  closed_through date,
  reason text,
  actor_name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint book_closings_pkey PRIMARY KEY (company_id, "position"),
  constraint book_closings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint book_closings_position_check CHECK (("position" > 0)),
  constraint book_closings_reason_check CHECK ((reason <> ''::text))
);
select protect('book_closings', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table client_imports (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  file_name text not null,
  created integer not null,
  updated integer not null,
  refused jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint client_imports_pkey PRIMARY KEY (company_id, id),
  constraint client_imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint client_imports_created_check CHECK ((created >= 0)),
  constraint client_imports_updated_check CHECK ((updated >= 0))
);
select protect('client_imports', 'company_id', 'select, insert');

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
  constraint contract_defaults_connection_cost_check CHECK (((connection_cost)::bigint >= 0)),
  constraint contract_defaults_discount_within_connection_cost CHECK ((((discounted_value)::bigint >= 0) AND ((discounted_value)::bigint <= (connection_cost)::bigint))),
  constraint contract_defaults_reconnection_cost_check CHECK (((reconnection_cost)::bigint >= 0)),
  constraint contract_defaults_technical_visit_cost_check CHECK (((technical_visit_cost)::bigint >= 0)),
  constraint contract_defaults_transfer_cost_check CHECK (((transfer_cost)::bigint >= 0))
);
select protect('contract_defaults', 'company_id', 'select, insert, update, delete');

create table counters (
  company_id uuid not null default current_company(),
  kind text not null,
  prefix text not null,
  last bigint not null default 0,
  max bigint,
  constraint counters_pkey PRIMARY KEY (company_id, kind, prefix),
  constraint counters_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint counters_kind_check CHECK ((kind = ANY (ARRAY['contract'::text, 'invoice'::text, 'credit_note'::text, 'receipt'::text, 'reversal'::text, 'refund'::text]))),
  constraint counters_last_check CHECK ((last >= 0)),
  constraint counters_last_within_max CHECK ((max >= last)),
  constraint counters_prefix_check CHECK ((prefix ~ '^[A-Z]{1,6}$'::text))
);
select protect('counters', 'company_id', 'select, insert, update, delete');

create table credentials (
  company_id uuid not null default current_company(),
  provider text not null,
  environment text not null,
  sealed bytea not null,
  last_four jsonb not null,
  endpoint_key text not null,
  set_by text not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  tested_at timestamp with time zone,
  problem text,
  is_on boolean not null default false,
  constraint credentials_pkey PRIMARY KEY (company_id, provider, environment),
  constraint credentials_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint credentials_endpoint_key_check CHECK ((length(endpoint_key) >= 32)),
  constraint credentials_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'production'::text]))),
  constraint credentials_provider_check CHECK ((provider = ANY (ARRAY['wompi'::text, 'factus'::text])))
);
CREATE INDEX credentials_endpoint ON public.credentials USING btree (endpoint_key);
CREATE UNIQUE INDEX credentials_on ON public.credentials USING btree (company_id, provider) WHERE is_on;
select protect('credentials', 'company_id', 'select, insert, update');
grant select, insert, update on credentials to enlace_platform;

create table day_totals (
  company_id uuid not null default current_company(),
  kind text not null,
  day date not null,
  documents integer not null,
  amount centavos not null,
  constraint day_totals_pkey PRIMARY KEY (company_id, kind, day),
  constraint day_totals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint day_totals_documents_check CHECK ((documents >= 0)),
  constraint day_totals_invoiced_amount_not_negative CHECK (((kind = 'collected'::text) OR ((amount)::bigint >= 0))),
  constraint day_totals_kind_check CHECK ((kind = ANY (ARRAY['invoiced'::text, 'collected'::text])))
);
select protect('day_totals', 'company_id', 'select');
grant select on day_totals to enlace_platform;

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
select protect('event_seals', 'company_id', 'select');
grant select, insert on event_seals to enlace_platform;
-- triggers, at the end: append_only, append_only_truncate

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
CREATE INDEX events_id ON public.events USING btree (id);
CREATE INDEX events_xid ON public.events USING btree (company_id, xid);
select protect('events', 'company_id', 'select, insert');
grant select, insert on events to enlace_platform;
-- triggers, at the end: append_only, append_only_truncate

create table import_choices (
  company_id uuid not null default current_company(),
  kind text not null,
  source text not null,
  target text not null,
  constraint import_choices_pkey PRIMARY KEY (company_id, kind, source),
  constraint import_choices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint import_choices_kind_check CHECK ((kind = ANY (ARRAY['column'::text, 'plan'::text]))),
  constraint import_choices_source_check CHECK (((length(source) >= 1) AND (length(source) <= 1000))),
  constraint import_choices_target_check CHECK ((length(target) <= 100))
);
select protect('import_choices', 'company_id', 'select, insert, update, delete');

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

create table money_accounts (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  name text not null,
  kind text not null,
  bank text,
  last_digits text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint money_accounts_pkey PRIMARY KEY (company_id, id),
  constraint money_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint money_accounts_bank_check CHECK ((bank <> ''::text)),
  constraint money_accounts_kind_check CHECK ((kind = ANY (ARRAY['cash'::text, 'bank'::text, 'gateway'::text]))),
  constraint money_accounts_last_digits_check CHECK ((last_digits ~ '^[0-9]{4}$'::text)),
  constraint money_accounts_name_check CHECK ((name <> ''::text))
);
CREATE UNIQUE INDEX money_accounts_gateway ON public.money_accounts USING btree (company_id) WHERE (kind = 'gateway'::text);
CREATE UNIQUE INDEX money_accounts_name ON public.money_accounts USING btree (company_id, folded(name));
select protect('money_accounts', 'company_id', 'select, insert, update');

create table method_accounts (
  company_id uuid not null default current_company(),
  method text not null,
  account_id uuid not null,
  constraint method_accounts_pkey PRIMARY KEY (company_id, method),
  constraint method_accounts_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES money_accounts(company_id, id),
  constraint method_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint method_accounts_method_check CHECK ((method = ANY (ARRAY['efectivo'::text, 'consignacion'::text, 'transferencia'::text])))
);
CREATE INDEX method_accounts_account ON public.method_accounts USING btree (company_id, account_id);
select protect('method_accounts', 'company_id', 'select, insert, update, delete');

create table note_concepts (
  code text not null,
  name text not null,
  valid_from date not null,
  valid_to date,
  legal_basis text not null,
  constraint note_concepts_pkey PRIMARY KEY (code, valid_from),
  constraint note_concepts_code_check CHECK ((code ~ '^[1-9]$'::text)),
  constraint note_concepts_ends_after_start CHECK ((valid_to >= valid_from)),
  constraint note_concepts_legal_basis_check CHECK ((length(legal_basis) >= 8)),
  constraint note_concepts_name_check CHECK ((name <> ''::text))
);
grant select on note_concepts to enlace_app;
grant select on note_concepts to enlace_platform;

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
select protect('plans', 'company_id', 'select, insert, update, delete');

create table provider_events (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  provider text not null,
  environment text not null,
  digest bytea not null,
  body text not null,
  verdict text not null,
  problem text,
  name text,
  transaction_id text,
  status text,
  reference text,
  copies integer not null default 1,
  received_at timestamp with time zone not null default clock_timestamp(),
  outcome text,
  outcome_reason text,
  settled_at timestamp with time zone,
  constraint provider_events_pkey PRIMARY KEY (company_id, id),
  constraint provider_events_company_id_provider_environment_digest_key UNIQUE (company_id, provider, environment, digest),
  constraint provider_events_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint provider_events_copies_check CHECK ((copies > 0)),
  constraint provider_events_digest_check CHECK ((length(digest) = 32)),
  constraint provider_events_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'production'::text]))),
  constraint provider_events_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'ignored'::text, 'quarantined'::text]))),
  constraint provider_events_provider_check CHECK ((provider = ANY (ARRAY['wompi'::text, 'factus'::text]))),
  constraint provider_events_settled_has_outcome CHECK (((outcome IS NULL) = (settled_at IS NULL))),
  constraint provider_events_verdict_check CHECK ((verdict = ANY (ARRAY['authentic'::text, 'unverified'::text])))
);
CREATE INDEX provider_events_newest ON public.provider_events USING btree (company_id, provider, id DESC);
CREATE INDEX provider_events_open ON public.provider_events USING btree (received_at) WHERE (outcome IS NULL);
CREATE INDEX provider_events_unverified ON public.provider_events USING btree (company_id, received_at) WHERE (verdict = 'unverified'::text);
select protect('provider_events', 'company_id', 'select');
grant update (outcome, outcome_reason, settled_at) on provider_events to enlace_app;
grant select, insert, update (copies, outcome, outcome_reason, settled_at) on provider_events to enlace_platform;

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
  constraint regulated_parameters_periods_do_not_overlap EXCLUDE USING gist (int8range(hashtextextended(key, (0)::bigint), hashtextextended(key, (0)::bigint), '[]'::text) WITH &&, daterange(valid_from, valid_to, '[]'::text) WITH &&),
  constraint regulated_parameters_certainty_check CHECK ((certainty = ANY (ARRAY['verified'::text, 'partial'::text, 'general'::text]))),
  constraint regulated_parameters_key_check CHECK ((key ~ '^[a-z]+\.[a-z0-9_]+$'::text)),
  constraint regulated_parameters_label_check CHECK ((label <> ''::text)),
  constraint regulated_parameters_legal_basis_check CHECK ((legal_basis <> ''::text)),
  constraint regulated_parameters_unit_check CHECK ((unit = ANY (ARRAY['pesos'::text, 'bps'::text, 'uvt'::text, 'stratum'::text, 'times'::text, 'minutes'::text, 'minute_of_day'::text, 'hours'::text, 'business_days'::text, 'calendar_days'::text, 'months'::text, 'years'::text]))),
  constraint regulated_parameters_valid_to_not_before_valid_from CHECK ((valid_to >= valid_from)),
  constraint regulated_parameters_value_check CHECK ((value >= 0))
);
grant select on regulated_parameters to enlace_app;
grant select, insert, delete, update (valid_to) on regulated_parameters to enlace_platform;

create table runs (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  period text not null,
  cut_day integer,
  issued_on date not null,
  status text not null default 'queued'::text,
  contracts integer not null default 0,
  created integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  amount centavos not null default 0,
  cursor uuid,
  fence integer not null default 0,
  heartbeat_at timestamp with time zone not null default now(),
  problem text,
  actor_id uuid,
  actor_name text not null,
  actor_role text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint runs_pkey PRIMARY KEY (company_id, id),
  constraint runs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint runs_cut_day_check CHECK (((cut_day >= 1) AND (cut_day <= 31))),
  constraint runs_period_check CHECK ((period ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint runs_problem_only_when_failed CHECK (((problem IS NOT NULL) = (status = 'failed'::text))),
  constraint runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX runs_open ON public.runs USING btree (company_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
select protect('runs', 'company_id', 'select, insert, update, delete');
grant select, update on runs to enlace_platform;

create table stored_files (
  company_id uuid not null default current_company(),
  name text not null,
  bytes integer not null,
  created_at timestamp with time zone not null default now(),
  constraint stored_files_pkey PRIMARY KEY (company_id, name),
  constraint stored_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint stored_files_bytes_check CHECK ((bytes > 0)),
  constraint stored_files_name_check CHECK ((name <> ''::text))
);
select protect('stored_files', 'company_id', 'select, insert, delete');
grant select, insert, delete on stored_files to enlace_platform;

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
  recovery_held_until timestamp with time zone,
  first_password_at timestamp with time zone not null default now(),
  has_two_factor boolean not null default false,
  constraint users_pkey PRIMARY KEY (company_id, id),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_first_name_check CHECK ((first_name <> ''::text)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['superadmin'::text, 'admin'::text, 'financial'::text, 'technical'::text, 'network'::text, 'client'::text]))),
  constraint users_username_check CHECK (((username <> ''::text) AND (username = lower(username))))
);
CREATE UNIQUE INDEX users_company_username ON public.users USING btree (company_id, username);
CREATE INDEX users_email ON public.users USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX users_staff ON public.users USING btree (company_id, role) WHERE (role <> 'client'::text);
CREATE INDEX users_username ON public.users USING btree (username);
select protect('users', 'company_id', 'select, insert, update, delete');
grant select, insert, update on users to enlace_platform;

create table clients (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  user_id uuid not null,
  type_identification text not null,
  identification text not null,
  first_name text,
  second_name text,
  last_name text,
  second_lastname text,
  business_name text,
  name text not null generated always as (COALESCE(business_name, (((COALESCE(first_name, ''::text) || COALESCE((' '::text || second_name), ''::text)) || COALESCE((' '::text || last_name), ''::text)) || COALESCE((' '::text || second_lastname), ''::text)))) stored,
  email text,
  phone text,
  telephone text,
  segment text not null default 'residential'::text,
  stratum integer,
  address text not null,
  department text not null,
  city text not null,
  municipality_code text not null,
  nacionality text,
  date_contract date,
  payment_date integer,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default now(),
  search text not null generated always as (folded(((((COALESCE(business_name, (((COALESCE(first_name, ''::text) || COALESCE((' '::text || second_name), ''::text)) || COALESCE((' '::text || last_name), ''::text)) || COALESCE((' '::text || second_lastname), ''::text))) || ' '::text) || identification) || COALESCE((' '::text || phone), ''::text)) || COALESCE((' '::text || email), ''::text)))) stored,
  constraint clients_pkey PRIMARY KEY (company_id, id),
  constraint clients_company_id_identification_key UNIQUE (company_id, identification),
  constraint clients_company_id_user_id_key UNIQUE (company_id, user_id),
  constraint clients_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint clients_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint clients_address_check CHECK ((address <> ''::text)),
  constraint clients_business_or_person_name CHECK (((business_name IS NOT NULL) OR ((first_name IS NOT NULL) AND (last_name IS NOT NULL)))),
  constraint clients_city_check CHECK ((city <> ''::text)),
  constraint clients_department_check CHECK ((department <> ''::text)),
  constraint clients_email_check CHECK ((email = lower(email))),
  constraint clients_identification_check CHECK ((identification <> ''::text)),
  constraint clients_municipality_code_check CHECK ((municipality_code ~ '^\d{5}$'::text)),
  constraint clients_payment_date_check CHECK (((payment_date >= 1) AND (payment_date <= 31))),
  constraint clients_phone_check CHECK ((phone ~ '^3\d{9}$'::text)),
  constraint clients_segment_check CHECK ((segment = ANY (ARRAY['residential'::text, 'business'::text]))),
  constraint clients_stratum_check CHECK (((stratum >= 1) AND (stratum <= 6))),
  constraint clients_telephone_check CHECK ((telephone ~ '^60[1245678]\d{7}$'::text)),
  constraint clients_type_identification_check CHECK ((type_identification = ANY (ARRAY['CC'::text, 'CE'::text, 'NIT'::text, 'TI'::text, 'PPT'::text, 'PEP'::text, 'PA'::text])))
);
CREATE INDEX clients_municipality ON public.clients USING btree (company_id, municipality_code, id);
CREATE INDEX clients_name ON public.clients USING btree (company_id, "left"(search, 100), id);
CREATE INDEX clients_words ON public.clients USING gin ((ARRAY[company_id]), search gin_trgm_ops);
select protect('clients', 'company_id', 'select, insert, update, delete');
grant select (company_id) on clients to enlace_platform;
grant select on clients to enlace_search;

create table consents (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  purpose text not null,
  is_granted boolean not null,
  text_version text not null,
  channel text not null,
  actor_name text not null,
  ip text,
  said_at timestamp with time zone not null default clock_timestamp(),
  constraint consents_pkey PRIMARY KEY (company_id, id),
  constraint consents_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint consents_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint consents_channel_check CHECK ((channel = ANY (ARRAY['desk'::text, 'portal'::text]))),
  constraint consents_purpose_check CHECK ((purpose = ANY (ARRAY['data'::text, 'electronic_invoice'::text, 'contact_email'::text, 'contact_phone'::text, 'commercial'::text, 'credit_bureau'::text]))),
  constraint consents_text_version_check CHECK ((text_version <> ''::text))
);
CREATE INDEX consents_client ON public.consents USING btree (company_id, client_id, purpose, id);
select protect('consents', 'company_id', 'select, insert');
grant select (company_id, id, client_id, purpose, is_granted) on consents to enlace_platform;
-- triggers, at the end: append_only, append_only_truncate

create table contracts (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  no_contract text not null,
  plan_id uuid not null,
  status text not null default 'draft'::text,
  created_at timestamp with time zone not null default now(),
  client_id uuid not null,
  address text not null,
  department text not null,
  city text not null,
  municipality_code text not null,
  latitude double precision,
  longitude double precision,
  segment text not null default 'residential'::text,
  stratum integer,
  date_contract date not null,
  billing_cut_day integer not null,
  connection_cost centavos not null default 0,
  discounted_value centavos not null default 0,
  permanence_months integer not null default 0,
  permanence_from date,
  prices_include_vat boolean not null default true,
  signed_at timestamp with time zone,
  installation_due_on date,
  scheduled_on date,
  technician_id uuid,
  active_from date,
  active_to date,
  termination_reason text,
  updated_at timestamp with time zone not null default now(),
  constraint contracts_pkey PRIMARY KEY (company_id, id),
  constraint contracts_company_id_no_contract_key UNIQUE (company_id, no_contract),
  constraint contracts_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint contracts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contracts_company_id_plan_id_fkey FOREIGN KEY (company_id, plan_id) REFERENCES plans(company_id, id),
  constraint contracts_company_id_technician_id_fkey FOREIGN KEY (company_id, technician_id) REFERENCES users(company_id, id),
  constraint contracts_activated_has_active_from CHECK (((status <> ALL (ARRAY['active'::text, 'suspended'::text, 'terminated'::text])) OR (active_from IS NOT NULL))),
  constraint contracts_active_to_not_before_active_from CHECK ((active_to >= active_from)),
  constraint contracts_address_check CHECK ((address <> ''::text)),
  constraint contracts_billing_cut_day_check CHECK (((billing_cut_day >= 1) AND (billing_cut_day <= 31))),
  constraint contracts_city_check CHECK ((city <> ''::text)),
  constraint contracts_connection_cost_check CHECK (((connection_cost)::bigint >= 0)),
  constraint contracts_department_check CHECK ((department <> ''::text)),
  constraint contracts_discount_within_connection_cost CHECK ((((discounted_value)::bigint >= 0) AND ((discounted_value)::bigint <= (connection_cost)::bigint))),
  constraint contracts_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint contracts_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint contracts_municipality_code_check CHECK ((municipality_code ~ '^\d{5}$'::text)),
  constraint contracts_no_contract_check CHECK ((no_contract ~ '^[A-Z]{1,4}-\d{6}$'::text)),
  constraint contracts_permanence_months_check CHECK (((permanence_months >= 0) AND (permanence_months <= 12))),
  constraint contracts_segment_check CHECK ((segment = ANY (ARRAY['residential'::text, 'business'::text]))),
  constraint contracts_signed_unless_draft_or_cancelled CHECK (((status = ANY (ARRAY['draft'::text, 'cancelled'::text])) OR (signed_at IS NOT NULL))),
  constraint contracts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'awaiting_installation'::text, 'active'::text, 'suspended'::text, 'terminated'::text, 'cancelled'::text]))),
  constraint contracts_stratum_check CHECK (((stratum >= 1) AND (stratum <= 6)))
);
CREATE INDEX contracts_client ON public.contracts USING btree (company_id, client_id);
CREATE INDEX contracts_newest ON public.contracts USING btree (company_id, created_at, id);
CREATE INDEX contracts_plan ON public.contracts USING btree (company_id, plan_id);
CREATE INDEX contracts_status ON public.contracts USING btree (company_id, status, billing_cut_day) INCLUDE (id, active_from, active_to);
select protect('contracts', 'company_id', 'select, insert, update, delete');
grant select (company_id, status) on contracts to enlace_platform;

create table contract_signatures (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  name text not null,
  identification text not null,
  strokes jsonb not null,
  text text not null,
  text_hash bytea not null,
  ip text,
  user_agent text,
  signed_at timestamp with time zone not null default now(),
  constraint contract_signatures_pkey PRIMARY KEY (company_id, id),
  constraint contract_signatures_company_id_contract_id_key UNIQUE (company_id, contract_id),
  constraint contract_signatures_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint contract_signatures_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_signatures_identification_check CHECK ((identification <> ''::text)),
  constraint contract_signatures_name_check CHECK ((name <> ''::text)),
  constraint contract_signatures_text_check CHECK ((text <> ''::text)),
  constraint contract_signatures_text_hash_check CHECK ((length(text_hash) = 32))
);
select protect('contract_signatures', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table contract_terms (
  company_id uuid not null default current_company(),
  contract_id uuid not null,
  from_on date not null,
  plan_id uuid not null,
  plan_name text not null,
  price centavos not null,
  created_at timestamp with time zone not null default now(),
  constraint contract_terms_pkey PRIMARY KEY (company_id, contract_id, from_on),
  constraint contract_terms_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint contract_terms_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_terms_company_id_plan_id_fkey FOREIGN KEY (company_id, plan_id) REFERENCES plans(company_id, id),
  constraint contract_terms_price_check CHECK (((price)::bigint > 0))
);
select protect('contract_terms', 'company_id', 'select, insert, update, delete');

create table credit_refunds (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  number bigint not null,
  client_id uuid not null,
  amount centavos not null,
  method text not null,
  paid_on date not null,
  reference text,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  account_id uuid,
  registered_by text,
  constraint credit_refunds_pkey PRIMARY KEY (company_id, id),
  constraint credit_refunds_company_id_number_key UNIQUE (company_id, number),
  constraint credit_refunds_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES money_accounts(company_id, id),
  constraint credit_refunds_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint credit_refunds_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint credit_refunds_amount_check CHECK (((amount)::bigint > 0)),
  constraint credit_refunds_method_check CHECK ((method = ANY (ARRAY['efectivo'::text, 'consignacion'::text, 'transferencia'::text]))),
  constraint credit_refunds_number_check CHECK ((number > 0)),
  constraint credit_refunds_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX credit_refunds_client ON public.credit_refunds USING btree (company_id, client_id, id);
CREATE INDEX credit_refunds_paid_on ON public.credit_refunds USING btree (company_id, paid_on, id);
select protect('credit_refunds', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, count_day

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
select protect('idempotency_keys', 'company_id', 'select, insert, update, delete');
grant select, delete on idempotency_keys to enlace_platform;

create table invoices (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  prefix text not null,
  number bigint not null,
  kind text not null,
  client_id uuid not null,
  contract_id uuid,
  period text not null,
  from_on date,
  to_on date,
  issued_on date not null,
  due_on date not null,
  subtotal centavos not null,
  vat centavos not null,
  total centavos not null,
  run_id uuid,
  snapshot jsonb not null,
  created_at timestamp with time zone not null default now(),
  balance centavos not null,
  credited centavos not null default 0,
  disputed_amount centavos not null default 0,
  last_payable_on date not null,
  extended_amount centavos not null default 0,
  extended_to_on date,
  constraint invoices_pkey PRIMARY KEY (company_id, id),
  constraint invoices_company_id_prefix_number_key UNIQUE (company_id, prefix, number),
  constraint invoices_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint invoices_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint invoices_run_fkey FOREIGN KEY (company_id, run_id) REFERENCES runs(company_id, id),
  constraint invoices_balance_within_total CHECK ((((balance)::bigint >= 0) AND ((balance)::bigint <= (total)::bigint))),
  constraint invoices_credited_within_total CHECK ((((credited)::bigint >= 0) AND ((credited)::bigint <= (total)::bigint))),
  constraint invoices_disputed_amount_within_balance CHECK ((((disputed_amount)::bigint >= 0) AND ((disputed_amount)::bigint <= (balance)::bigint))),
  constraint invoices_due_on_not_before_issued_on CHECK ((due_on >= issued_on)),
  constraint invoices_extended_amount_check CHECK (((extended_amount)::bigint >= 0)),
  constraint invoices_extended_amount_has_day CHECK ((((extended_amount)::bigint = 0) OR (extended_to_on IS NOT NULL))),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['period'::text, 'one_off'::text, 'opening'::text]))),
  constraint invoices_last_payable_on_not_before_due_on CHECK ((last_payable_on >= due_on)),
  constraint invoices_number_check CHECK ((number > 0)),
  constraint invoices_period_check CHECK ((period ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint invoices_subtotal_check CHECK (((subtotal)::bigint >= 0)),
  constraint invoices_to_on_not_before_from_on CHECK ((to_on >= from_on)),
  constraint invoices_total_is_subtotal_plus_vat CHECK ((((total)::bigint > 0) AND ((total)::bigint = ((subtotal)::bigint + (vat)::bigint)))),
  constraint invoices_vat_check CHECK (((vat)::bigint >= 0))
);
CREATE INDEX invoices_client ON public.invoices USING btree (company_id, client_id, id);
CREATE INDEX invoices_disputed ON public.invoices USING btree (company_id, id) WHERE ((disputed_amount)::bigint > 0);
CREATE INDEX invoices_due ON public.invoices USING btree (company_id, due_on, id);
CREATE UNIQUE INDEX invoices_once ON public.invoices USING btree (company_id, contract_id, period, kind) WHERE (kind <> 'one_off'::text);
CREATE INDEX invoices_open ON public.invoices USING btree (company_id, client_id, last_payable_on) INCLUDE (due_on, balance, disputed_amount, extended_amount, extended_to_on) WHERE ((balance)::bigint > 0);
CREATE INDEX invoices_period ON public.invoices USING btree (company_id, period, contract_id, kind);
CREATE INDEX invoices_run ON public.invoices USING btree (company_id, run_id, id) WHERE (run_id IS NOT NULL);
select protect('invoices', 'company_id', 'select, insert');
grant update (balance, credited, disputed_amount, last_payable_on, extended_amount, extended_to_on) on invoices to enlace_app;
grant select (company_id, period) on invoices to enlace_platform;
-- triggers, at the end: count_day, follow_balance, posted_delete, posted_truncate, posted_update

create table balance_adjustments (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  closing_id uuid not null,
  client_id uuid not null,
  invoice_id uuid not null,
  amount centavos not null,
  posted_on date not null,
  constraint balance_adjustments_pkey PRIMARY KEY (company_id, id),
  constraint balance_adjustments_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint balance_adjustments_company_id_closing_id_fkey FOREIGN KEY (company_id, closing_id) REFERENCES balance_closings(company_id, id),
  constraint balance_adjustments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint balance_adjustments_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint balance_adjustments_amount_check CHECK (((amount)::bigint > 0))
);
CREATE INDEX balance_adjustments_client ON public.balance_adjustments USING btree (company_id, client_id);
CREATE INDEX balance_adjustments_closing ON public.balance_adjustments USING btree (company_id, closing_id);
CREATE INDEX balance_adjustments_invoice ON public.balance_adjustments USING btree (company_id, invoice_id);
select protect('balance_adjustments', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table balance_adjustment_reversals (
  company_id uuid not null default current_company(),
  adjustment_id uuid not null,
  posted_on date not null,
  reason text not null,
  registered_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint balance_adjustment_reversals_pkey PRIMARY KEY (company_id, adjustment_id),
  constraint balance_adjustment_reversals_company_id_adjustment_id_fkey FOREIGN KEY (company_id, adjustment_id) REFERENCES balance_adjustments(company_id, id),
  constraint balance_adjustment_reversals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint balance_adjustment_reversals_reason_check CHECK ((reason <> ''::text)),
  constraint balance_adjustment_reversals_registered_by_check CHECK ((registered_by <> ''::text))
);
select protect('balance_adjustment_reversals', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table credit_notes (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  number bigint not null,
  invoice_id uuid not null,
  concept text not null,
  issued_on date not null,
  subtotal centavos not null,
  vat centavos not null,
  total centavos not null,
  lines jsonb not null,
  created_at timestamp with time zone not null default now(),
  is_correction boolean not null default false,
  concept_code text,
  constraint credit_notes_pkey PRIMARY KEY (company_id, id),
  constraint credit_notes_company_id_number_key UNIQUE (company_id, number),
  constraint credit_notes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint credit_notes_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint credit_notes_concept_check CHECK ((concept <> ''::text)),
  constraint credit_notes_concept_code_check CHECK ((concept_code ~ '^[1-9]$'::text)),
  constraint credit_notes_number_check CHECK ((number > 0)),
  constraint credit_notes_subtotal_check CHECK (((subtotal)::bigint >= 0)),
  constraint credit_notes_total_is_subtotal_plus_vat CHECK ((((total)::bigint > 0) AND ((total)::bigint = ((subtotal)::bigint + (vat)::bigint)))),
  constraint credit_notes_vat_check CHECK (((vat)::bigint >= 0))
);
CREATE INDEX credit_notes_day ON public.credit_notes USING btree (company_id, issued_on);
CREATE INDEX credit_notes_invoice ON public.credit_notes USING btree (company_id, invoice_id);
select protect('credit_notes', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table disputes (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  invoice_id uuid not null,
  amount centavos not null,
  reason text not null,
  opened_at timestamp with time zone not null default now(),
  resolved_at timestamp with time zone,
  resolution text,
  opened_by text not null,
  reference text,
  outcome text,
  resolved_by text,
  credit_note_id uuid,
  due_on date,
  constraint disputes_pkey PRIMARY KEY (company_id, id),
  constraint disputes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint disputes_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint disputes_credit_note_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes(company_id, id),
  constraint disputes_amount_check CHECK (((amount)::bigint > 0)),
  constraint disputes_outcome_check CHECK ((outcome = ANY (ARRAY['a_favor'::text, 'parcial'::text, 'en_contra'::text, 'nota_credito'::text, 'pago'::text]))),
  constraint disputes_outcome_only_when_resolved CHECK (((outcome IS NULL) = (resolved_at IS NULL))),
  constraint disputes_reason_check CHECK ((reason <> ''::text)),
  constraint disputes_reference_check CHECK ((reference <> ''::text))
);
CREATE INDEX disputes_invoice ON public.disputes USING btree (company_id, invoice_id);
CREATE UNIQUE INDEX disputes_open ON public.disputes USING btree (company_id, invoice_id) WHERE (resolved_at IS NULL);
CREATE INDEX disputes_order ON public.disputes USING btree (company_id, resolved_at, id);
select protect('disputes', 'company_id', 'select, insert, update, delete');

create table invoice_lines (
  company_id uuid not null default current_company(),
  invoice_id uuid not null,
  "position" smallint not null,
  kind text not null,
  description text not null,
  quantity integer not null,
  base centavos not null,
  vat_treatment text not null,
  vat_bps integer not null,
  vat centavos not null,
  total centavos not null,
  constraint invoice_lines_pkey PRIMARY KEY (company_id, invoice_id, "position"),
  constraint invoice_lines_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint invoice_lines_description_check CHECK ((description <> ''::text)),
  constraint invoice_lines_position_check CHECK (("position" > 0)),
  constraint invoice_lines_quantity_check CHECK ((quantity > 0)),
  constraint invoice_lines_total_is_base_plus_vat CHECK (((total)::bigint = ((base)::bigint + (vat)::bigint))),
  constraint invoice_lines_vat_rate_only_when_taxed CHECK (((vat_bps >= 0) AND ((vat_bps = 0) = (vat_treatment <> 'gravado'::text)))),
  constraint invoice_lines_vat_treatment_check CHECK ((vat_treatment = ANY (ARRAY['exento'::text, 'excluido'::text, 'gravado'::text])))
);
select protect('invoice_lines', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table known_browsers (
  browser_hash bytea not null,
  company_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint known_browsers_pkey PRIMARY KEY (browser_hash, company_id, user_id),
  constraint known_browsers_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE INDEX known_browsers_user ON public.known_browsers USING btree (company_id, user_id);
grant select, insert, update, delete on known_browsers to enlace_platform;

create table link_revocations (
  company_id uuid not null default current_company(),
  invoice_id uuid not null,
  generation smallint not null,
  revoked_at timestamp with time zone not null default now(),
  constraint link_revocations_pkey PRIMARY KEY (company_id, invoice_id, generation),
  constraint link_revocations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint link_revocations_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint link_revocations_generation_check CHECK ((generation > 0))
);
select protect('link_revocations', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table list_views (
  company_id uuid not null default current_company(),
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  is_shared boolean not null,
  created_at timestamp with time zone not null default now(),
  constraint list_views_pkey PRIMARY KEY (company_id, id),
  constraint list_views_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint list_views_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint list_views_list_check CHECK ((list ~ '^[a-z]{1,30}$'::text)),
  constraint list_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint list_views_query_check CHECK ((length(query) <= 1000))
);
CREATE UNIQUE INDEX list_views_name ON public.list_views USING btree (company_id, list, user_id, lower(name));
select protect('list_views', 'company_id', 'select, insert, delete');

create table mail_choices (
  company_id uuid not null default current_company(),
  user_id uuid not null,
  topic text not null,
  constraint mail_choices_pkey PRIMARY KEY (company_id, user_id, topic),
  constraint mail_choices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint mail_choices_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint mail_choices_topic_check CHECK ((topic = ANY (ARRAY['payments'::text, 'invoices'::text, 'contracts'::text, 'system'::text])))
);
select protect('mail_choices', 'company_id', 'select, insert, delete');
grant select on mail_choices to enlace_platform;

create table messages (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  kind text not null,
  category text not null,
  client_id uuid,
  invoice_id uuid,
  dedupe text,
  to_email text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sender text not null,
  reply_to text,
  status text not null default 'queued'::text,
  tries integer not null default 0,
  problem text,
  next_try_at timestamp with time zone,
  claimed_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  sent_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (company_id, id),
  constraint messages_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint messages_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint messages_category_check CHECK ((category = ANY (ARRAY['transaccional'::text, 'cobranza'::text, 'comercial'::text]))),
  constraint messages_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'receipt'::text, 'reminder'::text, 'credit_note'::text]))),
  constraint messages_sent_has_sent_at CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'held'::text, 'sent'::text, 'failed'::text, 'unknown'::text]))),
  constraint messages_to_email_check CHECK ((to_email ~~ '%@%'::text)),
  constraint messages_waiting_has_next_try CHECK (((status = ANY (ARRAY['queued'::text, 'held'::text])) = (next_try_at IS NOT NULL)))
);
CREATE INDEX messages_claimed ON public.messages USING btree (claimed_at) WHERE (status = 'sending'::text);
CREATE INDEX messages_contacts ON public.messages USING btree (company_id, client_id, sent_at) WHERE ((category <> 'transaccional'::text) AND (sent_at IS NOT NULL));
CREATE INDEX messages_due ON public.messages USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX messages_invoice ON public.messages USING btree (company_id, invoice_id) WHERE ((kind = 'invoice'::text) AND (status = 'sent'::text));
CREATE INDEX messages_newest ON public.messages USING btree (company_id, id DESC);
CREATE UNIQUE INDEX messages_once ON public.messages USING btree (company_id, dedupe) WHERE (dedupe IS NOT NULL);
CREATE INDEX messages_undelivered ON public.messages USING btree (company_id) WHERE (status = ANY (ARRAY['failed'::text, 'unknown'::text]));
select protect('messages', 'company_id', 'select, insert');
grant update (status, tries, problem, next_try_at) on messages to enlace_app;
grant select, select (company_id, status), update (status, tries, problem, next_try_at, claimed_at, sent_at) on messages to enlace_platform;

create table notifications (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  user_id uuid not null,
  event_id uuid not null,
  topic text not null,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint notifications_pkey PRIMARY KEY (company_id, id),
  constraint notifications_company_id_user_id_event_id_key UNIQUE (company_id, user_id, event_id),
  constraint notifications_company_id_event_id_fkey FOREIGN KEY (company_id, event_id) REFERENCES events(company_id, id),
  constraint notifications_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint notifications_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint notifications_topic_check CHECK ((topic = ANY (ARRAY['payments'::text, 'invoices'::text, 'contracts'::text, 'system'::text])))
);
CREATE INDEX notifications_mine ON public.notifications USING btree (company_id, user_id, id DESC);
CREATE INDEX notifications_unread ON public.notifications USING btree (company_id, user_id) WHERE (read_at IS NULL);
select protect('notifications', 'company_id', 'select, insert');
grant update (read_at) on notifications to enlace_app;
grant select, insert on notifications to enlace_platform;
-- triggers, at the end: announce

create table payment_attempts (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  method text not null,
  environment text not null,
  reference text not null,
  amount centavos not null,
  status text not null default 'created'::text,
  transaction_id text,
  bank_url text,
  provider_message text,
  payer jsonb not null,
  accepted jsonb not null,
  next_check_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  settled_at timestamp with time zone,
  is_by_link boolean not null default false,
  constraint payment_attempts_pkey PRIMARY KEY (company_id, id),
  constraint payment_attempts_company_id_reference_key UNIQUE (company_id, reference),
  constraint payment_attempts_company_id_user_id_key_key UNIQUE (company_id, user_id, key),
  constraint payment_attempts_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint payment_attempts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_attempts_amount_check CHECK (((amount)::bigint > 0)),
  constraint payment_attempts_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'production'::text]))),
  constraint payment_attempts_key_check CHECK ((key <> ''::text)),
  constraint payment_attempts_method_check CHECK ((method = ANY (ARRAY['nequi'::text, 'pse'::text]))),
  constraint payment_attempts_reference_check CHECK ((reference ~ '^[A-Za-z0-9_-]{1,255}$'::text)),
  constraint payment_attempts_status_check CHECK ((status = ANY (ARRAY['created'::text, 'submitted'::text, 'pending'::text, 'unknown'::text, 'approved'::text, 'declined'::text, 'error'::text, 'expired'::text, 'voided'::text])))
);
CREATE INDEX payment_attempts_client ON public.payment_attempts USING btree (company_id, client_id, id);
CREATE INDEX payment_attempts_due ON public.payment_attempts USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX payment_attempts_transaction ON public.payment_attempts USING btree (company_id, environment, transaction_id) WHERE (transaction_id IS NOT NULL);
select protect('payment_attempts', 'company_id', 'select, insert');
grant update (status, transaction_id, bank_url, provider_message, next_check_at, settled_at) on payment_attempts to enlace_app;
grant select, update (next_check_at) on payment_attempts to enlace_platform;

create table payment_attempt_invoices (
  company_id uuid not null default current_company(),
  attempt_id uuid not null,
  invoice_id uuid not null,
  amount centavos not null,
  is_open boolean not null default true,
  constraint payment_attempt_invoices_pkey PRIMARY KEY (company_id, attempt_id, invoice_id),
  constraint payment_attempt_invoices_company_id_attempt_id_fkey FOREIGN KEY (company_id, attempt_id) REFERENCES payment_attempts(company_id, id),
  constraint payment_attempt_invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_attempt_invoices_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint payment_attempt_invoices_amount_check CHECK (((amount)::bigint > 0))
);
CREATE UNIQUE INDEX payment_attempt_invoices_open ON public.payment_attempt_invoices USING btree (company_id, invoice_id) WHERE is_open;
select protect('payment_attempt_invoices', 'company_id', 'select, insert');
grant update (is_open) on payment_attempt_invoices to enlace_app;

create table payment_cases (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  kind text not null,
  subject text not null,
  attempt_id uuid,
  transaction_id text,
  reference text,
  amount centavos,
  says text not null,
  count integer not null default 1,
  opened_at timestamp with time zone not null default clock_timestamp(),
  resolved_at timestamp with time zone,
  resolution text,
  resolved_by text,
  constraint payment_cases_pkey PRIMARY KEY (company_id, id),
  constraint payment_cases_company_id_attempt_id_fkey FOREIGN KEY (company_id, attempt_id) REFERENCES payment_attempts(company_id, id),
  constraint payment_cases_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_cases_count_check CHECK ((count > 0)),
  constraint payment_cases_kind_check CHECK ((kind = ANY (ARRAY['mismatch'::text, 'stranger'::text, 'forged'::text, 'given_up'::text, 'void'::text, 'difference'::text, 'chargeback'::text]))),
  constraint payment_cases_resolved_has_resolution CHECK (((resolved_at IS NULL) = (resolution IS NULL))),
  constraint payment_cases_says_check CHECK ((says <> ''::text)),
  constraint payment_cases_subject_check CHECK ((subject <> ''::text))
);
CREATE UNIQUE INDEX payment_cases_open ON public.payment_cases USING btree (company_id, kind, subject) WHERE (resolved_at IS NULL);
select protect('payment_cases', 'company_id', 'select, insert');
grant update (count, resolved_at, resolution, resolved_by) on payment_cases to enlace_app;
grant select, insert, update (count) on payment_cases to enlace_platform;

create table payments (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  number bigint not null,
  client_id uuid not null,
  amount centavos not null,
  retefuente centavos not null default 0,
  reteiva centavos not null default 0,
  reteica centavos not null default 0,
  method text not null,
  paid_on date not null,
  reference text,
  created_at timestamp with time zone not null default now(),
  attempt_id uuid,
  keeps_advance boolean not null default false,
  posted_on date,
  account_id uuid,
  registered_by text,
  constraint payments_pkey PRIMARY KEY (company_id, id),
  constraint payments_company_id_number_key UNIQUE (company_id, number),
  constraint payments_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES money_accounts(company_id, id),
  constraint payments_company_id_attempt_id_fkey FOREIGN KEY (company_id, attempt_id) REFERENCES payment_attempts(company_id, id),
  constraint payments_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint payments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payments_amount_and_withholdings_above_zero CHECK ((((((amount)::bigint + (retefuente)::bigint) + (reteiva)::bigint) + (reteica)::bigint) > 0)),
  constraint payments_amount_check CHECK (((amount)::bigint >= 0)),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['efectivo'::text, 'consignacion'::text, 'transferencia'::text, 'nequi'::text, 'pse'::text]))),
  constraint payments_number_check CHECK ((number > 0)),
  constraint payments_online_has_attempt CHECK (((attempt_id IS NOT NULL) = (method = ANY (ARRAY['nequi'::text, 'pse'::text])))),
  constraint payments_posted_after_paid CHECK ((posted_on > paid_on)),
  constraint payments_retefuente_check CHECK (((retefuente)::bigint >= 0)),
  constraint payments_reteica_check CHECK (((reteica)::bigint >= 0)),
  constraint payments_reteiva_check CHECK (((reteiva)::bigint >= 0))
);
CREATE INDEX payments_account ON public.payments USING btree (company_id, account_id, id);
CREATE UNIQUE INDEX payments_attempt ON public.payments USING btree (company_id, attempt_id) WHERE (attempt_id IS NOT NULL);
CREATE INDEX payments_client ON public.payments USING btree (company_id, client_id, id);
CREATE INDEX payments_paid_on ON public.payments USING btree (company_id, paid_on, id);
CREATE INDEX payments_withheld ON public.payments USING btree (company_id, id) WHERE ((((retefuente)::bigint + (reteiva)::bigint) + (reteica)::bigint) > 0);
select protect('payments', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, count_day

create table journal (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  debit_account text not null,
  credit_account text not null,
  amount centavos not null,
  invoice_id uuid,
  payment_id uuid,
  credit_note_id uuid,
  posted_on date not null,
  created_at timestamp with time zone not null default now(),
  refund_id uuid,
  adjustment_id uuid,
  constraint journal_pkey PRIMARY KEY (company_id, client_id, id),
  constraint journal_company_id_adjustment_id_fkey FOREIGN KEY (company_id, adjustment_id) REFERENCES balance_adjustments(company_id, id),
  constraint journal_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint journal_company_id_credit_note_id_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes(company_id, id),
  constraint journal_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint journal_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint journal_company_id_refund_id_fkey FOREIGN KEY (company_id, refund_id) REFERENCES credit_refunds(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint journal_adjustment_has_document CHECK (((adjustment_id IS NOT NULL) = ((debit_account = 'adjustment'::text) OR (credit_account = 'adjustment'::text)))),
  constraint journal_amount_check CHECK (((amount)::bigint > 0)),
  constraint journal_credit_account_check CHECK ((credit_account = ANY (ARRAY['receivable'::text, 'revenue'::text, 'vat'::text, 'credit'::text, 'cash'::text, 'withholding'::text, 'opening'::text, 'rounding'::text, 'adjustment'::text]))),
  constraint journal_debit_account_check CHECK ((debit_account = ANY (ARRAY['receivable'::text, 'revenue'::text, 'vat'::text, 'credit'::text, 'cash'::text, 'withholding'::text, 'opening'::text, 'rounding'::text, 'adjustment'::text]))),
  constraint journal_debit_differs_from_credit CHECK ((debit_account <> credit_account)),
  constraint journal_receivable_has_invoice CHECK (((invoice_id IS NOT NULL) OR (('receivable'::text <> debit_account) AND ('receivable'::text <> credit_account))))
);
CREATE INDEX journal_adjustment ON public.journal USING btree (company_id, adjustment_id) WHERE (adjustment_id IS NOT NULL);
CREATE INDEX journal_credit ON public.journal USING btree (company_id, client_id) WHERE ((debit_account = 'credit'::text) OR (credit_account = 'credit'::text));
CREATE INDEX journal_payment ON public.journal USING btree (company_id, payment_id) WHERE (payment_id IS NOT NULL);
select protect('journal', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, closed_day

create table payment_reversals (
  company_id uuid not null default current_company(),
  payment_id uuid not null,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  reversed_on date not null,
  number bigint not null,
  constraint payment_reversals_pkey PRIMARY KEY (company_id, payment_id),
  constraint payment_reversals_company_id_number_key UNIQUE (company_id, number),
  constraint payment_reversals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_reversals_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id),
  constraint payment_reversals_number_check CHECK ((number > 0)),
  constraint payment_reversals_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX payment_reversals_reversed_on ON public.payment_reversals USING btree (company_id, reversed_on, payment_id);
select protect('payment_reversals', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, count_day

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
  browser_hash bytea,
  other_tries_left integer not null default 0,
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint recovery_codes_email_check CHECK ((email = lower(email))),
  constraint recovery_codes_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'link'::text, 'email'::text])))
);
CREATE INDEX recovery_codes_email ON public.recovery_codes USING btree (email, created_at DESC);
CREATE UNIQUE INDEX recovery_codes_link ON public.recovery_codes USING btree (secret_hash) WHERE (kind = ANY (ARRAY['link'::text, 'email'::text]));
CREATE INDEX recovery_codes_user ON public.recovery_codes USING btree (company_id, user_id);
grant select, insert, update, delete on recovery_codes to enlace_platform;

create table run_exclusions (
  company_id uuid not null default current_company(),
  run_id uuid not null,
  contract_id uuid not null,
  outcome text not null,
  reason text not null,
  constraint run_exclusions_pkey PRIMARY KEY (company_id, run_id, contract_id),
  constraint run_exclusions_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint run_exclusions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint run_exclusions_company_id_run_id_fkey FOREIGN KEY (company_id, run_id) REFERENCES runs(company_id, id),
  constraint run_exclusions_outcome_check CHECK ((outcome = ANY (ARRAY['skipped'::text, 'failed'::text]))),
  constraint run_exclusions_reason_check CHECK ((reason <> ''::text))
);
select protect('run_exclusions', 'company_id', 'select, insert, update, delete');

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
grant select, insert, update, delete on sessions to enlace_platform;

create table suspension_intervals (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  kind text not null,
  from_on date not null,
  to_on date,
  corrected_to date,
  constraint suspension_intervals_pkey PRIMARY KEY (company_id, id),
  constraint suspension_intervals_contract_key UNIQUE (company_id, contract_id, id),
  constraint suspension_intervals_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint suspension_intervals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint suspension_intervals_kind_check CHECK ((kind = ANY (ARRAY['arrears'::text, 'voluntary'::text]))),
  constraint suspension_intervals_to_on_not_before_from_on CHECK ((to_on >= from_on))
);
CREATE INDEX suspension_intervals_contract ON public.suspension_intervals USING btree (company_id, contract_id, from_on);
CREATE UNIQUE INDEX suspension_intervals_open ON public.suspension_intervals USING btree (company_id, contract_id) WHERE (to_on IS NULL);
select protect('suspension_intervals', 'company_id', 'select, insert, update, delete');

create table pending_charges (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  kind text not null,
  description text not null,
  quantity integer not null default 1,
  price centavos not null,
  invoice_id uuid,
  created_at timestamp with time zone not null default now(),
  suspension_id uuid,
  adjusted_invoice_id uuid,
  not_before date,
  constraint pending_charges_pkey PRIMARY KEY (company_id, id),
  constraint pending_charges_adjusted_invoice_fkey FOREIGN KEY (company_id, adjusted_invoice_id) REFERENCES invoices(company_id, id),
  constraint pending_charges_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint pending_charges_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pending_charges_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint pending_charges_suspension_fkey FOREIGN KEY (company_id, contract_id, suspension_id) REFERENCES suspension_intervals(company_id, contract_id, id) ON DELETE SET NULL (suspension_id),
  constraint pending_charges_adjusted_only_of_adjustment CHECK (((adjusted_invoice_id IS NOT NULL) = (kind = 'plan_adjustment'::text))),
  constraint pending_charges_description_check CHECK ((description <> ''::text)),
  constraint pending_charges_kind_check CHECK (((kind <> ''::text) AND (kind <> 'plan'::text))),
  constraint pending_charges_price_check CHECK (((price)::bigint <> 0)),
  constraint pending_charges_quantity_check CHECK ((quantity > 0)),
  constraint pending_charges_suspension_only_of_reconnection CHECK (((suspension_id IS NULL) OR (kind = 'reconnection'::text)))
);
CREATE INDEX pending_charges_adjusted ON public.pending_charges USING btree (company_id, adjusted_invoice_id) WHERE (adjusted_invoice_id IS NOT NULL);
CREATE UNIQUE INDEX pending_charges_adjusted_open ON public.pending_charges USING btree (company_id, adjusted_invoice_id) WHERE ((adjusted_invoice_id IS NOT NULL) AND (invoice_id IS NULL));
CREATE INDEX pending_charges_open ON public.pending_charges USING btree (company_id, contract_id) WHERE (invoice_id IS NULL);
CREATE UNIQUE INDEX pending_charges_suspension ON public.pending_charges USING btree (company_id, contract_id, suspension_id) WHERE (suspension_id IS NOT NULL);
select protect('pending_charges', 'company_id', 'select, insert, update, delete');

create table two_factor_codes (
  company_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint two_factor_codes_pkey PRIMARY KEY (company_id, user_id, code_hash),
  constraint two_factor_codes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
grant select, insert, update, delete on two_factor_codes to enlace_platform;

create table two_factors (
  company_id uuid not null,
  user_id uuid not null,
  secret bytea,
  pending_secret bytea,
  last_step integer,
  created_at timestamp with time zone not null default now(),
  constraint two_factors_pkey PRIMARY KEY (company_id, user_id),
  constraint two_factors_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
grant select, insert, update, delete on two_factors to enlace_platform;

create table withholding_certificates (
  company_id uuid not null default current_company(),
  payment_id uuid not null,
  number text not null,
  issued_on date,
  constraint withholding_certificates_pkey PRIMARY KEY (company_id, payment_id),
  constraint withholding_certificates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint withholding_certificates_payment_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id),
  constraint withholding_certificates_number_check CHECK ((number <> ''::text))
);
select protect('withholding_certificates', 'company_id', 'select, insert, update');

create view client_movements with (security_invoker=true) as
 SELECT company_id,
    id,
    client_id,
    invoice_id,
    payment_id,
    credit_note_id,
    posted_on,
    amount,
        CASE
            WHEN (debit_account = 'receivable'::text) THEN (amount)::bigint
            WHEN (credit_account = 'receivable'::text) THEN (- (amount)::bigint)
            ELSE (0)::bigint
        END AS receivable,
        CASE
            WHEN (credit_account = 'credit'::text) THEN (amount)::bigint
            WHEN (debit_account = 'credit'::text) THEN (- (amount)::bigint)
            ELSE (0)::bigint
        END AS credit,
    ((debit_account = 'credit'::text) OR (credit_account = 'credit'::text)) AS moves_credit,
        CASE
            WHEN (debit_account = 'adjustment'::text) THEN 'cierre_saldo'::text
            WHEN (credit_account = 'adjustment'::text) THEN 'reverso_cierre'::text
            WHEN (refund_id IS NOT NULL) THEN 'devolucion'::text
            WHEN (credit_note_id IS NOT NULL) THEN 'nota_credito'::text
            WHEN ((payment_id IS NOT NULL) AND ((debit_account = 'receivable'::text) OR (credit_account = ANY (ARRAY['cash'::text, 'withholding'::text, 'rounding'::text])))) THEN 'reverso'::text
            WHEN (debit_account = 'withholding'::text) THEN 'retencion'::text
            WHEN (debit_account = 'rounding'::text) THEN 'ajuste'::text
            WHEN (payment_id IS NOT NULL) THEN 'pago'::text
            WHEN (debit_account = 'credit'::text) THEN 'saldo_a_favor'::text
            WHEN (invoice_id IS NOT NULL) THEN 'factura'::text
            ELSE 'saldo_inicial'::text
        END AS kind,
    refund_id,
    adjustment_id
   FROM journal;
grant select on client_movements to enlace_app;

grant create on schema public to enlace_platform, enlace_search; -- only until the functions are theirs

CREATE OR REPLACE FUNCTION public.announce_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    perform pg_notify('enlace_notifications', string_agg(user_id::text, ','))
    from (select user_id, (row_number() over (order by user_id) - 1) / 200 as part from (select distinct user_id from written) people) parted
    group by part;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.append_only(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
    execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', target);
  end $function$;

CREATE OR REPLACE FUNCTION public.authenticate(p_token bytea, p_cookie bytea, p_touch boolean)
 RETURNS TABLE(session_id uuid, company_id uuid, user_id uuid, role text, is_first_login boolean, actor_name text, fresh_until timestamp with time zone, has_two_factor boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  end $function$;
alter function authenticate(bytea,bytea,boolean) owner to enlace_platform;
revoke execute on function authenticate(bytea,bytea,boolean) from public;
grant execute on function authenticate(bytea,bytea,boolean) to enlace_login;

CREATE OR REPLACE FUNCTION public.count_collected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into day_totals as t (company_id, kind, day, documents, amount)
    select company_id, 'collected', paid_on, count(*), sum(amount) from written group by company_id, paid_on order by 1, 3
    on conflict (company_id, kind, day) do update set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.count_invoiced()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into day_totals as t (company_id, kind, day, documents, amount)
    select company_id, 'invoiced', issued_on, count(*), sum(total) from written where kind <> 'opening' group by company_id, issued_on order by 1, 3
    on conflict (company_id, kind, day) do update set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.count_refunded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into day_totals as t (company_id, kind, day, documents, amount)
    select company_id, 'collected', paid_on, 0, -sum(amount) from written group by company_id, paid_on order by 1, 3
    on conflict (company_id, kind, day) do update set amount = t.amount + excluded.amount;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.count_reversed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into day_totals as t (company_id, kind, day, documents, amount)
    select w.company_id, 'collected', w.reversed_on, 0, -sum(p.amount)
    from written w join payments p on p.company_id = w.company_id and p.id = w.payment_id group by w.company_id, w.reversed_on order by 1, 3
    on conflict (company_id, kind, day) do update set amount = t.amount + excluded.amount;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.enqueue(task text, payload json, job_key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  begin
    perform graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key, max_attempts => 8);
  end $function$;
revoke execute on function enqueue(text,json,text,timestamp with time zone) from public;
grant execute on function enqueue(text,json,text,timestamp with time zone) to enlace_app;
grant execute on function enqueue(text,json,text,timestamp with time zone) to enlace_platform;

CREATE OR REPLACE FUNCTION public.find_clients(words text, max_rows integer)
 RETURNS TABLE(client_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  declare
    newest uuid[];
  begin
    select array_agg(n.id) into newest from (
      select c.id from (
        select k.id, k.search from clients k where k.company_id = (select current_company()) order by k.id desc limit 500
      ) c
      where c.search like all (
        select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
        from unnest(string_to_array(folded(words), ' ')) word where word <> ''
      ) limit max_rows
    ) n;
    if cardinality(newest) >= max_rows then
      return query select unnest(newest);
    else
      return query select s.client_id from search_clients(words, max_rows) s;
    end if;
  end $function$;
alter function find_clients(text,integer) owner to enlace_search;
revoke execute on function find_clients(text,integer) from public;
grant execute on function find_clients(text,integer) to enlace_app;

CREATE OR REPLACE FUNCTION public.find_debtor(p_contract text, p_identification text)
 RETURNS TABLE(company_id uuid, client_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select c.id, k.id
    from companies c
    cross join lateral (
      select t.client_id from contracts t where t.company_id = c.id and t.no_contract = p_contract limit 1
    ) t
    cross join lateral (
      select k.id, k.identification from clients k where k.company_id = c.id and k.id = t.client_id limit 1
    ) k
    where c.kind = 'provider' and c.status <> 'closed' and split_part(k.identification, '-', 1) = p_identification
  $function$;
revoke execute on function find_debtor(text,text) from public;
grant execute on function find_debtor(text,text) to enlace_platform;

CREATE OR REPLACE FUNCTION public.follow_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if new.balance > old.balance and new.disputed_amount = old.disputed_amount then
      update disputes set resolved_at = null, outcome = null
      where company_id = new.company_id and outcome = 'pago' and id = (
        select id from disputes where company_id = new.company_id and invoice_id = new.id order by id desc limit 1);
      select least(d.amount, new.balance) into new.disputed_amount
      from disputes d where d.company_id = new.company_id and d.invoice_id = new.id and d.resolved_at is null;
      new.disputed_amount := coalesce(new.disputed_amount, 0);
    elsif new.disputed_amount > new.balance then
      new.disputed_amount := new.balance;
      if new.balance = 0 then
        update disputes set resolved_at = now(), outcome = case when new.credited > old.credited then 'nota_credito' else 'pago' end
        where company_id = new.company_id and invoice_id = new.id and resolved_at is null;
      end if;
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.living_sessions(p_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select s.id from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id and u.is_active
    join companies c on c.id = s.company_id and c.status = 'active'
    where s.id = any (p_ids) and s.revoked_at is null and s.idle_ends_at > now() and s.ends_at > now()
  $function$;
alter function living_sessions(uuid[]) owner to enlace_platform;
revoke execute on function living_sessions(uuid[]) from public;
grant execute on function living_sessions(uuid[]) to enlace_login;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    entries record;
    closed date;
  begin
    for entries in select company_id, min(posted_on) as first_on from written group by company_id loop
      perform pg_advisory_xact_lock_shared(hashtextextended(entries.company_id || ':book_closing', 0));
      select closed_through into closed from book_closings where company_id = entries.company_id order by position desc limit 1;
      if closed >= entries.first_on then
        raise exception 'the books are closed through %', closed using errcode = 'EN001', detail = closed::text;
      end if;
    end loop;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_posted_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'a posted invoice does not change' using errcode = 'restrict_violation';
  end $function$;

CREATE OR REPLACE FUNCTION public.search_clients(words text, max_rows integer DEFAULT NULL::integer)
 RETURNS TABLE(client_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  declare
    likes text;
  begin
    select string_agg(
      format('c.search like %L', '%' || replace(replace(replace(written.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
    into likes from unnest(string_to_array(folded(words), ' ')) typed
    cross join lateral (
      select case when typed ~ '^\d{1,3}(\.\d{3})+(-\d)?$' then replace(typed, '.', '') else typed end as word
    ) written where written.word <> '';
    if likes is null then return; end if;
    return query execute format(
      'select c.id from clients c where array[c.company_id] @> array[%L::uuid] and %s limit %L', current_company(), likes, max_rows);
  end $function$;
alter function search_clients(text,integer) owner to enlace_search;
revoke execute on function search_clients(text,integer) from public;
grant execute on function search_clients(text,integer) to enlace_app;

CREATE OR REPLACE FUNCTION public.stuck_jobs()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin return (select count(*) from graphile_worker.jobs where last_error is not null); end $function$;
revoke execute on function stuck_jobs() from public;
grant execute on function stuck_jobs() to enlace_platform;

revoke create on schema public from enlace_platform, enlace_search;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.balance_adjustment_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.balance_adjustment_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.balance_adjustments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.balance_adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.balance_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.balance_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.book_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.book_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.contract_signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.contract_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.credit_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.credit_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.credit_refunds FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.credit_refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_day AFTER INSERT ON public.credit_refunds REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_refunded();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.event_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.event_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.invoice_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER count_day AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_invoiced();
CREATE TRIGGER follow_balance BEFORE UPDATE OF balance ON public.invoices FOR EACH ROW WHEN ((((new.disputed_amount)::bigint > (new.balance)::bigint) OR ((new.balance)::bigint > (old.balance)::bigint))) EXECUTE FUNCTION follow_balance();
CREATE TRIGGER posted_delete BEFORE DELETE ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_truncate BEFORE TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_update BEFORE UPDATE OF company_id, id, prefix, number, kind, client_id, contract_id, period, from_on, to_on, issued_on, due_on, subtotal, vat, total, run_id, snapshot, created_at ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_day AFTER INSERT ON public.journal REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_day();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.link_revocations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.link_revocations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER announce AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.payment_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.payment_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_day AFTER INSERT ON public.payment_reversals REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_reversed();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_day AFTER INSERT ON public.payments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_collected();
