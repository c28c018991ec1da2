-- What the house writes to people: each message once, written in the transaction of what it tells, sent after it. Its id is the
-- message's own at the other end, whatever happens on the way.
create table messages (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  kind text not null check (kind in ('invoice', 'receipt', 'reminder')),
  -- What it is by law: collection and advertising have their hours (Ley 2300 of 2023).
  category text not null check (category in ('transaccional', 'cobranza', 'comercial')),
  client_id uuid,
  invoice_id uuid,
  -- The same news is not told twice.
  dedupe text,
  to_email text not null check (to_email like '%@%'),
  subject text not null,
  text_body text not null,
  html_body text not null,
  sender text not null,
  reply_to text,
  status text not null default 'queued' check (status in ('queued', 'sending', 'held', 'sent', 'failed', 'unknown')),
  tries integer not null default 0,
  -- Why it is not sent yet, in a sentence.
  problem text,
  next_try_at timestamptz,
  claimed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  check ((status in ('queued', 'held')) = (next_try_at is not null)),
  check ((status = 'sent') = (sent_at is not null))
);
create unique index messages_once on messages (company_id, dedupe) where dedupe is not null;
create index messages_due on messages (next_try_at) where next_try_at is not null;
create index messages_claimed on messages (claimed_at) where status = 'sending';
create index messages_newest on messages (company_id, id desc);
create index messages_contacts on messages (company_id, client_id, sent_at) where category <> 'transaccional' and sent_at is not null;
select protect('messages', 'company_id', 'select, insert');
grant update (status, tries, problem, next_try_at) on messages to enlace_app;
grant select on messages to enlace_platform;
grant update (status, tries, problem, next_try_at, claimed_at, sent_at) on messages to enlace_platform;

-- The house settles what no provider answered about.
grant update (outcome, outcome_reason, settled_at) on provider_events to enlace_platform;
