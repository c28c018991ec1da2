import { sql } from 'kysely'
import { brandOf } from '#domain/core/brand.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { isAwaitingAnswer } from '#domain/pqr/lifecycle.ts'
import { type PublicCase, publicPqrApi } from '#domain/pqr/public-api.ts'
import {
  counterOf,
  countFailure,
  countOne,
  inOwnTransaction,
  secondsToWait,
  subnetOf,
  tooManyAttempts,
} from '#server/auth/throttle.ts'
import { type PublicCtx, SYSTEM } from '#server/core/context.ts'
import { networkOf } from '#server/core/network.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { fileCase, filedMessage } from './filing.ts'
import { getCase, labelOf, type StoredCase } from './queries.ts'

const ABSENT_COPY =
  'No encontramos una PQR con esos datos. Revisa el número de la constancia y el documento de quien la radicó.'

/** Cases that one network files without a session in an hour. */
const FILED_PER_HOUR = 20
const HOUR_S = 3_600

/** The calls of anyone: the status of a case by its number and document, and a new case of a person who is no client. */
export const publicPqr = implement(publicPqrApi, {
  lookup: async (ctx, { query }) => {
    const found = await findByReference(ctx, query.cun, query.identification)
    const scope = { ...SYSTEM, companyId: found.company_id, isReadOnly: true }
    const data = await inTransaction(ctx.world.pool, 'enlace_app', scope, (tx) => readPublic(tx, found.id))
    if (!data) throw notFound(ABSENT_COPY)
    return { data }
  },

  file: async (ctx, { body }) => {
    const { company, petitioner, ...complaint } = body.pqr
    if (complaint.response_channel === 'correo' && !petitioner.email)
      throw refuseField('invalid', 'pqr.petitioner.email', 'Escribe el correo al que te respondemos')
    if (complaint.response_channel === 'portal')
      throw refuseField(
        'refused',
        'pqr.response_channel',
        'El portal es de los clientes: elige correo, teléfono o dirección',
      )
    const companyId = await findCompany(ctx, company)
    const scope = {
      ...SYSTEM,
      companyId,
      actorName: petitioner.name,
      actorRole: 'nobody',
      ip: ctx.caller.ip,
      requestId: ctx.requestId,
    }
    const data = await inTransaction(ctx.world.pool, 'enlace_app', scope, (tx) =>
      fileCase(tx, {
        complaint,
        filer: { client_id: null, person: petitioner },
        channel: 'web',
        by: { id: null, name: petitioner.name, side: 'cliente' },
        now: ctx.now,
        today: ctx.today,
        ctx: null,
      }),
    )
    return { data, message: filedMessage(data) }
  },
})

type Found = { company_id: string; id: string }

/**
 * The case with this number and this document. The same Refusal 'not_found' for an unknown number and for another document; wrong
 * searches from a network wait longer each time, so that numbers cannot be tried.
 */
async function findByReference(ctx: PublicCtx, reference: string, identification: string): Promise<Found> {
  const account = counterOf(ctx.world, 'pqr', `${reference}\n${subnetOf(ctx.caller.ip)}`)
  const network = counterOf(ctx.world, 'pqr_network', networkOf(ctx.caller.ip))
  const found = await inOwnTransaction(ctx, async (tx) => {
    const wait = await secondsToWait(tx, [account, network])
    if (wait > 0) throw tooManyAttempts(wait)
    const { rows } = await sql<Found>`
      select company_id, id from pqr_cases c
      where (c.reference = ${reference} or c.cun = ${reference}) and split_part(c.petitioner_identification, '-', 1) = ${identification}
      order by id desc limit 1`.execute(tx)
    if (rows[0] === undefined) await countFailure(tx, ctx.world, account, network)
    return rows[0]
  })
  if (!found) throw notFound(ABSENT_COPY)
  return found
}

async function readPublic(tx: Tx, id: string): Promise<PublicCase | undefined> {
  const stored = await getCase(tx, id)
  if (!stored) return undefined
  const company = await tx.selectFrom('companies').select(['name', 'phone', 'color_code']).executeTakeFirstOrThrow()
  return {
    company: { name: company.name, phone: company.phone, brand: brandOf(company.color_code) },
    reference: labelOf(stored),
    is_cun: stored.cun !== null,
    type: stored.type,
    status: stored.status,
    filed_on: stored.filed_on,
    answer_by: isAwaitingAnswer(stored.status) ? stored.answer_by : null,
    answered_on: stored.appeal_answered_on ?? stored.answered_on,
    appeal_until: stored.status === 'respondida' ? stored.appeal_until : null,
    response_channel: stored.response_channel,
    notified_to: maskedAddress(stored),
  }
}

/** Where the answer is notified, so that its person recognises it and no other learns it. */
function maskedAddress(stored: StoredCase): string | null {
  const { petitioner_email: email, petitioner_phone: phone } = stored
  const address = stored.response_address ?? stored.petitioner_address
  if (stored.response_channel === 'portal') return null
  if (stored.response_channel === 'correo') return email === null ? null : email.replace(/^(.)[^@]*/, '$1•••')
  if (stored.response_channel === 'telefono') return phone === null ? null : `•••${phone.slice(-3)}`
  return address === null ? null : `${address.slice(0, 6)}•••`
}

/** The company of a NIT. Filings are limited by network; a closed company receives none. Throws a Refusal. */
async function findCompany(ctx: PublicCtx, nit: string): Promise<string> {
  const network = counterOf(ctx.world, 'pqr_filed', networkOf(ctx.caller.ip))
  return inOwnTransaction(ctx, async (tx) => {
    const { count, left } = await countOne(tx, network, HOUR_S)
    if (count > FILED_PER_HOUR)
      throw new Refusal(
        'too_many',
        'Desde esta red ya se radicaron muchas PQR. Espera una hora, o llama a la empresa.',
        {
          retryAfterS: left,
        },
      )
    const { rows } = await sql<{ id: string }>`
      select id from companies where kind = 'provider' and status <> 'closed' and (nit = ${nit} or split_part(nit, '-', 1) = ${nit})
      limit 1`.execute(tx)
    const [company] = rows
    if (!company) throw refuseField('not_found', 'pqr.company', 'No conocemos una empresa con ese NIT')
    return company.id
  })
}
