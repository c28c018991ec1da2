import { type RawBuilder, sql } from 'kysely'
import type { SalesBookRow, SalesBookTotals } from '#domain/accounting/sales-book.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, plus, sum, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { VatTreatment } from '#domain/taxes/charge.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'

export type BookFilter = { from: Day; to: Day; treatment?: VatTreatment | undefined }

type StoredRow = {
  id: string
  kind: SalesBookRow['kind']
  prefix: string
  sequence: number
  issued_on: Day
  client_name: string
  identification: string
  taxed: Money
  vat: Money
  exempt: Money
  excluded: Money
  opening: Money
  total: Money
}

/** The parts of a credit note with the treatment of the line that each credits. */
const noteParts = (note: RawBuilder<unknown>) => sql`
  select l.vat_treatment, (part ->> 'base')::bigint as base, (part ->> 'vat')::bigint as vat
  from ${note} cross join lateral jsonb_array_elements(n.lines) part
  left join lateral (
    select vat_treatment from invoice_lines l
    where l.company_id = n.company_id and l.invoice_id = n.invoice_id and l.position = (part ->> 'position')::smallint offset 0
  ) l on true`

/** The keys of the documents of the book: the invoices billed here and every credit note. */
function keysOf({ from, to, treatment }: BookFilter) {
  const days = sql`between ${from}::date and ${to}::date`
  const invoiceHas =
    treatment === undefined
      ? sql``
      : sql`and exists (select from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id and l.vat_treatment = ${treatment})`
  const noteHas =
    treatment === undefined
      ? sql``
      : sql`and v.kind <> 'opening'
          and exists (select from (${noteParts(sql`(select n.company_id, n.invoice_id, n.lines) n`)}) p where coalesce(p.vat_treatment, 'excluido') = ${treatment})`
  return sql`
    select i.id, 'invoice' as kind, i.issued_on from invoices i
    where i.company_id = (select current_company()) and i.issued_on ${days} and i.kind in ('period', 'one_off') ${invoiceHas}
    union all
    select n.id, case v.kind when 'opening' then 'opening_note' else 'credit_note' end, n.issued_on from credit_notes n
    cross join lateral (select kind from invoices v where v.company_id = n.company_id and v.id = n.invoice_id offset 0) v
    where n.company_id = (select current_company()) and n.issued_on ${days} ${noteHas}`
}

/** A page of the book, in the order of issue. */
export async function listBook(tx: Tx, filter: BookFilter, { limit, offset }: RowRange): Promise<SalesBookRow[]> {
  const sums = sql`coalesce(sum(base) filter (where vat_treatment = 'gravado'), 0)::bigint as taxed, coalesce(sum(vat), 0)::bigint as vat,
    coalesce(sum(base) filter (where vat_treatment = 'exento'), 0)::bigint as exempt,
    coalesce(sum(base) filter (where coalesce(vat_treatment, 'excluido') = 'excluido'), 0)::bigint as excluded`
  const { rows } = await sql<StoredRow>`${REPLAN_EACH_TIME}
    select d.*, k.name as client_name, k.identification
    from (select * from (${keysOf(filter)}) key order by key.issued_on, key.id ${pageOf({ limit, offset })}) page
    cross join lateral (
      select i.id, 'invoice' as kind, i.prefix, i.number as sequence, i.issued_on, i.client_id, s.*, 0::bigint as opening, i.total
      from invoices i cross join lateral (
        select ${sums} from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id
      ) s
      where page.kind = 'invoice' and i.company_id = (select current_company()) and i.id = page.id
      union all
      select n.id, page.kind, 'NC', n.number, n.issued_on, i.client_id, -s.taxed, -s.vat, -s.exempt, -s.excluded, 0, -n.total
      from credit_notes n
      cross join lateral (select client_id from invoices i where i.company_id = n.company_id and i.id = n.invoice_id offset 0) i
      cross join lateral (select ${sums} from (${noteParts(sql`(select n.company_id, n.invoice_id, n.lines) n`)}) p) s
      where page.kind = 'credit_note' and n.company_id = (select current_company()) and n.id = page.id
      union all
      select n.id, page.kind, 'NC', n.number, n.issued_on, i.client_id, 0, 0, 0, 0, -n.total, -n.total
      from credit_notes n
      cross join lateral (select client_id from invoices i where i.company_id = n.company_id and i.id = n.invoice_id offset 0) i
      where page.kind = 'opening_note' and n.company_id = (select current_company()) and n.id = page.id
    ) d
    cross join lateral (
      select name, identification from clients k where k.company_id = (select current_company()) and k.id = d.client_id offset 0
    ) k
    order by page.issued_on, page.id`.execute(tx)
  return rows.map(
    ({
      id,
      kind,
      prefix,
      sequence,
      issued_on,
      client_name,
      identification,
      taxed,
      vat,
      exempt,
      excluded,
      opening,
      total,
    }) => ({
      id,
      kind,
      number: invoiceNumber(prefix, sequence),
      issued_on,
      client: { name: client_name, identification },
      taxed,
      vat,
      exempt,
      excluded,
      opening,
      total,
    }),
  )
}

export async function countBook(tx: Tx, filter: BookFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`${REPLAN_EACH_TIME}
    select count(*)::int as count from (${keysOf(filter)}) key`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The sums of the book, from the totals that the database keeps. */
export async function totalBook(tx: Tx, { from, to }: BookFilter): Promise<SalesBookTotals> {
  const { rows } = await sql<{ treatment: VatTreatment | 'opening'; base: Money; vat: Money }>`
    select case source when 'opening_note' then 'opening' else vat_treatment end as treatment,
      sum(case source when 'invoice' then base else -base end)::bigint as base,
      sum(case source when 'invoice' then vat else -vat end)::bigint as vat
    from billed_totals where company_id = (select current_company()) and day between ${from}::date and ${to}::date
    group by 1`.execute(tx)
  const of = (treatment: VatTreatment | 'opening') => rows.find((one) => one.treatment === treatment)
  const vat = sum(rows.flatMap((one) => (one.treatment === 'opening' ? [] : [one.vat])))
  const [taxed, exempt, excluded] = [
    of('gravado')?.base ?? ZERO,
    of('exento')?.base ?? ZERO,
    of('excluido')?.base ?? ZERO,
  ]
  const opening = plus(of('opening')?.base ?? ZERO, of('opening')?.vat ?? ZERO)
  return { taxed, vat, exempt, excluded, opening, total: sum([taxed, vat, exempt, excluded, opening]) }
}
