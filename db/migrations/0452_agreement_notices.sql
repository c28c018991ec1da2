-- What a client was notified of about a payment agreement. The message is sent only while it is true; null when the client has no e-mail.
-- An instalment that is due is notified with its place in the agreement and what was missing of it.
create table agreement_notices (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  agreement_id uuid not null,
  message_id uuid,
  kind text not null check (kind in ('made', 'due', 'kept', 'broken', 'cancelled', 'restored')),
  position integer,
  amount centavos check (amount > 0),
  primary key (company_id, id),
  foreign key (company_id, agreement_id) references payment_agreements (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id),
  constraint agreement_notices_due check (case when kind = 'due' then num_nulls(position, amount) = 0
    else num_nonnulls(position, amount) = 0 and message_id is not null end)
);
create index agreement_notices_agreement on agreement_notices (company_id, agreement_id, id);
create unique index agreement_notices_message on agreement_notices (company_id, message_id);
select protect('agreement_notices', 'company_id', 'select, insert');
select append_only('agreement_notices');

alter table messages drop constraint messages_only_while_check,
  add constraint messages_only_while_check check (only_while in ('owed', 'noticed', 'cut', 'bureau', 'agreement'));
