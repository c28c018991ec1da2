-- What must still be true of a debt when a message about it is sent: else it is dropped, with the reason in `problem`. `cleared_at`: when
-- the contact guard let a message about a debt go, so that a contact of the desk at the same time counts it before it is sent.
alter table messages add column contract_id uuid, add column only_while text, add column cleared_at timestamptz,
  add constraint messages_company_id_contract_id_fkey foreign key (company_id, contract_id) references contracts (company_id, id),
  add constraint messages_only_while_check check (only_while in ('owed', 'noticed', 'cut')),
  add constraint messages_only_while_has_subject check (only_while is null or (client_id is not null
    and case when only_while = 'owed' then invoice_id is not null else contract_id is not null end)),
  drop constraint messages_status_check,
  add constraint messages_status_check check (status in ('queued', 'sending', 'held', 'sent', 'failed', 'unknown', 'dropped'));
grant update (cleared_at) on messages to enlace_platform;
create index messages_cleared on messages (company_id, client_id, cleared_at) where cleared_at is not null;
update messages set only_while = 'owed' where kind = 'reminder' and status in ('queued', 'held') and client_id is not null
  and invoice_id is not null;
update messages m set only_while = 'noticed', contract_id = n.contract_id from collection_notices n
  where n.company_id = m.company_id and n.message_id = m.id and m.status in ('queued', 'held') and m.client_id is not null;
