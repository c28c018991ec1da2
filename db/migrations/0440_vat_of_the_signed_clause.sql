-- The VAT rate with which the client read the table of its permanence clause, in basis points; 0 without VAT, null when it is not known.
-- The cost of leaving never passes that table, at whichever address the service is later (docs/decisions/0080).
alter table contracts add column signed_vat_bps integer check (signed_vat_bps between 0 and 10000);
