-- At the provider a document without a decision blocks those of its kind: the other kind is sent. A document that the provider does not
-- take again and again lets the others pass.
alter table electronic_queues
  add column invoices_blocked_until timestamptz,
  add column notes_blocked_until timestamptz;
alter table electronic_documents
  add column is_aside boolean not null default false,
  add constraint electronic_documents_aside_waits check (not is_aside or status in ('sending', 'pending_dian'));
create index electronic_documents_heads on electronic_documents (company_id, status, kind, is_aside, id)
  where status in ('queued', 'sending', 'pending_dian');
