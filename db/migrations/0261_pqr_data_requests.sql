-- A case about personal data is a query or a claim, each with its own terms (Ley 1581 de 2012, arts. 14 and 15). Null for another subject, and
-- for an appeal.
alter table pqr_cases add data_request text check (data_request in ('consulta', 'reclamo'));
-- Those of before were filed with the fifteen days of a claim, which their receipts state: that is what they are.
update pqr_cases set data_request = 'reclamo' where filed_typology = 'datos_personales' and type in ('peticion', 'queja');
alter table pqr_cases add constraint pqr_cases_data_request_of_its_subject check (
  (data_request is not null) = (filed_typology = 'datos_personales' and type in ('peticion', 'queja')));

create or replace function refuse_change_of_filed() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if (new.company_id, new.id, new.reference, new.type, new.channel, new.response_channel, new.response_address, new.client_id, new.contract_id,
        new.invoice_id, new.claimed_amount, new.petitioner_name, new.petitioner_type, new.petitioner_identification, new.petitioner_email,
        new.petitioner_phone, new.petitioner_address, new.subject, new.text, new.digest, new.filed_at, new.filed_on, new.filed_by, new.first_answer_by,
        new.filed_typology, new.filed_service, new.filed_disputed, new.data_request)
      is distinct from
       (old.company_id, old.id, old.reference, old.type, old.channel, old.response_channel, old.response_address, old.client_id, old.contract_id,
        old.invoice_id, old.claimed_amount, old.petitioner_name, old.petitioner_type, old.petitioner_identification, old.petitioner_email,
        old.petitioner_phone, old.petitioner_address, old.subject, old.text, old.digest, old.filed_at, old.filed_on, old.filed_by, old.first_answer_by,
        old.filed_typology, old.filed_service, old.filed_disputed, old.data_request)
      or (old.cun is not null and new.cun is distinct from old.cun
          and (new.cun is null or old.cun = old.reference or coalesce(old.answered_on, old.appeal_answered_on) is not null)) then
      raise exception 'what was filed in % is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;

insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note) values
  ('pqr.data_query_days', '2000-01-01', null, 10, 'business_days', 'Respuesta a una consulta de datos personales', 'Ley 1581 de 2012, art. 14', 'general', 'El día uno es el hábil siguiente a la radicación'),
  ('pqr.data_query_extension_days', '2000-01-01', null, 5, 'business_days', 'Prórroga de una consulta de datos personales', 'Ley 1581 de 2012, art. 14', 'general', 'Con motivo y aviso antes de vencer'),
  ('pqr.data_claim_days', '2000-01-01', null, 15, 'business_days', 'Respuesta a un reclamo de datos personales', 'Ley 1581 de 2012, art. 15', 'general', 'El día uno es el hábil siguiente a la radicación'),
  ('pqr.data_claim_extension_days', '2000-01-01', null, 8, 'business_days', 'Prórroga de un reclamo de datos personales', 'Ley 1581 de 2012, art. 15', 'general', 'Con motivo y aviso antes de vencer');
