-- The rest of what a company says of itself, and the three documents it was admitted with.
alter table companies
  add column tic text,
  add column instagram_url text,
  add column facebook_url text,
  add column qr_url text,
  add column chamber_of_commerce_pdf_url text,
  add column updated_rut_pdf_url text,
  add column range_of_numbers_pdf_url text;
create index companies_status on companies (kind, status);
-- How big a company is: the platform counts, and sees nothing else of them.
grant select (company_id) on clients to enlace_platform;
grant select (company_id, period) on invoices to enlace_platform;
