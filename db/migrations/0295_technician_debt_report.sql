-- The debt by technician, also on a schedule.
alter table report_schedules drop constraint report_schedules_report_check;
alter table report_schedules add constraint report_schedules_report_check check (report in (
  'facturacion', 'recaudo', 'cartera', 'cartera_municipios', 'cartera_planes', 'cartera_tecnicos', 'iva', 'planes', 'clientes', 'pqr', 'actas',
  't12', 't13', 'futic'));
