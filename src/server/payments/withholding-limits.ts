import { sql } from 'kysely'
import type { Parameter } from '#domain/parameters/parameter.ts'
import {
  type EarlierWithheld,
  type WithheldInvoice,
  type WithholdingLimits,
  withholdingLimits,
} from '#domain/payments/withholding-check.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'

/** The payments of a client whose withholdings are read, the oldest first. */
const EARLIER_MAX = 1000

/**
 * The limits of the withholdings of some invoices of a client, by invoice: after their credit notes, with what its payments withheld
 * already. `except`: the payment that is compared with them.
 */
export async function listWithholdingLimits(
  tx: Tx,
  { client_id, ids, except }: { client_id: string; ids: readonly string[]; except: string | null },
  parameters: readonly Parameter[],
): Promise<Map<string, WithholdingLimits>> {
  const earlier = await listEarlier(tx, { client_id, ids, except })
  const all = [...new Set([...earlier.flatMap(({ invoice_ids }) => invoice_ids), ...ids])]
  return withholdingLimits(await listInvoices(tx, all), earlier, parameters)
}

/** The payments with withholdings that paid one of these invoices and are not reversed. */
async function listEarlier(
  tx: Tx,
  { client_id, ids, except }: { client_id: string; ids: readonly string[]; except: string | null },
): Promise<EarlierWithheld[]> {
  const { rows } = await sql<EarlierWithheld>`
    select p.retefuente, p.reteiva, m.invoice_ids from (
      select * from payments p
      where p.company_id = (select current_company()) and p.client_id = ${client_id}::uuid and p.retefuente + p.reteiva > 0
        and p.id is distinct from ${except}::uuid
        and not exists (select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id)
      order by p.id limit ${sql.lit(EARLIER_MAX)}
    ) p
    cross join lateral (
      select array_agg(m.invoice_id order by m.id) as invoice_ids from client_movements m
      where m.company_id = p.company_id and m.client_id = p.client_id and m.payment_id = p.id and m.invoice_id is not null
    ) m
    where m.invoice_ids && ${plainArray(ids)}::uuid[] order by p.id`.execute(tx)
  return rows
}

/** What the invoices charged, less their credit notes. */
async function listInvoices(tx: Tx, ids: readonly string[]): Promise<WithheldInvoice[]> {
  const { rows } = await sql<WithheldInvoice>`
    select i.id, i.issued_on, (i.subtotal - n.subtotal)::bigint as subtotal, (i.vat - n.vat)::bigint as vat
    from unnest(${plainArray(ids)}::uuid[]) key (id)
    cross join lateral (
      select * from invoices i where i.company_id = (select current_company()) and i.id = key.id offset 0
    ) i
    cross join lateral (
      select coalesce(sum(n.subtotal), 0) as subtotal, coalesce(sum(n.vat), 0) as vat from credit_notes n
      where n.company_id = i.company_id and n.invoice_id = i.id
    ) n`.execute(tx)
  return rows
}
