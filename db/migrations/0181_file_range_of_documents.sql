-- The authorisation of the number of a file, so that a document that is written again is exported under its own authorisation after
-- another one took its place. Ids of ranges of files: of `numbering_ranges.provider_range_id`, below zero.
alter table electronic_documents add column file_range_id bigint;
-- Until now a new authorisation took the row of the earlier one, so only a number that is inside its range is known to be of it. The
-- others take a new number when they are written again.
update electronic_documents d set file_range_id = r.provider_range_id
from numbering_ranges r
where r.company_id = d.company_id and r.provider = 'ubl_file' and r.environment = d.environment and r.document = d.kind
  and d.file_number ~ ('^' || r.prefix || '[0-9]{1,15}$') and d.status <> 'validated'
  and substr(d.file_number, length(r.prefix) + 1)::bigint between coalesce(r.from_number, 0) and coalesce(r.to_number, 999999999999999);
-- The numbers of the tests of the DIAN and those of production may be the same.
drop index electronic_documents_file_number;
create unique index electronic_documents_file_number on electronic_documents (company_id, environment, kind, file_number)
where file_number is not null;
