-- Printed from the catalogue by `npm run schema`: edit a migration, not this file.
--
-- The schemas public and radius as they are, for reading and for review; the migrations are what runs. It also loads, as the owner, into an empty
-- database of a server that has the roles named here; the queue's own tables (graphile_worker) and the rows that migrations insert
-- are not in it. The order: what the tables use, tables (a table follows those it references), views, functions, triggers.
--
-- protect(table, company column, privileges) is written in full below. It turns row-level security on and forces it, makes the
-- three policies (tenant, platform, owner) and grants the privileges to enlace_app. Below a table it means exactly that; a
-- table with any difference shows its security and its policies in full instead. A grant that follows it is an addition.
-- A function without a grant may be executed by every role. Without an owner, a table or a function is the owner's of the database.

set check_function_bodies = off;

create extension if not exists pg_trgm;
create extension if not exists pgcrypto;
create schema radius;
grant usage on schema public to enlace_app, enlace_login, enlace_platform, enlace_radius_reader, enlace_search;
grant usage on schema radius to enlace_radius, enlace_radius_reader;
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
alter table companies enable row level security;
alter table companies force row level security;
create policy owner on companies to current_user using (true) with check (true);
create policy platform on companies to enlace_platform, enlace_search using (true) with check (true);
create policy radius on companies for select to enlace_radius_reader using (true);
create policy tenant on companies to enlace_app using ((id = ( SELECT current_company() AS current_company))) with check ((id = ( SELECT current_company() AS current_company)));
grant select, update (nit, name, legal_representative, initial_letter, color_code, logo_url, is_wompi_integration, is_factus_integration, updated_at, prices_include_vat, address, department, city, phone, email, website_url, whatsapp_url, tic, instagram_url, facebook_url, qr_url) on companies to enlace_app;
grant select, insert, update on companies to enlace_platform;
grant select (id, status) on companies to enlace_radius_reader;

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
  limit_amount centavos,
  count integer not null,
  amount centavos not null,
  registered_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  kind text not null default 'small'::text,
  reason text,
  constraint balance_closings_pkey PRIMARY KEY (company_id, id),
  constraint balance_closings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint balance_closings_amount_check CHECK (((amount)::bigint > 0)),
  constraint balance_closings_count_check CHECK ((count > 0)),
  constraint balance_closings_kind_check CHECK ((kind = ANY (ARRAY['small'::text, 'write_off'::text]))),
  constraint balance_closings_limit_amount_check CHECK (((limit_amount)::bigint > 0)),
  constraint balance_closings_reason_check CHECK ((reason <> ''::text)),
  constraint balance_closings_registered_by_check CHECK ((registered_by <> ''::text)),
  constraint balance_closings_small_has_limit CHECK (((kind = 'small'::text) = (limit_amount IS NOT NULL))),
  constraint balance_closings_write_off_has_reason CHECK (((kind = 'write_off'::text) = (reason IS NOT NULL)))
);
select protect('balance_closings', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table bank_agreements (
  company_id uuid not null default current_company(),
  gln text not null,
  bank_code text not null,
  reference text not null,
  reference_length integer not null,
  amount_length integer,
  has_due_day boolean not null,
  qr text,
  constraint bank_agreements_pkey PRIMARY KEY (company_id),
  constraint bank_agreements_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bank_agreements_amount_length_check CHECK (((amount_length >= 6) AND (amount_length <= 14) AND ((amount_length % 2) = 0))),
  constraint bank_agreements_bank_code_check CHECK ((bank_code ~ '^\d{3}$'::text)),
  constraint bank_agreements_gln_check CHECK ((gln ~ '^\d{13}$'::text)),
  constraint bank_agreements_qr_check CHECK ((qr <> ''::text)),
  constraint bank_agreements_reference_check CHECK ((reference = ANY (ARRAY['invoice'::text, 'contract'::text, 'document'::text]))),
  constraint bank_agreements_reference_length_check CHECK (((reference_length >= 4) AND (reference_length <= 24) AND ((reference_length % 2) = 0)))
);
select protect('bank_agreements', 'company_id', 'select, insert, update, delete');

create table billed_totals (
  company_id uuid not null default current_company(),
  day date not null,
  source text not null,
  plan text not null,
  is_fee boolean not null,
  municipality_code text not null,
  segment text not null,
  stratum integer not null,
  vat_treatment text not null,
  vat_bps integer not null,
  documents integer not null,
  base centavos not null,
  vat centavos not null,
  constraint billed_totals_pkey PRIMARY KEY (company_id, day, source, plan, is_fee, municipality_code, segment, stratum, vat_treatment, vat_bps),
  constraint billed_totals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint billed_totals_source_check CHECK ((source = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'opening_note'::text])))
);
select protect('billed_totals', 'company_id', 'select');

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

create table bucket_objects (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  key text not null,
  kind text not null,
  bytes bigint not null,
  stored_at timestamp with time zone,
  seen_at timestamp with time zone not null,
  use text,
  used_as text,
  owner text,
  restored_at timestamp with time zone,
  binned_at timestamp with time zone,
  binned_by text,
  ending_at timestamp with time zone,
  constraint bucket_objects_pkey PRIMARY KEY (company_id, id),
  constraint bucket_objects_key UNIQUE (company_id, key),
  constraint bucket_objects_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bucket_objects_bin_has_author CHECK (((binned_at IS NULL) = (binned_by IS NULL))),
  constraint bucket_objects_bytes_check CHECK ((bytes >= 0)),
  constraint bucket_objects_key_check CHECK ((key <> ''::text)),
  constraint bucket_objects_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'registration'::text, 'annex'::text, 'evidence'::text, 'electronic'::text, 'document'::text, 'bulk'::text, 'other'::text]))),
  constraint bucket_objects_use_check CHECK ((use = ANY (ARRAY['used'::text, 'orphan'::text, 'missing'::text])))
);
CREATE INDEX bucket_objects_bytes ON public.bucket_objects USING btree (company_id, bytes, id);
CREATE INDEX bucket_objects_stored ON public.bucket_objects USING btree (company_id, stored_at, id);
CREATE INDEX bucket_objects_unused ON public.bucket_objects USING btree (company_id, use, binned_at) WHERE ((use <> 'used'::text) OR (binned_at IS NOT NULL) OR (ending_at IS NOT NULL));
select protect('bucket_objects', 'company_id', 'select, insert, update, delete');
grant select, update on bucket_objects to enlace_platform;

create table bucket_reviews (
  company_id uuid not null default current_company(),
  reviewed_at timestamp with time zone not null,
  files integer not null,
  bytes bigint not null,
  constraint bucket_reviews_pkey PRIMARY KEY (company_id),
  constraint bucket_reviews_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bucket_reviews_bytes_check CHECK ((bytes >= 0)),
  constraint bucket_reviews_files_check CHECK ((files >= 0))
);
select protect('bucket_reviews', 'company_id', 'select, insert, update');
grant select on bucket_reviews to enlace_platform;

create table bulk_jobs (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  action text not null,
  query text not null,
  status text not null default 'queued'::text,
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  problem text,
  file_name text,
  fence integer not null default 0,
  heartbeat_at timestamp with time zone not null default now(),
  actor_id uuid,
  actor_name text not null,
  actor_role text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  finished_at timestamp with time zone,
  undone integer,
  tries integer not null default 0,
  constraint bulk_jobs_pkey PRIMARY KEY (company_id, id),
  constraint bulk_jobs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bulk_jobs_action_check CHECK ((action = ANY (ARRAY['send_invoices'::text, 'remind_invoices'::text, 'remind_debtors'::text, 'zip_invoices'::text, 'print_invoices'::text, 'send_access'::text, 'pay_bank_lines'::text]))),
  constraint bulk_jobs_counts CHECK (((done + failed) <= total)),
  constraint bulk_jobs_done_check CHECK ((done >= 0)),
  constraint bulk_jobs_failed_check CHECK ((failed >= 0)),
  constraint bulk_jobs_file_name_check CHECK ((file_name <> ''::text)),
  constraint bulk_jobs_query_check CHECK ((length(query) <= 4000)),
  constraint bulk_jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  constraint bulk_jobs_total_check CHECK ((total > 0)),
  constraint bulk_jobs_tries_check CHECK ((tries >= 0)),
  constraint bulk_jobs_undone_check CHECK ((undone >= 0))
);
CREATE INDEX bulk_jobs_created_at ON public.bulk_jobs USING btree (created_at);
CREATE UNIQUE INDEX bulk_jobs_open ON public.bulk_jobs USING btree (company_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
select protect('bulk_jobs', 'company_id', 'select, insert, update, delete');
grant select, delete on bulk_jobs to enlace_platform;

create table bulk_items (
  company_id uuid not null default current_company(),
  job_id uuid not null,
  "position" integer not null,
  subject_id uuid not null,
  name text not null,
  outcome text not null default 'waiting'::text,
  reason text,
  constraint bulk_items_pkey PRIMARY KEY (company_id, job_id, "position"),
  constraint bulk_items_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bulk_items_job_id_fkey FOREIGN KEY (company_id, job_id) REFERENCES bulk_jobs(company_id, id) ON DELETE CASCADE,
  constraint bulk_items_outcome_check CHECK ((outcome = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))),
  constraint bulk_items_position_check CHECK (("position" > 0)),
  constraint bulk_items_reason CHECK (((outcome = 'failed'::text) = (reason IS NOT NULL))),
  constraint bulk_items_reason_check CHECK ((reason <> ''::text))
);
select protect('bulk_items', 'company_id', 'select, insert, update, delete');
grant delete on bulk_items to enlace_platform;

create table bureau_days (
  company_id uuid not null default current_company(),
  on_day date not null,
  constraint bureau_days_pkey PRIMARY KEY (company_id, on_day),
  constraint bureau_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
select protect('bureau_days', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table bureau_policies (
  company_id uuid not null default current_company(),
  version integer not null,
  is_on boolean not null,
  bureau text not null,
  overdue_days integer not null,
  minimum_debt centavos not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  changed_by text not null,
  constraint bureau_policies_pkey PRIMARY KEY (company_id, version),
  constraint bureau_policies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bureau_policies_bureau_check CHECK ((bureau <> ''::text)),
  constraint bureau_policies_changed_by_check CHECK ((changed_by <> ''::text)),
  constraint bureau_policies_minimum_debt_check CHECK (((minimum_debt)::bigint >= 0)),
  constraint bureau_policies_overdue_days_check CHECK (((overdue_days >= 1) AND (overdue_days <= 720))),
  constraint bureau_policies_version_check CHECK ((version > 0))
);
select protect('bureau_policies', 'company_id', 'select, insert');
grant select (company_id) on bureau_policies to enlace_platform;
-- triggers, at the end: append_only, append_only_truncate

create table cash_settings (
  company_id uuid not null default current_company(),
  requires_turn boolean not null,
  constraint cash_settings_pkey PRIMARY KEY (company_id),
  constraint cash_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
select protect('cash_settings', 'company_id', 'select, insert, update');

create table chart_accounts (
  company_id uuid not null default current_company(),
  use text not null,
  account text not null,
  constraint chart_accounts_pkey PRIMARY KEY (company_id, use),
  constraint chart_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint chart_accounts_account_check CHECK ((account ~ '^\d{4,10}$'::text)),
  constraint chart_accounts_use_check CHECK ((use = ANY (ARRAY['clients'::text, 'cash'::text, 'bank'::text, 'gateway'::text, 'retefuente'::text, 'reteiva'::text, 'reteica'::text, 'vat'::text, 'advances'::text, 'internet'::text, 'other_income'::text, 'returns'::text, 'rounding'::text, 'write_off'::text, 'recovery'::text, 'petty_expense'::text, 'cash_short'::text, 'cash_over'::text])))
);
select protect('chart_accounts', 'company_id', 'select, insert, update');

create table client_imports (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  file_name text not null,
  created integer not null,
  updated integer not null,
  refused jsonb not null,
  created_at timestamp with time zone not null default now(),
  source text not null default 'excel'::text,
  headers jsonb not null default '[]'::jsonb,
  plans uuid[] not null default '{}'::uuid[],
  undone_at timestamp with time zone,
  balances text not null default 'list'::text,
  constraint client_imports_pkey PRIMARY KEY (company_id, id),
  constraint client_imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint client_imports_balances_check CHECK ((balances = ANY (ARRAY['list'::text, 'invoices'::text]))),
  constraint client_imports_created_check CHECK ((created >= 0)),
  constraint client_imports_source_check CHECK ((source ~ '^[a-z]{3,20}$'::text)),
  constraint client_imports_updated_check CHECK ((updated >= 0))
);
select protect('client_imports', 'company_id', 'select, insert');

create table collection_policies (
  company_id uuid not null default current_company(),
  version integer not null,
  mode text not null,
  trial_from date,
  overdue_days integer not null,
  minimum_debt centavos not null,
  reminder_days integer,
  notice_days integer not null,
  avoids_weekends boolean not null,
  avoids_eves boolean not null,
  from_hour integer not null,
  to_hour integer not null,
  days_off text[] not null default '{}'::text[],
  promise_days integer not null,
  promise_uses integer not null,
  promise_reconnects boolean not null,
  reconnects boolean not null,
  brake_percent integer not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  changed_by text not null,
  constraint collection_policies_pkey PRIMARY KEY (company_id, version),
  constraint collection_policies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint collection_policies_brake_percent_check CHECK (((brake_percent >= 1) AND (brake_percent <= 100))),
  constraint collection_policies_changed_by_check CHECK ((changed_by <> ''::text)),
  constraint collection_policies_days_off_check CHECK ((cardinality(days_off) <= 60)),
  constraint collection_policies_from_hour_check CHECK (((from_hour >= 6) AND (from_hour <= 17))),
  constraint collection_policies_hours CHECK ((to_hour > from_hour)),
  constraint collection_policies_minimum_debt_check CHECK (((minimum_debt)::bigint >= 0)),
  constraint collection_policies_mode_check CHECK ((mode = ANY (ARRAY['off'::text, 'trial'::text, 'on'::text]))),
  constraint collection_policies_notice_days_check CHECK (((notice_days >= 1) AND (notice_days <= 15))),
  constraint collection_policies_overdue_days_check CHECK (((overdue_days >= 1) AND (overdue_days <= 120))),
  constraint collection_policies_promise_days_check CHECK (((promise_days >= 0) AND (promise_days <= 30))),
  constraint collection_policies_promise_uses_check CHECK (((promise_uses >= 1) AND (promise_uses <= 12))),
  constraint collection_policies_reminder_days_check CHECK (((reminder_days >= 1) AND (reminder_days <= 15))),
  constraint collection_policies_to_hour_check CHECK (((to_hour >= 7) AND (to_hour <= 18))),
  constraint collection_policies_trial_has_day CHECK (((mode = 'off'::text) OR (trial_from IS NOT NULL))),
  constraint collection_policies_version_check CHECK ((version > 0))
);
select protect('collection_policies', 'company_id', 'select, insert');
grant select (company_id, version, mode, from_hour) on collection_policies to enlace_platform;
-- triggers, at the end: append_only, append_only_truncate

create table collection_runs (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  on_day date not null,
  policy_version integer not null,
  is_trial boolean not null,
  status text not null,
  to_notify integer not null,
  to_cut integer not null,
  spared jsonb not null,
  cuts_max integer not null,
  approved_by text,
  created_at timestamp with time zone not null default clock_timestamp(),
  finished_at timestamp with time zone,
  constraint collection_runs_pkey PRIMARY KEY (company_id, id),
  constraint collection_runs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint collection_runs_company_id_policy_version_fkey FOREIGN KEY (company_id, policy_version) REFERENCES collection_policies(company_id, version),
  constraint collection_runs_approved_by_check CHECK ((approved_by <> ''::text)),
  constraint collection_runs_cuts_max_check CHECK ((cuts_max >= 0)),
  constraint collection_runs_finished CHECK (((finished_at IS NOT NULL) = (status = ANY (ARRAY['done'::text, 'stopped'::text])))),
  constraint collection_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'braked'::text, 'done'::text, 'stopped'::text]))),
  constraint collection_runs_to_cut_check CHECK ((to_cut >= 0)),
  constraint collection_runs_to_notify_check CHECK ((to_notify >= 0))
);
CREATE UNIQUE INDEX collection_runs_once ON public.collection_runs USING btree (company_id, on_day);
CREATE INDEX collection_runs_open ON public.collection_runs USING btree (company_id, on_day) WHERE (status = ANY (ARRAY['running'::text, 'braked'::text]));
select protect('collection_runs', 'company_id', 'select, insert');
grant update (status, approved_by, finished_at) on collection_runs to enlace_app;
grant select (company_id, id, status) on collection_runs to enlace_platform;

create table collection_templates (
  company_id uuid not null default current_company(),
  kind text not null,
  subject text not null,
  text text not null,
  constraint collection_templates_pkey PRIMARY KEY (company_id, kind),
  constraint collection_templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint collection_templates_kind_check CHECK ((kind = ANY (ARRAY['reminder'::text, 'notice'::text, 'cut'::text, 'reconnected'::text]))),
  constraint collection_templates_subject_check CHECK ((subject <> ''::text)),
  constraint collection_templates_text_check CHECK ((text <> ''::text))
);
select protect('collection_templates', 'company_id', 'select, insert, update, delete');

create table company_tax_regimes (
  company_id uuid not null default current_company(),
  from_on date not null,
  is_vat_responsible boolean not null,
  is_self_withholder boolean not null,
  is_simple_regime boolean not null,
  set_by text not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  constraint company_tax_regimes_pkey PRIMARY KEY (company_id, from_on),
  constraint company_tax_regimes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint company_tax_regimes_author CHECK ((set_by <> ''::text))
);
select protect('company_tax_regimes', 'company_id', 'select, insert, update');

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
  constraint counters_kind_check CHECK ((kind = ANY (ARRAY['contract'::text, 'invoice'::text, 'credit_note'::text, 'receipt'::text, 'reversal'::text, 'refund'::text, 'installation_report'::text, 'pqr'::text, 'pqr_internal'::text]))),
  constraint counters_last_check CHECK ((last >= 0)),
  constraint counters_last_within_max CHECK ((max >= last)),
  constraint counters_prefix_check CHECK ((prefix ~ '^([A-Z]{1,6}|\d{5}|\d{4}(-\d{2})?)$'::text))
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
  methods text[],
  has_page boolean not null default false,
  constraint credentials_pkey PRIMARY KEY (company_id, provider, environment),
  constraint credentials_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint credentials_endpoint_key_check CHECK ((length(endpoint_key) >= 32)),
  constraint credentials_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'production'::text]))),
  constraint credentials_methods_check CHECK ((methods <@ ARRAY['nequi'::text, 'pse'::text, 'bancolombia_transfer'::text, 'card'::text, 'bancolombia_collect'::text])),
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

create table electronic_queues (
  company_id uuid not null default current_company(),
  fence bigint not null default 0,
  leased_until timestamp with time zone,
  wait_until timestamp with time zone,
  problem text,
  problem_text text,
  problem_since timestamp with time zone,
  failures integer not null default 0,
  ranges_read_at timestamp with time zone,
  paused_at timestamp with time zone,
  paused_by text,
  invoices_blocked_until timestamp with time zone,
  notes_blocked_until timestamp with time zone,
  constraint electronic_queues_pkey PRIMARY KEY (company_id),
  constraint electronic_queues_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint electronic_queues_paused_by_when_paused CHECK (((paused_at IS NULL) = (paused_by IS NULL))),
  constraint electronic_queues_problem_check CHECK ((problem = ANY (ARRAY['credentials'::text, 'range'::text, 'blocked'::text, 'account'::text, 'limited'::text, 'unanswered'::text, 'error'::text]))),
  constraint electronic_queues_problem_since CHECK (((problem IS NULL) = (problem_since IS NULL)))
);
select protect('electronic_queues', 'company_id', 'select, insert, update');
grant select (company_id, leased_until, wait_until, paused_at) on electronic_queues to enlace_platform;

create table electronic_reconciliations (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  period text not null,
  status text not null default 'running'::text,
  asked_by text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  held integer not null default 0,
  listed integer not null default 0,
  recovered integer not null default 0,
  differences jsonb not null default '[]'::jsonb,
  environment text,
  constraint electronic_reconciliations_pkey PRIMARY KEY (company_id, id),
  constraint electronic_reconciliations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint electronic_reconciliations_asked_by_check CHECK ((asked_by <> ''::text)),
  constraint electronic_reconciliations_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'production'::text]))),
  constraint electronic_reconciliations_period_check CHECK ((period ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint electronic_reconciliations_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX electronic_reconciliations_latest ON public.electronic_reconciliations USING btree (company_id, period, id DESC);
select protect('electronic_reconciliations', 'company_id', 'select, insert, update');

create table equipment_values (
  company_id uuid not null default current_company(),
  onu centavos,
  router centavos,
  antena centavos,
  decodificador centavos,
  otro centavos,
  updated_at timestamp with time zone not null default now(),
  constraint equipment_values_pkey PRIMARY KEY (company_id),
  constraint equipment_values_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint equipment_values_antena_check CHECK (((antena)::bigint > 0)),
  constraint equipment_values_decodificador_check CHECK (((decodificador)::bigint > 0)),
  constraint equipment_values_onu_check CHECK (((onu)::bigint > 0)),
  constraint equipment_values_otro_check CHECK (((otro)::bigint > 0)),
  constraint equipment_values_router_check CHECK (((router)::bigint > 0))
);
select protect('equipment_values', 'company_id', 'select, insert, update');

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

create table file_issuers (
  company_id uuid not null default current_company(),
  environment text not null,
  sealed_pin bytea not null,
  is_on boolean not null,
  set_by text not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  constraint file_issuers_pkey PRIMARY KEY (company_id),
  constraint file_issuers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint file_issuers_author CHECK ((set_by <> ''::text)),
  constraint file_issuers_environment CHECK ((environment = ANY (ARRAY['test'::text, 'production'::text])))
);
select protect('file_issuers', 'company_id', 'select, insert, update');
grant select (company_id, is_on), update (is_on) on file_issuers to enlace_platform;

create table file_storings (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  key text not null,
  announced_at timestamp with time zone not null default now(),
  constraint file_storings_pkey PRIMARY KEY (company_id, id),
  constraint file_storings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint file_storings_key_check CHECK ((key <> ''::text))
);
CREATE INDEX file_storings_key ON public.file_storings USING btree (company_id, key);
select protect('file_storings', 'company_id', 'select, insert, delete');
grant select, delete on file_storings to enlace_platform;

create table import_choices (
  company_id uuid not null default current_company(),
  kind text not null,
  source text not null,
  target text not null,
  constraint import_choices_pkey PRIMARY KEY (company_id, kind, source),
  constraint import_choices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint import_choices_kind_check CHECK ((kind = ANY (ARRAY['column'::text, 'plan'::text, 'default'::text]))),
  constraint import_choices_source_check CHECK (((length(source) >= 1) AND (length(source) <= 1000))),
  constraint import_choices_target_check CHECK ((length(target) <= 100))
);
select protect('import_choices', 'company_id', 'select, insert, update, delete');

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
  constraint invoice_lines_description_check CHECK ((description <> ''::text)),
  constraint invoice_lines_position_check CHECK (("position" > 0)),
  constraint invoice_lines_quantity_check CHECK ((quantity > 0)),
  constraint invoice_lines_total_is_base_plus_vat CHECK (((total)::bigint = ((base)::bigint + (vat)::bigint))),
  constraint invoice_lines_vat_rate_only_when_taxed CHECK (((vat_bps >= 0) AND ((vat_bps = 0) = (vat_treatment <> 'gravado'::text)))),
  constraint invoice_lines_vat_treatment_check CHECK ((vat_treatment = ANY (ARRAY['exento'::text, 'excluido'::text, 'gravado'::text])))
);
select protect('invoice_lines', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, count_billed, known_invoice

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

create table bank_files (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  account_id uuid not null,
  digest bytea not null,
  header_key text,
  file_name text not null,
  format text not null,
  source text,
  reference_kind text not null,
  total centavos not null,
  repeated integer not null,
  from_on date,
  to_on date,
  uploaded_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint bank_files_pkey PRIMARY KEY (company_id, id),
  constraint bank_files_company_id_account_id_digest_key UNIQUE (company_id, account_id, digest),
  constraint bank_files_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES money_accounts(company_id, id),
  constraint bank_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bank_files_digest_check CHECK ((length(digest) = 32)),
  constraint bank_files_format_check CHECK ((format = ANY (ARRAY['asobancaria_2001'::text, 'asobancaria_98'::text, 'statement'::text]))),
  constraint bank_files_header_key_check CHECK ((header_key <> ''::text)),
  constraint bank_files_reference_kind_check CHECK ((reference_kind = ANY (ARRAY['any'::text, 'invoice'::text, 'contract'::text, 'document'::text]))),
  constraint bank_files_repeated_check CHECK ((repeated >= 0)),
  constraint bank_files_source_check CHECK ((source <> ''::text)),
  constraint bank_files_uploaded_by_check CHECK ((uploaded_by <> ''::text))
);
CREATE UNIQUE INDEX bank_files_header ON public.bank_files USING btree (company_id, account_id, header_key) WHERE (header_key IS NOT NULL);
select protect('bank_files', 'company_id', 'select, insert, delete');

create table bank_layouts (
  company_id uuid not null default current_company(),
  account_id uuid not null,
  columns text[] not null,
  updated_at timestamp with time zone not null default now(),
  headings text[] not null default '{}'::text[],
  constraint bank_layouts_pkey PRIMARY KEY (company_id, account_id),
  constraint bank_layouts_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES money_accounts(company_id, id),
  constraint bank_layouts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bank_layouts_columns_check CHECK (((cardinality(columns) >= 2) AND (cardinality(columns) <= 60))),
  constraint bank_layouts_headings_check CHECK ((cardinality(headings) <= 60))
);
select protect('bank_layouts', 'company_id', 'select, insert, update');

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

create table network_devices (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  name text not null,
  kind text not null,
  mode text not null default 'monitor'::text,
  url text,
  nas_address inet,
  coa_port integer not null default 3799,
  login text,
  sealed bytea,
  radius_secret bytea,
  certificate text,
  list_name text not null default 'morosos'::text,
  failures integer not null default 0,
  rests_until timestamp with time zone,
  problem text,
  halted text,
  confirmed_at timestamp with time zone,
  answered_at timestamp with time zone,
  compared_at timestamp with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  served_at timestamp with time zone,
  constraint network_devices_pkey PRIMARY KEY (company_id, id),
  constraint network_devices_company_id_name_key UNIQUE (company_id, name),
  constraint network_devices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint network_devices_certificate_check CHECK ((certificate ~ '^[0-9a-f]{64}$'::text)),
  constraint network_devices_coa_port_check CHECK (((coa_port >= 1) AND (coa_port <= 65535))),
  constraint network_devices_halted_check CHECK ((halted = ANY (ARRAY['credentials'::text, 'cuts'::text, 'differences'::text]))),
  constraint network_devices_has_address CHECK (
CASE kind
    WHEN 'radius'::text THEN ((nas_address IS NOT NULL) AND (url IS NULL))
    ELSE ((url IS NOT NULL) AND (nas_address IS NULL))
END),
  constraint network_devices_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'routeros'::text, 'radius'::text]))),
  constraint network_devices_list_name_check CHECK ((list_name ~ '^[a-z0-9_-]{1,40}$'::text)),
  constraint network_devices_login_check CHECK ((login <> ''::text)),
  constraint network_devices_mode_check CHECK ((mode = ANY (ARRAY['off'::text, 'monitor'::text, 'enforce'::text]))),
  constraint network_devices_name_check CHECK ((name <> ''::text)),
  constraint network_devices_nas_address_check CHECK ((nas_address = (host(nas_address))::inet)),
  constraint network_devices_url_check CHECK ((url ~ '^https?://'::text))
);
CREATE INDEX network_devices_nas ON public.network_devices USING btree (nas_address) WHERE (nas_address IS NOT NULL);
alter table network_devices enable row level security;
alter table network_devices force row level security;
create policy owner on network_devices to current_user using (true) with check (true);
create policy platform on network_devices to enlace_platform, enlace_search using (true) with check (true);
create policy radius on network_devices for select to enlace_radius_reader using (true);
create policy tenant on network_devices to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant insert, select (company_id, id, name, kind, mode, url, nas_address, coa_port, login, sealed, certificate, list_name, failures, rests_until, problem, halted, confirmed_at, answered_at, compared_at, claim, claimed_until, created_at, served_at), update (name, mode, url, nas_address, coa_port, login, sealed, radius_secret, certificate, list_name, failures, rests_until, problem, halted, confirmed_at, answered_at, compared_at, claim, claimed_until, served_at) on network_devices to enlace_app;
grant select (company_id, id, mode, rests_until, halted, confirmed_at, claimed_until, served_at) on network_devices to enlace_platform;
grant select on network_devices to enlace_radius_reader;

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

create table numbering_ranges (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  provider text not null default 'factus'::text,
  environment text not null,
  provider_range_id bigint not null,
  document text not null,
  prefix text not null,
  from_number bigint,
  to_number bigint,
  next_number bigint not null,
  resolution text,
  starts_on date,
  ends_on date,
  sealed_key bytea,
  is_active boolean not null,
  is_chosen boolean not null default false,
  notified_state text,
  synced_at timestamp with time zone not null default clock_timestamp(),
  has_given boolean not null default false,
  constraint numbering_ranges_pkey PRIMARY KEY (company_id, id),
  constraint numbering_ranges_of_provider UNIQUE (company_id, provider, environment, provider_range_id),
  constraint numbering_ranges_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint numbering_ranges_document CHECK ((document = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint numbering_ranges_ends_after_start CHECK (((to_number >= from_number) AND (ends_on >= starts_on))),
  constraint numbering_ranges_environment CHECK ((environment = ANY (ARRAY['test'::text, 'production'::text]))),
  constraint numbering_ranges_next CHECK ((next_number >= 0)),
  constraint numbering_ranges_notified CHECK ((notified_state = ANY (ARRAY['warning'::text, 'blocked'::text]))),
  constraint numbering_ranges_prefix CHECK ((prefix ~ '^[A-Za-z0-9]{0,4}$'::text)),
  constraint numbering_ranges_provider CHECK ((provider = ANY (ARRAY['factus'::text, 'ubl_file'::text])))
);
CREATE UNIQUE INDEX numbering_ranges_chosen ON public.numbering_ranges USING btree (company_id, environment, document) WHERE is_chosen;
select protect('numbering_ranges', 'company_id', 'select, insert, update');

create table outages (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  cause text not null,
  started_at timestamp with time zone not null,
  expected_end_at timestamp with time zone,
  ended_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  correction_reason text,
  is_notified boolean not null,
  contracts integer not null default 0,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  constraint outages_pkey PRIMARY KEY (company_id, id),
  constraint outages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint outages_cancel_reason_check CHECK ((cancel_reason <> ''::text)),
  constraint outages_cancel_reason_when_cancelled CHECK (((cancelled_at IS NULL) = (cancel_reason IS NULL))),
  constraint outages_cause_check CHECK ((cause <> ''::text)),
  constraint outages_contracts_check CHECK ((contracts >= 0)),
  constraint outages_correction_reason_check CHECK ((correction_reason <> ''::text)),
  constraint outages_end_after_start CHECK ((ended_at > started_at)),
  constraint outages_expected_end_after_start CHECK ((expected_end_at > started_at))
);
CREATE INDEX outages_started ON public.outages USING btree (company_id, started_at, id);
select protect('outages', 'company_id', 'select, insert, update');

create table outage_places (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  outage_id uuid not null,
  "position" integer not null,
  municipality_code text,
  department text,
  city text,
  device_id uuid,
  device_name text,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  removed_at timestamp with time zone,
  remove_reason text,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  constraint outage_places_pkey PRIMARY KEY (company_id, id),
  constraint outage_places_outage_id_key UNIQUE (company_id, outage_id, id),
  constraint outage_places_position_key UNIQUE (company_id, outage_id, "position"),
  constraint outage_places_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint outage_places_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES network_devices(company_id, id),
  constraint outage_places_outage_id_fkey FOREIGN KEY (company_id, outage_id) REFERENCES outages(company_id, id),
  constraint outage_places_city_check CHECK ((city <> ''::text)),
  constraint outage_places_department_check CHECK ((department <> ''::text)),
  constraint outage_places_device_name_check CHECK ((device_name <> ''::text)),
  constraint outage_places_end_after_start CHECK ((ended_at > started_at)),
  constraint outage_places_municipality_code_check CHECK ((municipality_code ~ '^\d{5}$'::text)),
  constraint outage_places_one CHECK (((num_nonnulls(municipality_code, department, city) =
CASE
    WHEN (device_id IS NULL) THEN 3
    ELSE 0
END) AND ((device_id IS NULL) = (device_name IS NULL)))),
  constraint outage_places_position_check CHECK (("position" > 0)),
  constraint outage_places_reason_when_removed CHECK (((removed_at IS NULL) = (remove_reason IS NULL))),
  constraint outage_places_remove_reason_check CHECK ((remove_reason <> ''::text))
);
CREATE INDEX outage_places_device ON public.outage_places USING btree (company_id, device_id, started_at) WHERE (device_id IS NOT NULL);
CREATE INDEX outage_places_municipality ON public.outage_places USING btree (company_id, municipality_code, started_at) WHERE (device_id IS NULL);
select protect('outage_places', 'company_id', 'select, insert, update');

create table outgoing_webhooks (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  name text not null,
  url text not null,
  events text[] not null,
  state text not null default 'on'::text,
  sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamp with time zone,
  problem text,
  answered_at timestamp with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint outgoing_webhooks_pkey PRIMARY KEY (company_id, id),
  constraint outgoing_webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint outgoing_webhooks_events_check CHECK ((cardinality(events) > 0)),
  constraint outgoing_webhooks_name_check CHECK ((name <> ''::text)),
  constraint outgoing_webhooks_previous_secret CHECK (((previous_sealed IS NULL) = (previous_until IS NULL))),
  constraint outgoing_webhooks_state_check CHECK ((state = ANY (ARRAY['on'::text, 'off'::text, 'paused'::text]))),
  constraint outgoing_webhooks_url_check CHECK ((url ~ '^https?://'::text))
);
select protect('outgoing_webhooks', 'company_id', 'select, insert');
grant update (name, url, events, state, sealed, previous_sealed, previous_until, problem, answered_at, claim, claimed_until, sent_at, removed_at) on outgoing_webhooks to enlace_app;
grant select (company_id, id, events, state, claimed_until, sent_at, removed_at) on outgoing_webhooks to enlace_platform;

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
  segment text,
  is_packaged boolean not null default false,
  constraint plans_pkey PRIMARY KEY (company_id, id),
  constraint plans_company_id_reference_code_key UNIQUE (company_id, reference_code),
  constraint plans_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint plans_download_speed_check CHECK ((download_speed ~ '^[1-9][0-9]* Mbps$'::text)),
  constraint plans_name_check CHECK ((name <> ''::text)),
  constraint plans_price_check CHECK (((price)::bigint > 0)),
  constraint plans_reference_code_check CHECK ((reference_code ~ '^[A-Z0-9]{3,20}$'::text)),
  constraint plans_segment_check CHECK ((segment = ANY (ARRAY['residential'::text, 'business'::text]))),
  constraint plans_upload_speed_check CHECK ((upload_speed ~ '^[1-9][0-9]* Mbps$'::text))
);
alter table plans enable row level security;
alter table plans force row level security;
create policy owner on plans to current_user using (true) with check (true);
create policy platform on plans to enlace_platform, enlace_search using (true) with check (true);
create policy radius on plans for select to enlace_radius_reader using (true);
create policy tenant on plans to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant select, insert, update, delete on plans to enlace_app;
grant select (company_id, id, download_speed, upload_speed) on plans to enlace_radius_reader;

create table pqr_ranges (
  company_id uuid not null default current_company(),
  year integer not null,
  operator_code text not null,
  first_number bigint not null,
  last_number bigint,
  constraint pqr_ranges_pkey PRIMARY KEY (company_id, year),
  constraint pqr_ranges_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_ranges_ends_after_start CHECK ((last_number >= first_number)),
  constraint pqr_ranges_first_number_check CHECK (((first_number >= 1) AND (first_number <= '9999999999'::bigint))),
  constraint pqr_ranges_last_number_check CHECK (((last_number >= 1) AND (last_number <= '9999999999'::bigint))),
  constraint pqr_ranges_operator_code_check CHECK ((operator_code ~ '^\d{4}$'::text)),
  constraint pqr_ranges_year_check CHECK (((year >= 2020) AND (year <= 2199)))
);
select protect('pqr_ranges', 'company_id', 'select, insert, update');
-- triggers, at the end: take_operator_code

create table pqr_regulator_codes (
  company_id uuid not null default current_company(),
  list text not null,
  key text not null,
  code text not null,
  constraint pqr_regulator_codes_pkey PRIMARY KEY (company_id, list, key),
  constraint pqr_regulator_codes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_regulator_codes_code_check CHECK ((code ~ '^\d{1,10}$'::text)),
  constraint pqr_regulator_codes_key_check CHECK ((key <> ''::text)),
  constraint pqr_regulator_codes_list_check CHECK ((list = ANY (ARRAY['typology'::text, 'channel'::text, 'service'::text])))
);
select protect('pqr_regulator_codes', 'company_id', 'select, insert, update');

create table pqr_taken_numbers (
  number text not null,
  company_id uuid not null,
  constraint pqr_taken_numbers_pkey PRIMARY KEY (number),
  constraint pqr_taken_numbers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_taken_numbers_number_check CHECK ((number ~ '^\d{4}(\d{12})?$'::text))
);

create table pqr_templates (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  name text not null,
  typology text,
  text text not null,
  constraint pqr_templates_pkey PRIMARY KEY (company_id, id),
  constraint pqr_templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_templates_name_check CHECK ((name <> ''::text)),
  constraint pqr_templates_text_check CHECK ((text <> ''::text)),
  constraint pqr_templates_typology_check CHECK ((typology = ANY (ARRAY['facturacion'::text, 'calidad'::text, 'sin_servicio'::text, 'instalacion'::text, 'traslado'::text, 'cambio_plan'::text, 'permanencia'::text, 'negativa_contrato'::text, 'suspension'::text, 'corte'::text, 'terminacion'::text, 'cesion'::text, 'atencion'::text, 'datos_personales'::text, 'fraude'::text, 'otra'::text])))
);
CREATE UNIQUE INDEX pqr_templates_name ON public.pqr_templates USING btree (company_id, lower(name));
select protect('pqr_templates', 'company_id', 'select, insert, update, delete');

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

create table queue_runners (
  id text not null,
  seen_at timestamp with time zone not null default now(),
  constraint queue_runners_pkey PRIMARY KEY (id),
  constraint queue_runners_id_check CHECK ((id <> ''::text))
);

create table received_totals (
  company_id uuid not null default current_company(),
  day date not null,
  source text not null,
  method text not null,
  documents integer not null,
  amount centavos not null,
  withheld centavos not null,
  constraint received_totals_pkey PRIMARY KEY (company_id, day, source, method),
  constraint received_totals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint received_totals_source_check CHECK ((source = ANY (ARRAY['payment'::text, 'reversal'::text, 'refund'::text])))
);
select protect('received_totals', 'company_id', 'select');

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
  constraint regulated_parameters_unit_check CHECK ((unit = ANY (ARRAY['pesos'::text, 'bps'::text, 'uvt'::text, 'stratum'::text, 'times'::text, 'minutes'::text, 'minute_of_day'::text, 'hours'::text, 'business_days'::text, 'calendar_days'::text, 'months'::text, 'years'::text, 'switch'::text]))),
  constraint regulated_parameters_valid_to_not_before_valid_from CHECK ((valid_to >= valid_from)),
  constraint regulated_parameters_value_check CHECK ((value >= 0))
);
grant select on regulated_parameters to enlace_app;
grant select, insert, delete, update (valid_to) on regulated_parameters to enlace_platform;

create table report_schedules (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  report text not null,
  every text not null,
  format text not null,
  next_on date not null,
  last_on date,
  created_by text not null,
  constraint report_schedules_pkey PRIMARY KEY (company_id, id),
  constraint report_schedules_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint report_schedules_created_by_check CHECK ((created_by <> ''::text)),
  constraint report_schedules_every_check CHECK ((every = ANY (ARRAY['week'::text, 'month'::text]))),
  constraint report_schedules_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text]))),
  constraint report_schedules_report_check CHECK ((report = ANY (ARRAY['facturacion'::text, 'recaudo'::text, 'cartera'::text, 'cartera_municipios'::text, 'cartera_planes'::text, 'cartera_tecnicos'::text, 'iva'::text, 'planes'::text, 'clientes'::text, 'pqr'::text, 'pqr_tipos'::text, 'actas'::text, 't12'::text, 't13'::text, 'futic'::text])))
);
CREATE INDEX report_schedules_due ON public.report_schedules USING btree (next_on);
select protect('report_schedules', 'company_id', 'select, insert, delete');
grant update (next_on, last_on) on report_schedules to enlace_app;
grant select (company_id, id, next_on) on report_schedules to enlace_platform;

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
  tries integer not null default 0,
  constraint runs_pkey PRIMARY KEY (company_id, id),
  constraint runs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint runs_cut_day_check CHECK (((cut_day >= 1) AND (cut_day <= 31))),
  constraint runs_period_check CHECK ((period ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint runs_problem_only_when_failed CHECK (((problem IS NOT NULL) = (status = 'failed'::text))),
  constraint runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint runs_tries_check CHECK ((tries >= 0))
);
CREATE UNIQUE INDEX runs_open ON public.runs USING btree (company_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
select protect('runs', 'company_id', 'select, insert, update');
grant select, update on runs to enlace_platform;
-- triggers, at the end: kept, kept_truncate

create table secret_checks (
  id boolean not null default true,
  value bytea not null,
  set_at timestamp with time zone not null default now(),
  constraint secret_checks_pkey PRIMARY KEY (id),
  constraint secret_checks_one_row CHECK (id)
);
grant select, insert, update on secret_checks to enlace_platform;

create table sms_accounts (
  company_id uuid not null default current_company(),
  url text not null,
  sender text not null,
  sealed bytea not null,
  last_four text not null,
  part_price centavos,
  set_by text not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  tested_at timestamp with time zone,
  problem text,
  is_on boolean not null default false,
  notices text[] not null default '{reminder,notice,cut,reconnected}'::text[],
  constraint sms_accounts_pkey PRIMARY KEY (company_id),
  constraint sms_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint sms_accounts_notices_check CHECK ((notices <@ ARRAY['reminder'::text, 'notice'::text, 'cut'::text, 'reconnected'::text])),
  constraint sms_accounts_part_price_check CHECK (((part_price)::bigint >= 0)),
  constraint sms_accounts_sender_check CHECK ((sender ~ '^\d{5,6}$'::text)),
  constraint sms_accounts_url_check CHECK ((length(url) <= 300))
);
select protect('sms_accounts', 'company_id', 'select, insert, update');
grant select, update (sealed, tested_at, problem, is_on) on sms_accounts to enlace_platform;

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
-- triggers, at the end: count_deleted_files, count_files

create table stored_totals (
  company_id uuid not null default current_company(),
  files integer not null,
  bytes bigint not null,
  constraint stored_totals_pkey PRIMARY KEY (company_id),
  constraint stored_totals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint stored_totals_bytes_check CHECK ((bytes >= 0)),
  constraint stored_totals_files_check CHECK ((files >= 0))
);
select protect('stored_totals', 'company_id', 'select');
grant select on stored_totals to enlace_platform;

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

create table api_tokens (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  name text not null,
  ending text not null,
  token_hash bytea not null,
  role text not null,
  scopes text[] not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_tokens_pkey PRIMARY KEY (company_id, id),
  constraint api_tokens_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint api_tokens_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint api_tokens_ending_check CHECK ((length(ending) = 4)),
  constraint api_tokens_name_check CHECK ((name <> ''::text)),
  constraint api_tokens_role_check CHECK ((role = ANY (ARRAY['financial'::text, 'technical'::text]))),
  constraint api_tokens_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint api_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX api_tokens_hash ON public.api_tokens USING btree (token_hash);
select protect('api_tokens', 'company_id', 'select, insert');
grant update (revoked_at) on api_tokens to enlace_app;
grant select, update (last_used_at, revoked_at) on api_tokens to enlace_platform;

create table cash_turns (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  number integer not null,
  account_id uuid not null,
  user_id uuid not null,
  opened_by text not null,
  opened_on date not null,
  opened_at timestamp with time zone not null default clock_timestamp(),
  base centavos not null,
  closed_by text,
  closed_on date,
  closed_at timestamp with time zone,
  counted centavos,
  expected centavos,
  reason text,
  previous_counted centavos,
  base_reason text,
  constraint cash_turns_pkey PRIMARY KEY (company_id, id),
  constraint cash_turns_company_id_id_account_id_key UNIQUE (company_id, id, account_id),
  constraint cash_turns_company_id_number_key UNIQUE (company_id, number),
  constraint cash_turns_account_fkey FOREIGN KEY (company_id, account_id) REFERENCES money_accounts(company_id, id),
  constraint cash_turns_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint cash_turns_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint cash_turns_base_check CHECK (((base)::bigint >= 0)),
  constraint cash_turns_base_difference_has_reason CHECK ((((previous_counted IS NOT NULL) AND ((previous_counted)::bigint <> (base)::bigint)) = (base_reason IS NOT NULL))),
  constraint cash_turns_base_reason CHECK ((base_reason <> ''::text)),
  constraint cash_turns_closed_by_check CHECK ((closed_by <> ''::text)),
  constraint cash_turns_closed_whole CHECK ((num_nulls(closed_by, closed_on, closed_at, counted, expected) = ANY (ARRAY[0, 5]))),
  constraint cash_turns_counted_check CHECK (((counted)::bigint >= 0)),
  constraint cash_turns_difference_has_reason CHECK (((NOT ((counted)::bigint IS DISTINCT FROM (expected)::bigint)) OR (reason IS NOT NULL))),
  constraint cash_turns_number_check CHECK ((number > 0)),
  constraint cash_turns_opened_by_check CHECK ((opened_by <> ''::text)),
  constraint cash_turns_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX cash_turns_closed ON public.cash_turns USING btree (company_id, closed_on) WHERE (closed_at IS NOT NULL);
CREATE INDEX cash_turns_of_account ON public.cash_turns USING btree (company_id, account_id, closed_at DESC) WHERE (closed_at IS NOT NULL);
CREATE UNIQUE INDEX cash_turns_open ON public.cash_turns USING btree (company_id, user_id, account_id) WHERE (closed_at IS NULL);
CREATE INDEX cash_turns_open_of_account ON public.cash_turns USING btree (company_id, account_id) WHERE (closed_at IS NULL);
CREATE INDEX cash_turns_opened ON public.cash_turns USING btree (company_id, opened_on, number);
CREATE INDEX cash_turns_user ON public.cash_turns USING btree (company_id, user_id, number);
select protect('cash_turns', 'company_id', 'select, insert');
grant update (closed_by, closed_on, closed_at, counted, expected, reason) on cash_turns to enlace_app;
-- triggers, at the end: append_only, append_only_truncate, closed_turn

create table cash_counts (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  turn_id uuid not null,
  counted centavos not null,
  expected centavos not null,
  denominations jsonb,
  counted_by text not null,
  counted_at timestamp with time zone not null default clock_timestamp(),
  constraint cash_counts_pkey PRIMARY KEY (company_id, id),
  constraint cash_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint cash_counts_turn_fkey FOREIGN KEY (company_id, turn_id) REFERENCES cash_turns(company_id, id),
  constraint cash_counts_counted_by_check CHECK ((counted_by <> ''::text)),
  constraint cash_counts_counted_check CHECK (((counted)::bigint >= 0))
);
CREATE INDEX cash_counts_turn ON public.cash_counts USING btree (company_id, turn_id, id);
select protect('cash_counts', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, open_turn

create table cash_movements (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  turn_id uuid not null,
  kind text not null,
  amount centavos not null,
  on_day date not null,
  reason text,
  to_account_id uuid,
  reference text,
  registered_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint cash_movements_pkey PRIMARY KEY (company_id, id),
  constraint cash_movements_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint cash_movements_to_account_fkey FOREIGN KEY (company_id, to_account_id) REFERENCES money_accounts(company_id, id),
  constraint cash_movements_turn_fkey FOREIGN KEY (company_id, turn_id) REFERENCES cash_turns(company_id, id),
  constraint cash_movements_amount_check CHECK (((amount)::bigint > 0)),
  constraint cash_movements_deposit_has_account CHECK (((kind = 'deposit'::text) = ((to_account_id IS NOT NULL) AND (reference IS NOT NULL)))),
  constraint cash_movements_expense_has_reason CHECK (((kind = 'expense'::text) = (reason IS NOT NULL))),
  constraint cash_movements_kind_check CHECK ((kind = ANY (ARRAY['expense'::text, 'deposit'::text]))),
  constraint cash_movements_reason_check CHECK ((reason <> ''::text)),
  constraint cash_movements_reference_check CHECK ((reference <> ''::text)),
  constraint cash_movements_registered_by_check CHECK ((registered_by <> ''::text))
);
CREATE INDEX cash_movements_turn ON public.cash_movements USING btree (company_id, turn_id, id);
select protect('cash_movements', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, open_turn

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
CREATE INDEX clients_phone ON public.clients USING btree (company_id, phone) WHERE (phone IS NOT NULL);
CREATE INDEX clients_place ON public.clients USING btree (company_id, id) INCLUDE (municipality_code);
CREATE INDEX clients_words ON public.clients USING gin ((ARRAY[company_id]), search gin_trgm_ops);
select protect('clients', 'company_id', 'select, insert, update, delete');
grant select (company_id) on clients to enlace_platform;
grant select on clients to enlace_search;

create table bank_references (
  company_id uuid not null default current_company(),
  reference text not null,
  client_id uuid,
  constraint bank_references_pkey PRIMARY KEY (company_id, reference),
  constraint bank_references_client_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint bank_references_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bank_references_reference_check CHECK ((reference <> ''::text))
);
select protect('bank_references', 'company_id', 'select, insert, update');

create table bureau_cases (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  opened_on date not null,
  reported_on date,
  reported_by text,
  reported_debt centavos,
  outcome text,
  closed_on date,
  closed_by text,
  reason text,
  dispute_notified_on date,
  dispute_notified_by text,
  dispute_notified_id uuid,
  updated_on date,
  constraint bureau_cases_pkey PRIMARY KEY (company_id, id),
  constraint bureau_cases_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint bureau_cases_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bureau_cases_closed CHECK ((((outcome IS NULL) = (closed_on IS NULL)) AND ((outcome IS NULL) = (closed_by IS NULL)))),
  constraint bureau_cases_closed_by_check CHECK ((closed_by <> ''::text)),
  constraint bureau_cases_dispute_notified CHECK (((dispute_notified_on IS NULL) = (dispute_notified_by IS NULL))),
  constraint bureau_cases_dispute_notified_by_check CHECK ((dispute_notified_by <> ''::text)),
  constraint bureau_cases_dispute_notified_id CHECK (((dispute_notified_id IS NULL) OR (dispute_notified_on IS NOT NULL))),
  constraint bureau_cases_dispute_was_reported CHECK (((dispute_notified_on IS NULL) OR (dispute_notified_on >= reported_on))),
  constraint bureau_cases_left_out_has_reason CHECK (((NOT (outcome IS DISTINCT FROM 'left_out'::text)) = (reason IS NOT NULL))),
  constraint bureau_cases_outcome_check CHECK ((outcome = ANY (ARRAY['settled'::text, 'left_out'::text, 'updated'::text]))),
  constraint bureau_cases_reason_check CHECK ((reason <> ''::text)),
  constraint bureau_cases_reported CHECK ((((reported_on IS NULL) = (reported_by IS NULL)) AND ((reported_on IS NULL) = (reported_debt IS NULL)))),
  constraint bureau_cases_reported_by_check CHECK ((reported_by <> ''::text)),
  constraint bureau_cases_reported_debt_check CHECK (((reported_debt)::bigint > 0)),
  constraint bureau_cases_settled_was_not_reported CHECK (((outcome IS DISTINCT FROM 'settled'::text) OR (reported_on IS NULL))),
  constraint bureau_cases_updated_after_report CHECK (((updated_on IS NULL) OR (updated_on >= reported_on))),
  constraint bureau_cases_updated_was_reported CHECK (((outcome IS DISTINCT FROM 'updated'::text) OR (reported_on IS NOT NULL)))
);
CREATE INDEX bureau_cases_client ON public.bureau_cases USING btree (company_id, client_id, id DESC);
CREATE INDEX bureau_cases_closed ON public.bureau_cases USING btree (company_id, outcome, id DESC) WHERE (outcome IS NOT NULL);
CREATE UNIQUE INDEX bureau_cases_open ON public.bureau_cases USING btree (company_id, client_id) WHERE ((outcome IS NULL) AND (reported_on IS NULL));
select protect('bureau_cases', 'company_id', 'select, insert');
grant update (reported_on, reported_by, reported_debt, outcome, closed_on, closed_by, reason, dispute_notified_on, dispute_notified_by, dispute_notified_id, updated_on) on bureau_cases to enlace_app;

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
  constraint consents_channel_check CHECK ((channel = ANY (ARRAY['desk'::text, 'portal'::text, 'link'::text, 'whatsapp'::text]))),
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
  moved_on date,
  ceded_on date,
  installation_notice text,
  accepts_renewal boolean not null default true,
  retracted_on date,
  retraction_channel text,
  refund_by date,
  served_from date,
  signed_vat_bps integer,
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
  constraint contracts_installation_notice_check CHECK ((installation_notice = ANY (ARRAY['near'::text, 'late'::text]))),
  constraint contracts_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint contracts_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint contracts_municipality_code_check CHECK ((municipality_code ~ '^\d{5}$'::text)),
  constraint contracts_no_contract_check CHECK ((no_contract ~ '^[A-Z]{1,4}-\d{6}$'::text)),
  constraint contracts_permanence_months_check CHECK (((permanence_months >= 0) AND (permanence_months <= 12))),
  constraint contracts_refunded_is_cancelled CHECK (((refund_by IS NULL) OR (status = 'cancelled'::text))),
  constraint contracts_retracted_is_cancelled CHECK (((retracted_on IS NULL) OR (status = 'cancelled'::text))),
  constraint contracts_retraction_channel_check CHECK ((retraction_channel = ANY (ARRAY['oficina'::text, 'telefono'::text, 'correo'::text, 'whatsapp'::text, 'portal'::text]))),
  constraint contracts_retraction_is_complete CHECK ((((retracted_on IS NULL) = (retraction_channel IS NULL)) AND ((retracted_on IS NULL) OR (refund_by IS NOT NULL)))),
  constraint contracts_segment_check CHECK ((segment = ANY (ARRAY['residential'::text, 'business'::text]))),
  constraint contracts_served_is_void CHECK (((served_from IS NULL) OR (status = 'cancelled'::text))),
  constraint contracts_signed_unless_draft_or_cancelled CHECK (((status = ANY (ARRAY['draft'::text, 'cancelled'::text])) OR (signed_at IS NOT NULL))),
  constraint contracts_signed_vat_bps_check CHECK (((signed_vat_bps >= 0) AND (signed_vat_bps <= 10000))),
  constraint contracts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'awaiting_installation'::text, 'active'::text, 'suspended'::text, 'terminated'::text, 'cancelled'::text]))),
  constraint contracts_stratum_check CHECK (((stratum >= 1) AND (stratum <= 6)))
);
CREATE INDEX contracts_client ON public.contracts USING btree (company_id, client_id);
CREATE INDEX contracts_installation ON public.contracts USING btree (company_id, installation_due_on) WHERE (status = 'awaiting_installation'::text);
CREATE INDEX contracts_municipality ON public.contracts USING btree (company_id, municipality_code, id);
CREATE INDEX contracts_newest ON public.contracts USING btree (company_id, created_at, id);
CREATE INDEX contracts_plan ON public.contracts USING btree (company_id, plan_id);
CREATE INDEX contracts_status ON public.contracts USING btree (company_id, status, billing_cut_day) INCLUDE (id, active_from, active_to);
alter table contracts enable row level security;
alter table contracts force row level security;
create policy owner on contracts to current_user using (true) with check (true);
create policy platform on contracts to enlace_platform, enlace_search using (true) with check (true);
create policy radius on contracts for select to enlace_radius_reader using (true);
create policy tenant on contracts to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant select, insert, update, delete on contracts to enlace_app;
grant select (company_id, status) on contracts to enlace_platform;
grant select (company_id, id, no_contract, plan_id, status, active_from, active_to) on contracts to enlace_radius_reader;

create table collection_decisions (
  company_id uuid not null default current_company(),
  run_id uuid not null,
  contract_id uuid not null,
  client_id uuid not null,
  action text not null,
  debt centavos not null,
  overdue_days integer not null,
  outcome text not null,
  reason text,
  done_at timestamp with time zone,
  constraint collection_decisions_pkey PRIMARY KEY (company_id, run_id, contract_id),
  constraint collection_decisions_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint collection_decisions_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint collection_decisions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint collection_decisions_company_id_run_id_fkey FOREIGN KEY (company_id, run_id) REFERENCES collection_runs(company_id, id),
  constraint collection_decisions_action_check CHECK ((action = ANY (ARRAY['notify'::text, 'cut'::text]))),
  constraint collection_decisions_debt_check CHECK (((debt)::bigint > 0)),
  constraint collection_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['waiting'::text, 'done'::text, 'skipped'::text, 'failed'::text, 'simulated'::text]))),
  constraint collection_decisions_overdue_days_check CHECK ((overdue_days > 0)),
  constraint collection_decisions_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX collection_decisions_waiting ON public.collection_decisions USING btree (company_id, run_id, action, contract_id) WHERE (outcome = 'waiting'::text);
select protect('collection_decisions', 'company_id', 'select, insert');
grant update (outcome, reason, done_at) on collection_decisions to enlace_app;

create table contract_cessions (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  from_client_id uuid not null,
  to_client_id uuid not null,
  requested_on date not null,
  answer_by date not null,
  created_at timestamp with time zone not null default now(),
  decision text,
  decided_at timestamp with time zone,
  decided_reason text,
  effective_on date,
  applied_at timestamp with time zone,
  notice text,
  constraint contract_cessions_pkey PRIMARY KEY (company_id, id),
  constraint contract_cessions_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint contract_cessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_cessions_company_id_from_client_id_fkey FOREIGN KEY (company_id, from_client_id) REFERENCES clients(company_id, id),
  constraint contract_cessions_company_id_to_client_id_fkey FOREIGN KEY (company_id, to_client_id) REFERENCES clients(company_id, id),
  constraint contract_cessions_accepted_has_day CHECK (((NOT (decision IS DISTINCT FROM 'accepted'::text)) = (effective_on IS NOT NULL))),
  constraint contract_cessions_applied_is_accepted CHECK (((applied_at IS NULL) OR (effective_on IS NOT NULL))),
  constraint contract_cessions_decided_reason_check CHECK ((decided_reason <> ''::text)),
  constraint contract_cessions_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'refused'::text]))),
  constraint contract_cessions_decision_is_complete CHECK ((((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NULL) = (decided_reason IS NULL)))),
  constraint contract_cessions_holders_differ CHECK ((from_client_id <> to_client_id)),
  constraint contract_cessions_notice_check CHECK ((notice = ANY (ARRAY['near'::text, 'late'::text])))
);
CREATE INDEX contract_cessions_contract ON public.contract_cessions USING btree (company_id, contract_id, effective_on);
CREATE INDEX contract_cessions_from ON public.contract_cessions USING btree (company_id, from_client_id);
CREATE UNIQUE INDEX contract_cessions_open ON public.contract_cessions USING btree (company_id, contract_id) WHERE ((decision IS NULL) OR ((decision = 'accepted'::text) AND (applied_at IS NULL)));
CREATE INDEX contract_cessions_to ON public.contract_cessions USING btree (company_id, to_client_id);
select protect('contract_cessions', 'company_id', 'select, insert, update');

create table contract_documents (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  client_id uuid not null,
  title text not null,
  kind text not null,
  stored_name text not null,
  bytes integer not null,
  added_by uuid not null,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  removed_by uuid,
  removed_reason text,
  constraint contract_documents_pkey PRIMARY KEY (company_id, id),
  constraint contract_documents_company_id_added_by_fkey FOREIGN KEY (company_id, added_by) REFERENCES users(company_id, id),
  constraint contract_documents_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint contract_documents_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint contract_documents_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_documents_company_id_removed_by_fkey FOREIGN KEY (company_id, removed_by) REFERENCES users(company_id, id),
  constraint contract_documents_bytes_check CHECK ((bytes > 0)),
  constraint contract_documents_kind_check CHECK ((kind = ANY (ARRAY['pdf'::text, 'image'::text]))),
  constraint contract_documents_removal_is_complete CHECK ((((removed_at IS NULL) = (removed_by IS NULL)) AND ((removed_at IS NULL) = (removed_reason IS NULL)))),
  constraint contract_documents_removed_reason_check CHECK ((removed_reason <> ''::text)),
  constraint contract_documents_stored_name_check CHECK ((stored_name <> ''::text)),
  constraint contract_documents_title_check CHECK ((title <> ''::text))
);
CREATE INDEX contract_documents_contract ON public.contract_documents USING btree (company_id, contract_id, id);
select protect('contract_documents', 'company_id', 'select, insert, update');

create table contract_refunds (
  company_id uuid not null default current_company(),
  contract_id uuid not null,
  client_id uuid not null,
  amount centavos not null,
  returned centavos not null default 0,
  due_on date,
  notice text,
  closed_on date,
  created_at timestamp with time zone not null default now(),
  constraint contract_refunds_pkey PRIMARY KEY (company_id, contract_id),
  constraint contract_refunds_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint contract_refunds_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint contract_refunds_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_refunds_closed_when_returned CHECK (((closed_on IS NOT NULL) = ((returned)::bigint = (amount)::bigint))),
  constraint contract_refunds_notice_check CHECK ((notice = ANY (ARRAY['near'::text, 'late'::text]))),
  constraint contract_refunds_returned_check CHECK (((returned)::bigint >= 0)),
  constraint contract_refunds_returned_within_amount CHECK (((returned)::bigint <= (amount)::bigint))
);
CREATE INDEX contract_refunds_listed ON public.contract_refunds USING btree (company_id, closed_on DESC, due_on, contract_id);
CREATE INDEX contract_refunds_open ON public.contract_refunds USING btree (company_id, client_id) WHERE (closed_on IS NULL);
select protect('contract_refunds', 'company_id', 'select, insert');
grant update (amount, returned, notice, closed_on) on contract_refunds to enlace_app;

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
alter table contract_terms enable row level security;
alter table contract_terms force row level security;
create policy owner on contract_terms to current_user using (true) with check (true);
create policy platform on contract_terms to enlace_platform, enlace_search using (true) with check (true);
create policy radius on contract_terms for select to enlace_radius_reader using (true);
create policy tenant on contract_terms to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant select, insert, update, delete on contract_terms to enlace_app;
grant select (company_id, contract_id, from_on, plan_id) on contract_terms to enlace_radius_reader;

create table contract_transfers (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  moves_on date not null,
  address text not null,
  department text not null,
  city text not null,
  municipality_code text not null,
  latitude double precision,
  longitude double precision,
  segment text not null,
  stratum integer,
  charge centavos not null,
  created_at timestamp with time zone not null default now(),
  applied_on date,
  earlier_address text,
  earlier_department text,
  earlier_city text,
  earlier_segment text,
  earlier_stratum integer,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  constraint contract_transfers_pkey PRIMARY KEY (company_id, id),
  constraint contract_transfers_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint contract_transfers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_transfers_address_check CHECK ((address <> ''::text)),
  constraint contract_transfers_applied_keeps_earlier CHECK ((((applied_on IS NULL) = (earlier_address IS NULL)) AND ((applied_on IS NULL) = (earlier_segment IS NULL)))),
  constraint contract_transfers_cancel_reason_check CHECK ((cancel_reason <> ''::text)),
  constraint contract_transfers_cancelled_has_reason CHECK (((cancelled_at IS NULL) = (cancel_reason IS NULL))),
  constraint contract_transfers_charge_check CHECK (((charge)::bigint >= 0)),
  constraint contract_transfers_city_check CHECK ((city <> ''::text)),
  constraint contract_transfers_department_check CHECK ((department <> ''::text)),
  constraint contract_transfers_earlier_segment_check CHECK ((earlier_segment = ANY (ARRAY['residential'::text, 'business'::text]))),
  constraint contract_transfers_earlier_stratum_check CHECK (((earlier_stratum >= 1) AND (earlier_stratum <= 6))),
  constraint contract_transfers_ends_once CHECK (((applied_on IS NULL) OR (cancelled_at IS NULL))),
  constraint contract_transfers_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint contract_transfers_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint contract_transfers_municipality_code_check CHECK ((municipality_code ~ '^\d{5}$'::text)),
  constraint contract_transfers_segment_check CHECK ((segment = ANY (ARRAY['residential'::text, 'business'::text]))),
  constraint contract_transfers_stratum_check CHECK (((stratum >= 1) AND (stratum <= 6)))
);
CREATE INDEX contract_transfers_applied ON public.contract_transfers USING btree (company_id, contract_id, applied_on);
CREATE UNIQUE INDEX contract_transfers_open ON public.contract_transfers USING btree (company_id, contract_id) WHERE ((applied_on IS NULL) AND (cancelled_at IS NULL));
select protect('contract_transfers', 'company_id', 'select, insert, update');

create table contract_versions (
  company_id uuid not null default current_company(),
  contract_id uuid not null,
  version integer not null,
  reason text not null,
  from_on date not null,
  channel text not null,
  accepted_by text not null,
  signature_id uuid,
  text text not null,
  text_hash bytea not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  asked_by text,
  asked_on date,
  asked_channel text,
  constraint contract_versions_pkey PRIMARY KEY (company_id, contract_id, version),
  constraint contract_versions_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint contract_versions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_versions_company_id_signature_id_fkey FOREIGN KEY (company_id, signature_id) REFERENCES contract_signatures(company_id, id),
  constraint contract_versions_accepted_by_check CHECK ((accepted_by <> ''::text)),
  constraint contract_versions_asked_by_check CHECK ((asked_by <> ''::text)),
  constraint contract_versions_asked_channel_check CHECK ((asked_channel = ANY (ARRAY['oficina'::text, 'telefono'::text, 'correo'::text, 'whatsapp'::text]))),
  constraint contract_versions_asked_is_complete CHECK ((((asked_by IS NULL) = (asked_on IS NULL)) AND ((asked_by IS NULL) = (asked_channel IS NULL)))),
  constraint contract_versions_channel_check CHECK ((channel = ANY (ARRAY['portal'::text, 'desk'::text, 'link'::text]))),
  constraint contract_versions_reason_check CHECK ((reason = ANY (ARRAY['signature'::text, 'plan_change'::text, 'plan_kept'::text, 'transfer'::text, 'cession'::text, 'termination_withdrawn'::text]))),
  constraint contract_versions_text_check CHECK ((text <> ''::text)),
  constraint contract_versions_text_hash_check CHECK ((length(text_hash) = 32)),
  constraint contract_versions_version_check CHECK ((version > 0))
);
select protect('contract_versions', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table contract_charges (
  company_id uuid not null default current_company(),
  contract_id uuid not null,
  version integer not null,
  reconnection_cost centavos not null,
  transfer_cost centavos not null,
  technical_visit_cost centavos not null,
  additional_cable_cost centavos not null,
  constraint contract_charges_pkey PRIMARY KEY (company_id, contract_id, version),
  constraint contract_charges_company_id_contract_id_version_fkey FOREIGN KEY (company_id, contract_id, version) REFERENCES contract_versions(company_id, contract_id, version),
  constraint contract_charges_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_charges_additional_cable_cost_check CHECK (((additional_cable_cost)::bigint >= 0)),
  constraint contract_charges_reconnection_cost_check CHECK (((reconnection_cost)::bigint >= 0)),
  constraint contract_charges_technical_visit_cost_check CHECK (((technical_visit_cost)::bigint >= 0)),
  constraint contract_charges_transfer_cost_check CHECK (((transfer_cost)::bigint >= 0))
);
select protect('contract_charges', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table contract_equipment_values (
  company_id uuid not null default current_company(),
  contract_id uuid not null,
  version integer not null,
  onu centavos,
  router centavos,
  antena centavos,
  decodificador centavos,
  otro centavos,
  constraint contract_equipment_values_pkey PRIMARY KEY (company_id, contract_id, version),
  constraint contract_equipment_values_company_id_contract_id_version_fkey FOREIGN KEY (company_id, contract_id, version) REFERENCES contract_versions(company_id, contract_id, version),
  constraint contract_equipment_values_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint contract_equipment_values_antena_check CHECK (((antena)::bigint > 0)),
  constraint contract_equipment_values_decodificador_check CHECK (((decodificador)::bigint > 0)),
  constraint contract_equipment_values_onu_check CHECK (((onu)::bigint > 0)),
  constraint contract_equipment_values_otro_check CHECK (((otro)::bigint > 0)),
  constraint contract_equipment_values_router_check CHECK (((router)::bigint > 0))
);
select protect('contract_equipment_values', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

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
  turn_id uuid,
  constraint credit_refunds_pkey PRIMARY KEY (company_id, id),
  constraint credit_refunds_company_id_number_key UNIQUE (company_id, number),
  constraint credit_refunds_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES money_accounts(company_id, id),
  constraint credit_refunds_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint credit_refunds_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint credit_refunds_turn_fkey FOREIGN KEY (company_id, turn_id, account_id) REFERENCES cash_turns(company_id, id, account_id),
  constraint credit_refunds_amount_check CHECK (((amount)::bigint > 0)),
  constraint credit_refunds_method_check CHECK ((method = ANY (ARRAY['efectivo'::text, 'consignacion'::text, 'transferencia'::text]))),
  constraint credit_refunds_number_check CHECK ((number > 0)),
  constraint credit_refunds_reason_check CHECK ((reason <> ''::text)),
  constraint credit_refunds_turn_of_cash CHECK (((turn_id IS NULL) OR ((method = 'efectivo'::text) AND (account_id IS NOT NULL))))
);
CREATE INDEX credit_refunds_client ON public.credit_refunds USING btree (company_id, client_id, id);
CREATE INDEX credit_refunds_paid_on ON public.credit_refunds USING btree (company_id, paid_on, id);
CREATE INDEX credit_refunds_turn ON public.credit_refunds USING btree (company_id, turn_id, id) WHERE (turn_id IS NOT NULL);
select protect('credit_refunds', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, count_day, count_returned, open_turn

create table desk_contacts (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  channel text not null,
  contacted_at timestamp with time zone not null,
  fault text,
  made_by text not null,
  constraint desk_contacts_pkey PRIMARY KEY (company_id, id),
  constraint desk_contacts_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint desk_contacts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint desk_contacts_channel_check CHECK ((channel = ANY (ARRAY['call'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint desk_contacts_fault_check CHECK ((fault = ANY (ARRAY['not_authorised'::text, 'hours'::text, 'once_a_day'::text, 'one_channel'::text]))),
  constraint desk_contacts_made_by_check CHECK ((made_by <> ''::text))
);
CREATE INDEX desk_contacts_client ON public.desk_contacts USING btree (company_id, client_id, contacted_at);
select protect('desk_contacts', 'company_id', 'select, insert');
grant select (company_id, client_id, channel, contacted_at) on desk_contacts to enlace_platform;
-- triggers, at the end: append_only, append_only_truncate

create table equipment (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  kind text not null,
  brand text not null,
  model text,
  serial text,
  mac text,
  property text not null,
  state text not null default 'in_store'::text,
  technician_id uuid,
  contract_id uuid,
  pick_up_from date,
  created_at timestamp with time zone not null default now(),
  constraint equipment_pkey PRIMARY KEY (company_id, id),
  constraint equipment_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint equipment_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint equipment_technician_id_fkey FOREIGN KEY (company_id, technician_id) REFERENCES users(company_id, id),
  constraint equipment_brand_check CHECK ((brand <> ''::text)),
  constraint equipment_has_contract CHECK (((state = 'at_client'::text) = (contract_id IS NOT NULL))),
  constraint equipment_has_technician CHECK (((state = 'assigned'::text) = (technician_id IS NOT NULL))),
  constraint equipment_kind_check CHECK ((kind = ANY (ARRAY['onu'::text, 'router'::text, 'antena'::text, 'decodificador'::text, 'otro'::text]))),
  constraint equipment_mac_check CHECK ((mac ~ '^([0-9A-F]{2}:){5}[0-9A-F]{2}$'::text)),
  constraint equipment_model_check CHECK ((model <> ''::text)),
  constraint equipment_picked_up_from_client CHECK (((pick_up_from IS NULL) OR ((contract_id IS NOT NULL) AND (property = 'comodato'::text)))),
  constraint equipment_property_check CHECK ((property = ANY (ARRAY['comodato'::text, 'vendido'::text]))),
  constraint equipment_serial_check CHECK ((serial ~ '^[A-Z0-9][A-Z0-9./-]{2,39}$'::text)),
  constraint equipment_state_check CHECK ((state = ANY (ARRAY['in_store'::text, 'assigned'::text, 'at_client'::text, 'returned'::text, 'damaged'::text, 'lost'::text])))
);
CREATE INDEX equipment_contract ON public.equipment USING btree (company_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE UNIQUE INDEX equipment_mac ON public.equipment USING btree (company_id, mac) WHERE (mac IS NOT NULL);
CREATE UNIQUE INDEX equipment_serial ON public.equipment USING btree (company_id, serial) WHERE (serial IS NOT NULL);
CREATE INDEX equipment_state ON public.equipment USING btree (company_id, state, id);
CREATE INDEX equipment_technician ON public.equipment USING btree (company_id, technician_id) WHERE (technician_id IS NOT NULL);
CREATE INDEX equipment_to_pick_up ON public.equipment USING btree (company_id, pick_up_from, id) WHERE (pick_up_from IS NOT NULL);
CREATE INDEX equipment_without_serial ON public.equipment USING btree (company_id, id) WHERE (serial IS NULL);
select protect('equipment', 'company_id', 'select, insert, update');

create table evidence_files (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  name text not null,
  kind text not null,
  uploaded_by uuid not null,
  created_at timestamp with time zone not null default now(),
  report_id uuid,
  constraint evidence_files_pkey PRIMARY KEY (company_id, id),
  constraint evidence_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint evidence_files_uploaded_by_fkey FOREIGN KEY (company_id, uploaded_by) REFERENCES users(company_id, id),
  constraint evidence_files_kind_check CHECK ((kind = ANY (ARRAY['photo'::text, 'signature'::text]))),
  constraint evidence_files_name_check CHECK ((name ~ '^[0-9a-f]{64}$'::text))
);
CREATE UNIQUE INDEX evidence_files_name ON public.evidence_files USING btree (company_id, name);
CREATE INDEX evidence_files_unused ON public.evidence_files USING btree (company_id, created_at) WHERE (report_id IS NULL);
select protect('evidence_files', 'company_id', 'select, insert, delete');
grant update (report_id) on evidence_files to enlace_app;

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

create table import_records (
  company_id uuid not null default current_company(),
  import_id uuid not null,
  line integer not null,
  source text not null,
  external_id text,
  client_id uuid not null,
  contract_id uuid,
  is_client_new boolean not null,
  is_contract_new boolean not null,
  cells jsonb not null,
  constraint import_records_pkey PRIMARY KEY (company_id, import_id, line),
  constraint import_records_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint import_records_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint import_records_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint import_records_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES client_imports(company_id, id),
  constraint import_records_line_check CHECK ((line > 0))
);
CREATE INDEX import_records_client ON public.import_records USING btree (company_id, client_id);
CREATE INDEX import_records_code ON public.import_records USING btree (company_id, source, external_id);
CREATE INDEX import_records_contract ON public.import_records USING btree (company_id, contract_id);
select protect('import_records', 'company_id', 'select, insert');

create table installation_reports (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  client_uuid uuid not null,
  digest bytea not null,
  contract_id uuid not null,
  client_id uuid not null,
  municipality_code text not null,
  consecutive bigint not null,
  start_time timestamp with time zone not null,
  end_time timestamp with time zone not null,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null,
  visit_on date not null,
  is_clock_off boolean not null,
  type_order_job text not null,
  tecnology_service text not null,
  initial_service_condition text,
  description_activity text,
  observation_electrical_condition text,
  alternative_name text,
  alternative_email text,
  alternative_telephone text,
  alternative_phone text,
  signature_technical_file uuid not null,
  signature_client_file uuid not null,
  signature_anexo_file uuid,
  evi_img_file1 uuid,
  evi_img_file2 uuid,
  evi_img_file3 uuid,
  evi_vid_url text,
  bandwidth double precision,
  observation_speed_test_service text,
  property_coverage_service boolean,
  observation_information_additional text,
  use_days_service jsonb,
  agreement_datetime_visit boolean,
  date_visit date,
  time_visit text,
  cause_reason text,
  satisfaction_survey_1 text not null,
  satisfaction_survey_2 text not null,
  satisfaction_survey_3 text not null,
  contracted_download double precision,
  contracted_upload double precision,
  share_bps integer not null,
  is_under_speed boolean not null,
  effect text not null,
  effect_sentence text not null,
  contract jsonb not null,
  author jsonb not null,
  created_by uuid not null,
  equipment_moves jsonb,
  constraint installation_reports_pkey PRIMARY KEY (company_id, id),
  constraint installation_reports_client_uuid_key UNIQUE (company_id, client_uuid),
  constraint installation_reports_consecutive_key UNIQUE (company_id, municipality_code, consecutive),
  constraint installation_reports_anexo_file_fkey FOREIGN KEY (company_id, signature_anexo_file) REFERENCES evidence_files(company_id, id),
  constraint installation_reports_client_file_fkey FOREIGN KEY (company_id, signature_client_file) REFERENCES evidence_files(company_id, id),
  constraint installation_reports_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint installation_reports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint installation_reports_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint installation_reports_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES users(company_id, id),
  constraint installation_reports_img1_file_fkey FOREIGN KEY (company_id, evi_img_file1) REFERENCES evidence_files(company_id, id),
  constraint installation_reports_img2_file_fkey FOREIGN KEY (company_id, evi_img_file2) REFERENCES evidence_files(company_id, id),
  constraint installation_reports_img3_file_fkey FOREIGN KEY (company_id, evi_img_file3) REFERENCES evidence_files(company_id, id),
  constraint installation_reports_technical_file_fkey FOREIGN KEY (company_id, signature_technical_file) REFERENCES evidence_files(company_id, id),
  constraint installation_reports_bandwidth_check CHECK ((bandwidth >= (0)::double precision)),
  constraint installation_reports_consecutive_check CHECK ((consecutive > 0)),
  constraint installation_reports_digest_check CHECK ((length(digest) = 32)),
  constraint installation_reports_effect_check CHECK ((effect = ANY (ARRAY['activated'::text, 'ended'::text, 'reconnected'::text, 'moved'::text, 'none'::text, 'task'::text]))),
  constraint installation_reports_end_not_before_start CHECK ((end_time >= start_time)),
  constraint installation_reports_evi_vid_url_check CHECK ((evi_vid_url ~ '^https?://\S+$'::text)),
  constraint installation_reports_municipality_code_check CHECK ((municipality_code ~ '^\d{5}$'::text)),
  constraint installation_reports_satisfaction_survey_1_check CHECK ((satisfaction_survey_1 = ANY (ARRAY['E'::text, 'B'::text, 'R'::text, 'M'::text, 'NA'::text]))),
  constraint installation_reports_satisfaction_survey_2_check CHECK ((satisfaction_survey_2 = ANY (ARRAY['E'::text, 'B'::text, 'R'::text, 'M'::text, 'NA'::text]))),
  constraint installation_reports_satisfaction_survey_3_check CHECK ((satisfaction_survey_3 = ANY (ARRAY['E'::text, 'B'::text, 'R'::text, 'M'::text, 'NA'::text]))),
  constraint installation_reports_share_bps_check CHECK ((share_bps > 0)),
  constraint installation_reports_tecnology_service_check CHECK ((tecnology_service = ANY (ARRAY['radio_enlace'::text, 'television'::text, 'fibra_optica'::text]))),
  constraint installation_reports_time_visit_check CHECK ((time_visit ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint installation_reports_type_order_job_check CHECK ((type_order_job = ANY (ARRAY['retiro'::text, 'instalacion'::text, 'translado'::text, 'reinstalacion'::text, 'cambio_equipo'::text])))
);
CREATE INDEX installation_reports_client ON public.installation_reports USING btree (company_id, client_id, visit_on, id);
CREATE INDEX installation_reports_contract ON public.installation_reports USING btree (company_id, contract_id, visit_on, id);
CREATE INDEX installation_reports_day ON public.installation_reports USING btree (company_id, visit_on);
CREATE INDEX installation_reports_under_speed ON public.installation_reports USING btree (company_id, visit_on, id) WHERE is_under_speed;
CREATE INDEX installation_reports_visit_on ON public.installation_reports USING btree (company_id, visit_on, id);
select protect('installation_reports', 'company_id', 'select, insert');
grant update (evi_vid_url) on installation_reports to enlace_app;
-- triggers, at the end: append_only_truncate, video_once

create table equipment_moves (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  equipment_id uuid not null,
  from_state text,
  to_state text not null,
  technician_id uuid,
  contract_id uuid,
  report_id uuid,
  note text,
  actor_name text not null,
  created_at timestamp with time zone not null default now(),
  constraint equipment_moves_pkey PRIMARY KEY (company_id, id),
  constraint equipment_moves_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint equipment_moves_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint equipment_moves_equipment_id_fkey FOREIGN KEY (company_id, equipment_id) REFERENCES equipment(company_id, id),
  constraint equipment_moves_report_id_fkey FOREIGN KEY (company_id, report_id) REFERENCES installation_reports(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint equipment_moves_technician_id_fkey FOREIGN KEY (company_id, technician_id) REFERENCES users(company_id, id),
  constraint equipment_moves_from_state_check CHECK ((from_state = ANY (ARRAY['in_store'::text, 'assigned'::text, 'at_client'::text, 'returned'::text, 'damaged'::text, 'lost'::text]))),
  constraint equipment_moves_note_check CHECK ((note <> ''::text)),
  constraint equipment_moves_to_state_check CHECK ((to_state = ANY (ARRAY['in_store'::text, 'assigned'::text, 'at_client'::text, 'returned'::text, 'damaged'::text, 'lost'::text])))
);
CREATE INDEX equipment_moves_contract ON public.equipment_moves USING btree (company_id, contract_id, id DESC) WHERE (contract_id IS NOT NULL);
CREATE INDEX equipment_moves_equipment ON public.equipment_moves USING btree (company_id, equipment_id, id);
select protect('equipment_moves', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

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
  plan text not null generated always as (COALESCE((snapshot ->> 'plan'::text), ''::text)) stored,
  written_off centavos not null default 0,
  agreed_to_on date,
  constraint invoices_pkey PRIMARY KEY (company_id, id),
  constraint invoices_company_id_client_id_id_key UNIQUE (company_id, client_id, id),
  constraint invoices_company_id_prefix_number_key UNIQUE (company_id, prefix, number),
  constraint invoices_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint invoices_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint invoices_balance_within_total CHECK ((((balance)::bigint >= 0) AND ((balance)::bigint <= (total)::bigint))),
  constraint invoices_credited_within_total CHECK ((((credited)::bigint >= 0) AND ((credited)::bigint <= (total)::bigint))),
  constraint invoices_disputed_amount_within_balance CHECK ((((disputed_amount)::bigint >= 0) AND ((disputed_amount)::bigint <= (balance)::bigint))),
  constraint invoices_due_on_not_before_issued_on CHECK ((due_on >= issued_on)),
  constraint invoices_extended_amount_check CHECK (((extended_amount)::bigint >= 0)),
  constraint invoices_extended_amount_has_day CHECK ((((extended_amount)::bigint = 0) OR (extended_to_on IS NOT NULL))),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['period'::text, 'one_off'::text, 'opening'::text, 'voided_payment'::text]))),
  constraint invoices_last_payable_on_not_before_due_on CHECK ((last_payable_on >= due_on)),
  constraint invoices_number_check CHECK ((number > 0)),
  constraint invoices_period_check CHECK ((period ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint invoices_subtotal_check CHECK (((subtotal)::bigint >= 0)),
  constraint invoices_to_on_not_before_from_on CHECK ((to_on >= from_on)),
  constraint invoices_total_is_subtotal_plus_vat CHECK ((((total)::bigint > 0) AND ((total)::bigint = ((subtotal)::bigint + (vat)::bigint)))),
  constraint invoices_vat_check CHECK (((vat)::bigint >= 0)),
  constraint invoices_written_off_check CHECK (((written_off)::bigint >= 0))
);
CREATE INDEX invoices_disputed ON public.invoices USING btree (company_id, id) WHERE ((disputed_amount)::bigint > 0);
CREATE INDEX invoices_due ON public.invoices USING btree (company_id, due_on, id);
CREATE INDEX invoices_issued ON public.invoices USING btree (company_id, issued_on, id);
CREATE UNIQUE INDEX invoices_once ON public.invoices USING btree (company_id, contract_id, period, kind) WHERE (kind = 'period'::text);
CREATE INDEX invoices_open ON public.invoices USING btree (company_id, client_id, plan, contract_id, last_payable_on) INCLUDE (due_on, balance, disputed_amount, extended_amount, extended_to_on, agreed_to_on) WHERE ((balance)::bigint > 0);
CREATE INDEX invoices_open_other_days ON public.invoices USING btree (company_id, client_id, plan, contract_id, last_payable_on) INCLUDE (balance, disputed_amount, extended_amount, extended_to_on, agreed_to_on) WHERE (((balance)::bigint > 0) AND ((extended_to_on IS NOT NULL) OR (agreed_to_on IS NOT NULL)));
CREATE INDEX invoices_period ON public.invoices USING btree (company_id, period, contract_id, kind);
CREATE INDEX invoices_run ON public.invoices USING btree (company_id, run_id, id) WHERE (run_id IS NOT NULL);
select protect('invoices', 'company_id', 'select, insert');
grant update (balance, credited, disputed_amount, last_payable_on, extended_amount, extended_to_on, written_off, agreed_to_on) on invoices to enlace_app;
grant select (company_id, id, period, last_payable_on) on invoices to enlace_platform;
-- triggers, at the end: count_day, follow_balance, known_run, posted_delete, posted_truncate, posted_update, without_lines

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

create table bureau_case_invoices (
  company_id uuid not null default current_company(),
  case_id uuid not null,
  invoice_id uuid not null,
  reported centavos,
  constraint bureau_case_invoices_pkey PRIMARY KEY (company_id, case_id, invoice_id),
  constraint bureau_case_invoices_company_id_case_id_fkey FOREIGN KEY (company_id, case_id) REFERENCES bureau_cases(company_id, id),
  constraint bureau_case_invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bureau_case_invoices_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint bureau_case_invoices_reported_check CHECK (((reported)::bigint >= 0))
);
CREATE INDEX bureau_case_invoices_invoice ON public.bureau_case_invoices USING btree (company_id, invoice_id);
select protect('bureau_case_invoices', 'company_id', 'select, insert');
grant update (reported) on bureau_case_invoices to enlace_app;
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
-- triggers, at the end: append_only, append_only_truncate, count_credited

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
  raised_id uuid,
  raised_ids uuid[] not null default '{}'::uuid[],
  raised_amounts bigint[] not null default '{}'::bigint[],
  noted_amount centavos not null default 0,
  noted_ids uuid[] not null default '{}'::uuid[],
  constraint disputes_pkey PRIMARY KEY (company_id, id),
  constraint disputes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint disputes_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint disputes_credit_note_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes(company_id, id),
  constraint disputes_amount_check CHECK (((amount)::bigint > 0)),
  constraint disputes_noted_within_amount CHECK ((((noted_amount)::bigint >= 0) AND (((noted_amount)::bigint < (amount)::bigint) OR ((resolved_at IS NOT NULL) AND ((noted_amount)::bigint = (amount)::bigint))))),
  constraint disputes_outcome_check CHECK ((outcome = ANY (ARRAY['a_favor'::text, 'parcial'::text, 'en_contra'::text, 'nota_credito'::text, 'pago'::text]))),
  constraint disputes_outcome_only_when_resolved CHECK (((outcome IS NULL) = (resolved_at IS NULL))),
  constraint disputes_raised_amounts CHECK ((cardinality(raised_amounts) = cardinality(raised_ids))),
  constraint disputes_reason_check CHECK ((reason <> ''::text)),
  constraint disputes_reference_check CHECK ((reference <> ''::text))
);
CREATE INDEX disputes_invoice ON public.disputes USING btree (company_id, invoice_id);
CREATE INDEX disputes_open ON public.disputes USING btree (company_id, invoice_id, id) WHERE (resolved_at IS NULL);
CREATE INDEX disputes_order ON public.disputes USING btree (company_id, resolved_at, id);
select protect('disputes', 'company_id', 'select, insert, update, delete');

create table electronic_documents (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  kind text not null,
  invoice_id uuid not null,
  credit_note_id uuid,
  status text not null default 'queued'::text,
  queued_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  environment text,
  reference text,
  payload jsonb,
  frozen_at timestamp with time zone,
  tries integer not null default 0,
  may_be_there boolean not null default false,
  pending_since timestamp with time zone,
  next_try_at timestamp with time zone,
  reason text,
  provider_reasons jsonb not null default '[]'::jsonb,
  number text,
  cufe text,
  qr_url text,
  validated_at timestamp with time zone,
  numbering jsonb,
  xml_file text,
  file_try_at timestamp with time zone,
  file_number text,
  file_code text,
  events_try_at timestamp with time zone,
  events_read_at timestamp with time zone,
  tacit_at timestamp with time zone,
  file_range_id bigint,
  is_aside boolean not null default false,
  issued_on date,
  is_trial boolean not null default false,
  generated_at timestamp with time zone,
  constraint electronic_documents_pkey PRIMARY KEY (company_id, id),
  constraint electronic_documents_company_id_credit_note_id_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes(company_id, id),
  constraint electronic_documents_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint electronic_documents_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint electronic_documents_aside_waits CHECK (((NOT is_aside) OR (status = ANY (ARRAY['sending'::text, 'pending_dian'::text])))),
  constraint electronic_documents_cufe_check CHECK ((cufe ~ '^[0-9a-f]{96}$'::text)),
  constraint electronic_documents_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'production'::text]))),
  constraint electronic_documents_file_code CHECK ((file_code ~ '^[0-9a-f]{96}$'::text)),
  constraint electronic_documents_frozen_to_send CHECK (((status <> ALL (ARRAY['sending'::text, 'pending_dian'::text])) OR (payload IS NOT NULL))),
  constraint electronic_documents_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint electronic_documents_note_of_its_kind CHECK (((kind = 'credit_note'::text) = (credit_note_id IS NOT NULL))),
  constraint electronic_documents_reason CHECK ((reason = ANY (ARRAY['check_digit'::text, 'identification'::text, 'name'::text, 'email'::text, 'address'::text, 'municipality'::text, 'phone'::text, 'range'::text, 'date'::text, 'totals'::text, 'note_reference'::text, 'processed'::text, 'not_answered'::text, 'account'::text, 'answer'::text, 'error'::text, 'file'::text, 'other'::text]))),
  constraint electronic_documents_reason_of_problem CHECK (((status = ANY (ARRAY['rejected'::text, 'manual'::text])) = (reason IS NOT NULL))),
  constraint electronic_documents_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'pending_dian'::text, 'rejected'::text, 'manual'::text, 'validated'::text, 'withdrawn'::text]))),
  constraint electronic_documents_trial_is_of_tests CHECK (((NOT is_trial) OR ((status = ANY (ARRAY['validated'::text, 'manual'::text])) AND (environment = 'test'::text)))),
  constraint electronic_documents_validated_has_code CHECK ((((status = 'validated'::text) = (cufe IS NOT NULL)) AND ((status = 'validated'::text) = (number IS NOT NULL)) AND ((status = 'validated'::text) = (validated_at IS NOT NULL)))),
  constraint electronic_documents_xml_file_check CHECK ((xml_file ~ '^[0-9a-f]{64}$'::text))
);
CREATE UNIQUE INDEX electronic_documents_cufe ON public.electronic_documents USING btree (company_id, cufe) WHERE (cufe IS NOT NULL);
CREATE INDEX electronic_documents_events ON public.electronic_documents USING btree (company_id, events_try_at) WHERE (events_try_at IS NOT NULL);
CREATE INDEX electronic_documents_file ON public.electronic_documents USING btree (company_id, file_try_at) WHERE (file_try_at IS NOT NULL);
CREATE UNIQUE INDEX electronic_documents_file_number ON public.electronic_documents USING btree (company_id, environment, kind, file_number) WHERE (file_number IS NOT NULL);
CREATE INDEX electronic_documents_heads ON public.electronic_documents USING btree (company_id, status, kind, is_aside, id) WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text, 'pending_dian'::text]));
CREATE UNIQUE INDEX electronic_documents_invoice ON public.electronic_documents USING btree (company_id, invoice_id) WHERE ((kind = 'invoice'::text) AND (NOT is_trial));
CREATE INDEX electronic_documents_issued ON public.electronic_documents USING btree (company_id, issued_on) WHERE (issued_on IS NOT NULL);
CREATE UNIQUE INDEX electronic_documents_note ON public.electronic_documents USING btree (company_id, credit_note_id) WHERE ((kind = 'credit_note'::text) AND (NOT is_trial));
CREATE UNIQUE INDEX electronic_documents_reference ON public.electronic_documents USING btree (company_id, reference) WHERE ((reference IS NOT NULL) AND (NOT is_trial));
CREATE INDEX electronic_documents_tacit ON public.electronic_documents USING btree (tacit_at) WHERE (tacit_at IS NOT NULL);
CREATE INDEX electronic_documents_trials ON public.electronic_documents USING btree (company_id, invoice_id) WHERE is_trial;
CREATE INDEX electronic_documents_unsettled ON public.electronic_documents USING btree (company_id, status, id) WHERE (status <> 'validated'::text);
CREATE INDEX electronic_documents_validated ON public.electronic_documents USING btree (company_id, validated_at) WHERE (status = 'validated'::text);
CREATE INDEX electronic_documents_waiting ON public.electronic_documents USING btree (company_id, next_try_at NULLS FIRST) WHERE (status = ANY (ARRAY['queued'::text, 'sending'::text, 'pending_dian'::text]));
select protect('electronic_documents', 'company_id', 'select, insert, update');
grant select (company_id, id, status, next_try_at, file_try_at, events_try_at, events_read_at, tacit_at) on electronic_documents to enlace_platform;
-- triggers, at the end: refuse_change_of_validated, refuse_removal, refuse_truncate

create table electronic_acceptances (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  document_id uuid not null,
  code text not null,
  occurred_on date,
  source text not null,
  written_at timestamp with time zone not null,
  constraint electronic_acceptances_pkey PRIMARY KEY (company_id, id),
  constraint electronic_acceptances_once UNIQUE (company_id, document_id, code),
  constraint electronic_acceptances_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES electronic_documents(company_id, id),
  constraint electronic_acceptances_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint electronic_acceptances_by_term CHECK (((source = 'provider'::text) OR ((code = '034'::text) AND (occurred_on IS NOT NULL)))),
  constraint electronic_acceptances_code CHECK ((code = ANY (ARRAY['030'::text, '031'::text, '032'::text, '033'::text, '034'::text]))),
  constraint electronic_acceptances_source CHECK ((source = ANY (ARRAY['provider'::text, 'term'::text])))
);
select protect('electronic_acceptances', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table electronic_steps (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  document_id uuid not null,
  at timestamp with time zone not null,
  to_status text not null,
  text text not null,
  author text not null,
  provider_reasons jsonb not null default '[]'::jsonb,
  constraint electronic_steps_pkey PRIMARY KEY (company_id, id),
  constraint electronic_steps_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES electronic_documents(company_id, id),
  constraint electronic_steps_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint electronic_steps_author_check CHECK ((author <> ''::text)),
  constraint electronic_steps_text_check CHECK ((text <> ''::text)),
  constraint electronic_steps_to_status_check CHECK ((to_status = ANY (ARRAY['queued'::text, 'sending'::text, 'pending_dian'::text, 'rejected'::text, 'manual'::text, 'validated'::text, 'withdrawn'::text])))
);
CREATE INDEX electronic_steps_document ON public.electronic_steps USING btree (company_id, document_id, id);
select protect('electronic_steps', 'company_id', 'select, insert');
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

create table default_views (
  company_id uuid not null default current_company(),
  user_id uuid not null,
  list text not null,
  view_id uuid not null,
  constraint default_views_pkey PRIMARY KEY (company_id, user_id, list),
  constraint default_views_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint default_views_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint default_views_view_id_fkey FOREIGN KEY (company_id, view_id) REFERENCES list_views(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint default_views_list_check CHECK ((list ~ '^[a-z]{1,30}$'::text))
);
CREATE INDEX default_views_view ON public.default_views USING btree (company_id, view_id);
select protect('default_views', 'company_id', 'select, insert, delete');

create table mail_choices (
  company_id uuid not null default current_company(),
  user_id uuid not null,
  topic text not null,
  constraint mail_choices_pkey PRIMARY KEY (company_id, user_id, topic),
  constraint mail_choices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint mail_choices_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint mail_choices_topic_check CHECK ((topic = ANY (ARRAY['payments'::text, 'invoices'::text, 'contracts'::text, 'pqr'::text, 'system'::text])))
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
  to_email text,
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
  contract_id uuid,
  only_while text,
  cleared_at timestamp with time zone,
  channel text not null default 'email'::text,
  to_phone text,
  template text,
  template_values jsonb,
  provider_id text,
  delivery text,
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  failure_code integer,
  replaced_by uuid,
  bulk_job_id uuid,
  handed_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (company_id, id),
  constraint messages_bulk_job_id_fkey FOREIGN KEY (company_id, bulk_job_id) REFERENCES bulk_jobs(company_id, id) ON DELETE SET NULL (bulk_job_id),
  constraint messages_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint messages_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint messages_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint messages_replaced_by_fkey FOREIGN KEY (company_id, replaced_by) REFERENCES messages(company_id, id),
  constraint messages_category_check CHECK ((category = ANY (ARRAY['transaccional'::text, 'cobranza'::text, 'comercial'::text]))),
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'whatsapp'::text, 'sms'::text]))),
  constraint messages_delivery_check CHECK ((delivery = ANY (ARRAY['accepted'::text, 'sent'::text, 'delivered'::text, 'read'::text]))),
  constraint messages_email_has_address CHECK (((channel <> 'email'::text) OR (to_email IS NOT NULL))),
  constraint messages_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'receipt'::text, 'reminder'::text, 'credit_note'::text, 'visit'::text, 'contract'::text, 'pqr'::text, 'report'::text, 'outage'::text, 'suspension'::text]))),
  constraint messages_only_while_check CHECK ((only_while = ANY (ARRAY['owed'::text, 'noticed'::text, 'cut'::text, 'bureau'::text, 'agreement'::text]))),
  constraint messages_only_while_has_subject CHECK (((only_while IS NULL) OR ((client_id IS NOT NULL) AND
CASE only_while
    WHEN 'owed'::text THEN (invoice_id IS NOT NULL)
    WHEN 'bureau'::text THEN true
    ELSE (contract_id IS NOT NULL)
END))),
  constraint messages_sent_has_sent_at CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint messages_sms_has_phone CHECK (((channel <> 'sms'::text) OR ((to_phone IS NOT NULL) AND (client_id IS NOT NULL)))),
  constraint messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'held'::text, 'sent'::text, 'failed'::text, 'unknown'::text, 'dropped'::text, 'replaced'::text]))),
  constraint messages_template_check CHECK ((template = ANY (ARRAY['reminder'::text, 'notice'::text, 'cut'::text, 'reconnected'::text]))),
  constraint messages_to_email_check CHECK ((to_email ~~ '%@%'::text)),
  constraint messages_to_phone_check CHECK ((to_phone ~ '^3\d{9}$'::text)),
  constraint messages_waiting_has_next_try CHECK (((status = ANY (ARRAY['queued'::text, 'held'::text])) = (next_try_at IS NOT NULL))),
  constraint messages_whatsapp_has_template CHECK (((channel = 'whatsapp'::text) = ((to_phone IS NOT NULL) AND (template IS NOT NULL) AND (template_values IS NOT NULL) AND (client_id IS NOT NULL))))
);
CREATE INDEX messages_bulk_job ON public.messages USING btree (company_id, bulk_job_id) WHERE (bulk_job_id IS NOT NULL);
CREATE INDEX messages_claimed ON public.messages USING btree (claimed_at) WHERE (status = 'sending'::text);
CREATE INDEX messages_cleared ON public.messages USING btree (company_id, client_id, cleared_at) WHERE (cleared_at IS NOT NULL);
CREATE INDEX messages_contacts ON public.messages USING btree (company_id, client_id, sent_at) WHERE ((category <> 'transaccional'::text) AND (sent_at IS NOT NULL));
CREATE INDEX messages_due ON public.messages USING btree (channel, next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX messages_invoice ON public.messages USING btree (company_id, invoice_id) WHERE ((kind = 'invoice'::text) AND (status = 'sent'::text));
CREATE INDEX messages_newest ON public.messages USING btree (company_id, id DESC);
CREATE INDEX messages_not_delivered ON public.messages USING btree (COALESCE(sent_at, cleared_at, created_at)) WHERE ((channel = 'whatsapp'::text) AND (status = ANY (ARRAY['sent'::text, 'unknown'::text])) AND (delivered_at IS NULL));
CREATE UNIQUE INDEX messages_once ON public.messages USING btree (company_id, dedupe) WHERE (dedupe IS NOT NULL);
CREATE INDEX messages_phone ON public.messages USING btree (company_id, to_phone, id DESC) WHERE (to_phone IS NOT NULL);
CREATE INDEX messages_provider ON public.messages USING btree (company_id, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX messages_undelivered ON public.messages USING btree (company_id) WHERE (status = ANY (ARRAY['failed'::text, 'unknown'::text]));
select protect('messages', 'company_id', 'select, insert');
grant update (dedupe, status, tries, problem, next_try_at, claimed_at, sent_at, cleared_at, provider_id, delivery, delivered_at, read_at, failure_code, replaced_by, handed_at) on messages to enlace_app;
grant select, select (company_id, status), update (category, status, tries, problem, next_try_at, claimed_at, sent_at, cleared_at, handed_at) on messages to enlace_platform;

create table bureau_notices (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  case_id uuid not null,
  message_id uuid,
  debt centavos not null,
  written_on date not null,
  paper_on date,
  paper_text text,
  paper_guide text,
  constraint bureau_notices_pkey PRIMARY KEY (company_id, id),
  constraint bureau_notices_company_id_case_id_fkey FOREIGN KEY (company_id, case_id) REFERENCES bureau_cases(company_id, id),
  constraint bureau_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bureau_notices_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id),
  constraint bureau_notices_debt_check CHECK (((debt)::bigint > 0)),
  constraint bureau_notices_one_channel CHECK ((((message_id IS NULL) = (paper_on IS NOT NULL)) AND ((paper_on IS NULL) = (paper_text IS NULL)) AND ((paper_guide IS NULL) OR (paper_on IS NOT NULL)))),
  constraint bureau_notices_paper_guide_check CHECK ((paper_guide <> ''::text)),
  constraint bureau_notices_paper_text_check CHECK ((paper_text <> ''::text))
);
CREATE INDEX bureau_notices_case ON public.bureau_notices USING btree (company_id, case_id, id);
CREATE UNIQUE INDEX bureau_notices_message ON public.bureau_notices USING btree (company_id, message_id);
select protect('bureau_notices', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table collection_notices (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  channel text not null,
  message_id uuid,
  debt centavos not null,
  given_on date not null,
  given_by text not null,
  used_at timestamp with time zone,
  constraint collection_notices_pkey PRIMARY KEY (company_id, id),
  constraint collection_notices_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint collection_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint collection_notices_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id),
  constraint collection_notices_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'call'::text, 'sms'::text, 'whatsapp'::text, 'paper'::text]))),
  constraint collection_notices_debt_check CHECK (((debt)::bigint > 0)),
  constraint collection_notices_given_by_check CHECK ((given_by <> ''::text)),
  constraint collection_notices_message_of_channel CHECK (
CASE
    WHEN (message_id IS NULL) THEN (channel <> 'email'::text)
    ELSE (channel = ANY (ARRAY['email'::text, 'whatsapp'::text, 'sms'::text]))
END)
);
CREATE INDEX collection_notices_contract ON public.collection_notices USING btree (company_id, contract_id, id DESC) WHERE (used_at IS NULL);
select protect('collection_notices', 'company_id', 'select, insert');
grant update (channel, message_id, used_at) on collection_notices to enlace_app;

create table message_files (
  company_id uuid not null default current_company(),
  message_id uuid not null,
  name text not null,
  type text not null,
  sha256 text not null,
  bytes bytea,
  constraint message_files_pkey PRIMARY KEY (company_id, message_id, name),
  constraint message_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint message_files_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id),
  constraint message_files_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 5242880))),
  constraint message_files_name_check CHECK ((name <> ''::text)),
  constraint message_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint message_files_type_check CHECK ((type <> ''::text))
);
select protect('message_files', 'company_id', 'select, insert');
grant select, update (bytes) on message_files to enlace_platform;

create table network_services (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  device_id uuid not null,
  username text not null,
  password bytea,
  ipv4 inet,
  on_suspend text not null default 'walled'::text,
  version integer not null default 1,
  applied_state text,
  applied_down_kbps integer,
  applied_up_kbps integer,
  applied_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  is_cut_held boolean not null default false,
  constraint network_services_pkey PRIMARY KEY (company_id, id),
  constraint network_services_company_id_contract_id_key UNIQUE (company_id, contract_id),
  constraint network_services_company_id_device_id_username_key UNIQUE (company_id, device_id, username),
  constraint network_services_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint network_services_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint network_services_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES network_devices(company_id, id),
  constraint network_services_applied_state_check CHECK ((applied_state = ANY (ARRAY['active'::text, 'suspended'::text, 'absent'::text]))),
  constraint network_services_ipv4_check CHECK (((family(ipv4) = 4) AND (ipv4 = (host(ipv4))::inet))),
  constraint network_services_on_suspend_check CHECK ((on_suspend = ANY (ARRAY['walled'::text, 'reject'::text]))),
  constraint network_services_username_check CHECK ((username ~ '^[a-z0-9._@-]{1,64}$'::text))
) with (fillfactor=80);
CREATE UNIQUE INDEX network_services_ipv4 ON public.network_services USING btree (company_id, device_id, ipv4) WHERE (ipv4 IS NOT NULL);
CREATE INDEX network_services_username ON public.network_services USING btree (device_id, username);
alter table network_services enable row level security;
alter table network_services force row level security;
create policy owner on network_services to current_user using (true) with check (true);
create policy platform on network_services to enlace_platform, enlace_search using (true) with check (true);
create policy radius on network_services for select to enlace_radius_reader using (true);
create policy tenant on network_services to enlace_app using ((company_id = ( SELECT current_company() AS current_company))) with check ((company_id = ( SELECT current_company() AS current_company)));
grant insert, select (company_id, id, contract_id, device_id, username, ipv4, on_suspend, version, applied_state, applied_down_kbps, applied_up_kbps, applied_at, created_at, is_cut_held), update (device_id, username, password, ipv4, on_suspend, version, applied_state, applied_down_kbps, applied_up_kbps, applied_at, is_cut_held) on network_services to enlace_app;
grant select on network_services to enlace_radius_reader;

create table network_differences (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  device_id uuid not null,
  service_id uuid,
  kind text not null,
  wanted text not null,
  found text not null,
  found_at timestamp with time zone not null,
  constraint network_differences_pkey PRIMARY KEY (company_id, id),
  constraint network_differences_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint network_differences_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES network_devices(company_id, id),
  constraint network_differences_service_id_fkey FOREIGN KEY (company_id, service_id) REFERENCES network_services(company_id, id),
  constraint network_differences_kind_check CHECK ((kind = ANY (ARRAY['missing'::text, 'state'::text, 'speed'::text, 'identity'::text, 'extra'::text, 'foreign'::text])))
);
CREATE INDEX network_differences_device ON public.network_differences USING btree (company_id, device_id, id);
CREATE INDEX network_differences_service ON public.network_differences USING btree (company_id, service_id) WHERE (service_id IS NOT NULL);
select protect('network_differences', 'company_id', 'select, insert, delete');

create table network_orders (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  service_id uuid not null,
  device_id uuid not null,
  action text not null,
  version integer not null,
  source text not null,
  actor_name text not null,
  state text not null default 'queued'::text,
  is_cut boolean not null generated always as ((action = ANY (ARRAY['suspend'::text, 'remove'::text]))) stored,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  problem text,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint network_orders_pkey PRIMARY KEY (company_id, id),
  constraint network_orders_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint network_orders_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES network_devices(company_id, id),
  constraint network_orders_service_id_fkey FOREIGN KEY (company_id, service_id) REFERENCES network_services(company_id, id),
  constraint network_orders_action_check CHECK ((action = ANY (ARRAY['create'::text, 'suspend'::text, 'reconnect'::text, 'change_speed'::text, 'remove'::text]))),
  constraint network_orders_finished CHECK (((state = 'queued'::text) = (finished_at IS NULL))),
  constraint network_orders_source_check CHECK ((source <> ''::text)),
  constraint network_orders_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'done'::text, 'superseded'::text, 'failed'::text])))
);
CREATE INDEX network_orders_cuts ON public.network_orders USING btree (company_id, device_id, finished_at) WHERE (is_cut AND (state = 'done'::text));
CREATE INDEX network_orders_device ON public.network_orders USING btree (company_id, device_id, id DESC);
CREATE INDEX network_orders_device_moves ON public.network_orders USING btree (company_id, device_id, created_at) WHERE ((action = 'remove'::text) AND (source = 'assign'::text));
CREATE INDEX network_orders_service ON public.network_orders USING btree (company_id, service_id, id DESC);
CREATE INDEX network_orders_service_moves ON public.network_orders USING btree (company_id, service_id, created_at) WHERE ((action = 'remove'::text) AND (source = 'assign'::text));
CREATE INDEX network_orders_state ON public.network_orders USING btree (company_id, state, id DESC);
CREATE INDEX network_orders_waiting ON public.network_orders USING btree (company_id, device_id, is_cut, id) WHERE (state = 'queued'::text);
select protect('network_orders', 'company_id', 'select, insert');
grant update (state, tries, next_try_at, problem, finished_at) on network_orders to enlace_app;
grant select (company_id, id, device_id, state, is_cut, next_try_at, created_at) on network_orders to enlace_platform;

create table network_tries (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  order_id uuid not null,
  outcome text not null,
  detail text,
  took_ms integer not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint network_tries_pkey PRIMARY KEY (company_id, id),
  constraint network_tries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint network_tries_order_id_fkey FOREIGN KEY (company_id, order_id) REFERENCES network_orders(company_id, id),
  constraint network_tries_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'unchanged'::text, 'error'::text, 'refused'::text, 'unanswered'::text, 'credentials'::text])))
);
CREATE INDEX network_tries_old ON public.network_tries USING btree (at) WHERE (outcome <> ALL (ARRAY['applied'::text, 'unchanged'::text]));
CREATE INDEX network_tries_order ON public.network_tries USING btree (company_id, order_id, id);
select protect('network_tries', 'company_id', 'select, insert');
grant delete, select (company_id, id, order_id, outcome, at) on network_tries to enlace_platform;
-- triggers, at the end: append_only, append_only_truncate, kept

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
  constraint notifications_topic_check CHECK ((topic = ANY (ARRAY['payments'::text, 'invoices'::text, 'contracts'::text, 'pqr'::text, 'system'::text])))
);
CREATE INDEX notifications_mine ON public.notifications USING btree (company_id, user_id, id DESC);
CREATE INDEX notifications_unread ON public.notifications USING btree (company_id, user_id) WHERE (read_at IS NULL);
select protect('notifications', 'company_id', 'select, insert');
grant update (read_at) on notifications to enlace_app;
grant select, insert on notifications to enlace_platform;
-- triggers, at the end: announce

create table outage_contracts (
  company_id uuid not null default current_company(),
  outage_id uuid not null,
  contract_id uuid not null,
  month text not null,
  minutes integer not null default 0,
  from_on date not null,
  place_id uuid not null,
  constraint outage_contracts_pkey PRIMARY KEY (company_id, outage_id, place_id, contract_id, month, from_on),
  constraint outage_contracts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint outage_contracts_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint outage_contracts_place_id_fkey FOREIGN KEY (company_id, outage_id, place_id) REFERENCES outage_places(company_id, outage_id, id),
  constraint outage_contracts_minutes_check CHECK ((minutes >= 0)),
  constraint outage_contracts_month_check CHECK ((month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text))
);
CREATE INDEX outage_contracts_contract ON public.outage_contracts USING btree (company_id, contract_id, month);
select protect('outage_contracts', 'company_id', 'select, insert, update');

create table payment_agreements (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  client_id uuid not null,
  amount centavos not null,
  made_on date not null,
  made_by text not null,
  outcome text,
  ended_on date,
  constraint payment_agreements_pkey PRIMARY KEY (company_id, id),
  constraint payment_agreements_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint payment_agreements_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint payment_agreements_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_agreements_amount_check CHECK (((amount)::bigint > 0)),
  constraint payment_agreements_ended CHECK (((outcome IS NULL) = (ended_on IS NULL))),
  constraint payment_agreements_made_by_check CHECK ((made_by <> ''::text)),
  constraint payment_agreements_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'broken'::text, 'cancelled'::text])))
);
CREATE INDEX payment_agreements_client ON public.payment_agreements USING btree (company_id, client_id);
CREATE UNIQUE INDEX payment_agreements_open ON public.payment_agreements USING btree (company_id, contract_id, client_id) WHERE (outcome IS NULL);
select protect('payment_agreements', 'company_id', 'select, insert');
grant update (outcome, ended_on) on payment_agreements to enlace_app;
grant select (company_id, outcome) on payment_agreements to enlace_platform;

create table agreement_notices (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  agreement_id uuid not null,
  message_id uuid,
  kind text not null,
  "position" integer,
  amount centavos,
  constraint agreement_notices_pkey PRIMARY KEY (company_id, id),
  constraint agreement_notices_company_id_agreement_id_fkey FOREIGN KEY (company_id, agreement_id) REFERENCES payment_agreements(company_id, id),
  constraint agreement_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint agreement_notices_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id),
  constraint agreement_notices_amount_check CHECK (((amount)::bigint > 0)),
  constraint agreement_notices_due CHECK (
CASE
    WHEN (kind = 'due'::text) THEN (num_nulls("position", amount) = 0)
    ELSE ((num_nonnulls("position", amount) = 0) AND (message_id IS NOT NULL))
END),
  constraint agreement_notices_kind_check CHECK ((kind = ANY (ARRAY['made'::text, 'due'::text, 'kept'::text, 'broken'::text, 'cancelled'::text, 'restored'::text])))
);
CREATE INDEX agreement_notices_agreement ON public.agreement_notices USING btree (company_id, agreement_id, id);
CREATE UNIQUE INDEX agreement_notices_message ON public.agreement_notices USING btree (company_id, message_id);
select protect('agreement_notices', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table payment_agreement_instalments (
  company_id uuid not null default current_company(),
  agreement_id uuid not null,
  "position" integer not null,
  due_on date not null,
  amount centavos not null,
  constraint payment_agreement_instalments_pkey PRIMARY KEY (company_id, agreement_id, "position"),
  constraint payment_agreement_instalments_company_id_agreement_id_fkey FOREIGN KEY (company_id, agreement_id) REFERENCES payment_agreements(company_id, id),
  constraint payment_agreement_instalments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_agreement_instalments_amount_check CHECK (((amount)::bigint > 0)),
  constraint payment_agreement_instalments_position_check CHECK ((("position" >= 1) AND ("position" <= 24)))
);
select protect('payment_agreement_instalments', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table payment_agreement_invoices (
  company_id uuid not null default current_company(),
  agreement_id uuid not null,
  invoice_id uuid not null,
  amount centavos not null,
  constraint payment_agreement_invoices_pkey PRIMARY KEY (company_id, agreement_id, invoice_id),
  constraint payment_agreement_invoices_company_id_agreement_id_fkey FOREIGN KEY (company_id, agreement_id) REFERENCES payment_agreements(company_id, id),
  constraint payment_agreement_invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_agreement_invoices_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint payment_agreement_invoices_amount_check CHECK (((amount)::bigint > 0))
);
CREATE INDEX payment_agreement_invoices_invoice ON public.payment_agreement_invoices USING btree (company_id, invoice_id);
select protect('payment_agreement_invoices', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

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
  is_unanswered boolean not null default false,
  slip_agreement text,
  slip_intention text,
  expires_at timestamp with time zone,
  payment_link_id text,
  constraint payment_attempts_pkey PRIMARY KEY (company_id, id),
  constraint payment_attempts_company_id_reference_key UNIQUE (company_id, reference),
  constraint payment_attempts_company_id_user_id_key_key UNIQUE (company_id, user_id, key),
  constraint payment_attempts_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint payment_attempts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_attempts_amount_check CHECK (((amount)::bigint > 0)),
  constraint payment_attempts_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'production'::text]))),
  constraint payment_attempts_expires CHECK (((expires_at IS NOT NULL) = (method = ANY (ARRAY['bancolombia_collect'::text, 'wompi_page'::text])))),
  constraint payment_attempts_key_check CHECK ((key <> ''::text)),
  constraint payment_attempts_link_of_page CHECK (((payment_link_id IS NULL) OR (method = 'wompi_page'::text))),
  constraint payment_attempts_method_check CHECK ((method = ANY (ARRAY['nequi'::text, 'pse'::text, 'bancolombia_transfer'::text, 'card'::text, 'bancolombia_collect'::text, 'wompi_page'::text]))),
  constraint payment_attempts_payment_link_id_check CHECK ((payment_link_id <> ''::text)),
  constraint payment_attempts_reference_check CHECK ((reference ~ '^[A-Za-z0-9_-]{1,255}$'::text)),
  constraint payment_attempts_slip_agreement_check CHECK ((slip_agreement <> ''::text)),
  constraint payment_attempts_slip_intention_check CHECK ((slip_intention <> ''::text)),
  constraint payment_attempts_slip_is_whole CHECK (((slip_agreement IS NULL) = (slip_intention IS NULL))),
  constraint payment_attempts_slip_of_cash CHECK (((slip_agreement IS NULL) OR (method = 'bancolombia_collect'::text))),
  constraint payment_attempts_status_check CHECK ((status = ANY (ARRAY['created'::text, 'submitted'::text, 'pending'::text, 'unknown'::text, 'approved'::text, 'declined'::text, 'error'::text, 'expired'::text, 'voided'::text])))
);
CREATE INDEX payment_attempts_client ON public.payment_attempts USING btree (company_id, client_id, id);
CREATE INDEX payment_attempts_due ON public.payment_attempts USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX payment_attempts_link ON public.payment_attempts USING btree (company_id, payment_link_id) WHERE (payment_link_id IS NOT NULL);
CREATE INDEX payment_attempts_open ON public.payment_attempts USING btree (company_id, client_id) WHERE (status = ANY (ARRAY['created'::text, 'submitted'::text, 'pending'::text, 'unknown'::text]));
CREATE UNIQUE INDEX payment_attempts_transaction ON public.payment_attempts USING btree (company_id, environment, transaction_id) WHERE (transaction_id IS NOT NULL);
select protect('payment_attempts', 'company_id', 'select, insert');
grant update (status, transaction_id, bank_url, provider_message, next_check_at, settled_at, is_unanswered, slip_agreement, slip_intention, payment_link_id) on payment_attempts to enlace_app;
grant select, update (next_check_at) on payment_attempts to enlace_platform;

create table payment_attempt_invoices (
  company_id uuid not null default current_company(),
  attempt_id uuid not null,
  invoice_id uuid not null,
  amount centavos not null,
  is_open boolean not null default true,
  set_apart centavos not null default 0,
  constraint payment_attempt_invoices_pkey PRIMARY KEY (company_id, attempt_id, invoice_id),
  constraint payment_attempt_invoices_company_id_attempt_id_fkey FOREIGN KEY (company_id, attempt_id) REFERENCES payment_attempts(company_id, id),
  constraint payment_attempt_invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_attempt_invoices_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint payment_attempt_invoices_amount_check CHECK (((amount)::bigint > 0)),
  constraint payment_attempt_invoices_set_apart_within_amount CHECK ((((set_apart)::bigint >= 0) AND ((set_apart)::bigint <= (amount)::bigint)))
);
CREATE UNIQUE INDEX payment_attempt_invoices_open ON public.payment_attempt_invoices USING btree (company_id, invoice_id) WHERE is_open;
select protect('payment_attempt_invoices', 'company_id', 'select, insert');
grant update (is_open, set_apart) on payment_attempt_invoices to enlace_app;

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
grant update (amount, says, count, resolved_at, resolution, resolved_by) on payment_cases to enlace_app;
grant select, insert, update (amount, says, count) on payment_cases to enlace_platform;

create table payment_promises (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  client_id uuid not null,
  amount centavos not null,
  made_on date not null,
  until_on date not null,
  made_by text not null,
  side text not null,
  outcome text,
  ended_on date,
  constraint payment_promises_pkey PRIMARY KEY (company_id, id),
  constraint payment_promises_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint payment_promises_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint payment_promises_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_promises_amount_check CHECK (((amount)::bigint > 0)),
  constraint payment_promises_days CHECK ((until_on >= made_on)),
  constraint payment_promises_ended CHECK (((outcome IS NULL) = (ended_on IS NULL))),
  constraint payment_promises_made_by_check CHECK ((made_by <> ''::text)),
  constraint payment_promises_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'broken'::text, 'cancelled'::text]))),
  constraint payment_promises_side_check CHECK ((side = ANY (ARRAY['cliente'::text, 'empresa'::text])))
);
CREATE INDEX payment_promises_contract ON public.payment_promises USING btree (company_id, contract_id, made_on);
CREATE UNIQUE INDEX payment_promises_open ON public.payment_promises USING btree (company_id, contract_id, client_id) WHERE (outcome IS NULL);
CREATE INDEX payment_promises_until ON public.payment_promises USING btree (company_id, until_on, id);
select protect('payment_promises', 'company_id', 'select, insert');
grant update (outcome, ended_on) on payment_promises to enlace_app;
grant select (company_id, until_on, outcome) on payment_promises to enlace_platform;

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
  turn_id uuid,
  constraint payments_pkey PRIMARY KEY (company_id, id),
  constraint payments_company_id_number_key UNIQUE (company_id, number),
  constraint payments_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES money_accounts(company_id, id),
  constraint payments_company_id_attempt_id_fkey FOREIGN KEY (company_id, attempt_id) REFERENCES payment_attempts(company_id, id),
  constraint payments_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint payments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payments_turn_fkey FOREIGN KEY (company_id, turn_id, account_id) REFERENCES cash_turns(company_id, id, account_id),
  constraint payments_amount_and_withholdings_above_zero CHECK ((((((amount)::bigint + (retefuente)::bigint) + (reteiva)::bigint) + (reteica)::bigint) > 0)),
  constraint payments_amount_check CHECK (((amount)::bigint >= 0)),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['efectivo'::text, 'consignacion'::text, 'transferencia'::text, 'nequi'::text, 'pse'::text, 'bancolombia_transfer'::text, 'card'::text, 'bancolombia_collect'::text, 'wompi_page'::text]))),
  constraint payments_number_check CHECK ((number > 0)),
  constraint payments_online_has_attempt CHECK (((attempt_id IS NOT NULL) = (method = ANY (ARRAY['nequi'::text, 'pse'::text, 'bancolombia_transfer'::text, 'card'::text, 'bancolombia_collect'::text, 'wompi_page'::text])))),
  constraint payments_posted_after_paid CHECK ((posted_on > paid_on)),
  constraint payments_retefuente_check CHECK (((retefuente)::bigint >= 0)),
  constraint payments_reteica_check CHECK (((reteica)::bigint >= 0)),
  constraint payments_reteiva_check CHECK (((reteiva)::bigint >= 0)),
  constraint payments_turn_of_cash CHECK (((turn_id IS NULL) OR ((method = 'efectivo'::text) AND (account_id IS NOT NULL))))
);
CREATE INDEX payments_account ON public.payments USING btree (company_id, account_id, id);
CREATE UNIQUE INDEX payments_attempt ON public.payments USING btree (company_id, attempt_id) WHERE (attempt_id IS NOT NULL);
CREATE INDEX payments_client ON public.payments USING btree (company_id, client_id, id);
CREATE INDEX payments_paid_on ON public.payments USING btree (company_id, paid_on, id);
CREATE INDEX payments_posted_on ON public.payments USING btree (company_id, posted_on, id) WHERE (posted_on IS NOT NULL);
CREATE INDEX payments_turn ON public.payments USING btree (company_id, turn_id, id) WHERE (turn_id IS NOT NULL);
CREATE INDEX payments_withheld ON public.payments USING btree (company_id, id) WHERE ((((retefuente)::bigint + (reteiva)::bigint) + (reteica)::bigint) > 0);
select protect('payments', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, count_day, count_received, open_turn

create table bank_lines (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  file_id uuid not null,
  account_id uuid not null,
  line integer not null,
  key bytea not null,
  on_day date not null,
  amount centavos not null,
  reference text not null,
  description text not null,
  method text not null,
  state text not null,
  reason text not null,
  client_id uuid,
  invoice_id uuid,
  candidates jsonb not null default '[]'::jsonb,
  is_returned boolean not null,
  payment_id uuid,
  repeats_id uuid,
  constraint bank_lines_pkey PRIMARY KEY (company_id, id),
  constraint bank_lines_client_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint bank_lines_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint bank_lines_file_fkey FOREIGN KEY (company_id, file_id) REFERENCES bank_files(company_id, id),
  constraint bank_lines_invoice_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint bank_lines_payment_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id),
  constraint bank_lines_repeats_fkey FOREIGN KEY (company_id, repeats_id) REFERENCES payments(company_id, id),
  constraint bank_lines_certain_has_client CHECK (((state <> 'certain'::text) OR ((client_id IS NOT NULL) AND ((amount)::bigint > 0)))),
  constraint bank_lines_key_check CHECK ((length(key) = 32)),
  constraint bank_lines_line_check CHECK ((line > 0)),
  constraint bank_lines_method_check CHECK ((method = ANY (ARRAY['consignacion'::text, 'transferencia'::text]))),
  constraint bank_lines_paid_has_payment CHECK (((state = 'paid'::text) = (payment_id IS NOT NULL))),
  constraint bank_lines_reason_check CHECK ((reason <> ''::text)),
  constraint bank_lines_repeated_has_payment CHECK (((state = 'repeated'::text) = (repeats_id IS NOT NULL))),
  constraint bank_lines_state_check CHECK ((state = ANY (ARRAY['certain'::text, 'doubtful'::text, 'unknown'::text, 'ignored'::text, 'repeated'::text, 'paid'::text])))
);
CREATE INDEX bank_lines_file ON public.bank_lines USING btree (company_id, file_id, line);
CREATE UNIQUE INDEX bank_lines_key ON public.bank_lines USING btree (company_id, account_id, key);
CREATE UNIQUE INDEX bank_lines_payment ON public.bank_lines USING btree (company_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX bank_lines_state ON public.bank_lines USING btree (company_id, file_id, state, line);
select protect('bank_lines', 'company_id', 'select, insert, delete');
grant update (state, reason, client_id, invoice_id, candidates, payment_id, repeats_id) on bank_lines to enlace_app;

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
  client_without_invoice_id uuid generated always as (
CASE
    WHEN (invoice_id IS NULL) THEN client_id
    ELSE NULL::uuid
END) stored,
  constraint journal_pkey PRIMARY KEY (company_id, client_id, id),
  constraint journal_client_without_invoice_fkey FOREIGN KEY (company_id, client_without_invoice_id) REFERENCES clients(company_id, id),
  constraint journal_company_id_adjustment_id_fkey FOREIGN KEY (company_id, adjustment_id) REFERENCES balance_adjustments(company_id, id),
  constraint journal_company_id_credit_note_id_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint journal_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint journal_company_id_refund_id_fkey FOREIGN KEY (company_id, refund_id) REFERENCES credit_refunds(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint journal_adjustment_has_document CHECK (((adjustment_id IS NOT NULL) = ((debit_account = ANY (ARRAY['adjustment'::text, 'write_off'::text, 'recovery'::text])) OR (credit_account = ANY (ARRAY['adjustment'::text, 'write_off'::text, 'recovery'::text]))))),
  constraint journal_amount_check CHECK (((amount)::bigint > 0)),
  constraint journal_credit_account_check CHECK ((credit_account = ANY (ARRAY['receivable'::text, 'revenue'::text, 'vat'::text, 'credit'::text, 'cash'::text, 'withholding'::text, 'opening'::text, 'rounding'::text, 'adjustment'::text, 'write_off'::text, 'recovery'::text]))),
  constraint journal_debit_account_check CHECK ((debit_account = ANY (ARRAY['receivable'::text, 'revenue'::text, 'vat'::text, 'credit'::text, 'cash'::text, 'withholding'::text, 'opening'::text, 'rounding'::text, 'adjustment'::text, 'write_off'::text, 'recovery'::text]))),
  constraint journal_debit_differs_from_credit CHECK ((debit_account <> credit_account)),
  constraint journal_receivable_has_invoice CHECK (((invoice_id IS NOT NULL) OR (('receivable'::text <> debit_account) AND ('receivable'::text <> credit_account))))
);
CREATE INDEX journal_adjustment ON public.journal USING btree (company_id, adjustment_id) WHERE (adjustment_id IS NOT NULL);
CREATE INDEX journal_credit ON public.journal USING btree (company_id, client_id) WHERE ((debit_account = 'credit'::text) OR (credit_account = 'credit'::text));
CREATE INDEX journal_payment ON public.journal USING btree (company_id, payment_id) WHERE (payment_id IS NOT NULL);
select protect('journal', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, closed_day, known_invoice

create table payment_reversals (
  company_id uuid not null default current_company(),
  payment_id uuid not null,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  reversed_on date not null,
  number bigint not null,
  turn_id uuid,
  left_box boolean not null default true,
  registered_by text,
  constraint payment_reversals_pkey PRIMARY KEY (company_id, payment_id),
  constraint payment_reversals_company_id_number_key UNIQUE (company_id, number),
  constraint payment_reversals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint payment_reversals_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id),
  constraint payment_reversals_turn_fkey FOREIGN KEY (company_id, turn_id) REFERENCES cash_turns(company_id, id),
  constraint payment_reversals_number_check CHECK ((number > 0)),
  constraint payment_reversals_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX payment_reversals_reversed_on ON public.payment_reversals USING btree (company_id, reversed_on, payment_id);
CREATE INDEX payment_reversals_turn ON public.payment_reversals USING btree (company_id, turn_id) WHERE (turn_id IS NOT NULL);
select protect('payment_reversals', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate, count_day, count_received_back, open_turn

create table pqr_cases (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  reference text not null,
  cun text,
  type text not null,
  typology text not null,
  service text not null,
  channel text not null,
  response_channel text not null,
  response_address text,
  client_id uuid,
  contract_id uuid,
  invoice_id uuid,
  claimed_amount centavos,
  petitioner_name text not null,
  petitioner_type text not null,
  petitioner_identification text not null,
  petitioner_email text,
  petitioner_phone text,
  petitioner_address text,
  subject text not null,
  text text not null,
  digest bytea not null,
  filed_at timestamp with time zone not null,
  filed_on date not null,
  filed_by text not null,
  first_answer_by date not null,
  status text not null,
  version integer not null default 1,
  changed_by text not null,
  assignee_id uuid,
  answer_by date not null,
  due_at timestamp with time zone,
  clock_at timestamp with time zone,
  extended_on date,
  decision text,
  answered_on date,
  appeal_until date,
  appeal_kind text,
  appealed_on date,
  appeal_decision text,
  appeal_answered_on date,
  silence_on date,
  transfer_by date,
  transferred_on date,
  sic_outcome text,
  sic_decided_on date,
  closed_at timestamp with time zone,
  satisfaction integer,
  satisfaction_on date,
  filed_typology text not null,
  filed_service text not null,
  answered_typology text,
  filed_disputed centavos,
  satisfaction_by text,
  satisfaction_channel text,
  report_id uuid,
  withdrawn_on date,
  withdrawn_channel text,
  data_request text,
  linked_invoice_id uuid,
  linked_amount centavos,
  linked_at timestamp with time zone,
  search text not null generated always as (folded(((((subject || ' '::text) || petitioner_name) || ' '::text) || petitioner_identification))) stored,
  added_amount centavos not null default 0,
  spoken_number bigint generated always as ((
CASE
    WHEN (cun IS NULL) THEN split_part(reference, '-'::text, 3)
    ELSE "right"(cun, 10)
END)::bigint) stored,
  is_packaged boolean not null default false,
  constraint pqr_cases_pkey PRIMARY KEY (company_id, id),
  constraint pqr_cases_company_id_cun_key UNIQUE (company_id, cun),
  constraint pqr_cases_company_id_reference_key UNIQUE (company_id, reference),
  constraint pqr_cases_company_id_assignee_id_fkey FOREIGN KEY (company_id, assignee_id) REFERENCES users(company_id, id),
  constraint pqr_cases_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint pqr_cases_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint pqr_cases_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_cases_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint pqr_cases_company_id_linked_invoice_id_fkey FOREIGN KEY (company_id, linked_invoice_id) REFERENCES invoices(company_id, id),
  constraint pqr_cases_company_id_report_id_fkey FOREIGN KEY (company_id, report_id) REFERENCES installation_reports(company_id, id),
  constraint pqr_cases_added_amount_check CHECK (((added_amount)::bigint >= 0)),
  constraint pqr_cases_added_to_a_claim CHECK ((((added_amount)::bigint = 0) OR (claimed_amount IS NOT NULL) OR (linked_amount IS NOT NULL))),
  constraint pqr_cases_answered_typology_check CHECK ((answered_typology = ANY (ARRAY['facturacion'::text, 'calidad'::text, 'sin_servicio'::text, 'instalacion'::text, 'traslado'::text, 'cambio_plan'::text, 'permanencia'::text, 'negativa_contrato'::text, 'suspension'::text, 'corte'::text, 'terminacion'::text, 'cesion'::text, 'atencion'::text, 'datos_personales'::text, 'fraude'::text, 'otra'::text]))),
  constraint pqr_cases_appeal_decision_check CHECK ((appeal_decision = ANY (ARRAY['favor'::text, 'contra'::text, 'parcial'::text]))),
  constraint pqr_cases_appeal_kind_check CHECK ((appeal_kind = ANY (ARRAY['reposicion'::text, 'reposicion_subsidio_apelacion'::text]))),
  constraint pqr_cases_channel_check CHECK ((channel = ANY (ARRAY['portal'::text, 'web'::text, 'telefono'::text, 'oficina'::text, 'correo'::text, 'redes'::text]))),
  constraint pqr_cases_claim_names_invoice CHECK (((claimed_amount IS NULL) OR (invoice_id IS NOT NULL))),
  constraint pqr_cases_claimed_amount_check CHECK (((claimed_amount)::bigint > 0)),
  constraint pqr_cases_closed_at_when_closed CHECK (((status = ANY (ARRAY['cerrada'::text, 'desistida'::text])) = (closed_at IS NOT NULL))),
  constraint pqr_cases_cun_check CHECK ((cun ~ '^\d{16}$'::text)),
  constraint pqr_cases_data_request_check CHECK ((data_request = ANY (ARRAY['consulta'::text, 'reclamo'::text]))),
  constraint pqr_cases_data_request_of_its_subject CHECK (((data_request IS NOT NULL) = ((filed_typology = 'datos_personales'::text) AND (type = ANY (ARRAY['peticion'::text, 'queja'::text]))))),
  constraint pqr_cases_decision_check CHECK ((decision = ANY (ARRAY['favor'::text, 'contra'::text, 'parcial'::text]))),
  constraint pqr_cases_filed_disputed_check CHECK (((filed_disputed)::bigint > 0)),
  constraint pqr_cases_filed_service_check CHECK ((filed_service = ANY (ARRAY['internet'::text, 'telefonia'::text, 'television'::text]))),
  constraint pqr_cases_filed_typology_check CHECK ((filed_typology = ANY (ARRAY['facturacion'::text, 'calidad'::text, 'sin_servicio'::text, 'instalacion'::text, 'traslado'::text, 'cambio_plan'::text, 'permanencia'::text, 'negativa_contrato'::text, 'suspension'::text, 'corte'::text, 'terminacion'::text, 'cesion'::text, 'atencion'::text, 'datos_personales'::text, 'fraude'::text, 'otra'::text]))),
  constraint pqr_cases_linked_amount_check CHECK (((linked_amount)::bigint > 0)),
  constraint pqr_cases_linked_has_all CHECK ((((linked_invoice_id IS NULL) = (linked_at IS NULL)) AND ((linked_amount IS NULL) = (linked_at IS NULL)))),
  constraint pqr_cases_linked_where_none_filed CHECK (((linked_invoice_id IS NULL) OR (invoice_id IS NULL))),
  constraint pqr_cases_petitioner_identification_check CHECK ((petitioner_identification <> ''::text)),
  constraint pqr_cases_petitioner_name_check CHECK ((petitioner_name <> ''::text)),
  constraint pqr_cases_petitioner_type_check CHECK ((petitioner_type = ANY (ARRAY['CC'::text, 'CE'::text, 'NIT'::text, 'TI'::text, 'PPT'::text, 'PEP'::text, 'PA'::text]))),
  constraint pqr_cases_rating_asked_how CHECK (((satisfaction_by IS NULL) = (satisfaction_channel IS NULL))),
  constraint pqr_cases_rating_has_day CHECK (((satisfaction IS NULL) = (satisfaction_on IS NULL))),
  constraint pqr_cases_reference_check CHECK ((reference ~ '^(\d{16}|RI-\d{4}-\d{6,10})$'::text)),
  constraint pqr_cases_report_is_of_contract CHECK (((report_id IS NULL) OR (contract_id IS NOT NULL))),
  constraint pqr_cases_response_channel_check CHECK ((response_channel = ANY (ARRAY['correo'::text, 'portal'::text, 'direccion'::text, 'telefono'::text]))),
  constraint pqr_cases_satisfaction_by_check CHECK ((satisfaction_by <> ''::text)),
  constraint pqr_cases_satisfaction_channel_check CHECK ((satisfaction_channel = ANY (ARRAY['telefono'::text, 'oficina'::text, 'correo'::text, 'redes'::text]))),
  constraint pqr_cases_satisfaction_check CHECK (((satisfaction >= 1) AND (satisfaction <= 5))),
  constraint pqr_cases_service_check CHECK ((service = ANY (ARRAY['internet'::text, 'telefonia'::text, 'television'::text]))),
  constraint pqr_cases_sic_outcome_check CHECK ((sic_outcome = ANY (ARRAY['confirma'::text, 'modifica'::text, 'revoca'::text, 'improcedente'::text]))),
  constraint pqr_cases_status_check CHECK ((status = ANY (ARRAY['radicada'::text, 'en_tramite'::text, 'prorrogada'::text, 'respondida'::text, 'sap'::text, 'en_reposicion'::text, 'repuesta'::text, 'confirmada'::text, 'trasladada_sic'::text, 'decidida_sic'::text, 'cerrada'::text, 'desistida'::text]))),
  constraint pqr_cases_subject_check CHECK ((subject <> ''::text)),
  constraint pqr_cases_text_check CHECK ((text <> ''::text)),
  constraint pqr_cases_type_check CHECK ((type = ANY (ARRAY['peticion'::text, 'queja'::text, 'recurso_reposicion'::text, 'recurso_reposicion_subsidio_apelacion'::text]))),
  constraint pqr_cases_typology_check CHECK ((typology = ANY (ARRAY['facturacion'::text, 'calidad'::text, 'sin_servicio'::text, 'instalacion'::text, 'traslado'::text, 'cambio_plan'::text, 'permanencia'::text, 'negativa_contrato'::text, 'suspension'::text, 'corte'::text, 'terminacion'::text, 'cesion'::text, 'atencion'::text, 'datos_personales'::text, 'fraude'::text, 'otra'::text]))),
  constraint pqr_cases_withdrawn_channel_check CHECK ((withdrawn_channel = ANY (ARRAY['portal'::text, 'web'::text, 'telefono'::text, 'oficina'::text, 'correo'::text, 'redes'::text]))),
  constraint pqr_cases_withdrawn_has_channel CHECK (((withdrawn_on IS NULL) = (withdrawn_channel IS NULL))),
  constraint pqr_cases_withdrawn_has_day CHECK (((status = 'desistida'::text) = (withdrawn_on IS NOT NULL)))
);
CREATE INDEX pqr_cases_appealed ON public.pqr_cases USING btree (company_id, appeal_answered_on) WHERE (appeal_answered_on IS NOT NULL);
CREATE INDEX pqr_cases_appeals ON public.pqr_cases USING btree (company_id, appealed_on) WHERE (appealed_on IS NOT NULL);
CREATE INDEX pqr_cases_assignee ON public.pqr_cases USING btree (company_id, assignee_id, due_at) WHERE (assignee_id IS NOT NULL);
CREATE INDEX pqr_cases_client ON public.pqr_cases USING btree (company_id, client_id, id DESC);
CREATE INDEX pqr_cases_clock ON public.pqr_cases USING btree (clock_at, id) WHERE (clock_at IS NOT NULL);
CREATE INDEX pqr_cases_contract ON public.pqr_cases USING btree (company_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX pqr_cases_cun ON public.pqr_cases USING btree (cun) WHERE (cun IS NOT NULL);
CREATE INDEX pqr_cases_decided ON public.pqr_cases USING btree (company_id, answered_on) WHERE (answered_on IS NOT NULL);
CREATE INDEX pqr_cases_digest ON public.pqr_cases USING btree (company_id, digest, filed_at);
CREATE INDEX pqr_cases_filed ON public.pqr_cases USING btree (company_id, filed_on);
CREATE INDEX pqr_cases_id ON public.pqr_cases USING btree (id);
CREATE INDEX pqr_cases_invoice ON public.pqr_cases USING btree (company_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX pqr_cases_linked_invoice ON public.pqr_cases USING btree (company_id, linked_invoice_id) WHERE (linked_invoice_id IS NOT NULL);
CREATE INDEX pqr_cases_newest ON public.pqr_cases USING btree (company_id, id DESC);
CREATE INDEX pqr_cases_open ON public.pqr_cases USING btree (company_id, due_at, id DESC) WHERE ((closed_at IS NULL) OR (due_at IS NOT NULL));
CREATE INDEX pqr_cases_queue ON public.pqr_cases USING btree (company_id, due_at, id DESC);
CREATE INDEX pqr_cases_rated ON public.pqr_cases USING btree (company_id, satisfaction_on) WHERE (satisfaction_on IS NOT NULL);
CREATE INDEX pqr_cases_reference ON public.pqr_cases USING btree (reference);
CREATE INDEX pqr_cases_report ON public.pqr_cases USING btree (company_id, report_id) WHERE (report_id IS NOT NULL);
CREATE INDEX pqr_cases_spoken_number ON public.pqr_cases USING btree (company_id, spoken_number);
CREATE INDEX pqr_cases_words ON public.pqr_cases USING gin ((ARRAY[company_id]), search gin_trgm_ops);
select protect('pqr_cases', 'company_id', 'select, insert, update');
grant select (company_id, id, reference, cun, petitioner_identification, clock_at) on pqr_cases to enlace_platform;
grant select (company_id, id, search) on pqr_cases to enlace_search;
-- triggers, at the end: refuse_change_of_cited_report, refuse_change_of_filed, refuse_removal, refuse_truncate, take_typed_cun

create table pqr_entries (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  case_id uuid not null,
  kind text not null,
  at timestamp with time zone not null,
  side text not null,
  author_id uuid,
  author text not null,
  text text not null,
  is_internal boolean not null default false,
  from_status text,
  to_status text,
  decision text,
  stated_reference text,
  stated_until date,
  constraint pqr_entries_pkey PRIMARY KEY (company_id, id),
  constraint pqr_entries_company_id_case_id_fkey FOREIGN KEY (company_id, case_id) REFERENCES pqr_cases(company_id, id),
  constraint pqr_entries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_entries_author_check CHECK ((author <> ''::text)),
  constraint pqr_entries_decision_check CHECK ((decision = ANY (ARRAY['favor'::text, 'contra'::text, 'parcial'::text]))),
  constraint pqr_entries_from_status_check CHECK ((from_status = ANY (ARRAY['radicada'::text, 'en_tramite'::text, 'prorrogada'::text, 'respondida'::text, 'sap'::text, 'en_reposicion'::text, 'repuesta'::text, 'confirmada'::text, 'trasladada_sic'::text, 'decidida_sic'::text, 'cerrada'::text, 'desistida'::text]))),
  constraint pqr_entries_kind_check CHECK ((kind = ANY (ARRAY['filed'::text, 'message'::text, 'note'::text, 'info_request'::text, 'taken'::text, 'assigned'::text, 'classified'::text, 'file'::text, 'extended'::text, 'answered'::text, 'silence'::text, 'task_done'::text, 'appealed'::text, 'appeal_answered'::text, 'window_closed'::text, 'transferred'::text, 'sic_decided'::text, 'cun_set'::text, 'notified'::text, 'delivered'::text, 'closed'::text, 'rated'::text, 'visit'::text, 'withdrawn'::text, 'linked'::text, 'raised'::text]))),
  constraint pqr_entries_side_check CHECK ((side = ANY (ARRAY['cliente'::text, 'empresa'::text, 'sistema'::text]))),
  constraint pqr_entries_stated_reference_check CHECK ((stated_reference <> ''::text)),
  constraint pqr_entries_to_status_check CHECK ((to_status = ANY (ARRAY['radicada'::text, 'en_tramite'::text, 'prorrogada'::text, 'respondida'::text, 'sap'::text, 'en_reposicion'::text, 'repuesta'::text, 'confirmada'::text, 'trasladada_sic'::text, 'decidida_sic'::text, 'cerrada'::text, 'desistida'::text])))
);
CREATE INDEX pqr_entries_case ON public.pqr_entries USING btree (company_id, case_id, id);
select protect('pqr_entries', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table pqr_files (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  case_id uuid not null,
  name text not null,
  kind text not null,
  stored text not null,
  bytes integer not null,
  is_internal boolean not null,
  added_by text not null,
  added_at timestamp with time zone not null,
  constraint pqr_files_pkey PRIMARY KEY (company_id, id),
  constraint pqr_files_company_id_case_id_fkey FOREIGN KEY (company_id, case_id) REFERENCES pqr_cases(company_id, id),
  constraint pqr_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_files_bytes_check CHECK ((bytes > 0)),
  constraint pqr_files_kind_check CHECK ((kind = ANY (ARRAY['pdf'::text, 'image'::text]))),
  constraint pqr_files_name_check CHECK ((name <> ''::text)),
  constraint pqr_files_stored_check CHECK ((stored ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX pqr_files_case ON public.pqr_files USING btree (company_id, case_id, id);
select protect('pqr_files', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table pqr_mails (
  company_id uuid not null default current_company(),
  case_id uuid not null,
  digest bytea not null,
  outcome text not null,
  received_at timestamp with time zone not null,
  constraint pqr_mails_pkey PRIMARY KEY (company_id, case_id, digest),
  constraint pqr_mails_company_id_case_id_fkey FOREIGN KEY (company_id, case_id) REFERENCES pqr_cases(company_id, id),
  constraint pqr_mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_mails_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'closed'::text, 'other_sender'::text])))
);
select protect('pqr_mails', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table pqr_presences (
  company_id uuid not null default current_company(),
  user_id uuid not null,
  case_id uuid not null,
  doing text not null,
  seen_at timestamp with time zone not null default now(),
  constraint pqr_presences_pkey PRIMARY KEY (company_id, user_id, case_id),
  constraint pqr_presences_company_id_case_id_fkey FOREIGN KEY (company_id, case_id) REFERENCES pqr_cases(company_id, id),
  constraint pqr_presences_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_presences_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint pqr_presences_doing_check CHECK ((doing = ANY (ARRAY['reading'::text, 'answering'::text])))
);
CREATE INDEX pqr_presences_case ON public.pqr_presences USING btree (company_id, case_id);
select protect('pqr_presences', 'company_id', 'select, insert, update, delete');

create table pqr_tasks (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  case_id uuid not null,
  text text not null,
  due_at timestamp with time zone not null,
  done_at timestamp with time zone,
  done_by text,
  is_stopped boolean not null default false,
  constraint pqr_tasks_pkey PRIMARY KEY (company_id, id),
  constraint pqr_tasks_company_id_case_id_fkey FOREIGN KEY (company_id, case_id) REFERENCES pqr_cases(company_id, id),
  constraint pqr_tasks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_tasks_done_by_when_done CHECK (((done_at IS NULL) = (done_by IS NULL))),
  constraint pqr_tasks_stopped_has_end CHECK (((NOT is_stopped) OR (done_at IS NOT NULL))),
  constraint pqr_tasks_text_check CHECK ((text <> ''::text))
);
CREATE INDEX pqr_tasks_case ON public.pqr_tasks USING btree (company_id, case_id, id);
CREATE UNIQUE INDEX pqr_tasks_open ON public.pqr_tasks USING btree (company_id, case_id, text) WHERE (done_at IS NULL);
select protect('pqr_tasks', 'company_id', 'select, insert');
grant update (done_at, done_by, is_stopped) on pqr_tasks to enlace_app;
-- triggers, at the end: refuse_change_of_task, refuse_removal, refuse_truncate

create table reconnection_terms (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  paid_at timestamp with time zone not null,
  due_on date not null,
  cause text not null,
  reconnected_at timestamp with time zone,
  problem text,
  warned_at timestamp with time zone,
  owed_again_at timestamp with time zone,
  notified_at timestamp with time zone,
  ended_on date,
  constraint reconnection_terms_pkey PRIMARY KEY (company_id, id),
  constraint reconnection_terms_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint reconnection_terms_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint reconnection_terms_cause_check CHECK ((cause = ANY (ARRAY['payment'::text, 'promise'::text]))),
  constraint reconnection_terms_ended_unnotified CHECK (((ended_on IS NULL) OR (notified_at IS NOT NULL))),
  constraint reconnection_terms_ends_once CHECK ((num_nonnulls(reconnected_at, owed_again_at, ended_on) <= 1)),
  constraint reconnection_terms_problem_check CHECK ((problem <> ''::text))
);
CREATE INDEX reconnection_terms_newest ON public.reconnection_terms USING btree (company_id, id DESC);
CREATE UNIQUE INDEX reconnection_terms_open ON public.reconnection_terms USING btree (company_id, contract_id) WHERE ((reconnected_at IS NULL) AND (owed_again_at IS NULL) AND (ended_on IS NULL));
CREATE INDEX reconnection_terms_watched ON public.reconnection_terms USING btree (company_id, id) WHERE ((notified_at IS NULL) AND (owed_again_at IS NULL));
select protect('reconnection_terms', 'company_id', 'select, insert');
grant update (reconnected_at, problem, warned_at, owed_again_at, notified_at, ended_on) on reconnection_terms to enlace_app;
grant select (company_id, reconnected_at, owed_again_at, notified_at) on reconnection_terms to enlace_platform;

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

create table report_equipment (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  report_id uuid not null,
  equipment jsonb not null,
  technical_data jsonb not null,
  saved_at timestamp with time zone not null default clock_timestamp(),
  saved_by uuid not null,
  saved_by_name text not null,
  constraint report_equipment_pkey PRIMARY KEY (company_id, id),
  constraint report_equipment_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint report_equipment_report_id_fkey FOREIGN KEY (company_id, report_id) REFERENCES installation_reports(company_id, id),
  constraint report_equipment_saved_by_fkey FOREIGN KEY (company_id, saved_by) REFERENCES users(company_id, id)
);
CREATE INDEX report_equipment_report ON public.report_equipment USING btree (company_id, report_id, id);
select protect('report_equipment', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table report_recipients (
  company_id uuid not null default current_company(),
  schedule_id uuid not null,
  user_id uuid not null,
  constraint report_recipients_pkey PRIMARY KEY (company_id, schedule_id, user_id),
  constraint report_recipients_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint report_recipients_schedule_fkey FOREIGN KEY (company_id, schedule_id) REFERENCES report_schedules(company_id, id) ON DELETE CASCADE,
  constraint report_recipients_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
select protect('report_recipients', 'company_id', 'select, insert, delete');

create table report_speed_tests (
  company_id uuid not null default current_company(),
  report_id uuid not null,
  number integer not null,
  speed_download double precision not null,
  speed_upload double precision not null,
  speed_latency double precision not null,
  constraint report_speed_tests_pkey PRIMARY KEY (company_id, report_id, number),
  constraint report_speed_tests_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint report_speed_tests_report_id_fkey FOREIGN KEY (company_id, report_id) REFERENCES installation_reports(company_id, id),
  constraint report_speed_tests_number_check CHECK (((number >= 1) AND (number <= 3))),
  constraint report_speed_tests_speed_download_check CHECK ((speed_download >= (0)::double precision)),
  constraint report_speed_tests_speed_latency_check CHECK ((speed_latency >= (0)::double precision)),
  constraint report_speed_tests_speed_upload_check CHECK ((speed_upload >= (0)::double precision))
);
select protect('report_speed_tests', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table report_tasks (
  company_id uuid not null default current_company(),
  report_id uuid not null,
  reason text not null,
  done_at timestamp with time zone,
  done_by text,
  note text,
  constraint report_tasks_pkey PRIMARY KEY (company_id, report_id),
  constraint report_tasks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint report_tasks_report_id_fkey FOREIGN KEY (company_id, report_id) REFERENCES installation_reports(company_id, id),
  constraint report_tasks_done CHECK ((((done_at IS NULL) = (done_by IS NULL)) AND ((done_at IS NULL) = (note IS NULL)))),
  constraint report_tasks_note_check CHECK ((note <> ''::text)),
  constraint report_tasks_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX report_tasks_open ON public.report_tasks USING btree (company_id, report_id) WHERE (done_at IS NULL);
select protect('report_tasks', 'company_id', 'select, insert');
grant update (done_at, done_by, note) on report_tasks to enlace_app;

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

create table signing_links (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  to_email text not null,
  sent_on date not null,
  terms_hash bytea not null,
  sent_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint signing_links_pkey PRIMARY KEY (company_id, id),
  constraint signing_links_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint signing_links_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint signing_links_terms_hash_check CHECK ((length(terms_hash) = 32)),
  constraint signing_links_to_email_check CHECK ((to_email ~~ '%@%'::text)),
  constraint signing_links_used_or_revoked CHECK (((used_at IS NULL) OR (revoked_at IS NULL)))
);
CREATE INDEX signing_links_contract ON public.signing_links USING btree (company_id, contract_id, id);
CREATE UNIQUE INDEX signing_links_open ON public.signing_links USING btree (company_id, contract_id) WHERE ((used_at IS NULL) AND (revoked_at IS NULL));
select protect('signing_links', 'company_id', 'select, insert');
grant update (used_at, revoked_at) on signing_links to enlace_app;

create table suspension_intervals (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  kind text not null,
  from_on date not null,
  to_on date,
  corrected_to date,
  is_imported boolean not null default false,
  is_unowed boolean not null default false,
  constraint suspension_intervals_pkey PRIMARY KEY (company_id, id),
  constraint suspension_intervals_contract_key UNIQUE (company_id, contract_id, id),
  constraint suspension_intervals_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint suspension_intervals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint suspension_intervals_kind_check CHECK ((kind = ANY (ARRAY['arrears'::text, 'voluntary'::text, 'removal'::text]))),
  constraint suspension_intervals_to_on_not_before_from_on CHECK ((to_on >= from_on))
);
CREATE INDEX suspension_intervals_contract ON public.suspension_intervals USING btree (company_id, contract_id, from_on);
CREATE UNIQUE INDEX suspension_intervals_open ON public.suspension_intervals USING btree (company_id, contract_id, kind) WHERE (to_on IS NULL);
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
  compensates text,
  occurred_on date not null default ((now() AT TIME ZONE 'America/Bogota'::text))::date,
  equipment_move_id uuid,
  constraint pending_charges_pkey PRIMARY KEY (company_id, id),
  constraint pending_charges_adjusted_invoice_fkey FOREIGN KEY (company_id, adjusted_invoice_id) REFERENCES invoices(company_id, id),
  constraint pending_charges_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint pending_charges_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pending_charges_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint pending_charges_equipment_move_fkey FOREIGN KEY (company_id, equipment_move_id) REFERENCES equipment_moves(company_id, id),
  constraint pending_charges_suspension_fkey FOREIGN KEY (company_id, contract_id, suspension_id) REFERENCES suspension_intervals(company_id, contract_id, id) ON DELETE SET NULL (suspension_id),
  constraint pending_charges_adjusted_only_of_adjustment CHECK (((adjusted_invoice_id IS NOT NULL) = (kind = 'plan_adjustment'::text))),
  constraint pending_charges_compensates_check CHECK ((compensates ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint pending_charges_compensation CHECK (((compensates IS NULL) OR ((kind = 'compensation'::text) AND ((price)::bigint < 0)))),
  constraint pending_charges_description_check CHECK ((description <> ''::text)),
  constraint pending_charges_kind_check CHECK (((kind <> ''::text) AND (kind <> 'plan'::text))),
  constraint pending_charges_move_only_of_equipment CHECK (((equipment_move_id IS NULL) OR (kind = 'equipment'::text))),
  constraint pending_charges_price_check CHECK (((price)::bigint <> 0)),
  constraint pending_charges_quantity_check CHECK ((quantity > 0)),
  constraint pending_charges_suspension_only_of_reconnection CHECK (((suspension_id IS NULL) OR (kind = 'reconnection'::text)))
);
CREATE INDEX pending_charges_adjusted ON public.pending_charges USING btree (company_id, adjusted_invoice_id) WHERE (adjusted_invoice_id IS NOT NULL);
CREATE UNIQUE INDEX pending_charges_adjusted_open ON public.pending_charges USING btree (company_id, adjusted_invoice_id) WHERE ((adjusted_invoice_id IS NOT NULL) AND (invoice_id IS NULL));
CREATE INDEX pending_charges_compensation ON public.pending_charges USING btree (company_id, contract_id, compensates) WHERE (compensates IS NOT NULL);
CREATE UNIQUE INDEX pending_charges_compensation_open ON public.pending_charges USING btree (company_id, contract_id, compensates, occurred_on) WHERE ((compensates IS NOT NULL) AND (invoice_id IS NULL));
CREATE UNIQUE INDEX pending_charges_equipment_move ON public.pending_charges USING btree (company_id, equipment_move_id) WHERE (equipment_move_id IS NOT NULL);
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

create table visits (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  contract_id uuid not null,
  kind text not null,
  state text not null default 'planned'::text,
  day date,
  slot text not null default 'dia'::text,
  from_time text,
  to_time text,
  technician_id uuid,
  bring text,
  note text,
  reason text,
  report_id uuid,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  constraint visits_pkey PRIMARY KEY (company_id, id),
  constraint visits_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint visits_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contracts(company_id, id),
  constraint visits_technician_id_fkey FOREIGN KEY (company_id, technician_id) REFERENCES users(company_id, id),
  constraint visits_bring_check CHECK ((bring <> ''::text)),
  constraint visits_from_time_check CHECK ((from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint visits_has_day CHECK (((state <> ALL (ARRAY['moved'::text, 'done'::text, 'missed'::text])) OR (day IS NOT NULL))),
  constraint visits_has_reason CHECK (((state <> ALL (ARRAY['missed'::text, 'cancelled'::text])) OR (reason IS NOT NULL))),
  constraint visits_hours CHECK ((((slot = 'horas'::text) = (from_time IS NOT NULL)) AND ((from_time IS NULL) = (to_time IS NULL)) AND (from_time < to_time))),
  constraint visits_kind_check CHECK ((kind = ANY (ARRAY['instalacion'::text, 'retiro'::text, 'translado'::text, 'reinstalacion'::text, 'cambio_equipo'::text, 'revision'::text]))),
  constraint visits_note_check CHECK ((note <> ''::text)),
  constraint visits_reason_check CHECK ((reason <> ''::text)),
  constraint visits_slot_check CHECK ((slot = ANY (ARRAY['dia'::text, 'manana'::text, 'tarde'::text, 'horas'::text]))),
  constraint visits_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'moved'::text, 'done'::text, 'missed'::text, 'cancelled'::text]))),
  constraint visits_to_time_check CHECK ((to_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text))
);
CREATE INDEX visits_contract ON public.visits USING btree (company_id, contract_id);
CREATE INDEX visits_day ON public.visits USING btree (company_id, day);
CREATE INDEX visits_done ON public.visits USING btree (company_id, contract_id, day DESC, (
CASE slot
    WHEN 'dia'::text THEN '00:00'::text
    WHEN 'manana'::text THEN '07:00'::text
    WHEN 'tarde'::text THEN '12:00'::text
    ELSE from_time
END) DESC, id DESC) INCLUDE (technician_id, slot, from_time) WHERE ((state = 'done'::text) AND (technician_id IS NOT NULL));
CREATE UNIQUE INDEX visits_open ON public.visits USING btree (company_id, contract_id, kind) WHERE (state = ANY (ARRAY['planned'::text, 'moved'::text]));
CREATE INDEX visits_technician ON public.visits USING btree (company_id, technician_id, day);
CREATE INDEX visits_to_plan ON public.visits USING btree (company_id, id) WHERE (state = ANY (ARRAY['planned'::text, 'moved'::text, 'missed'::text]));
select protect('visits', 'company_id', 'select, insert, update');

create table pqr_visits (
  company_id uuid not null default current_company(),
  case_id uuid not null,
  visit_id uuid not null,
  constraint pqr_visits_pkey PRIMARY KEY (company_id, case_id, visit_id),
  constraint pqr_visits_company_id_case_id_fkey FOREIGN KEY (company_id, case_id) REFERENCES pqr_cases(company_id, id),
  constraint pqr_visits_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint pqr_visits_company_id_visit_id_fkey FOREIGN KEY (company_id, visit_id) REFERENCES visits(company_id, id)
);
CREATE INDEX pqr_visits_visit ON public.pqr_visits USING btree (company_id, visit_id);
select protect('pqr_visits', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table visit_changes (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  visit_id uuid not null,
  state text not null,
  day date,
  slot text not null,
  from_time text,
  to_time text,
  technician_id uuid,
  reason text,
  actor_name text not null,
  created_at timestamp with time zone not null default now(),
  constraint visit_changes_pkey PRIMARY KEY (company_id, id),
  constraint visit_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint visit_changes_technician_id_fkey FOREIGN KEY (company_id, technician_id) REFERENCES users(company_id, id),
  constraint visit_changes_visit_id_fkey FOREIGN KEY (company_id, visit_id) REFERENCES visits(company_id, id),
  constraint visit_changes_slot_check CHECK ((slot = ANY (ARRAY['dia'::text, 'manana'::text, 'tarde'::text, 'horas'::text]))),
  constraint visit_changes_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'moved'::text, 'done'::text, 'missed'::text, 'cancelled'::text])))
);
CREATE INDEX visit_changes_visit ON public.visit_changes USING btree (company_id, visit_id, id);
select protect('visit_changes', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table voucher_batches (
  company_id uuid not null default current_company(),
  number integer not null,
  through_on date not null,
  entries integer not null default 0,
  vouchers integer not null default 0,
  amount centavos not null default 0,
  downloads integer not null default 0,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint voucher_batches_pkey PRIMARY KEY (company_id, number),
  constraint voucher_batches_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint voucher_batches_created_by_check CHECK ((created_by <> ''::text)),
  constraint voucher_batches_downloads_check CHECK ((downloads >= 0)),
  constraint voucher_batches_entries_check CHECK ((entries >= 0)),
  constraint voucher_batches_number_check CHECK ((number > 0)),
  constraint voucher_batches_vouchers_check CHECK ((vouchers >= 0))
);
select protect('voucher_batches', 'company_id', 'select, insert');
grant update (entries, vouchers, amount, downloads) on voucher_batches to enlace_app;

create table voucher_entries (
  company_id uuid not null default current_company(),
  client_id uuid not null,
  entry_id uuid not null,
  batch integer not null,
  constraint voucher_entries_pkey PRIMARY KEY (company_id, client_id, entry_id),
  constraint voucher_entries_batch_fkey FOREIGN KEY (company_id, batch) REFERENCES voucher_batches(company_id, number),
  constraint voucher_entries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint voucher_entries_entry_fkey FOREIGN KEY (company_id, client_id, entry_id) REFERENCES journal(company_id, client_id, id)
);
CREATE INDEX voucher_entries_batch ON public.voucher_entries USING btree (company_id, batch);
select protect('voucher_entries', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table voucher_numbers (
  company_id uuid not null default current_company(),
  kind text not null,
  number integer not null,
  batch integer not null,
  key text not null,
  constraint voucher_numbers_pkey PRIMARY KEY (company_id, kind, number),
  constraint voucher_numbers_company_id_batch_key_key UNIQUE (company_id, batch, key),
  constraint voucher_numbers_batch_fkey FOREIGN KEY (company_id, batch) REFERENCES voucher_batches(company_id, number),
  constraint voucher_numbers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint voucher_numbers_key_check CHECK ((key <> ''::text)),
  constraint voucher_numbers_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'note'::text, 'receipt'::text, 'reversal'::text, 'refund'::text, 'use'::text, 'adjustment'::text, 'turn'::text]))),
  constraint voucher_numbers_number_check CHECK ((number > 0))
);
select protect('voucher_numbers', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table voucher_turns (
  company_id uuid not null default current_company(),
  turn_id uuid not null,
  batch integer not null,
  day date not null,
  is_whole boolean not null default false,
  constraint voucher_turns_pkey PRIMARY KEY (company_id, turn_id, day),
  constraint voucher_turns_batch_fkey FOREIGN KEY (company_id, batch) REFERENCES voucher_batches(company_id, number),
  constraint voucher_turns_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint voucher_turns_turn_fkey FOREIGN KEY (company_id, turn_id) REFERENCES cash_turns(company_id, id)
);
CREATE INDEX voucher_turns_batch ON public.voucher_turns USING btree (company_id, batch);
select protect('voucher_turns', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

create table webhook_deliveries (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null,
  state text not null default 'queued'::text,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  status integer,
  problem text,
  created_at timestamp with time zone not null default clock_timestamp(),
  finished_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (company_id, id),
  constraint webhook_deliveries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (company_id, event_id) REFERENCES events(company_id, id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES outgoing_webhooks(company_id, id),
  constraint webhook_deliveries_finished CHECK (((state = 'queued'::text) = (finished_at IS NULL))),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_type_check CHECK ((type ~ '^[a-z_]+\.[a-z_]+$'::text))
);
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (company_id, event_id);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (company_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_old ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (company_id, webhook_id, created_at, id) WHERE (state = 'queued'::text);
select protect('webhook_deliveries', 'company_id', 'select, insert');
grant update (state, tries, next_try_at, status, problem, finished_at) on webhook_deliveries to enlace_app;
grant select, insert, delete on webhook_deliveries to enlace_platform;

create table webhook_tries (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  delivery_id uuid not null,
  status integer,
  problem text,
  answer text not null,
  took_ms integer not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint webhook_tries_pkey PRIMARY KEY (company_id, id),
  constraint webhook_tries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint webhook_tries_delivery_id_fkey FOREIGN KEY (company_id, delivery_id) REFERENCES webhook_deliveries(company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_tries_delivery ON public.webhook_tries USING btree (company_id, delivery_id, id);
select protect('webhook_tries', 'company_id', 'select, insert');

create table whatsapp_accounts (
  company_id uuid not null default current_company(),
  phone_number_id text not null,
  waba_id text not null,
  sealed bytea not null,
  last_four jsonb not null,
  endpoint_key text not null,
  display_phone text,
  notices text[] not null default '{}'::text[],
  set_by text not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  tested_at timestamp with time zone,
  problem text,
  is_on boolean not null default false,
  event_at timestamp with time zone,
  refused_at timestamp with time zone,
  constraint whatsapp_accounts_pkey PRIMARY KEY (company_id),
  constraint whatsapp_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint whatsapp_accounts_endpoint_key_check CHECK ((length(endpoint_key) >= 32)),
  constraint whatsapp_accounts_notices_check CHECK ((notices <@ ARRAY['reminder'::text, 'notice'::text, 'cut'::text, 'reconnected'::text])),
  constraint whatsapp_accounts_phone_number_id_check CHECK ((phone_number_id ~ '^\d{5,20}$'::text)),
  constraint whatsapp_accounts_waba_id_check CHECK ((waba_id ~ '^\d{5,20}$'::text))
);
CREATE INDEX whatsapp_accounts_endpoint ON public.whatsapp_accounts USING btree (endpoint_key);
select protect('whatsapp_accounts', 'company_id', 'select, insert, update');
grant select, update (sealed, tested_at, problem, is_on) on whatsapp_accounts to enlace_platform;

create table whatsapp_prices (
  company_id uuid not null default current_company(),
  starts_on date not null,
  price centavos not null,
  set_by text not null,
  set_at timestamp with time zone not null default clock_timestamp(),
  constraint whatsapp_prices_pkey PRIMARY KEY (company_id, starts_on),
  constraint whatsapp_prices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint whatsapp_prices_price_check CHECK (((price)::bigint >= 0))
);
select protect('whatsapp_prices', 'company_id', 'select, insert, update');

create table whatsapp_replies (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  provider_id text not null,
  client_id uuid,
  phone text not null,
  text text not null,
  received_at timestamp with time zone not null default clock_timestamp(),
  constraint whatsapp_replies_pkey PRIMARY KEY (company_id, id),
  constraint whatsapp_replies_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint whatsapp_replies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint whatsapp_replies_phone_check CHECK ((phone ~ '^\d{5,20}$'::text)),
  constraint whatsapp_replies_provider_id_check CHECK ((length(provider_id) <= 512)),
  constraint whatsapp_replies_text_check CHECK ((length(text) <= 1000))
);
CREATE INDEX whatsapp_replies_client ON public.whatsapp_replies USING btree (company_id, client_id, id DESC);
CREATE UNIQUE INDEX whatsapp_replies_once ON public.whatsapp_replies USING btree (company_id, provider_id);
CREATE INDEX whatsapp_replies_phone ON public.whatsapp_replies USING btree (company_id, phone, received_at);
select protect('whatsapp_replies', 'company_id', 'select, insert');

create table whatsapp_templates (
  company_id uuid not null default current_company(),
  notice text not null,
  status text not null,
  category text,
  problem text,
  checked_at timestamp with time zone not null default clock_timestamp(),
  constraint whatsapp_templates_pkey PRIMARY KEY (company_id, notice),
  constraint whatsapp_templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint whatsapp_templates_category_check CHECK ((length(category) <= 40)),
  constraint whatsapp_templates_notice_check CHECK ((notice = ANY (ARRAY['reminder'::text, 'notice'::text, 'cut'::text, 'reconnected'::text]))),
  constraint whatsapp_templates_status_check CHECK ((status = ANY (ARRAY['missing'::text, 'pending'::text, 'approved'::text, 'rejected'::text, 'paused'::text, 'disabled'::text, 'different'::text])))
);
select protect('whatsapp_templates', 'company_id', 'select, insert, update, delete');

create table whatsapp_unreachable (
  company_id uuid not null default current_company(),
  phone text not null,
  failure_code integer not null,
  since timestamp with time zone not null,
  constraint whatsapp_unreachable_pkey PRIMARY KEY (company_id, phone),
  constraint whatsapp_unreachable_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint whatsapp_unreachable_phone_check CHECK ((phone ~ '^3\d{9}$'::text))
);
select protect('whatsapp_unreachable', 'company_id', 'select, insert, update, delete');

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

create table write_off_moves (
  company_id uuid not null default current_company(),
  id uuid not null default uuid_v7(),
  adjustment_id uuid not null,
  client_id uuid not null,
  invoice_id uuid not null,
  kind text not null,
  payment_id uuid,
  credit_note_id uuid,
  amount centavos not null,
  posted_on date not null,
  registered_by text not null,
  constraint write_off_moves_pkey PRIMARY KEY (company_id, id),
  constraint write_off_moves_company_id_adjustment_id_fkey FOREIGN KEY (company_id, adjustment_id) REFERENCES balance_adjustments(company_id, id),
  constraint write_off_moves_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients(company_id, id),
  constraint write_off_moves_company_id_credit_note_id_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES credit_notes(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint write_off_moves_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint write_off_moves_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id),
  constraint write_off_moves_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint write_off_moves_amount_check CHECK (((amount)::bigint > 0)),
  constraint write_off_moves_kind_check CHECK ((kind = ANY (ARRAY['recovery'::text, 'recovery_reversal'::text, 'note'::text]))),
  constraint write_off_moves_note CHECK (((kind = 'note'::text) = (credit_note_id IS NOT NULL))),
  constraint write_off_moves_payment CHECK (((kind = 'note'::text) = (payment_id IS NULL))),
  constraint write_off_moves_registered_by_check CHECK ((registered_by <> ''::text))
);
CREATE INDEX write_off_moves_adjustment ON public.write_off_moves USING btree (company_id, adjustment_id);
CREATE INDEX write_off_moves_client ON public.write_off_moves USING btree (company_id, client_id);
CREATE INDEX write_off_moves_day ON public.write_off_moves USING btree (company_id, posted_on);
CREATE INDEX write_off_moves_invoice ON public.write_off_moves USING btree (company_id, invoice_id);
CREATE INDEX write_off_moves_note ON public.write_off_moves USING btree (company_id, credit_note_id) WHERE (credit_note_id IS NOT NULL);
CREATE UNIQUE INDEX write_off_moves_once ON public.write_off_moves USING btree (company_id, payment_id, adjustment_id, kind) WHERE (payment_id IS NOT NULL);
select protect('write_off_moves', 'company_id', 'select, insert');
-- triggers, at the end: append_only, append_only_truncate

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
            WHEN (debit_account = ANY (ARRAY['write_off'::text, 'recovery'::text])) THEN 'castigo'::text
            WHEN (credit_account = 'recovery'::text) THEN 'recuperacion'::text
            WHEN (credit_account = 'write_off'::text) THEN 'reverso_castigo'::text
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

create view file_uses with (security_invoker=true) as
 SELECT users.company_id,
    'image'::text AS kind,
    ('images/'::text || "substring"(users.avatar_url, '[^/]+$'::text)) AS key,
    'avatar'::text AS used_as,
    concat_ws(' '::text, users.first_name, users.last_name) AS owner,
    true AS is_expected
   FROM users
  WHERE (users.avatar_url IS NOT NULL)
UNION ALL
 SELECT companies.id AS company_id,
    'image'::text AS kind,
    ('images/'::text || "substring"(companies.logo_url, '[^/]+$'::text)) AS key,
    'logo'::text AS used_as,
    NULL::text AS owner,
    true AS is_expected
   FROM companies
  WHERE (companies.logo_url IS NOT NULL)
UNION ALL
 SELECT c.id AS company_id,
    'registration'::text AS kind,
    ('registration/'::text || "substring"(u.url, '[0-9a-f]{64}\.pdf$'::text)) AS key,
    u.used_as,
    NULL::text AS owner,
    true AS is_expected
   FROM (companies c
     CROSS JOIN LATERAL ( VALUES ('chamber_of_commerce'::text,c.chamber_of_commerce_pdf_url), ('updated_rut'::text,c.updated_rut_pdf_url), ('range_of_numbers'::text,c.range_of_numbers_pdf_url)) u(used_as, url))
  WHERE (u.url IS NOT NULL)
UNION ALL
 SELECT d.company_id,
    'annex'::text AS kind,
    (('annexes/'::text || d.stored_name) ||
        CASE d.kind
            WHEN 'pdf'::text THEN '.pdf'::text
            ELSE '.webp'::text
        END) AS key,
    'contract_annex'::text AS used_as,
    ((c.no_contract || ': '::text) || d.title) AS owner,
    true AS is_expected
   FROM (contract_documents d
     JOIN contracts c ON (((c.company_id = d.company_id) AND (c.id = d.contract_id))))
UNION ALL
 SELECT f.company_id,
    'annex'::text AS kind,
    (('annexes/'::text || f.stored) ||
        CASE f.kind
            WHEN 'pdf'::text THEN '.pdf'::text
            ELSE '.webp'::text
        END) AS key,
    'pqr_file'::text AS used_as,
    ((c.reference || ': '::text) || f.name) AS owner,
    true AS is_expected
   FROM (pqr_files f
     JOIN pqr_cases c ON (((c.company_id = f.company_id) AND (c.id = f.case_id))))
UNION ALL
 SELECT e.company_id,
    'evidence'::text AS kind,
    (('evidence/'::text || e.name) ||
        CASE e.kind
            WHEN 'photo'::text THEN '.jpg'::text
            ELSE '.png'::text
        END) AS key,
        CASE
            WHEN (e.report_id IS NULL) THEN 'waiting_evidence'::text
            ELSE 'report_evidence'::text
        END AS used_as,
    COALESCE(c.no_contract, concat_ws(' '::text, u.first_name, u.last_name)) AS owner,
    true AS is_expected
   FROM (((evidence_files e
     JOIN users u ON (((u.company_id = e.company_id) AND (u.id = e.uploaded_by))))
     LEFT JOIN installation_reports r ON (((r.company_id = e.company_id) AND (r.id = e.report_id))))
     LEFT JOIN contracts c ON (((c.company_id = r.company_id) AND (c.id = r.contract_id))))
UNION ALL
 SELECT electronic_documents.company_id,
    'electronic'::text AS kind,
    (('electronic/'::text || electronic_documents.xml_file) || '.xml'::text) AS key,
    'electronic_document'::text AS used_as,
    electronic_documents.number AS owner,
    true AS is_expected
   FROM electronic_documents
  WHERE (electronic_documents.xml_file IS NOT NULL)
UNION ALL
 SELECT bulk_jobs.company_id,
    'bulk'::text AS kind,
    ('bulk/'::text || bulk_jobs.id) AS key,
    'bulk_job'::text AS used_as,
    bulk_jobs.file_name AS owner,
    (bulk_jobs.file_name IS NOT NULL) AS is_expected
   FROM bulk_jobs
  WHERE ((bulk_jobs.file_name IS NOT NULL) OR (bulk_jobs.status = ANY (ARRAY['queued'::text, 'running'::text])));
grant select on file_uses to enlace_app;

grant create on schema public, radius to enlace_platform, enlace_radius_reader, enlace_search; -- only until the functions are theirs

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

CREATE OR REPLACE FUNCTION public.authenticate_api(p_token bytea)
 RETURNS TABLE(token_id uuid, company_id uuid, user_id uuid, role text, name text, scopes text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  end $function$;
alter function authenticate_api(bytea) owner to enlace_platform;
revoke execute on function authenticate_api(bytea) from public;
grant execute on function authenticate_api(bytea) to enlace_login;

CREATE OR REPLACE FUNCTION public.claim_file(p_company uuid, p_storing uuid, p_name text DEFAULT NULL::text, p_bytes integer DEFAULT NULL::integer)
 RETURNS TABLE(key text, was_binned boolean, stored double precision, max double precision)
 LANGUAGE plpgsql
AS $function$
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
  end $function$;
revoke execute on function claim_file(uuid,uuid,text,integer) from public;
grant execute on function claim_file(uuid,uuid,text,integer) to enlace_app;
grant execute on function claim_file(uuid,uuid,text,integer) to enlace_platform;

CREATE OR REPLACE FUNCTION public.count_billed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into billed_totals as t
    select w.company_id, i.issued_on, 'invoice', i.plan, w.kind in ('plan', 'plan_adjustment'), coalesce(c.municipality_code, ''),
      coalesce(c.segment, ''), coalesce(c.stratum, 0), w.vat_treatment, w.vat_bps, count(*) filter (where w.position = 1), sum(w.base),
      sum(w.vat)
    from written w
    -- By key, whatever the statistics say.
    cross join lateral (
      select issued_on, contract_id, kind, coalesce(snapshot ->> 'plan', '') as plan from invoices i
      where i.company_id = w.company_id and i.id = w.invoice_id offset 0
    ) i
    left join lateral (
      select municipality_code, segment, stratum from contracts c where c.company_id = w.company_id and c.id = i.contract_id offset 0
    ) c on true
    where i.kind in ('period', 'one_off') group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict (company_id, day, source, plan, is_fee, municipality_code, segment, stratum, vat_treatment, vat_bps) do update
      set documents = t.documents + excluded.documents, base = t.base + excluded.base, vat = t.vat + excluded.vat;
    return null;
  end $function$;

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

CREATE OR REPLACE FUNCTION public.count_credited()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into billed_totals as t
    select w.company_id, w.issued_on, case when i.kind = 'opening' then 'opening_note' else 'credit_note' end, i.plan,
      coalesce(l.kind in ('plan', 'plan_adjustment'), false), coalesce(c.municipality_code, ''), coalesce(c.segment, ''),
      coalesce(c.stratum, 0), coalesce(l.vat_treatment, 'excluido'), coalesce(l.vat_bps, 0), count(*) filter (where part.place = 1),
      sum((part.value ->> 'base')::bigint), sum((part.value ->> 'vat')::bigint)
    from written w
    cross join lateral jsonb_array_elements(w.lines) with ordinality part (value, place)
    cross join lateral (
      select contract_id, kind, coalesce(snapshot ->> 'plan', '') as plan from invoices i
      where i.company_id = w.company_id and i.id = w.invoice_id offset 0
    ) i
    left join lateral (
      select kind, vat_treatment, vat_bps from invoice_lines l
      where l.company_id = w.company_id and l.invoice_id = w.invoice_id and l.position = (part.value ->> 'position')::smallint offset 0
    ) l on true
    left join lateral (
      select municipality_code, segment, stratum from contracts c where c.company_id = w.company_id and c.id = i.contract_id offset 0
    ) c on true
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict (company_id, day, source, plan, is_fee, municipality_code, segment, stratum, vat_treatment, vat_bps) do update
      set documents = t.documents + excluded.documents, base = t.base + excluded.base, vat = t.vat + excluded.vat;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.count_deleted_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    update stored_totals t set files = t.files - gone.files, bytes = t.bytes - gone.bytes
    from (select company_id, count(*) as files, sum(bytes) as bytes from removed group by company_id) gone
    where t.company_id = gone.company_id;
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
    select company_id, 'invoiced', issued_on, count(*), sum(total) from written
    where kind in ('period', 'one_off') group by company_id, issued_on order by 1, 3
    on conflict (company_id, kind, day) do update set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.count_received()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into received_totals as t
    select company_id, paid_on, 'payment', method, count(*), sum(amount), sum(retefuente + reteiva + reteica) from written
    group by company_id, paid_on, method order by 1, 2, 4
    on conflict (company_id, day, source, method) do update
      set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount, withheld = t.withheld + excluded.withheld;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.count_received_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into received_totals as t
    select w.company_id, w.reversed_on, 'reversal', p.method, count(*), sum(p.amount), sum(p.retefuente + p.reteiva + p.reteica)
    from written w
    cross join lateral (select * from payments p where p.company_id = w.company_id and p.id = w.payment_id offset 0) p
    group by w.company_id, w.reversed_on, p.method order by 1, 2, 4
    on conflict (company_id, day, source, method) do update
      set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount, withheld = t.withheld + excluded.withheld;
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

CREATE OR REPLACE FUNCTION public.count_returned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into received_totals as t
    select company_id, paid_on, 'refund', method, count(*), sum(amount), 0 from written
    group by company_id, paid_on, method order by 1, 2, 4
    on conflict (company_id, day, source, method) do update
      set documents = t.documents + excluded.documents, amount = t.amount + excluded.amount;
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

CREATE OR REPLACE FUNCTION public.count_stored_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    insert into stored_totals as t (company_id, files, bytes)
    select company_id, count(*), sum(bytes) from written group by company_id order by 1
    on conflict (company_id) do update set files = t.files + excluded.files, bytes = t.bytes + excluded.bytes;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.count_upload(p_subject text, p_window integer)
 RETURNS TABLE(count integer, left_s integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if p_subject not like 'evidence:%' then
      raise exception 'this is not a counter of uploads' using errcode = '42501';
    end if;
    return query
      insert into attempts as a (subject, failures) values (p_subject, 1)
      on conflict (subject) do update set
        failures = case when a.window_started_at <= now() - make_interval(secs => p_window) then 1 else a.failures + 1 end,
        window_started_at = case when a.window_started_at <= now() - make_interval(secs => p_window) then now() else a.window_started_at end,
        blocked_until = case when a.window_started_at <= now() - make_interval(secs => p_window) then null else a.blocked_until end
      returning a.failures, ceil(extract(epoch from a.window_started_at - now()) + p_window)::integer;
  end $function$;
alter function count_upload(text,integer) owner to enlace_platform;
revoke execute on function count_upload(text,integer) from public;
grant execute on function count_upload(text,integer) to enlace_app;

CREATE OR REPLACE FUNCTION public.enqueue(task text, payload json, job_key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
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
  declare
    claimed bigint;
  begin
    if new.balance > old.balance and new.disputed_amount = old.disputed_amount then
      select coalesce(sum(d.amount - d.noted_amount), 0) into claimed
      from disputes d where d.company_id = new.company_id and d.invoice_id = new.id and d.resolved_at is null;
      update disputes d set resolved_at = null, outcome = null
      from (
        select p.id, sum(p.amount - p.noted_amount) over (order by p.id) - (p.amount - p.noted_amount) as before
        from disputes p where p.company_id = new.company_id and p.invoice_id = new.id and p.outcome = 'pago'
      ) p
      where d.company_id = new.company_id and d.id = p.id and claimed + p.before < new.balance;
      select least(coalesce(sum(d.amount - d.noted_amount), 0), new.balance) into new.disputed_amount
      from disputes d where d.company_id = new.company_id and d.invoice_id = new.id and d.resolved_at is null;
    elsif new.disputed_amount > new.balance then
      new.disputed_amount := new.balance;
      update disputes d
      set resolved_at = now(), outcome = case when new.credited > old.credited then 'nota_credito' else 'pago' end
      from (
        select o.id, sum(o.amount - o.noted_amount) over (order by o.id) - (o.amount - o.noted_amount) as before
        from disputes o where o.company_id = new.company_id and o.invoice_id = new.id and o.resolved_at is null
      ) o
      where d.company_id = new.company_id and d.id = o.id and o.before >= new.balance;
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

CREATE OR REPLACE FUNCTION public.network_address_taken(p_address inet, p_device uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select exists (select from network_devices d where d.nas_address = p_address and d.id is distinct from p_device)
  $function$;
alter function network_address_taken(inet,uuid) owner to enlace_radius_reader;
revoke execute on function network_address_taken(inet,uuid) from public;
grant execute on function network_address_taken(inet,uuid) to enlace_app;

CREATE OR REPLACE FUNCTION public.network_desired(today date)
 RETURNS TABLE(company_id uuid, service_id uuid, contract_id uuid, device_id uuid, username text, ipv4 inet, on_suspend text, version integer, state text, down_kbps integer, up_kbps integer, no_contract text)
 LANGUAGE sql
 STABLE
AS $function$
    select s.company_id, s.id, s.contract_id, s.device_id, s.username, s.ipv4, s.on_suspend, s.version,
      case when c.status in ('active', 'suspended') and c.active_to < today then 'absent'
           when c.status in ('active', 'awaiting_installation') then 'active'
           when c.status = 'suspended' then 'suspended'
           else 'absent' end,
      split_part(p.download_speed, ' ', 1)::integer * 1000, split_part(p.upload_speed, ' ', 1)::integer * 1000, c.no_contract
    from network_services s
    join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    left join lateral (
      select t.plan_id from contract_terms t
      where t.company_id = c.company_id and t.contract_id = c.id and t.from_on <= greatest(c.active_from, today)
      order by t.from_on desc limit 1
    ) t on true
    join plans p on p.company_id = c.company_id and p.id = coalesce(t.plan_id, c.plan_id)
  $function$;
grant execute on function network_desired(date) to enlace_app;
grant execute on function network_desired(date) to enlace_radius_reader;

CREATE OR REPLACE FUNCTION public.network_digest(p_device uuid, p_packet bytea, p_key text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select decode(md5(p_packet || convert_to(pgp_sym_decrypt(d.radius_secret, p_key), 'UTF8')), 'hex')
    from network_devices d where d.company_id = current_company() and d.id = p_device and d.radius_secret is not null
  $function$;
alter function network_digest(uuid,bytea,text) owner to enlace_radius_reader;
revoke execute on function network_digest(uuid,bytea,text) from public;
grant execute on function network_digest(uuid,bytea,text) to enlace_app;

CREATE OR REPLACE FUNCTION public.network_password(p_company uuid, p_service uuid, p_key text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select pgp_sym_decrypt(s.password, p_key) from network_services s
    join network_devices d on d.company_id = s.company_id and d.id = s.device_id
    where s.company_id = p_company and s.id = p_service and s.password is not null and d.kind = 'routeros' and d.mode = 'enforce'
  $function$;
alter function network_password(uuid,uuid,text) owner to enlace_radius_reader;
revoke execute on function network_password(uuid,uuid,text) from public;
grant execute on function network_password(uuid,uuid,text) to enlace_platform;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_but_undo()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if tg_op = 'DELETE' and coalesce(current_setting('app.undone_import', true), '') <> ''
      and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
      return old;
    end if;
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_filed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if (new.company_id, new.id, new.reference, new.type, new.channel, new.response_channel, new.response_address, new.client_id, new.contract_id,
        new.invoice_id, new.claimed_amount, new.petitioner_name, new.petitioner_type, new.petitioner_identification, new.petitioner_email,
        new.petitioner_phone, new.petitioner_address, new.subject, new.text, new.digest, new.filed_at, new.filed_on, new.filed_by, new.first_answer_by,
        new.filed_typology, new.filed_service, new.filed_disputed, new.data_request, new.is_packaged)
      is distinct from
       (old.company_id, old.id, old.reference, old.type, old.channel, old.response_channel, old.response_address, old.client_id, old.contract_id,
        old.invoice_id, old.claimed_amount, old.petitioner_name, old.petitioner_type, old.petitioner_identification, old.petitioner_email,
        old.petitioner_phone, old.petitioner_address, old.subject, old.text, old.digest, old.filed_at, old.filed_on, old.filed_by, old.first_answer_by,
        old.filed_typology, old.filed_service, old.filed_disputed, old.data_request, old.is_packaged)
      or (old.cun is not null and new.cun is distinct from old.cun
          and (new.cun is null or old.cun = old.reference or coalesce(old.answered_on, old.appeal_answered_on) is not null))
      or new.added_amount < old.added_amount
      or (old.linked_at is not null
          and (new.linked_invoice_id, new.linked_amount, new.linked_at) is distinct from (old.linked_invoice_id, old.linked_amount, old.linked_at)) then
      raise exception 'what was filed in % is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if (new.company_id, new.id, new.case_id, new.text, new.due_at) is distinct from (old.company_id, old.id, old.case_id, old.text, old.due_at)
      or (old.done_at is not null
        and (new.done_at, new.done_by, new.is_stopped) is distinct from (old.done_at, old.done_by, old.is_stopped)) then
      raise exception '% is append-only: what a case owes is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_validated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if (new.company_id, new.id, new.kind, new.invoice_id, new.credit_note_id) is distinct from
       (old.company_id, old.id, old.kind, old.invoice_id, old.credit_note_id)
      or (old.reference is not null and new.reference is distinct from old.reference)
      or (old.status = 'validated' and
          (new.status, new.number, new.cufe, new.payload, new.validated_at, new.issued_on, new.numbering, new.qr_url) is distinct from
          (old.status, old.number, old.cufe, old.payload, old.validated_at, old.issued_on, old.numbering, old.qr_url)) then
      raise exception 'what was sent in % is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
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

CREATE OR REPLACE FUNCTION public.refuse_closed_turn()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    perform from cash_turns t where t.company_id = new.company_id and t.id = new.turn_id and t.closed_at is null for share;
    if not found then
      raise exception 'the turn is closed' using errcode = 'restrict_violation';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_delete_with_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if exists (select from invoice_lines l where l.company_id = old.company_id and l.invoice_id = old.id)
      or exists (select from journal j where j.company_id = old.company_id and j.client_id = old.client_id and j.invoice_id = old.id) then
      raise exception 'an invoice with lines or entries is not deleted' using errcode = 'foreign_key_violation';
    end if;
    return old;
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_entry_of_other_client()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if exists (
      select from written w cross join lateral (
        select exists (
          select from invoices i where i.company_id = w.company_id and i.client_id = w.client_id and i.id = w.invoice_id
        ) as known offset 0
      ) i where w.invoice_id is not null and not i.known
    ) then
      raise exception 'an entry of an invoice that its client does not have' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_line_without_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if exists (
      -- By key, whatever the statistics say.
      select from written w cross join lateral (
        select exists (select from invoices i where i.company_id = w.company_id and i.id = w.invoice_id) as known offset 0
      ) i where not i.known
    ) then
      raise exception 'a line of an invoice that does not exist' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_posted_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    raise exception 'a posted invoice does not change' using errcode = 'restrict_violation';
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_report_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if tg_op = 'UPDATE' and old.evi_vid_url is null and to_jsonb(new) - 'evi_vid_url' = to_jsonb(old) - 'evi_vid_url' then
      return new;
    end if;
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_turn_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if old.closed_at is not null then
      raise exception 'turn % is closed', old.number using errcode = 'restrict_violation';
    end if;
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unknown_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if exists (
      select from (select distinct company_id, run_id from written where run_id is not null) w
      where not exists (select from runs r where r.company_id = w.company_id and r.id = w.run_id)
    ) then
      raise exception 'an invoice of a run that does not exist' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.search_cases(words text)
 RETURNS TABLE(case_id uuid)
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
      'select c.id from pqr_cases c where array[c.company_id] @> array[%L::uuid] and %s', current_company(), likes);
  end $function$;
alter function search_cases(text) owner to enlace_search;
revoke execute on function search_cases(text) from public;
grant execute on function search_cases(text) to enlace_app;

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

CREATE OR REPLACE FUNCTION public.set_aside_jobs()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin return (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null); end $function$;
revoke execute on function set_aside_jobs() from public;
grant execute on function set_aside_jobs() to enlace_platform;

CREATE OR REPLACE FUNCTION public.stuck_jobs()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ begin return (select count(*) from graphile_worker.jobs where last_error is not null); end $function$;
revoke execute on function stuck_jobs() from public;
grant execute on function stuck_jobs() to enlace_platform;

create aggregate sum_bigint(bigint) (sfunc = int8pl, stype = bigint);

CREATE OR REPLACE FUNCTION public.take_operator_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  declare
    series text := new.operator_code || to_char(new.year % 100, 'FM00');
  begin
    perform pg_advisory_xact_lock(hashtextextended('pqr operator ' || new.operator_code, 0));
    if exists (
      select from pqr_taken_numbers where company_id <> new.company_id
        and (number = new.operator_code or number between series || to_char(new.first_number, 'FM0000000000')
          and series || to_char(coalesce(new.last_number, 9999999999), 'FM0000000000'))
    ) then
      raise exception 'another company has the operator code %', new.operator_code
        using errcode = 'unique_violation', constraint = 'pqr_taken_numbers_pkey';
    end if;
    insert into pqr_taken_numbers values (new.operator_code, new.company_id) on conflict do nothing;
    -- A code that was corrected before its first number is free again.
    if tg_op = 'UPDATE' then
      delete from pqr_taken_numbers t where t.number = old.operator_code and t.company_id = old.company_id
        and not exists (select from pqr_ranges r where r.company_id = old.company_id and r.operator_code = old.operator_code);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.take_typed_cun()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    if tg_op = 'UPDATE' then
      if new.cun is not distinct from old.cun then return null; end if;
      delete from pqr_taken_numbers where number = old.cun and company_id = old.company_id;
    end if;
    if new.cun is null or new.cun = new.reference then return null; end if;
    perform pg_advisory_xact_lock(hashtextextended('pqr operator ' || left(new.cun, 4), 0));
    if exists (select from pqr_taken_numbers where number in (new.cun, left(new.cun, 4)) and company_id <> new.company_id) then
      raise exception 'another company has the number %', new.cun using errcode = 'unique_violation', constraint = 'pqr_taken_numbers_pkey';
    end if;
    insert into pqr_taken_numbers values (new.cun, new.company_id) on conflict do nothing;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.undo_import(p_import uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  declare
    company uuid := current_company();
    imported client_imports;
    taken uuid[];
    opened uuid[];
    made uuid[];
    users_made uuid[];
    blocker text;
  begin
    select * into imported from client_imports where company_id = company and id = p_import for update;
    if imported.id is null then return 'absent'; end if;
    if imported.undone_at is not null then return 'undone'; end if;

    select coalesce(array_agg(contract_id) filter (where is_contract_new), '{}'),
      coalesce(array_agg(distinct client_id) filter (where is_client_new), '{}')
    into taken, made from import_records where company_id = company and import_id = p_import;
    select coalesce(array_agg(k.user_id), '{}') into users_made from clients k where k.company_id = company and k.id = any (made);
    select coalesce(array_agg(distinct i.id), '{}') into opened
    from (select distinct client_id from import_records where company_id = company and import_id = p_import) r
    join invoices i on i.company_id = company and i.client_id = r.client_id and i.kind = 'opening' and i.created_at = imported.created_at;

    if exists (select from book_closings b where b.company_id = company and b.position = (
        select max(position) from book_closings where company_id = company)
        and b.closed_through >= (imported.created_at at time zone 'America/Bogota')::date) then
      return 'closed';
    end if;
    select case when j.payment_id is not null then 'payments' else 'invoices' end into blocker
    from (select distinct client_id from import_records where company_id = company and import_id = p_import) r
    join journal j on j.company_id = company and j.client_id = r.client_id and j.created_at > imported.created_at
    order by j.id limit 1;
    if blocker is not null then return blocker; end if;
    if exists (select from contracts c where c.company_id = company and c.id = any (taken) and c.updated_at > imported.created_at)
      or exists (select from contract_terms t where t.company_id = company and t.contract_id = any (taken) and t.created_at > imported.created_at) then
      return 'contracts';
    end if;

    perform from counters where company_id = company
      and (kind = 'contract' or (kind = 'invoice' and prefix in (select prefix from invoices where company_id = company and id = any (opened))))
    order by kind, prefix for update;
    if exists (
      select from (
        select 'contract' as kind, split_part(no_contract, '-', 1) as prefix, count(*) as count, min(split_part(no_contract, '-', 2)::bigint) as first
        from contracts where company_id = company and id = any (taken) group by 2
        union all
        select 'invoice', prefix, count(*), min(number) from invoices where company_id = company and id = any (opened) group by 2
      ) n join counters c on c.company_id = company and c.kind = n.kind and c.prefix = n.prefix
      where c.last <> n.first + n.count - 1) then
      return 'numbers';
    end if;

    perform set_config('app.undone_import', p_import::text, true);
    update counters c set last = c.last - n.count
    from (
      select 'contract' as kind, split_part(no_contract, '-', 1) as prefix, count(*) as count
      from contracts where company_id = company and id = any (taken) group by 2
      union all
      select 'invoice', prefix, count(*) from invoices where company_id = company and id = any (opened) group by 2
    ) n where c.company_id = company and c.kind = n.kind and c.prefix = n.prefix;
    -- The credit of the import that paid documents from before it.
    update invoices i set balance = i.balance + paid.amount
    from (
      select j.invoice_id, sum(j.amount) as amount
      from (select distinct client_id from import_records where company_id = company and import_id = p_import) r
      join journal j on j.company_id = company and j.client_id = r.client_id
      where j.created_at = imported.created_at and j.credit_account = 'receivable' and j.invoice_id <> all (opened)
      group by j.invoice_id
    ) paid where i.company_id = company and i.id = paid.invoice_id;
    delete from journal j using (select distinct client_id from import_records where company_id = company and import_id = p_import) r
    where j.company_id = company and j.client_id = r.client_id and j.created_at = imported.created_at;
    delete from invoice_lines where company_id = company and invoice_id = any (opened);
    delete from invoices where company_id = company and id = any (opened);
    delete from import_records where company_id = company and import_id = p_import;
    delete from suspension_intervals where company_id = company and contract_id = any (taken);
    delete from contract_terms where company_id = company and contract_id = any (taken);
    delete from contracts where company_id = company and id = any (taken);
    delete from clients where company_id = company and id = any (made);
    delete from users where company_id = company and id = any (users_made) and role = 'client';
    delete from plans where company_id = company and id = any (imported.plans);
    update client_imports set undone_at = now() where company_id = company and id = p_import;
    perform set_config('app.undone_import', '', true);
    return null;
  exception when foreign_key_violation then
    get stacked diagnostics blocker = table_name;
    return blocker;
  end $function$;
revoke execute on function undo_import(uuid) from public;
grant execute on function undo_import(uuid) to enlace_app;

CREATE OR REPLACE FUNCTION public.uuid_v7_at(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (encode((SUBSTRING(int8send(((EXTRACT(epoch FROM moment) * (1000)::numeric))::bigint) FROM 3) || '\x70008000000000000000'::bytea), 'hex'::text))::uuid;

CREATE OR REPLACE FUNCTION radius.check_items(p_router text, p_username text, p_key text)
 RETURNS TABLE(id integer, username text, attribute text, value text, op text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select * from radius.items(p_router, p_username, p_key) i where i.id <= 2 order by i.id
  $function$;
alter function radius.check_items(text,text,text) owner to enlace_radius_reader;
revoke execute on function radius.check_items(text,text,text) from public;
grant execute on function radius.check_items(text,text,text) to enlace_radius;

CREATE OR REPLACE FUNCTION radius.items(p_router text, p_username text, p_key text)
 RETURNS TABLE(id integer, username text, attribute text, value text, op text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    #variable_conflict use_column
  begin
    return query
    select i.id, p_username, i.attribute, i.value, ':='
    from (
      -- What the connection must be now. A device in monitor mode cuts no service. Cut before or not at all: on a device that waits for a
      -- person, in a suspended company, and while the worker holds the cut.
      select w.on_suspend, w.ipv4, w.down_kbps, w.up_kbps, d.list_name, s.password,
        w.state = 'suspended' and d.mode = 'enforce'
          and (s.applied_state = 'suspended' or (d.halted is null and k.status = 'active' and not s.is_cut_held)) is true as is_cut
      from network_desired((now() at time zone 'America/Bogota')::date) w
      join network_devices d on d.company_id = w.company_id and d.id = w.device_id
      -- By its key alone: on a table without statistics a join read every service of the company before this one.
      cross join lateral (
        select s.password, s.applied_state, s.is_cut_held from network_services s
        where s.company_id = w.company_id and s.id = w.service_id limit 1
      ) s
      join companies k on k.id = d.company_id
      where w.device_id = p_router::uuid and w.username = p_username and w.state <> 'absent' and d.mode <> 'off' and k.status <> 'closed'
    ) c
    cross join lateral (values
      (1, 'Cleartext-Password', pgp_sym_decrypt(c.password, p_key)),
      (2, 'Auth-Type', case when c.is_cut and c.on_suspend = 'reject' then 'Reject' end),
      -- Seen from the router: what it receives from the client first, the upload.
      (3, 'Mikrotik-Rate-Limit', case when c.is_cut then '256k/256k' else c.up_kbps || 'k/' || c.down_kbps || 'k' end),
      (4, 'Mikrotik-Address-List', case when c.is_cut then c.list_name end),
      (5, 'Framed-IP-Address', host(c.ipv4)),
      (6, 'Acct-Interim-Interval', '600')
    ) i (id, attribute, value)
    where i.value is not null;
  end $function$;
alter function radius.items(text,text,text) owner to enlace_radius_reader;
revoke execute on function radius.items(text,text,text) from public;
grant execute on function radius.items(text,text,text) to enlace_radius;

CREATE OR REPLACE FUNCTION radius.reply_items(p_router text, p_username text)
 RETURNS TABLE(id integer, username text, attribute text, value text, op text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select * from radius.items(p_router, p_username, null) i where i.id > 2 order by i.id
  $function$;
alter function radius.reply_items(text,text) owner to enlace_radius_reader;
revoke execute on function radius.reply_items(text,text) from public;
grant execute on function radius.reply_items(text,text) to enlace_radius;

CREATE OR REPLACE FUNCTION radius.router(p_address text, p_key text)
 RETURNS TABLE(id text, secret text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select d.id::text, pgp_sym_decrypt(d.radius_secret, p_key)
    from (
      select d.* from network_devices d where d.nas_address = p_address::inet and d.radius_secret is not null order by d.created_at, d.id limit 1
    ) d
    join companies k on k.id = d.company_id
    where d.mode <> 'off' and k.status <> 'closed'
  $function$;
alter function radius.router(text,text) owner to enlace_radius_reader;
revoke execute on function radius.router(text,text) from public;
grant execute on function radius.router(text,text) to enlace_radius;

revoke create on schema public, radius from enlace_platform, enlace_radius_reader, enlace_search;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.agreement_notices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.agreement_notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.balance_adjustment_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.balance_adjustment_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.balance_adjustments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.balance_adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.balance_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.balance_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.book_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.book_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF company_id, case_id, invoice_id ON public.bureau_case_invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.bureau_case_invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.bureau_days FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.bureau_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.bureau_notices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.bureau_notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.bureau_policies FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.bureau_policies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.cash_counts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.cash_counts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER open_turn BEFORE INSERT ON public.cash_counts FOR EACH ROW EXECUTE FUNCTION refuse_closed_turn();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.cash_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.cash_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER open_turn BEFORE INSERT ON public.cash_movements FOR EACH ROW EXECUTE FUNCTION refuse_closed_turn();

CREATE TRIGGER append_only BEFORE DELETE ON public.cash_turns FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.cash_turns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_turn BEFORE UPDATE ON public.cash_turns FOR EACH ROW EXECUTE FUNCTION refuse_turn_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.collection_policies FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.collection_policies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.contract_charges FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.contract_charges FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.contract_equipment_values FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.contract_equipment_values FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.contract_signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.contract_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.contract_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.contract_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.credit_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.credit_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_credited AFTER INSERT ON public.credit_notes REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_credited();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.credit_refunds FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.credit_refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_day AFTER INSERT ON public.credit_refunds REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_refunded();
CREATE TRIGGER count_returned AFTER INSERT ON public.credit_refunds REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_returned();
CREATE TRIGGER open_turn BEFORE INSERT ON public.credit_refunds FOR EACH ROW WHEN ((new.turn_id IS NOT NULL)) EXECUTE FUNCTION refuse_closed_turn();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.desk_contacts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.desk_contacts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.electronic_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.electronic_acceptances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER refuse_change_of_validated BEFORE UPDATE ON public.electronic_documents FOR EACH ROW EXECUTE FUNCTION refuse_change_of_validated();
CREATE TRIGGER refuse_removal BEFORE DELETE ON public.electronic_documents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.electronic_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.electronic_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.electronic_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.equipment_moves FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.equipment_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.event_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.event_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.installation_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER video_once BEFORE DELETE OR UPDATE ON public.installation_reports FOR EACH ROW EXECUTE FUNCTION refuse_report_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.invoice_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_but_undo();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_billed AFTER INSERT ON public.invoice_lines REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_billed();
CREATE TRIGGER known_invoice AFTER INSERT ON public.invoice_lines REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_line_without_invoice();

CREATE TRIGGER count_day AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_invoiced();
CREATE TRIGGER follow_balance BEFORE UPDATE OF balance ON public.invoices FOR EACH ROW WHEN ((((new.disputed_amount)::bigint > (new.balance)::bigint) OR ((new.balance)::bigint > (old.balance)::bigint))) EXECUTE FUNCTION follow_balance();
CREATE TRIGGER known_run AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_unknown_run();
CREATE TRIGGER posted_delete BEFORE DELETE ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_change_but_undo();
CREATE TRIGGER posted_truncate BEFORE TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER posted_update BEFORE UPDATE OF company_id, id, prefix, number, kind, client_id, contract_id, period, from_on, to_on, issued_on, due_on, subtotal, vat, total, run_id, snapshot, created_at ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_posted_change();
CREATE TRIGGER without_lines BEFORE DELETE ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_delete_with_lines();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.journal FOR EACH ROW EXECUTE FUNCTION refuse_change_but_undo();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_day AFTER INSERT ON public.journal REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER known_invoice AFTER INSERT ON public.journal REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_of_other_client();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.link_revocations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.link_revocations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE UPDATE ON public.network_tries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.network_tries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON public.network_tries FOR EACH ROW WHEN ((old.at > (now() - '90 days'::interval))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER announce AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.payment_agreement_instalments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.payment_agreement_instalments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.payment_agreement_invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.payment_agreement_invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.payment_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.payment_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_day AFTER INSERT ON public.payment_reversals REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_reversed();
CREATE TRIGGER count_received_back AFTER INSERT ON public.payment_reversals REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_received_back();
CREATE TRIGGER open_turn BEFORE INSERT ON public.payment_reversals FOR EACH ROW WHEN ((new.turn_id IS NOT NULL)) EXECUTE FUNCTION refuse_closed_turn();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_day AFTER INSERT ON public.payments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_collected();
CREATE TRIGGER count_received AFTER INSERT ON public.payments REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_received();
CREATE TRIGGER open_turn BEFORE INSERT ON public.payments FOR EACH ROW WHEN ((new.turn_id IS NOT NULL)) EXECUTE FUNCTION refuse_closed_turn();

CREATE TRIGGER refuse_change_of_cited_report BEFORE UPDATE ON public.pqr_cases FOR EACH ROW WHEN ((new.report_id IS DISTINCT FROM old.report_id)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_filed BEFORE UPDATE ON public.pqr_cases FOR EACH ROW EXECUTE FUNCTION refuse_change_of_filed();
CREATE TRIGGER refuse_removal BEFORE DELETE ON public.pqr_cases FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.pqr_cases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER take_typed_cun AFTER INSERT OR UPDATE OF cun ON public.pqr_cases FOR EACH ROW EXECUTE FUNCTION take_typed_cun();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.pqr_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.pqr_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.pqr_files FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.pqr_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.pqr_mails FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.pqr_mails FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER take_operator_code AFTER INSERT OR UPDATE ON public.pqr_ranges FOR EACH ROW EXECUTE FUNCTION take_operator_code();

CREATE TRIGGER refuse_change_of_task BEFORE UPDATE ON public.pqr_tasks FOR EACH ROW EXECUTE FUNCTION refuse_change_of_task();
CREATE TRIGGER refuse_removal BEFORE DELETE ON public.pqr_tasks FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.pqr_tasks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.pqr_visits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.pqr_visits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.report_equipment FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.report_equipment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.report_speed_tests FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.report_speed_tests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER kept BEFORE DELETE ON public.runs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_truncate BEFORE TRUNCATE ON public.runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER count_deleted_files AFTER DELETE ON public.stored_files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_files();
CREATE TRIGGER count_files AFTER INSERT ON public.stored_files REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.visit_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.visit_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.voucher_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.voucher_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.voucher_numbers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.voucher_numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.voucher_turns FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.voucher_turns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.write_off_moves FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.write_off_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
