-- The number of a company at the WhatsApp Cloud API, one for each company. The token, the app secret and the verify token are encrypted.
create table whatsapp_accounts (
  company_id uuid not null default current_company() references companies (id),
  phone_number_id text not null check (phone_number_id ~ '^\d{5,20}$'),
  waba_id text not null check (waba_id ~ '^\d{5,20}$'),
  sealed bytea not null,
  last_four jsonb not null,
  -- The last part of the address of its webhook.
  endpoint_key text not null check (length(endpoint_key) >= 32),
  -- As Meta writes it; null until a test read it.
  display_phone text,
  -- The notices of collections that go by WhatsApp.
  notices text[] not null default '{}',
  set_by text not null,
  set_at timestamptz not null default clock_timestamp(),
  tested_at timestamptz,
  problem text,
  is_on boolean not null default false,
  -- The last event with a valid signature, and the last one without it.
  event_at timestamptz,
  refused_at timestamptz,
  primary key (company_id),
  constraint whatsapp_accounts_notices_check check (notices <@ array['reminder', 'notice', 'cut', 'reconnected'])
);
create index whatsapp_accounts_endpoint on whatsapp_accounts (endpoint_key);
select protect('whatsapp_accounts', 'company_id', 'select, insert, update');
grant select, update (sealed, is_on, tested_at, problem) on whatsapp_accounts to enlace_platform;

-- The templates of the notices as Meta has them. One that is not approved is not sent: its notice goes by e-mail.
create table whatsapp_templates (
  company_id uuid not null default current_company() references companies (id),
  notice text not null,
  status text not null,
  -- As Meta classified it, which decides its price. Null until Meta says it.
  category text check (length(category) <= 40),
  problem text,
  checked_at timestamptz not null default clock_timestamp(),
  primary key (company_id, notice),
  constraint whatsapp_templates_notice_check check (notice in ('reminder', 'notice', 'cut', 'reconnected')),
  constraint whatsapp_templates_status_check check (status in ('missing', 'pending', 'approved', 'rejected', 'paused', 'disabled', 'different'))
);
select protect('whatsapp_templates', 'company_id', 'select, insert, update, delete');

-- What a message costs the company, from a day on. Meta changes its prices on the first day of a quarter.
create table whatsapp_prices (
  company_id uuid not null default current_company() references companies (id),
  starts_on date not null,
  price centavos not null check (price >= 0),
  set_by text not null,
  set_at timestamptz not null default clock_timestamp(),
  primary key (company_id, starts_on)
);
select protect('whatsapp_prices', 'company_id', 'select, insert, update');
