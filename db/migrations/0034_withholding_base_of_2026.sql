-- The Consejo de Estado suspended Decreto 572 de 2025 on 2026-05-07 and restored it from July: in between, the minimum base of the
-- withholding on services was four UVT again. The rule is the one of the day of the invoice.
update regulated_parameters set valid_to = '2026-05-07' where key = 'tax.withholding_services_base' and valid_from = '2026-01-01';
insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note) values
  ('tax.withholding_services_base', '2026-05-08', '2026-06-30', 4, 'uvt', 'Base mínima de retefuente por servicios', 'Decreto 572 de 2025 suspendido por el Consejo de Estado (2026-05-07)', 'partial', 'Fuentes secundarias'),
  ('tax.withholding_services_base', '2026-07-01', null, 2, 'uvt', 'Base mínima de retefuente por servicios', 'Decreto 572 de 2025', 'partial', 'La demanda de nulidad sigue (exp. 30229)');
