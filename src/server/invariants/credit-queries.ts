import type { Invariant } from './invariant.ts'

/**
 * The credit in favour of each client after each row of the journal that moves it (`credit`), and the sum of the advances that a person
 * kept up to that row (`kept`), without those of reversed payments.
 */
const CREDIT_ROWS = `
  select j.company_id, j.client_id, j.debit_account = 'receivable' as is_undone, row_number() over w as place,
    sum(case when j.credit_account = 'credit' then j.amount else -j.amount end) over w as credit,
    sum(case when p.keeps_advance and r.payment_id is null and j.debit_account = 'cash' then j.amount else 0 end) over w as kept
  from journal j
  left join payments p on p.company_id = j.company_id and p.id = j.payment_id
  left join payment_reversals r on r.company_id = p.company_id and r.payment_id = p.id
  where 'credit' in (j.debit_account, j.credit_account)
  window w as (partition by j.company_id, j.client_id order by j.id)`

/**
 * The credit in favour that is not a kept advance. Every use takes the kept advances last, so they were used by the largest sum by
 * which they exceeded the credit. A client with an undone use may have all of them again.
 */
const FREE_CREDIT = `
  select company_id, client_id, (array_agg(credit order by place desc))[1] - greatest(0,
    (array_agg(kept order by place desc))[1] - case when bool_or(is_undone) then 0 else greatest(0, max(kept - credit)) end) as free
  from (${CREDIT_ROWS}) moved group by company_id, client_id`

/** What is to be paid back to each client of its void contracts. */
const OWED = `
  select company_id, client_id, sum(amount - returned) as owed from contract_refunds where closed_on is null group by company_id, client_id`

/** The states of credit in favour, credit notes, reversals and disputes that a sum does not show. */
export const CREDIT_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I19',
    rule: 'el saldo a favor no queda junto a una factura por pagar, salvo un anticipo que una persona dejó y lo que se debe devolver',
    sql: `
      select k.company_id, k.identification as example from (${FREE_CREDIT}) c
      join clients k on k.company_id = c.company_id and k.id = c.client_id
      left join (${OWED}) o on o.company_id = c.company_id and o.client_id = c.client_id
      where c.free > coalesce(o.owed, 0) and exists (
        select from invoices i where i.company_id = c.company_id and i.client_id = c.client_id and i.balance > i.disputed_amount)`,
  },
  {
    id: 'I20',
    rule: 'una factura nunca debe más que su total menos sus notas crédito, y anulada no debe nada',
    sql: `select company_id, prefix || '-' || number as example from invoices where balance > total - credited`,
  },
  {
    id: 'I21',
    rule: 'un pago reversado ya no paga nada: sus movimientos suman cero en cada cuenta y cada factura',
    sql: `
      select distinct r.company_id, 'RC-' || p.number as example from payment_reversals r
      join payments p on p.company_id = r.company_id and p.id = r.payment_id
      join (
        select company_id, payment_id, account, sum(amount) as amount from (
          select company_id, payment_id, debit_account || coalesce(invoice_id::text, '') as account, amount from journal
          where not (debit_account = 'receivable' and credit_account = 'credit')
          union all
          select company_id, payment_id, credit_account || coalesce(invoice_id::text, ''), -amount from journal
          where not (debit_account = 'receivable' and credit_account = 'credit')
        ) side where payment_id is not null group by company_id, payment_id, account
      ) j on j.company_id = r.company_id and j.payment_id = r.payment_id
      where j.amount <> 0`,
  },
  {
    id: 'I22',
    rule: 'lo que se devuelve a un cliente está en el diario por su valor y nunca supera su saldo a favor',
    sql: `
      select r.company_id, 'DV-' || r.number as example from credit_refunds r
      left join (select company_id, refund_id, client_id, sum(amount) as amount from journal
        where refund_id is not null and debit_account = 'credit' and credit_account = 'cash' group by 1, 2, 3) j
        on j.company_id = r.company_id and j.refund_id = r.id and j.client_id = r.client_id
      where j.amount is distinct from r.amount
      union all
      select m.company_id, k.identification from (${CREDIT_ROWS}) m
      join clients k on k.company_id = m.company_id and k.id = m.client_id where m.credit < 0
      union all
      select o.company_id, k.identification from (${OWED}) o
      join clients k on k.company_id = o.company_id and k.id = o.client_id
      left join (
        select company_id, client_id, sum(case when credit_account = 'credit' then amount else -amount end) as credit
        from journal where 'credit' in (debit_account, credit_account) group by company_id, client_id
      ) c on c.company_id = o.company_id and c.client_id = o.client_id
      where o.owed > coalesce(c.credit, 0)`,
  },
  {
    id: 'I29',
    rule: 'lo que de una factura no se cobra es lo que piden sus reclamos abiertos, hasta su saldo',
    sql: `
      select i.company_id, i.prefix || '-' || i.number as example from invoices i
      left join (
        select company_id, invoice_id, sum(amount - noted_amount) as asked from disputes where resolved_at is null group by 1, 2
      ) d on d.company_id = i.company_id and d.invoice_id = i.id
      where i.disputed_amount <> least(i.balance, coalesce(d.asked, 0))`,
  },
]
