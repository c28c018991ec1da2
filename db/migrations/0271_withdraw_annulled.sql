-- Invoices that were annulled whole before the DIAN had them, and their notes, waited for ever: they are withdrawn as the new ones are.
with annulled as (
  update electronic_documents d set status = 'withdrawn', reason = null, next_try_at = null, changed_at = now()
  where d.kind = 'invoice' and d.status in ('queued', 'rejected') and not d.is_doubtful and d.file_number is null and (
    select i.total from invoices i where i.company_id = d.company_id and i.id = d.invoice_id
  ) <= (select sum(n.total) from credit_notes n where n.company_id = d.company_id and n.invoice_id = d.invoice_id)
  returning d.company_id, d.id, d.invoice_id
),
notes as (
  update electronic_documents d set status = 'withdrawn', next_try_at = null, changed_at = now()
  from annulled a
  where d.company_id = a.company_id and d.invoice_id = a.invoice_id and d.kind = 'credit_note' and d.status = 'queued'
  returning d.company_id, d.id
)
insert into electronic_steps (company_id, document_id, at, to_status, text, author)
select company_id, id, now(), 'withdrawn', 'La factura se anuló antes de llegar a la DIAN: ni ella ni sus notas se envían', 'Enlace'
from (select company_id, id from annulled union all select company_id, id from notes) withdrawn;
