-- What clients answer to the messages by WhatsApp. `client_id`: null for a number that no client has.
create table whatsapp_replies (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  -- The identifier of Meta: the same reply arrives more than once.
  provider_id text not null check (length(provider_id) <= 512),
  client_id uuid,
  phone text not null check (phone ~ '^\d{5,20}$'),
  text text not null check (length(text) <= 1000),
  received_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint whatsapp_replies_company_id_client_id_fkey foreign key (company_id, client_id) references clients (company_id, id)
);
create unique index whatsapp_replies_once on whatsapp_replies (company_id, provider_id);
create index whatsapp_replies_client on whatsapp_replies (company_id, client_id, id desc);
create index whatsapp_replies_phone on whatsapp_replies (company_id, phone, received_at);
select protect('whatsapp_replies', 'company_id', 'select, insert');

-- A reply may withdraw a consent.
alter table consents drop constraint consents_channel_check,
  add constraint consents_channel_check check (channel in ('desk', 'portal', 'whatsapp'));

-- A reply names its client by the number that was written to.
create index messages_phone on messages (company_id, to_phone, id desc) where to_phone is not null;
create index clients_phone on clients (company_id, phone) where phone is not null;
