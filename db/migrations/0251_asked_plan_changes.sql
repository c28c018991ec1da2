-- Who asked for a change of plan, on which day and by which channel (R2.10): the change must be provable. Null of a version made before
-- these columns, of a change whose request is not stated, and of a signature.
alter table contract_versions
  add column asked_by text check (asked_by <> ''),
  add column asked_on date,
  add column asked_channel text check (asked_channel in ('oficina', 'telefono', 'correo', 'whatsapp')),
  add constraint contract_versions_asked_is_complete
    check ((asked_by is null) = (asked_on is null) and (asked_by is null) = (asked_channel is null));
