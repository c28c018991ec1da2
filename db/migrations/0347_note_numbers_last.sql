-- A credit note takes its number after its entries, because every other note of the company waits for that number: the reference of the
-- entries to it is checked at the commit, as that of a receipt.
alter table journal alter constraint journal_company_id_credit_note_id_fkey deferrable initially deferred;
