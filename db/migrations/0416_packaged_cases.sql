-- Whether the service that a case is about was sold in a package when the case was filed: what its plan becomes later does not change it.
alter table pqr_cases add column is_packaged boolean not null default false;

create or replace function refuse_change_of_filed() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if (new.company_id, new.id, new.reference, new.type, new.channel, new.response_channel, new.response_address, new.client_id, new.contract_id,
        new.invoice_id, new.claimed_amount, new.petitioner_name, new.petitioner_type, new.petitioner_identification, new.petitioner_email,
        new.petitioner_phone, new.petitioner_address, new.subject, new.text, new.digest, new.filed_at, new.filed_on, new.filed_by, new.first_answer_by,
        new.filed_typology, new.filed_service, new.filed_disputed, new.data_request, new.is_packaged)
      is distinct from
       (old.company_id, old.id, old.reference, old.type, old.channel, old.response_channel, old.response_address, old.client_id, old.contract_id,
        old.invoice_id, old.claimed_amount, old.petitioner_name, old.petitioner_type, old.petitioner_identification, old.petitioner_email,
        old.petitioner_phone, old.petitioner_address, old.subject, old.text, old.digest, old.filed_at, old.filed_on, old.filed_by, old.first_answer_by,
        old.filed_typology, old.filed_service, old.filed_disputed, old.data_request, old.is_packaged)
      or (old.cun is not null and new.cun is distinct from old.cun
          and (new.cun is null or old.cun = old.reference or coalesce(old.answered_on, old.appeal_answered_on) is not null))
      or new.added_amount < old.added_amount
      or (old.linked_at is not null
          and (new.linked_invoice_id, new.linked_amount, new.linked_at) is distinct from (old.linked_invoice_id, old.linked_amount, old.linked_at)) then
      raise exception 'what was filed in % is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
