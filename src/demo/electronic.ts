import { sql } from 'kysely'
import { HOUR_MS } from '#domain/core/durations.ts'
import type { ReasonCode } from '#domain/einvoices/rejection.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import type { FactusSimulator } from '#simulators/factus/simulator.ts'

/** Documents that the worker sends to the simulator when the demo starts: within its calls of a minute. */
const SENT = 30
/** Tries of the document after them that DIAN does not decide: it waits for some twenty minutes, and the last ones wait behind it. */
const SLOW_TRIES = 3
const WAITING = 4

/** Documents of the demo that were not validated, as a worker left them. */
const TROUBLED: readonly { status: 'rejected' | 'manual'; reason: ReasonCode; rule?: string; message: string }[] = [
  { status: 'rejected', reason: 'check_digit', rule: 'FAK24', message: 'No está informado el DV del NIT' },
  { status: 'rejected', reason: 'email', message: 'El campo correo electrónico del cliente no es válido.' },
  { status: 'rejected', reason: 'municipality', message: 'El municipio del cliente no existe.' },
  { status: 'manual', reason: 'processed', rule: '90', message: 'Documento procesado anteriormente.' },
  { status: 'manual', reason: 'not_answered', message: 'La DIAN no respondió en 48 horas.' },
]

/**
 * Electronic documents of the last invoices of a demo company that is connected to Factus, in every state: the first ones are validated
 * by the worker and the simulator; the last ones wait behind one that DIAN did not decide. Nothing when it has some.
 */
export async function simulateDocuments(world: World, name: string, simulator: FactusSimulator): Promise<void> {
  const scope = await inTransaction(world.pool, 'enlace_platform', SYSTEM, async (tx) => {
    const company = await tx.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirst()
    return company && { ...SYSTEM, companyId: company.id }
  })
  if (!scope) return
  await inTransaction(world.pool, 'enlace_app', scope, async (tx) => {
    // Two processes may start on one database.
    await tx.lock('demo.documents')
    if (await tx.selectFrom('electronic_documents').select('id').limit(1).executeTakeFirst()) return
    const invoices = await tx
      .selectFrom('invoices')
      .select('id')
      .where('kind', 'in', ['period', 'one_off'])
      .orderBy('id', 'desc')
      .limit(SENT + TROUBLED.length + WAITING + 1)
      .execute()
    await sql`insert into electronic_queues (company_id) values (current_company()) on conflict do nothing`.execute(tx)
    const oldestFirst = invoices.toReversed().map(({ id }) => id)
    const [troubled, queued] = [oldestFirst.slice(0, TROUBLED.length), oldestFirst.slice(TROUBLED.length)]
    for (const [index, id] of troubled.entries()) await insertTroubled(tx, id, index, world.clock())
    await insertQueued(tx, queued, world.clock())
    simulator.dian(
      ...Array.from({ length: SENT }, () => 'prompt' as const),
      ...Array.from({ length: SLOW_TRIES }, () => 'slow' as const),
    )
  })
}

async function insertTroubled(tx: Tx, invoiceId: string, index: number, now: Date): Promise<void> {
  const trouble = TROUBLED[index]
  if (!trouble) return
  const { status, reason, ...words } = trouble
  const { id } = await tx
    .insertInto('electronic_documents')
    .values({
      kind: 'invoice',
      invoice_id: invoiceId,
      status,
      reason,
      provider_reasons: JSON.stringify([words]),
      tries: 1,
      environment: 'test',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('electronic_steps')
    .values({ document_id: id, at: now, to_status: status, text: words.message, author: 'Enlace' })
    .execute()
}

/** The last ones are tried in an hour: they show what waits. */
async function insertQueued(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  const later = new Date(now.getTime() + HOUR_MS)
  for (const [index, invoice_id] of ids.entries()) {
    const isWaiting = index >= ids.length - WAITING
    await tx
      .insertInto('electronic_documents')
      .values({ kind: 'invoice', invoice_id, ...(isWaiting ? { next_try_at: later } : {}) })
      .execute()
  }
}
