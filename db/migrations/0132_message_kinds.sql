-- The kinds of messages of reports and outages together: the migration of each listed only its own.
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check
    check (kind in ('invoice', 'receipt', 'reminder', 'credit_note', 'visit', 'pqr', 'report', 'outage'));
