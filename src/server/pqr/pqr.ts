import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { NewPqr } from '#domain/pqr/case.ts'
import { assertReceived } from '#domain/pqr/deadlines.ts'
import type { PqrChannel } from '#domain/pqr/topics.ts'
import type { Ctx } from '#server/core/context.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { answer, escalate, finishTask, sicDecision } from './answers.ts'
import { submitAppeal } from './appeals.ts'
import { findCase, ownerOf } from './change.ts'
import { close, rate } from './closing.ts'
import { setCun } from './cun.ts'
import { deliver } from './delivery.ts'
import { answerPdf, constanciaPdf, dossierPdf, dossierZip } from './downloads.ts'
import { findFiler } from './filer.ts'
import { addFile, file } from './files.ts'
import { type Filed, filedMessage, submitCase } from './filing.ts'
import { linkInvoice } from './link-invoice.ts'
import { countCases, listCases, listPeople } from './queries.ts'
import { readCase } from './reading.ts'
import { assign, classify, extendAnswer, message, requestInfo, take } from './steps.ts'
import { readUploads } from './uploads.ts'
import { planVisit } from './visits.ts'
import { withdraw } from './withdraw.ts'

/** The calls of clients and staff about cases (R3.1 to R3.14). */
export const pqr = implement(pqrApi, {
  list: (ctx, { query }) =>
    ctx.tx((tx) => {
      const { page: _page, page_size: _size, sort = 'due', ...filters } = query
      const filter = { ...filters, ownerId: ownerOf(ctx), actorId: ctx.actor.userId, today: ctx.today }
      return pageReply(query, {
        rows: (range) => listCases(tx, filter, sort, range),
        total: () => countCases(tx, filter),
        whole: ctx.wholeList,
      })
    }),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const once = await (ctx.actor.role === 'client' ? submitOwn(ctx, tx, body.pqr) : submitAtDesk(ctx, tx, body.pqr))
      return { data: once.filed, message: filedMessage(once, ctx.actor.role !== 'client') }
    }),

  get: (ctx, { params }) =>
    ctx.tx(async (tx) => ({ data: await readCase(ctx, tx, await findCase(ctx, tx, params.id)) })),

  people: (ctx) => ctx.tx(async (tx) => ({ data: await listPeople(tx) })),

  take,
  assign,
  classify,
  message,
  requestInfo,
  files: addFile,
  file,
  extend: extendAnswer,
  answer,
  appeal: submitAppeal,
  escalate,
  deliver,
  sicDecision,
  task: finishTask,
  visit: planVisit,
  rate,
  close,
  withdraw,
  linkInvoice,
  setCun,
  constancia: constanciaPdf,
  answerPdf,
  pdf: dossierPdf,
  zip: dossierZip,
})

async function submitOwn(ctx: Ctx, tx: Tx, complaint: NewPqr): Promise<Filed> {
  const { client_id, petitioner, channel, received_on, files, ...rest } = complaint
  if ([client_id, petitioner, channel, received_on].some((given) => given !== undefined))
    throw new Refusal('forbidden', 'Solo el personal radica la PQR de otra persona')
  const filer = await findFiler(tx, { user_id: ctx.actor.userId })
  if (!filer) throw new Refusal('forbidden', 'Tu usuario no es el de un cliente')
  return submitCase(tx, filing(ctx, rest, { filer, channel: 'portal', side: 'cliente', files }))
}

/** The desk writes down the case of a client, or of a person who is none, who calls or comes to the office. */
async function submitAtDesk(ctx: Ctx, tx: Tx, complaint: NewPqr): Promise<Filed> {
  const { client_id, petitioner, channel, received_on = ctx.today, files, ...rest } = complaint
  assertReceived(received_on, ctx.today)
  if (channel === undefined) throw refuseField('invalid', 'pqr.channel', 'Elige por dónde llegó')
  if ((client_id === undefined) === (petitioner === undefined))
    throw refuseField(
      'invalid',
      'pqr.client_id',
      'Elige el cliente, o escribe los datos de la persona que no es cliente',
    )
  const filer =
    client_id === undefined
      ? petitioner && { client_id: null, person: petitioner }
      : await findFiler(tx, { id: client_id })
  if (!filer) throw refuseField('not_found', 'pqr.client_id', 'Ese cliente no existe')
  return submitCase(tx, { ...filing(ctx, rest, { filer, channel, side: 'empresa', files }), received_on })
}

type Parties = Pick<Parameters<typeof submitCase>[1], 'filer'> & {
  channel: PqrChannel
  side: 'cliente' | 'empresa'
  files: NewPqr['files']
}

const filing = (
  ctx: Ctx,
  complaint: Parameters<typeof submitCase>[1]['complaint'],
  { filer, channel, side, files }: Parties,
): Parameters<typeof submitCase>[1] => ({
  world: ctx.world,
  complaint,
  filer,
  channel,
  by: { id: ctx.actor.userId, name: ctx.actor.name, side },
  now: ctx.now,
  today: ctx.today,
  ctx,
  kept: readUploads(ctx, ctx.companyId, { files, field: 'pqr.files' }),
})
