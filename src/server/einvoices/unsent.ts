import { MINUTE_MS } from '#domain/core/durations.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Unsent } from './issuer.ts'
import { stopQueue } from './lease.ts'

const ACCOUNT_WAIT_MS = 15 * MINUTE_MS
export const UNANSWERED = 'Factus no responde: seguimos intentando.'

/** Stops the queue after a call that did nothing: why, and until when. */
export async function stopUnsent(tx: Tx, outcome: Unsent, now: Date): Promise<void> {
  const stop = (problem: Parameters<typeof stopQueue>[1]['problem'], text: string, ms: number) =>
    stopQueue(tx, { problem, text, until: new Date(now.getTime() + ms) }, now)
  switch (outcome.kind) {
    case 'limited':
      return stop(
        'limited',
        'Factus recibe cierta cantidad de documentos por minuto: seguimos en un momento.',
        outcome.seconds * 1_000,
      )
    case 'unanswered':
      return stop('unanswered', UNANSWERED, outcome.seconds * 1_000)
    case 'credentials':
      return stop(
        'credentials',
        'Factus no acepta las credenciales: guárdalas y pruébalas en Integración.',
        ACCOUNT_WAIT_MS,
      )
    case 'account':
      return stop('account', `Factus no deja emitir a la empresa. ${outcome.message}`.trim(), ACCOUNT_WAIT_MS)
    case 'incomplete':
    case 'unusable':
      return stop('account', outcome.message, ACCOUNT_WAIT_MS)
  }
}
