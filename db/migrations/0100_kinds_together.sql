-- The kinds of document of installation reports, visits and PQR together: each of their migrations listed only its own.
alter table counters
  drop constraint counters_kind_check,
  add constraint counters_kind_check check (kind in (
    'contract', 'invoice', 'credit_note', 'receipt', 'reversal', 'refund', 'installation_report', 'pqr', 'pqr_internal')),
  drop constraint counters_prefix_check,
  -- Letters; the code of a municipality (five digits); a year, or the code of an operator and its year.
  add constraint counters_prefix_check check (prefix ~ '^([A-Z]{1,6}|\d{5}|\d{4}(-\d{2})?)$');

alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check
    check (kind in ('invoice', 'receipt', 'reminder', 'credit_note', 'visit', 'pqr'));
