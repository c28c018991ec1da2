-- The dispute of a claim has the number with which its case was filed. One with the CUN that a person wrote by hand lost its case when that
-- CUN was corrected: its answer did not decide it.
update disputes d set reference = c.reference
from pqr_cases c
where c.company_id = d.company_id and coalesce(c.invoice_id, c.linked_invoice_id) = d.invoice_id and c.cun <> c.reference
  and (replace(d.reference, '-', '') = c.cun or exists (
    select from pqr_entries e
    where e.company_id = c.company_id and e.case_id = c.id and e.kind = 'cun_set'
      and position('; antes decía ' || d.reference || '. Motivo: ' in e.text) > 0));
