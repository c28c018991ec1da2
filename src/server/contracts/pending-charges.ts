import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { fractionOf, type Money, minus } from '#domain/core/money.ts'
import type { ChargeKind } from '#domain/taxes/charge.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray, uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'

/*
 * The pending charges of a contract: what its next invoice adds or gives back beside the plan. A change of the contract, an outage or a
 * correction inserts one; it waits; an invoice or a credit note takes it, and then it does not change: only a compensation waits again
 * when a note takes it from its invoice. No other file writes the table.
 */

/** Adds a pending charge, for the next invoice of the contract, and returns its id. `occurred_on`: the holder of that day pays it. */
export async function insertCharge(
  tx: Tx,
  contractId: string,
  charge: {
    kind: ChargeKind
    description: string
    price: Money
    occurred_on: Day
    suspension_id?: string
    not_before?: Day
    equipment_move_id?: string
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('pending_charges')
    .values({ ...charge, contract_id: contractId, quantity: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The charges that wait for the next invoice of a contract, in the order in which they were added. */
export const listWaitingCharges = (tx: Tx, contractId: string) =>
  tx
    .selectFrom('pending_charges')
    .select(['kind', 'description', 'quantity', 'price'])
    .where('contract_id', '=', contractId)
    .where('invoice_id', 'is', null)
    .orderBy('id')
    .execute()

/** Removes the waiting charge of an early exit. Returns the number of the invoice that charged it already; null without one. */
export async function removeExitCharge(tx: Tx, contractId: string): Promise<string | null> {
  await tx
    .deleteFrom('pending_charges')
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'early_exit')
    .where('invoice_id', 'is', null)
    .execute()
  const { rows } = await sql<{ number: string }>`
    select i.prefix || '-' || i.number as number from pending_charges p
    join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = (select current_company()) and p.contract_id = ${contractId} and p.kind = 'early_exit' and i.credited < i.total
    order by p.id desc limit 1`.execute(tx)
  return rows[0]?.number ?? null
}

/** Gives the waiting charge of an early exit another price; nothing without one. */
export async function updateExitCharge(tx: Tx, contractId: string, price: Money): Promise<void> {
  await tx
    .updateTable('pending_charges')
    .set({ price })
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'early_exit')
    .where('invoice_id', 'is', null)
    .execute()
}

/** Removes what a void contract would have charged or given back. Equipment that the client lost is still charged. */
export async function deleteServiceCharges(tx: Tx, contractId: string): Promise<void> {
  await tx
    .deleteFrom('pending_charges')
    .where('contract_id', '=', contractId)
    .where('invoice_id', 'is', null)
    .where('equipment_move_id', 'is', null)
    .execute()
}

/** Removes the waiting charge of equipment that came back. False when an invoice has it already. */
export async function removeEquipmentCharge(tx: Tx, moveId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('pending_charges')
    .where('equipment_move_id', '=', moveId)
    .where('invoice_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Removes the charge of the reconnection after a suspension that waits for an invoice, and returns it; null when none waits. */
export async function removeReconnectionCharge(
  tx: Tx,
  { id, contract_id }: { id: string; contract_id: string },
): Promise<{ price: Money } | null> {
  const removed = await tx
    .deleteFrom('pending_charges')
    .where('contract_id', '=', contract_id)
    .where('suspension_id', '=', id)
    .where('invoice_id', 'is', null)
    .returning('price')
    .executeTakeFirst()
  return removed ?? null
}

/** A compensation for the minutes without service of a month (`month`: YYYY-MM). `price` is negative. */
export type Compensation = { contract_id: string; month: string; price: Money; description: string; occurred_on: Day }

/** Inserts the compensations of many contracts. */
export async function insertCompensations(tx: Tx, charges: readonly Compensation[]): Promise<void> {
  if (charges.length === 0) return
  await sql`
    insert into pending_charges (contract_id, kind, description, price, compensates, occurred_on)
    select n.contract_id, 'compensation', n.description, n.price, n.month, n.occurred_on from unnest(
      ${uuidArray(charges.map(({ contract_id }) => contract_id))}::uuid[], ${textArray(charges.map(({ description }) => description))}::text[],
      ${plainArray(charges.map(({ price }) => price))}::bigint[], ${plainArray(charges.map(({ month }) => month))}::text[],
      ${plainArray(charges.map(({ occurred_on }) => occurred_on))}::date[]
    ) n (contract_id, description, price, month, occurred_on)`.execute(tx)
}

/** A new price and text of a waiting charge. */
export type ChangedCharge = { id: string; contract_id: string; price: Money; description: string }

/** Sets the price and the text of waiting charges, which must be locked. Their range of contracts limits what is read, as in takeCharges. */
export async function updateCharges(tx: Tx, charges: readonly ChangedCharge[]): Promise<void> {
  if (charges.length === 0) return
  const contracts = charges.map(({ contract_id }) => contract_id).toSorted()
  await sql`${REPLAN_EACH_TIME}
    update pending_charges p set price = n.price, description = n.description from unnest(
      ${uuidArray(charges.map(({ id }) => id))}::uuid[], ${plainArray(charges.map(({ price }) => price))}::bigint[],
      ${textArray(charges.map(({ description }) => description))}::text[]
    ) n (id, price, description)
    where p.company_id = (select current_company()) and p.id = n.id and p.invoice_id is null
      and p.contract_id between ${contracts[0]}::uuid and ${contracts.at(-1)}::uuid`.execute(tx)
}

/** Deletes waiting charges, which must be locked. */
export async function deleteCharges(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('pending_charges').where('id', 'in', ids).execute()
}

/** An adjustment of a month that waits for the next invoice. */
export type WaitingAdjustment = { id: string; price: Money }

/** The adjustments of some months that no invoice has yet, by month. */
export async function listWaitingAdjustments(
  tx: Tx,
  monthIds: readonly string[],
): Promise<Map<string, WaitingAdjustment>> {
  const { rows } = await sql<WaitingAdjustment & { adjusted_invoice_id: string }>`
    select id, price, adjusted_invoice_id from pending_charges
    where company_id = (select current_company()) and adjusted_invoice_id = any (${uuidArray(monthIds)}::uuid[]) and invoice_id is null`.execute(
    tx,
  )
  return new Map(rows.map(({ adjusted_invoice_id, ...row }) => [adjusted_invoice_id, row]))
}

/** Replaces the adjustment of a month that waits for the next invoice; null deletes it. */
export async function setWaitingAdjustment(
  tx: Tx,
  month: { id: string; contract_id: string; from_on: Day },
  charge: { description: string; price: Money } | null,
): Promise<void> {
  await tx
    .deleteFrom('pending_charges')
    .where('adjusted_invoice_id', '=', month.id)
    .where('invoice_id', 'is', null)
    .execute()
  if (charge === null) return
  await tx
    .insertInto('pending_charges')
    .values({
      ...charge,
      kind: 'plan_adjustment',
      contract_id: month.contract_id,
      quantity: 1,
      adjusted_invoice_id: month.id,
      occurred_on: month.from_on,
    })
    .execute()
}

/** Deletes the adjustment of a month that waits for the next invoice, and returns what it was; null without one. */
export async function withdrawAdjustment(tx: Tx, monthId: string): Promise<string | null> {
  const row = await tx
    .deleteFrom('pending_charges')
    .where('adjusted_invoice_id', '=', monthId)
    .where('invoice_id', 'is', null)
    .returning('description')
    .executeTakeFirst()
  return row?.description ?? null
}

/**
 * Writes the invoice of each pending charge. The charges are locked, so no other invoice has them. The range of contracts limits the
 * rows that are read: without it the planner may read every charge of the company.
 */
export async function takeCharges(
  tx: Tx,
  taken: readonly { id: string; invoice_id: string; contract_id: string }[],
): Promise<void> {
  if (taken.length === 0) return
  const contracts = taken.map(({ contract_id }) => contract_id).toSorted()
  await sql`${REPLAN_EACH_TIME}
    update pending_charges p set invoice_id = t.invoice
    from unnest(${uuidArray(taken.map(({ id }) => id))}::uuid[], ${uuidArray(taken.map(({ invoice_id }) => invoice_id))}::uuid[]) t (id, invoice)
    where p.company_id = (select current_company()) and p.id = t.id and p.invoice_id is null
      and p.contract_id between ${contracts[0]}::uuid and ${contracts.at(-1)}::uuid`.execute(tx)
}

/**
 * Writes the invoice whose credit note gave a waiting charge back. `left`: the part of its price that no invoice could give, which keeps
 * waiting as a charge of its own; zero when all was given.
 */
export async function takeChargeByNote(
  tx: Tx,
  { id, price }: { id: string; price: Money },
  { invoice_id, left }: { invoice_id: string; left: Money },
): Promise<void> {
  await tx
    .updateTable('pending_charges')
    .set({ invoice_id, price: minus(price, left) })
    .where('id', '=', id)
    .where('invoice_id', 'is', null)
    .execute()
  if (left === 0) return
  await sql`
    insert into pending_charges (contract_id, kind, description, price, compensates, adjusted_invoice_id, occurred_on)
    select contract_id, kind, description, ${left}::bigint, compensates, adjusted_invoice_id, occurred_on from pending_charges
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

/**
 * Lets compensations wait again that a credit note took from the invoice that had given them. `base` and `total`: of the line of the
 * invoice; `amount`: what the note takes of it. All are less than zero, and what waits already of the same days is added up.
 */
export async function reopenCompensations(
  tx: Tx,
  invoiceId: string,
  taken: readonly { description: string; base: Money; total: Money; amount: Money }[],
): Promise<void> {
  for (const { description, base, total, amount } of taken) {
    const { rows } = await sql<{ id: string; price: Money }>`
      select id, price from pending_charges
      where company_id = (select current_company()) and invoice_id = ${invoiceId} and description = ${description} and compensates is not null
      order by price in (${base}, ${total}) desc, id limit 1 for update`.execute(tx)
    const [found] = rows
    if (!found) continue
    const { id, price } = found
    const again = amount === total ? price : fractionOf(price, -1 * amount, -1 * total)
    await sql`
      insert into pending_charges (contract_id, kind, description, price, compensates, occurred_on)
      select contract_id, kind, description, ${again}::bigint, compensates, occurred_on from pending_charges
      where company_id = (select current_company()) and id = ${id}
      on conflict (company_id, contract_id, compensates, occurred_on) where compensates is not null and invoice_id is null
      do update set price = pending_charges.price + excluded.price`.execute(tx)
    if (again === price) await tx.deleteFrom('pending_charges').where('id', '=', id).execute()
    else
      await tx
        .updateTable('pending_charges')
        .set({ price: minus(price, again) })
        .where('id', '=', id)
        .execute()
  }
}
