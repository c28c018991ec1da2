-- Numbers that a regulator can change, each with its days and its legal basis, so that none of them lives in code. The law is
-- the same for every company: no tenant here. A number that changes gets another row; the old one keeps its days.
create table regulated_parameters (
  key text not null check (key ~ '^[a-z]+\.[a-z0-9_]+$'),
  -- 2000-01-01 stands for a beginning that is not on record. Both days belong to the range; without an end it is still in force.
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  -- Pesos are kept in centavos, shares in basis points (1900 is 19 %), hours of the day in minutes since midnight.
  value bigint not null check (value >= 0),
  unit text not null check (
    unit in (
      'pesos', 'bps', 'uvt', 'stratum', 'times', 'minutes', 'minute_of_day', 'hours', 'business_days', 'calendar_days', 'months', 'years'
    )
  ),
  label text not null check (label <> ''),
  legal_basis text not null check (legal_basis <> ''),
  -- verified: read in a source. partial: press, drafts or one operator's practice. general: common knowledge, to be confirmed.
  certainty text not null check (certainty in ('verified', 'partial', 'general')),
  note text not null default '',
  primary key (key, valid_from),
  -- No two values of one key on one day. Keys go in as the range of their hash: text in a gist index asks for an extension.
  constraint regulated_parameters_apart exclude using gist (
    int8range(hashtextextended(key, 0), hashtextextended(key, 0), '[]') with &&,
    daterange(valid_from, valid_to, '[]') with &&
  )
);
grant select on regulated_parameters to enlace_app, enlace_platform;

insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note) values
  -- Taxes and withholdings.
  ('tax.vat_general', '2017-01-01', null, 1900, 'bps', 'IVA general', 'Estatuto Tributario, art. 468', 'verified', 'Internet residencial de estratos 4, 5 y 6, y todo cliente que no es residencial'),
  ('tax.vat_exempt_stratum_max', '2000-01-01', null, 2, 'stratum', 'Último estrato exento de IVA', 'Estatuto Tributario, art. 481; Ley 1819 de 2016', 'partial', 'Exento: la línea lleva base y tarifa 0 %. Falta confirmar el literal'),
  ('tax.vat_excluded_stratum', '2000-01-01', null, 3, 'stratum', 'Estrato excluido de IVA', 'Estatuto Tributario, art. 476, num. 7', 'verified', 'Excluido: la línea no lleva IVA'),
  ('tax.voice_free_minutes', '2000-01-01', null, 325, 'minutes', 'Minutos de voz fija sin IVA al mes', 'Estatuto Tributario, art. 476, num. 8', 'verified', 'Solo estratos 1 a 3'),
  ('tax.uvt', '2025-01-01', '2025-12-31', 4979900, 'pesos', 'Unidad de valor tributario (UVT)', 'Resolución DIAN de la UVT de 2025', 'verified', ''),
  ('tax.uvt', '2026-01-01', '2026-12-31', 5237400, 'pesos', 'Unidad de valor tributario (UVT)', 'Res. DIAN 000238 de 2025', 'verified', 'La de 2027 se agrega cuando la DIAN la publique'),
  ('tax.withholding_services_filer', '2000-01-01', null, 400, 'bps', 'Retefuente por servicios, declarantes', 'Estatuto Tributario, art. 392', 'verified', 'Toda persona jurídica'),
  ('tax.withholding_services_other', '2000-01-01', null, 600, 'bps', 'Retefuente por servicios, no declarantes', 'Estatuto Tributario, art. 392', 'verified', ''),
  ('tax.withholding_services_base', '2000-01-01', '2025-05-31', 4, 'uvt', 'Base mínima de retefuente por servicios', 'Decreto 1625 de 2016', 'verified', ''),
  ('tax.withholding_services_base', '2025-06-01', '2025-12-31', 2, 'uvt', 'Base mínima de retefuente por servicios', 'Decreto 572 de 2025', 'verified', ''),
  ('tax.withholding_services_base', '2026-01-01', null, 2, 'uvt', 'Base mínima de retefuente por servicios', 'Decreto 572 de 2025', 'partial', 'Falta confirmar que siga vigente en 2026'),
  ('tax.vat_withholding', '2000-01-01', null, 1500, 'bps', 'ReteIVA, parte del IVA', 'Estatuto Tributario, art. 437-1', 'verified', 'Solo si quien paga es agente de retención'),
  ('tax.ica_base_bogota', '2000-01-01', null, 4, 'uvt', 'Base mínima de reteICA por servicios en Bogotá', 'Norma distrital de Bogotá', 'verified', 'El Decreto 572 de 2025 no la cambió'),
  -- The contract.
  ('contract.installation_days', '2000-01-01', null, 15, 'business_days', 'Plazo para instalar', 'Contrato único de servicios fijos (RPU de la CRC)', 'verified', 'Si se vence, el cliente puede pedir la devolución y terminar'),
  ('contract.permanence_max', '2000-01-01', null, 12, 'months', 'Permanencia mínima, tope', 'Res. CRC 5050 de 2016, art. 2.1.4.1', 'verified', 'Solo si el cargo de conexión se descuenta o se difiere'),
  ('contract.termination_notice', '2000-01-01', null, 3, 'business_days', 'Aviso para terminar antes del corte', 'Contrato único de servicios fijos (RPU de la CRC)', 'verified', 'Si se pide después, termina en el corte siguiente'),
  ('contract.plan_change_notice', '2000-01-01', null, 3, 'business_days', 'Aviso para cambiar de plan antes del corte', 'Contrato único de servicios fijos (RPU de la CRC)', 'verified', 'Rige desde el período siguiente'),
  ('contract.pause_months', '2000-01-01', null, 2, 'months', 'Suspensión voluntaria, meses por año', 'Contrato único de servicios fijos (RPU de la CRC)', 'verified', 'Se pide antes de que empiece el período'),
  ('contract.pause_window', '2000-01-01', null, 12, 'months', 'Período en que se cuentan las suspensiones voluntarias', 'Criterio de conteo, sin norma leída', 'general', 'Doce meses móviles'),
  ('contract.cession_answer', '2000-01-01', null, 15, 'business_days', 'Respuesta a una cesión', 'Contrato único de servicios fijos (RPU de la CRC)', 'verified', ''),
  ('contract.price_rise_exit', '2000-01-01', null, 30, 'calendar_days', 'Días para retirarse tras un alza no pactada', 'Cláusula de un operador; Circular CRC 107 de 2013', 'partial', 'El derecho a salir es firme; el número de días es de un contrato en uso'),
  -- The invoice.
  ('billing.delivery_notice', '2000-01-01', null, 5, 'business_days', 'Entrega de la factura antes del vencimiento', 'Res. CRC 5050 de 2016, Título II, Capítulo 1', 'verified', ''),
  ('billing.claim_months', '2000-01-01', null, 6, 'months', 'Plazo para reclamar una factura pagada', 'Contrato único de servicios fijos (RPU de la CRC)', 'verified', 'Antes del vencimiento, lo reclamado no se paga hasta resolver'),
  -- Suspension, reconnection and outages.
  ('service.suspension_notice', '2000-01-01', null, 2, 'business_days', 'Aviso antes de suspender por mora', 'Res. CRC 5050 de 2016, Título II, Capítulo 1', 'general', 'El aviso es obligatorio; el número de días no se encontró en la norma'),
  ('service.reconnection_days', '2000-01-01', null, 3, 'business_days', 'Plazo para reconectar después del pago', 'Contrato único de servicios fijos (RPU de la CRC)', 'verified', ''),
  ('service.reconnection_cap', '2026-07-16', null, 198100, 'pesos', 'Tope del cobro por reconexión', 'Ley 2485 de 2025 y proyecto CRC de diciembre de 2025', 'partial', 'Pesos constantes de diciembre de 2025. Falta el acto definitivo de la CRC'),
  ('service.outage_threshold', '2000-01-01', null, 150, 'minutes', 'Falla de internet que se compensa, en el mes', 'Res. CRC 5050 de 2016, art. 2.1.11.1.1', 'partial', 'Más de 2,5 horas, continuas o sumadas. Confirmar tras la Res. CRC 7811 de 2025'),
  ('service.outage_threshold_tv', '2000-01-01', null, 960, 'minutes', 'Falla de televisión que se compensa, en el mes', 'Res. CRC 5050 de 2016, art. 2.1.11.1.1', 'partial', 'Confirmar tras la Res. CRC 7811 de 2025'),
  ('service.outage_factor', '2000-01-01', null, 10000, 'bps', 'Factor de la compensación', 'Fórmula sin confirmar', 'general', 'Tarifa ÷ horas del mes × horas sin servicio × factor'),
  ('service.outage_month_hours', '2000-01-01', null, 720, 'hours', 'Horas del mes en la compensación', 'Fórmula sin confirmar', 'general', ''),
  -- Petitions, complaints and appeals.
  ('pqr.answer_days', '2000-01-01', null, 15, 'business_days', 'Respuesta a una PQR', 'Res. CRC 5050 de 2016, art. 2.1.24.2', 'verified', 'El día uno es el hábil siguiente a la radicación'),
  ('pqr.extension_days', '2000-01-01', null, 15, 'business_days', 'Prórroga de la respuesta', 'Ley 1341 de 2009, art. 54', 'general', 'Para reunir pruebas, con motivo y aviso antes de vencer'),
  ('pqr.extensions_max', '2000-01-01', null, 1, 'times', 'Prórrogas por PQR', 'Ley 1341 de 2009, art. 54', 'general', ''),
  ('pqr.silence_hours', '2000-01-01', null, 72, 'hours', 'Plazo para aplicar el silencio positivo', 'Res. CRC 5050 de 2016, Título II, Capítulo 1', 'partial', ''),
  ('pqr.appeal_days', '2000-01-01', null, 10, 'business_days', 'Plazo del cliente para interponer recurso', 'Res. CRC 5050 de 2016, art. 2.1.24.1.3', 'verified', ''),
  ('pqr.appeal_answer_days', '2000-01-01', null, 15, 'business_days', 'Respuesta al recurso de reposición', 'Ley 1341 de 2009, art. 54', 'general', ''),
  ('pqr.transfer_days', '2000-01-01', null, 5, 'business_days', 'Traslado del expediente a la SIC', 'Res. CRC 5050 de 2016, Título II, Capítulo 1', 'general', 'Desde la notificación de una decisión total o parcialmente en contra'),
  -- When and how often a debtor may be contacted.
  ('contact.weekday_from', '2023-10-10', null, 420, 'minute_of_day', 'Cobranza entre semana, desde', 'Ley 2300 de 2023', 'verified', ''),
  ('contact.weekday_to', '2023-10-10', null, 1140, 'minute_of_day', 'Cobranza entre semana, hasta', 'Ley 2300 de 2023', 'verified', 'A esa hora ya no se contacta'),
  ('contact.saturday_from', '2023-10-10', null, 480, 'minute_of_day', 'Cobranza los sábados, desde', 'Ley 2300 de 2023', 'verified', 'Nunca domingos ni festivos'),
  ('contact.saturday_to', '2023-10-10', null, 900, 'minute_of_day', 'Cobranza los sábados, hasta', 'Ley 2300 de 2023', 'verified', 'A esa hora ya no se contacta'),
  ('contact.channels_per_week', '2023-10-10', null, 1, 'times', 'Canales por semana tras un contacto directo', 'Ley 2300 de 2023', 'verified', ''),
  ('contact.contacts_per_day', '2023-10-10', null, 1, 'times', 'Contactos por día', 'Ley 2300 de 2023', 'verified', ''),
  -- Credit bureaus.
  ('credit.notice_days', '2000-01-01', null, 20, 'calendar_days', 'Aviso antes de reportar a centrales de riesgo', 'Ley 1266 de 2008, art. 12', 'verified', ''),
  ('credit.update_months', '2000-01-01', null, 1, 'months', 'Plazo para actualizar el reporte tras el pago', 'Ley 1266 de 2008', 'verified', ''),
  ('credit.small_debt_share', '2000-01-01', null, 1500, 'bps', 'Deuda pequeña, parte del salario mínimo', 'Ley 2157 de 2021', 'verified', 'Hasta ese monto hacen falta varios avisos'),
  ('credit.small_debt_notices', '2000-01-01', null, 2, 'times', 'Avisos por una deuda pequeña, en días distintos', 'Ley 2157 de 2021', 'verified', 'Y veinte días después del último'),
  ('credit.minimum_wage', '2021-01-01', '2021-12-31', 90852600, 'pesos', 'Salario mínimo mensual', 'Decreto del salario mínimo de 2021', 'verified', 'El decreto de 2026 fue suspendido: falta el valor vigente'),
  -- Personal data.
  ('data.query_days', '2000-01-01', null, 10, 'business_days', 'Respuesta a una consulta de datos', 'Ley 1581 de 2012', 'general', ''),
  ('data.query_extension_days', '2000-01-01', null, 5, 'business_days', 'Prórroga de una consulta de datos', 'Ley 1581 de 2012', 'general', ''),
  ('data.claim_days', '2000-01-01', null, 15, 'business_days', 'Respuesta a un reclamo de datos', 'Ley 1581 de 2012', 'general', ''),
  ('data.claim_extension_days', '2000-01-01', null, 8, 'business_days', 'Prórroga de un reclamo de datos', 'Ley 1581 de 2012', 'general', ''),
  ('data.claim_mark_days', '2000-01-01', null, 2, 'business_days', 'Plazo para marcar «reclamo en trámite»', 'Ley 1581 de 2012', 'general', ''),
  -- Electronic invoicing.
  ('einvoice.numbering_warn', '2000-01-01', null, 1000, 'bps', 'Aviso de numeración por agotarse', 'Margen de prudencia, sin norma leída', 'general', 'Parte del rango autorizado que queda'),
  ('einvoice.numbering_warn_days', '2000-01-01', null, 30, 'calendar_days', 'Aviso de numeración por vencerse', 'Margen de prudencia, sin norma leída', 'general', ''),
  ('einvoice.numbering_block', '2000-01-01', null, 500, 'bps', 'Bloqueo de numeración por agotarse', 'Margen de prudencia, sin norma leída', 'general', 'Parte del rango que queda; un rango vencido bloquea siempre'),
  ('einvoice.contingency_hours', '2000-01-01', null, 48, 'hours', 'Envío después de una contingencia', 'Res. DIAN 000165 de 2023', 'general', 'Desde que termina la falla'),
  -- Records.
  ('records.invoice_years', '2000-01-01', null, 10, 'years', 'Conservación de facturas y contratos', 'Norma de conservación por confirmar', 'general', ''),
  ('records.pqr_years', '2000-01-01', null, 5, 'years', 'Conservación de PQR', 'Norma de conservación por confirmar', 'general', ''),
  -- Reports and contributions.
  ('regulator.futic_share', '2025-01-01', null, 190, 'bps', 'Contraprestación periódica al FUTIC', 'Res. MinTIC 05635 de 2024', 'verified', 'Sobre los ingresos brutos, sin IVA'),
  ('regulator.report_days', '2000-01-01', null, 30, 'calendar_days', 'Plazo de los reportes trimestrales', 'Plazo leído para el sector postal', 'general', 'El de telecomunicaciones puede ser otro'),
  -- Connectivity programmes.
  ('programme.last_mile_stratum_1', '2000-01-01', null, 861300, 'pesos', 'Última Milla, tarifa de estrato 1', 'Proyecto MinTIC Última Milla', 'verified', 'Al mes, anticipada'),
  ('programme.last_mile_stratum_2', '2000-01-01', null, 1907400, 'pesos', 'Última Milla, tarifa de estrato 2', 'Proyecto MinTIC Última Milla', 'verified', 'Al mes, anticipada'),
  ('programme.change_lives_stratum_1', '2000-01-01', null, 1191700, 'pesos', 'Conectividad para Cambiar Vidas, estrato 1', 'Programa Conectividad para Cambiar Vidas', 'partial', 'Al mes, desde 2023-2024; después sube con el IPC'),
  ('programme.change_lives_stratum_2', '2000-01-01', null, 2639100, 'pesos', 'Conectividad para Cambiar Vidas, estrato 2', 'Programa Conectividad para Cambiar Vidas', 'partial', 'Al mes, desde 2023-2024; después sube con el IPC'),
  ('programme.change_lives_months', '2000-01-01', null, 24, 'months', 'Conectividad para Cambiar Vidas, duración', 'Programa Conectividad para Cambiar Vidas', 'partial', ''),
  ('programme.months_without_internet', '2000-01-01', null, 6, 'months', 'Meses sin internet fijo para ser beneficiario', 'Requisitos de los programas de MinTIC', 'verified', 'Con declaración del hogar'),
  ('programme.speed_share', '2000-01-01', null, 10000, 'bps', 'Velocidad medida frente a la contratada', 'Criterio de aceptación, sin norma leída', 'general', 'Si es menor, el acta se guarda sin la marca «cumple»');
