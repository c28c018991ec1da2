-- An invoice that was annulled whole before the DIAN had it is not sent, and neither are its notes: both are withdrawn.
alter table electronic_documents drop constraint electronic_documents_status_check;
alter table electronic_documents add constraint electronic_documents_status_check
  check (status in ('queued', 'sending', 'pending_dian', 'rejected', 'manual', 'validated', 'withdrawn'));
alter table electronic_steps drop constraint electronic_steps_to_status_check;
alter table electronic_steps add constraint electronic_steps_to_status_check
  check (to_status in ('queued', 'sending', 'pending_dian', 'rejected', 'manual', 'validated', 'withdrawn'));
