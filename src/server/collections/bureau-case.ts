import type { Day } from '#domain/core/days.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockAccounts } from '#server/ledger/accounts.ts'
import { type DerivedCase, readCases } from './bureau-cases.ts'

const ABSENT = 'Esa deuda no está en la lista'

/** A case with what is next for it. Throws a 404 Refusal. */
export async function readCase(tx: Tx, id: string, today: Day): Promise<DerivedCase> {
  const [one] = await readCases(tx, { id }, today)
  if (!one) throw notFound(ABSENT)
  return one
}

/** Cases with the accounts of their clients locked: a payment before it counts, and one after it waits. */
export async function lockCases(tx: Tx, ids: readonly string[], today: Day): Promise<DerivedCase[]> {
  const found = await Promise.all(ids.map((id) => readCase(tx, id, today)))
  await lockAccounts(
    tx,
    found.map(({ client }) => client.id),
  )
  return Promise.all(ids.map((id) => readCase(tx, id, today)))
}

/** The same of one case. */
export async function lockCase(tx: Tx, id: string, today: Day): Promise<DerivedCase> {
  const [one] = await lockCases(tx, [id], today)
  if (!one) throw notFound(ABSENT)
  return one
}
