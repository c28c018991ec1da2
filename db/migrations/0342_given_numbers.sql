-- Whether a range of files gave a number to a document: before that a wrong next number may be corrected downwards. A document may have left
-- its number, so the documents do not show it; the ranges of companies that have a document are taken as used.

alter table numbering_ranges add column has_given boolean not null default false;
update numbering_ranges r set has_given = true
where provider = 'ubl_file' and exists (
  select from electronic_documents d where d.company_id = r.company_id and d.environment = r.environment);
