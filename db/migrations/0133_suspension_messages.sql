-- The notices before a cut beside the kinds of reports and outages: a migration with a lower number listed them without those.
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check
    check (kind in ('invoice', 'receipt', 'reminder', 'credit_note', 'visit', 'pqr', 'report', 'outage', 'suspension'));
