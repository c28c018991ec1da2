-- The files of an e-mail. The bytes are removed when it was sent: the digest remains as the proof of what was sent.
create table message_files (
  company_id uuid not null default current_company() references companies (id),
  message_id uuid not null,
  name text not null check (name <> ''),
  type text not null check (type <> ''),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bytea check (length(bytes) between 1 and 5242880),
  primary key (company_id, message_id, name),
  foreign key (company_id, message_id) references messages (company_id, id)
);
select protect('message_files', 'company_id', 'select, insert');
grant select on message_files to enlace_platform;
grant update (bytes) on message_files to enlace_platform;

alter table messages drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in ('invoice', 'receipt', 'reminder', 'credit_note', 'pqr'));
