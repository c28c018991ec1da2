-- The report of cases by their type (RPT-01): how many of each, and in how many days they were answered.
alter table report_schedules drop constraint report_schedules_report_check, add constraint report_schedules_report_check check (report in (
  'facturacion', 'recaudo', 'cartera', 'cartera_municipios', 'cartera_planes', 'cartera_tecnicos', 'iva', 'planes', 'clientes', 'pqr', 'pqr_tipos', 'actas', 't12',
  't13', 'futic'));
-- Appeals are counted by their own day.
create index pqr_cases_appeals on pqr_cases (company_id, appealed_on) where appealed_on is not null;
