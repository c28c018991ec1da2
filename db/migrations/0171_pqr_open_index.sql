-- The open cases of a company in the order of the queue: a page and its count read no closed case.
create index pqr_cases_open on pqr_cases (company_id, due_at, id desc) where status <> 'cerrada';
