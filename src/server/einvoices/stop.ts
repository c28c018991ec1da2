import { nextTryAt } from '#domain/einvoices/lifecycle.ts'
import { REASONS } from '#domain/einvoices/rejection.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockHead } from './head.ts'
import { clearQueue, stopQueue } from './lease.ts'
import { insertSteps } from './outcome.ts'

const FAILED = 'Enlace tuvo un error al enviar los documentos: lo intenta de nuevo solo, cada vez con más espera.'

/** Stops the queue after a failure of Enlace, with growing waits. Returns the failures in a row, from 1. */
export async function stopAfterError(tx: Tx, now: Date): Promise<number> {
  const before = await tx.selectFrom('electronic_queues').select(['problem', 'failures']).executeTakeFirst()
  const failures = before?.problem === 'error' ? before.failures + 1 : 1
  await stopQueue(tx, { problem: 'error', text: FAILED, until: nextTryAt(failures, now) }, now)
  return failures
}

/** Leaves the first document of the queue, whose sending fails, to a person; the others are sent. */
export async function giveUpFirst(tx: Tx, now: Date): Promise<'more' | 'wait'> {
  const found = await lockHead(tx, now)
  if (found.kind !== 'head') return 'wait'
  const { head } = found
  await tx
    .updateTable('electronic_documents')
    .set({
      status: 'manual',
      reason: 'error',
      next_try_at: null,
      pending_since: null,
      is_aside: false,
      changed_at: now,
    })
    .where('id', '=', head.id)
    .execute()
  await insertSteps(tx, [{ id: head.id, status: 'manual' }], { text: REASONS.error.words, author: 'Enlace', now })
  await tx.record('electronic.given_up', {
    entity_id: head.id,
    after: { number: head.reference ?? '', reason: REASONS.error.words },
  })
  await clearQueue(tx)
  return 'more'
}
