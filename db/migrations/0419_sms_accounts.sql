-- The account of a company at a gateway of text messages, one for each company. The key is encrypted.
create table sms_accounts (
  company_id uuid not null default current_company() references companies (id),
  -- The address of the call that sends.
  url text not null check (length(url) <= 300),
  -- The short code from which the messages leave.
  sender text not null check (sender ~ '^\d{5,6}$'),
  sealed bytea not null,
  last_four text not null,
  -- What one part of a message costs the company; null until it is written.
  part_price centavos check (part_price >= 0),
  set_by text not null,
  set_at timestamptz not null default clock_timestamp(),
  tested_at timestamptz,
  problem text,
  is_on boolean not null default false,
  primary key (company_id)
);
select protect('sms_accounts', 'company_id', 'select, insert, update');
grant select, update (sealed, is_on, tested_at, problem) on sms_accounts to enlace_platform;

-- A text message: `text_body` is what the telephone shows. It has no e-mail that replaces it.
alter table messages drop constraint messages_channel_check,
  add constraint messages_channel_check check (channel in ('email', 'whatsapp', 'sms')),
  add constraint messages_sms_has_phone check (channel <> 'sms' or (to_phone is not null and client_id is not null));

-- A notice by text message is a message, or one that the desk wrote from its own telephone.
alter table collection_notices drop constraint collection_notices_message_of_channel,
  add constraint collection_notices_message_of_channel
    check (case when message_id is null then channel <> 'email' else channel in ('email', 'whatsapp', 'sms') end);
