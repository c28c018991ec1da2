-- The e-mail of a change of a contract: of its plan, its address, its holder, a pause or its end.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in ('invoice', 'receipt', 'reminder', 'credit_note', 'visit', 'contract',
  'pqr', 'report', 'outage', 'suspension'));
