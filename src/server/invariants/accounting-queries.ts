import type { Invariant } from './invariant.ts'

/** The small balances that a company closed, what it wrote off, and the income of its months. */
export const ACCOUNTING_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I23',
    rule: 'cada saldo cerrado o castigado está en el diario por su valor una sola vez, su reverso devuelve lo que queda y su cierre lo suma',
    sql: `
      select a.company_id, a.id::text as example from balance_adjustments a
      left join balance_adjustment_reversals r on r.company_id = a.company_id and r.adjustment_id = a.id
      left join (
        select company_id, adjustment_id, invoice_id, client_id,
          sum(amount) filter (where debit_account in ('adjustment', 'write_off')) as closed,
          sum(amount) filter (where credit_account in ('adjustment', 'write_off')) as reopened,
          sum(case when credit_account = 'recovery' then amount when debit_account = 'recovery' then -amount end) as recovered
        from journal where adjustment_id is not null group by company_id, adjustment_id, invoice_id, client_id
      ) j on j.company_id = a.company_id and j.adjustment_id = a.id and j.invoice_id = a.invoice_id and j.client_id = a.client_id
      left join (
        select company_id, adjustment_id, sum(amount) filter (where kind = 'note') as noted,
          sum(case kind when 'recovery' then amount when 'recovery_reversal' then -amount end) as recovered
        from write_off_moves group by company_id, adjustment_id
      ) m on m.company_id = a.company_id and m.adjustment_id = a.id
      where j.closed is distinct from a.amount
        or coalesce(j.recovered, 0) <> coalesce(m.recovered, 0)
        or coalesce(j.reopened, 0) <> case when r.adjustment_id is null then coalesce(m.noted, 0) else a.amount - coalesce(m.recovered, 0) end
      union all
      select c.company_id, c.id::text from balance_closings c
      left join (
        select company_id, closing_id, count(*) as count, sum(amount) as amount, max(amount) as largest
        from balance_adjustments group by company_id, closing_id
      ) a on a.company_id = c.company_id and a.closing_id = c.id
      where a.count is distinct from c.count or a.amount <> c.amount or a.largest > c.limit_amount`,
  },
  {
    id: 'I24',
    rule: 'cada cierre de saldos pequeños, cada castigo y cada reverso dejó su registro en la bitácora',
    sql: `
      select f.company_id, f.name || ' ' || f.entity_id as example from (
        select company_id, id::text as entity_id, 'small_balances.closed' as name from balance_closings where kind = 'small'
        union all
        select a.company_id, a.id::text, 'write_off.posted' from balance_adjustments a
        join balance_closings c on c.company_id = a.company_id and c.id = a.closing_id and c.kind = 'write_off'
        union all
        select r.company_id, r.adjustment_id::text, case c.kind when 'small' then 'small_balance.reopened' else 'write_off.undone' end
        from balance_adjustment_reversals r
        join balance_adjustments a on a.company_id = r.company_id and a.id = r.adjustment_id
        join balance_closings c on c.company_id = a.company_id and c.id = a.closing_id
      ) f
      where not exists (select from events e where e.company_id = f.company_id and e.name = f.name and e.entity_id = f.entity_id)`,
  },
  {
    id: 'I32',
    rule: 'lo castigado de cada factura es lo que dice el diario, y nadie lo tiene además pagado o anulado',
    sql: `
      select i.company_id, i.prefix || '-' || i.number as example from invoices i
      left join (
        select company_id, invoice_id,
          sum(case when debit_account in ('write_off', 'recovery') then amount when credit_account in ('write_off', 'recovery') then -amount end) as written_off
        from journal where adjustment_id is not null group by company_id, invoice_id
      ) j on j.company_id = i.company_id and j.invoice_id = i.id
      where i.written_off <> coalesce(j.written_off, 0) or i.written_off + i.balance > i.total`,
  },
  {
    id: 'I25',
    rule: 'el ingreso de cada mes por facturas y notas crédito es el del diario: la fecha de un documento es la de su asiento',
    sql: `
      with documents as (
        select i.company_id, to_char(i.issued_on, 'YYYY-MM') as month, i.subtotal::bigint as amount from invoices i where i.kind in ('period', 'one_off')
        union all
        select n.company_id, to_char(n.issued_on, 'YYYY-MM'), -n.subtotal::bigint from credit_notes n
        join invoices i on i.company_id = n.company_id and i.id = n.invoice_id where i.kind in ('period', 'one_off')
        union all
        select company_id, to_char(posted_on, 'YYYY-MM'), case when credit_account = 'revenue' then -amount else amount end::bigint
        from journal where 'revenue' in (debit_account, credit_account))
      select company_id, month as example from documents group by company_id, month having sum(amount) <> 0`,
  },
  {
    id: 'I26',
    rule: 'los totales de los reportes son la suma de sus documentos',
    sql: `
      with moved as (
        select company_id, 'billed ' || day as example, base::bigint + vat::bigint as amount, documents::bigint as documents
        from billed_totals where source = 'invoice'
        union all select company_id, 'billed ' || issued_on, -total::bigint, -1 from invoices where kind in ('period', 'one_off')
        union all select company_id, 'credited ' || day, base::bigint + vat::bigint, documents from billed_totals where source <> 'invoice'
        union all select company_id, 'credited ' || issued_on, -total::bigint, -1 from credit_notes
        union all select company_id, 'vat ' || day || vat_treatment, vat::bigint, 0 from billed_totals where source = 'invoice'
        union all select l.company_id, 'vat ' || i.issued_on || l.vat_treatment, -l.vat::bigint, 0
        from invoice_lines l join invoices i on i.company_id = l.company_id and i.id = l.invoice_id where i.kind in ('period', 'one_off')
        union all select company_id, source || ' ' || day || method, amount::bigint, documents from received_totals
        union all select company_id, 'payment ' || paid_on || method, -amount::bigint, -1 from payments
        union all select r.company_id, 'reversal ' || r.reversed_on || p.method, -p.amount::bigint, -1
        from payment_reversals r join payments p on p.company_id = r.company_id and p.id = r.payment_id
        union all select company_id, 'refund ' || paid_on || method, -amount::bigint, -1 from credit_refunds)
      select company_id, example from moved group by company_id, example having sum(amount) <> 0 or sum(documents) <> 0`,
  },
]
