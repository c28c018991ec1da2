-- A document that the DIAN validated in the environment of tests is worth nothing before it. When the company issues in production, such a
-- document is a trial: its invoice has no document, and may have one of production. A trial stays in its row, which is never edited.
alter table electronic_documents add column is_trial boolean not null default false,
  add constraint electronic_documents_trial_is_of_tests check (not is_trial or (status = 'validated' and environment = 'test'));

drop index electronic_documents_invoice;
create unique index electronic_documents_invoice on electronic_documents (company_id, invoice_id) where kind = 'invoice' and not is_trial;
drop index electronic_documents_note;
create unique index electronic_documents_note on electronic_documents (company_id, credit_note_id) where kind = 'credit_note' and not is_trial;
-- The document of production has the reference of the trial: each environment is another account at the provider.
drop index electronic_documents_reference;
create unique index electronic_documents_reference on electronic_documents (company_id, reference) where reference is not null and not is_trial;

-- What was validated in tests by a company that issues in production now.
update electronic_documents d set is_trial = true, file_try_at = null, events_try_at = null, tacit_at = null
where d.status = 'validated' and d.environment = 'test' and (
  exists (select from credentials c where c.company_id = d.company_id and c.provider = 'factus' and c.environment = 'production' and c.is_on)
  or exists (select from file_issuers f where f.company_id = d.company_id and f.environment = 'production' and f.is_on)
);
-- The missing documents of a month: in tests a trial is still the document of its invoice.
create index electronic_documents_trials on electronic_documents (company_id, invoice_id) where is_trial;
