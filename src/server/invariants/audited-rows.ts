/** Every row that must have an event in the audit log, with the name of the event. */
export const AUDITED_ROWS = `
  select company_id, id::text as entity_id, 'payment.registered' as name from payments
  union all select company_id, payment_id::text, 'payment.reversed' from payment_reversals
  union all select company_id, id::text, 'credit_note.created' from credit_notes
  union all select company_id, id::text, 'credit.refunded' from credit_refunds
  union all select company_id, id::text, 'invoice.created' from invoices where kind = 'one_off'
  union all select company_id, invoice_id::text, 'dispute.opened' from disputes
  union all select company_id, contract_id::text, 'contract.signed' from contract_signatures
  union all select company_id, id::text, 'cash_turn.opened' from cash_turns
  union all select company_id, id::text, 'cash_turn.closed' from cash_turns where closed_at is not null
  union all select company_id, id::text, 'run.finished' from runs where status = 'done'`
