import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Account } from '#domain/ledger/entry.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'

/** The entries of the journal that are in no batch of vouchers. */
const PENDING = sql`j.company_id = (select current_company())
  and not exists (select from voucher_entries v where v.company_id = j.company_id and v.client_id = j.client_id and v.entry_id = j.id)`

export async function countPendingEntries(tx: Tx): Promise<{ entries: number; from_on: Day | null }> {
  const { rows } = await sql<{ entries: number; from_on: Day | null }>`${REPLAN_EACH_TIME}
    select count(*)::int as entries, min(j.posted_on) as from_on from journal j where ${PENDING}`.execute(tx)
  return rows[0] ?? { entries: 0, from_on: null }
}

/** Puts the pending entries up to a day into a batch. Returns how many. The key of each entry refuses a second batch. */
export async function takeEntries(tx: Tx, batch: number, through: Day): Promise<number> {
  const { numAffectedRows } = await sql`${REPLAN_EACH_TIME}
    insert into voucher_entries (client_id, entry_id, batch)
    select j.client_id, j.id, ${batch}::int from journal j where ${PENDING} and j.posted_on <= ${through}::date`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** An entry of a batch with its documents. */
export type BatchEntry = {
  kind: 'invoice' | 'note' | 'receipt' | 'reversal' | 'refund' | 'use' | 'adjustment'
  key: string
  posted_on: Day
  debit: Account
  credit: Account
  amount: Money
  identification: string
  name: string
  prefix: string
  number: number
  invoice_prefix: string | null
  invoice_number: number | null
  due_on: Day | null
  fee: Money
  taxed: Money
  received_in: 'cash' | 'bank' | 'gateway' | 'cash_short'
  retefuente: Money
  reteiva: Money
  reteica: Money
  detail: string
}

/** The entries of a batch by day and document: each document is looked up by key. */
export async function listBatchEntries(tx: Tx, batch: number): Promise<BatchEntry[]> {
  const { rows } = await sql<BatchEntry>`${REPLAN_EACH_TIME}
    select e.kind, e.kind || ' ' || e.document || ' ' || e.posted_on || case when e.kind = 'adjustment' or (e.kind = 'use' and e.debit = 'receivable') then e.debit else '' end as key,
      e.posted_on, e.debit, e.credit, e.amount, k.identification, k.name,
      case e.kind when 'note' then 'NC' when 'receipt' then 'RC' when 'reversal' then 'RV' when 'refund' then 'DV'
        when 'use' then 'CR' when 'adjustment' then 'AJ' else coalesce(i.prefix, 'SI') end as prefix,
      coalesce(case e.kind when 'note' then n.number when 'receipt' then p.number when 'reversal' then r.number when 'refund' then f.number
        else i.number end, 0)::int as number,
      i.prefix as invoice_prefix, i.number::int as invoice_number, i.due_on,
      coalesce(l.fee, 0)::bigint as fee, coalesce(case e.kind when 'note' then t.taxed else l.taxed end, 0)::bigint as taxed,
      case when e.kind = 'reversal' and not r.left_box and p.turn_id is not null then 'cash_short' else coalesce(a.kind, case when coalesce(p.method, f.method) = 'efectivo' then 'cash' when p.method in ('nequi', 'pse', 'bancolombia_transfer') then 'gateway' else 'bank' end) end as received_in,
      coalesce(p.retefuente, 0)::bigint as retefuente, coalesce(p.reteiva, 0)::bigint as reteiva, coalesce(p.reteica, 0)::bigint as reteica,
      case e.kind when 'invoice' then
          case when i.id is null then 'Saldo a favor inicial' else coalesce(i.snapshot ->> 'plan', 'Cobro') || ' ' || i.period end
        when 'note' then n.concept when 'receipt' then 'Pago'
        when 'reversal' then 'Reverso de pago' when 'refund' then 'Devolución de saldo' when 'use' then
          case when e.debit = 'receivable' then 'Pago anulado después de devuelto: ' else 'Cruce de saldo a favor en ' end || i.prefix || '-' || i.number
        else case when e.credit = 'recovery' then 'Recuperación de cartera castigada de ' when e.credit = 'write_off' then 'Reverso del castigo de '
          when e.debit in ('write_off', 'recovery') then 'Castigo de cartera de ' else 'Ajuste al peso de ' end || i.prefix || '-' || i.number end as detail
    from voucher_entries v
    cross join lateral (
      select j.id, j.posted_on, j.debit_account as debit, j.credit_account as credit, j.amount, j.client_id, j.company_id,
        j.invoice_id, j.payment_id, j.credit_note_id, j.refund_id,
        case
          when j.adjustment_id is not null then 'adjustment' when j.refund_id is not null then 'refund' when j.credit_note_id is not null then 'note'
          when j.payment_id is not null and (j.credit_account in ('cash', 'withholding', 'rounding') or (j.debit_account, j.credit_account) = ('receivable', 'credit'))
            then 'reversal'
          when j.payment_id is not null then 'receipt'
          -- Also the debt of a voided payment: clients against advances, no sale, in a series that has the numbers of real invoices.
          when (j.debit_account, j.credit_account) in (('credit', 'receivable'), ('receivable', 'credit')) then 'use'
          else 'invoice'
        end as kind,
        coalesce(j.adjustment_id, j.refund_id, j.credit_note_id, j.payment_id, j.invoice_id, j.id) as document
      from journal j where j.company_id = v.company_id and j.client_id = v.client_id and j.id = v.entry_id offset 0
    ) e
    cross join lateral (select identification, name from clients k where k.company_id = e.company_id and k.id = e.client_id offset 0) k
    left join lateral (
      select prefix, number, due_on, snapshot, period, id from invoices i where i.company_id = e.company_id and i.id = e.invoice_id offset 0
    ) i on true
    left join lateral (
      select sum(base) filter (where kind in ('plan', 'plan_adjustment')) as fee, sum(base) filter (where vat_treatment = 'gravado') as taxed
      from invoice_lines l where l.company_id = e.company_id and l.invoice_id = e.invoice_id and e.kind = 'invoice'
    ) l on true
    left join lateral (select number, concept, lines, invoice_id from credit_notes n where n.company_id = e.company_id and n.id = e.credit_note_id offset 0) n on true
    left join lateral (
      select sum((part ->> 'base')::bigint) as taxed from jsonb_array_elements(n.lines) part
      join invoice_lines x on x.company_id = e.company_id and x.invoice_id = n.invoice_id and x.position = (part ->> 'position')::smallint
      where x.vat_treatment = 'gravado'
    ) t on true
    left join lateral (select * from payments p where p.company_id = e.company_id and p.id = e.payment_id offset 0) p on true
    left join lateral (select number, left_box from payment_reversals r where r.company_id = e.company_id and r.payment_id = e.payment_id offset 0) r on true
    left join lateral (select number, method, account_id from credit_refunds f where f.company_id = e.company_id and f.id = e.refund_id offset 0) f on true
    left join lateral (
      select kind from money_accounts a where a.company_id = e.company_id and a.id = coalesce(p.account_id, f.account_id) offset 0
    ) a on true
    where v.company_id = (select current_company()) and v.batch = ${batch}::int
    order by e.posted_on, 2, e.id`.execute(tx)
  return rows
}
