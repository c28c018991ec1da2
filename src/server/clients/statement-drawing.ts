import * as z from 'zod/mini'
import { Statement } from '#domain/clients/statement.ts'
import type { Day } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { boundedQueue } from '#server/core/queue.ts'
import type { Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { runThread } from '#server/files/thread.ts'
import { statementPdf } from './statement-file.ts'

/** A longer statement is drawn in a thread of its own: a thousand movements take a second, and the process answers no other request meanwhile. */
const DRAWN_HERE_MAX = 300
const DRAW_MAX_MS = 60_000
const WAITING_MAX = 10

const WORKER = new URL('statement-worker.ts', import.meta.url)
const Bytes = z.instanceof(Uint8Array)

const queueThread = boundedQueue({
  concurrency: 1,
  waitingMax: WAITING_MAX,
  refusal: () =>
    new Refusal(
      'unavailable',
      'Hay muchos estados de cuenta en espera. Intenta de nuevo en un minuto o descarga el CSV.',
      {
        retryAfterS: 10,
      },
    ),
})

/** The statement of account as a PDF. A long one is drawn outside the server's thread, one at a time. */
export function drawStatement(
  issuer: Letterhead,
  logo: Logo | null,
  statement: Statement,
  today: Day,
): Promise<Buffer> {
  if (statement.movements.length <= DRAWN_HERE_MAX) return statementPdf(issuer, logo, statement, today)
  const work = { issuer, logo, statement: z.encode(Statement, statement), today }
  return queueThread(async () => {
    const drawn = await runThread(WORKER, work, { timeMaxMs: DRAW_MAX_MS }).catch(() => {
      throw new Refusal('refused', 'El período tiene demasiados movimientos para un PDF: elige uno más corto, o el CSV')
    })
    return Buffer.from(z.parse(Bytes, drawn))
  })
}
