-- Ley 2108 de 2021: internet is an essential service. While the switch is 1, no service is cut for arrears (R2.22).
alter table regulated_parameters drop constraint regulated_parameters_unit_check,
  add constraint regulated_parameters_unit_check check (unit in ('pesos', 'bps', 'uvt', 'stratum', 'times', 'minutes', 'minute_of_day',
    'hours', 'business_days', 'calendar_days', 'months', 'years', 'switch'));
insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note) values
  ('service.emergency_no_cut', '2000-01-01', null, 0, 'switch', 'Cortes por mora durante una emergencia', 'Ley 2108 de 2021', 'verified', 'La ley no prohíbe el corte por falta de pago del servicio fijo: se registra aquí cuando una norma lo suspende, con sus fechas');
