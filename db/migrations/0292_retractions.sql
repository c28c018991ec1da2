-- A client that signed at a distance may retract within some business days while the service has not begun (R2.26). The contract is then void,
-- and all that was paid is returned by a day that is fixed when the request is recorded.
alter table contracts
  add column retracted_on date,
  add column retraction_channel text check (retraction_channel in ('oficina', 'telefono', 'correo', 'whatsapp', 'portal')),
  add column refund_by date,
  add constraint contracts_retraction_is_complete
    check ((retracted_on is null) = (retraction_channel is null) and (retracted_on is null) = (refund_by is null)),
  add constraint contracts_retracted_is_cancelled check (retracted_on is null or status = 'cancelled');

insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note) values
  ('contract.retraction_days', '2000-01-01', null, 5, 'business_days', 'Plazo para retractarse de un contrato', 'Ley 1480 de 2011, art. 47', 'partial', 'Desde la firma, si se vendió a distancia y el servicio no ha empezado'),
  ('contract.retraction_refund', '2000-01-01', null, 15, 'calendar_days', 'Devolución de lo pagado después de un retracto', 'Ley 1480 de 2011, art. 47; Ley 2439 de 2024', 'partial', 'El texto de 2011 da 30 días; el de 2024 los reduce: se toma el menor hasta confirmarlo');
