/** Every number of every series: `company_id`, `kind`, `prefix`, `number`. */
export const NUMBERS = `
  select company_id, 'invoice' as kind, prefix, number from invoices
  union all select company_id, 'receipt', 'RC', number from payments
  union all select company_id, 'credit_note', 'NC', number from credit_notes
  union all select company_id, 'reversal', 'RV', number from payment_reversals
  union all select company_id, 'refund', 'DV', number from credit_refunds
  union all select company_id, 'installation_report', municipality_code, consecutive from installation_reports
  union all select company_id, 'contract', split_part(no_contract, '-', 1), split_part(no_contract, '-', 2)::bigint from contracts
  union all select company_id, 'pqr_internal', split_part(reference, '-', 2), split_part(reference, '-', 3)::bigint
    from pqr_cases where reference like 'RI-%'
  union all select c.company_id, 'pqr', left(c.reference, 4) || '-' || substr(c.reference, 5, 2),
      substr(c.reference, 7)::bigint - coalesce(r.first_number - 1, 0)
    from pqr_cases c left join pqr_ranges r on r.company_id = c.company_id and r.operator_code = left(c.reference, 4)
      and r.year % 100 = substr(c.reference, 5, 2)::int
    where c.reference ~ '^[0-9]{16}$'`

/** The counters with a number. A series of CUN begins at the first number of its range, which counts as 1. */
export const COUNTERS = `
  select * from (
    select c.company_id, c.kind, c.prefix, c.last - coalesce(r.first_number - 1, 0) as last, c.max - coalesce(r.first_number - 1, 0) as max
    from counters c left join pqr_ranges r on c.kind = 'pqr' and r.company_id = c.company_id
      and c.prefix = r.operator_code || '-' || lpad((r.year % 100)::text, 2, '0')
  ) counted where last > 0`
