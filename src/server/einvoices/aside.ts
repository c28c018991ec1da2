import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import type { ClaimedDocument } from './claim.ts'
import { writePending } from './outcome.ts'

const LOST = 'Se perdió la respuesta: se pregunta por su referencia'
const ASIDE = 'Factus no lo recibe: se sigue intentando, y los demás documentos no lo esperan'
/** A document that the provider did not have before so many tries, and whose answer was lost each time, lets the others pass. */
const ASIDE_TRIES = 4
/** When more documents fail so, the provider does: the others wait in order. */
const ASIDE_MAX = 3

/** The answer of a try was lost. `isAbsent`: the provider answers, and did not have the document before the try. */
export async function writeLost(tx: Tx, claimed: ClaimedDocument, isAbsent: boolean, now: Date): Promise<void> {
  const isAside = isAbsent && (await mayStepAside(tx, claimed))
  await writePending(tx, claimed, { text: isAside ? ASIDE : LOST, now, isAside })
}

async function mayStepAside(tx: Tx, { tries, isAside }: ClaimedDocument): Promise<boolean> {
  if (isAside || tries < ASIDE_TRIES) return isAside
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from electronic_documents
    where company_id = (select current_company()) and status = 'pending_dian' and is_aside`.execute(tx)
  return (rows[0]?.count ?? 0) < ASIDE_MAX
}
