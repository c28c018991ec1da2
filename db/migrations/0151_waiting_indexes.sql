-- Whether a client has a payment that is not settled is asked of every contract with a debt; few attempts are open.
create index payment_attempts_open on payment_attempts (company_id, client_id)
  where status in ('created', 'submitted', 'pending', 'unknown');

-- The documents that are not settled, the one to send first.
create index electronic_documents_waiting on electronic_documents (company_id, next_try_at nulls first)
  where status in ('queued', 'sending', 'pending_dian');
