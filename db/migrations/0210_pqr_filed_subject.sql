-- The subject and the service as they were filed, which never change: `typology` and `service` are those of the reports, which the desk
-- may correct. `answered_typology`: the subject with which the answer stated the appeals of the user; a later correction takes none away.
alter table pqr_cases
  add filed_typology text,
  add filed_service text,
  add answered_typology text,
  -- What of the claimed invoice was put in dispute when the case was filed: it is not collected until the answer.
  add filed_disputed centavos check (filed_disputed > 0),
  -- Who of the desk asked the user for the rating, and by which channel; null for a rating that the user gave in the portal.
  add satisfaction_by text check (satisfaction_by <> ''),
  add satisfaction_channel text check (satisfaction_channel in ('telefono', 'oficina', 'correo', 'redes'));

update pqr_cases set filed_typology = typology, filed_service = service,
  answered_typology = case when answered_on is null then null else typology end,
  filed_disputed = (
    select d.amount from disputes d
    where d.company_id = pqr_cases.company_id and d.invoice_id = pqr_cases.invoice_id and d.reference in (
      pqr_cases.reference, regexp_replace(pqr_cases.reference, '^(\d{4})(\d{2})(\d{10})$', '\1-\2-\3'))
    order by d.id limit 1);

alter table pqr_cases
  alter filed_typology set not null,
  alter filed_service set not null,
  add constraint pqr_cases_filed_typology_check check (filed_typology in ('facturacion', 'calidad', 'sin_servicio', 'instalacion',
    'traslado', 'cambio_plan', 'permanencia', 'negativa_contrato', 'suspension', 'corte', 'terminacion', 'cesion', 'atencion',
    'datos_personales', 'fraude', 'otra')),
  add constraint pqr_cases_answered_typology_check check (answered_typology in ('facturacion', 'calidad', 'sin_servicio', 'instalacion',
    'traslado', 'cambio_plan', 'permanencia', 'negativa_contrato', 'suspension', 'corte', 'terminacion', 'cesion', 'atencion',
    'datos_personales', 'fraude', 'otra')),
  add constraint pqr_cases_filed_service_check check (filed_service in ('internet', 'telefonia', 'television')),
  add constraint pqr_cases_rating_asked_how check ((satisfaction_by is null) = (satisfaction_channel is null));

-- A CUN that a person wrote may be corrected before the answer; one of the range of the company never changes.
create or replace function refuse_change_of_filed() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if (new.company_id, new.id, new.reference, new.type, new.channel, new.response_channel, new.response_address, new.client_id, new.contract_id,
        new.invoice_id, new.claimed_amount, new.petitioner_name, new.petitioner_type, new.petitioner_identification, new.petitioner_email,
        new.petitioner_phone, new.petitioner_address, new.subject, new.text, new.digest, new.filed_at, new.filed_on, new.filed_by, new.first_answer_by,
        new.filed_typology, new.filed_service, new.filed_disputed)
      is distinct from
       (old.company_id, old.id, old.reference, old.type, old.channel, old.response_channel, old.response_address, old.client_id, old.contract_id,
        old.invoice_id, old.claimed_amount, old.petitioner_name, old.petitioner_type, old.petitioner_identification, old.petitioner_email,
        old.petitioner_phone, old.petitioner_address, old.subject, old.text, old.digest, old.filed_at, old.filed_on, old.filed_by, old.first_answer_by,
        old.filed_typology, old.filed_service, old.filed_disputed)
      or (old.cun is not null and new.cun is distinct from old.cun
          and (new.cun is null or old.cun = old.reference or old.answered_on is not null)) then
      raise exception 'what was filed in % is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
