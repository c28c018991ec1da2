-- The day of issue that an electronic document itself has. For a file that a person signs it is the day of the file, or the day that the
-- signer gave it, and not the day on which the validation was confirmed. Null: the day of the validation.
alter table electronic_documents add column issued_on date;
create index electronic_documents_issued on electronic_documents (company_id, issued_on) where issued_on is not null;

create or replace function refuse_change_of_validated() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
  begin
    if (new.company_id, new.id, new.kind, new.invoice_id, new.credit_note_id) is distinct from
       (old.company_id, old.id, old.kind, old.invoice_id, old.credit_note_id)
      or (old.reference is not null and new.reference is distinct from old.reference)
      or (old.status = 'validated' and
          (new.status, new.number, new.cufe, new.payload, new.validated_at, new.issued_on, new.numbering, new.qr_url) is distinct from
          (old.status, old.number, old.cufe, old.payload, old.validated_at, old.issued_on, old.numbering, old.qr_url)) then
      raise exception 'what was sent in % is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
