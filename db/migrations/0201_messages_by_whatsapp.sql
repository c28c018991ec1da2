-- A message by WhatsApp: the template with its variables, beside the words of the e-mail that replaces it when it does not arrive.
alter table messages alter column to_email drop not null,
  add column channel text not null default 'email',
  add column to_phone text,
  -- The notice whose template it is, and its variables.
  add column template text,
  add column template_values jsonb,
  -- The identifier of Meta, and how far it came. A later status never moves it back.
  add column provider_id text,
  add column delivery text,
  add column delivered_at timestamptz,
  add column read_at timestamptz,
  -- The code of Meta of its failure.
  add column failure_code integer,
  -- The e-mail that replaces it.
  add column replaced_by uuid,
  add constraint messages_channel_check check (channel in ('email', 'whatsapp')),
  add constraint messages_template_check check (template in ('reminder', 'notice', 'cut', 'reconnected')),
  add constraint messages_delivery_check check (delivery in ('accepted', 'sent', 'delivered', 'read')),
  add constraint messages_email_has_address check (channel <> 'email' or to_email is not null),
  add constraint messages_whatsapp_has_template check (
    (channel = 'whatsapp') = (to_phone is not null and template is not null and template_values is not null and client_id is not null)
  ),
  add constraint messages_to_phone_check check (to_phone ~ '^3\d{9}$'),
  add constraint messages_replaced_by_fkey foreign key (company_id, replaced_by) references messages (company_id, id),
  drop constraint messages_status_check,
  add constraint messages_status_check
    check (status in ('queued', 'sending', 'held', 'sent', 'failed', 'unknown', 'dropped', 'replaced'));
-- What becomes of it is written in its company; only the claim of the worker works across companies.
grant update (claimed_at, sent_at, cleared_at, provider_id, delivery, delivered_at, read_at, failure_code, replaced_by) on messages to enlace_app;
-- A notice that goes on by e-mail.
grant update (channel, message_id) on collection_notices to enlace_app;

-- A notice by WhatsApp is a message, or one that the desk wrote from its own telephone.
alter table collection_notices drop constraint collection_notices_email_has_message,
  add constraint collection_notices_message_of_channel
    check (case when message_id is null then channel <> 'email' else channel in ('email', 'whatsapp') end);

-- Each channel has its own worker: one that waits does not keep the other waiting.
drop index messages_due;
create index messages_due on messages (channel, next_try_at) where next_try_at is not null;
create index messages_provider on messages (company_id, provider_id) where provider_id is not null;
-- Sent, or perhaps sent, and not delivered: they are looked at a day later.
create index messages_not_delivered on messages (coalesce(sent_at, cleared_at, created_at))
  where channel = 'whatsapp' and status in ('sent', 'unknown') and delivered_at is null;

-- Numbers that WhatsApp does not reach: their notices go by e-mail for a month.
create table whatsapp_unreachable (
  company_id uuid not null default current_company() references companies (id),
  phone text not null check (phone ~ '^3\d{9}$'),
  failure_code integer not null,
  since timestamptz not null,
  primary key (company_id, phone)
);
select protect('whatsapp_unreachable', 'company_id', 'select, insert, update, delete');
