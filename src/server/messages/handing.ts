import { sql } from 'kysely'
import { nextTryAt } from '#domain/messages/message.ts'
import type { Tx } from '#server/core/tx.ts'

/** A message of one claim. Its claim ends by itself, so another process may have it since. */
export type Claimed = { company_id: string; id: string; claimed_at: Date }

/**
 * Records that a claimed message is handed over now: from here on it may arrive. False when its claim has ended, so that it is not sent
 * twice.
 */
export async function handMessage(tx: Tx, { company_id, id, claimed_at }: Claimed, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update messages set handed_at = ${now}
    where company_id = ${company_id} and id = ${id} and status = 'sending' and claimed_at = ${claimed_at}`.execute(tx)
  return numAffectedRows === 1n
}

/** What was not handed over was no contact. One of an earlier try that may have arrived stays. */
const EARLIER_CONTACT = sql`case when cleared_at >= claimed_at then null else cleared_at end`

type PutBack = { status: 'queued' | 'failed'; problem: string; next_try_at: Date | null }

/** What becomes of a message that an error kept from being handed over. */
export function putBackResult(tries: number, now: Date): PutBack {
  const next_try_at = nextTryAt(tries, now)
  return next_try_at === null
    ? { status: 'failed', problem: 'No se pudo preparar en un día: envíalo otra vez', next_try_at }
    : { status: 'queued', problem: 'No se pudo preparar: lo seguimos intentando', next_try_at }
}

/** Puts a claimed message back that an error kept from being handed over. One that was handed over stays: it may have arrived. */
export async function putBack(tx: Tx, { company_id, id, claimed_at }: Claimed, result: PutBack): Promise<void> {
  await sql`
    update messages set status = ${result.status}, problem = ${result.problem}, next_try_at = ${result.next_try_at},
      claimed_at = null, cleared_at = ${EARLIER_CONTACT}
    where company_id = ${company_id} and id = ${id} and status = 'sending' and claimed_at = ${claimed_at}
      and handed_at is null`.execute(tx)
}

/**
 * Ends the claims of before an instant, whose process crashed. A message that was handed over before it becomes `unknown`; one that was
 * not handed over is due again.
 */
export async function endClaims(tx: Tx, before: Date, now: Date): Promise<void> {
  await sql`
    update messages set status = 'unknown', claimed_at = null,
      problem = 'El servidor se detuvo mientras se enviaba: puede que haya llegado'
    where status = 'sending' and claimed_at < ${before} and handed_at < ${before}`.execute(tx)
  await sql`
    update messages set status = 'queued', next_try_at = ${now}, claimed_at = null, cleared_at = ${EARLIER_CONTACT},
      problem = 'El servidor se detuvo antes de enviarlo'
    where status = 'sending' and claimed_at < ${before} and handed_at is null`.execute(tx)
}
