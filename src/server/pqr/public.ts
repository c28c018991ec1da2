import { waitLabel } from '#domain/auth/limits.ts'
import { DAY_S, HOUR_S } from '#domain/core/durations.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { assertReachable } from '#domain/pqr/response.ts'
import {
  type CounterKind,
  counterOf,
  countOne,
  countUpTo,
  inOwnTransaction,
  secondsToWait,
} from '#server/auth/throttle.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import { type PublicCtx, SYSTEM } from '#server/core/context.ts'
import { networkOf, SITE_FACTOR, siteOf } from '#server/core/network.ts'
import { inTransaction } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { receiptFile } from './downloads.ts'
import { listEntries, listFiles } from './entries.ts'
import { filedMessage, submitCase } from './filing.ts'
import { ABSENT_COPY, findByReference, readPublic } from './public-case.ts'
import { getOpenCompany, uploadPublic } from './public-files.ts'
import { appealPublic, messagePublic } from './public-steps.ts'
import { getCase } from './queries.ts'
import { readReceiptToken, receiptToken } from './receipt-token.ts'
import { readUploads } from './uploads.ts'

const RECEIPT_COPY =
  'Esta descarga ya venció. Si diste un correo, la constancia está allí; si no, pídela a la empresa con el número de tu PQR.'

/** Cases that are filed without a session: of one network and of one site in an hour; to one company in a day, before each site has one. */
const FILED_PER_HOUR = 20
const FILED_PER_HOUR_OF_SITE = FILED_PER_HOUR * SITE_FACTOR
const FILED_PER_DAY_TO_COMPANY = 500

/** The calls of anyone: the status of a case by its number and document, and a new case of a person who is no client. */
export const publicPqr = implement(publicPqrApi, {
  lookup: async (ctx, { query }) => {
    const found = await findByReference(ctx, query.cun, query.identification, query.company ?? null)
    const scope = { ...SYSTEM, companyId: found.company_id, isReadOnly: true }
    const data = await inTransaction(ctx.world.pool, 'enlace_app', scope, (tx) => readPublic(tx, found.id, ctx.now))
    if (!data) throw notFound(ABSENT_COPY)
    return { data, others: found.others }
  },

  appeal: appealPublic,
  message: messagePublic,
  upload: uploadPublic,

  submit: async (ctx, { body }) => {
    const { company, petitioner, files, ...complaint } = body.pqr
    assertReachable(complaint, { isClient: false, person: petitioner })
    const companyId = await findCompany(ctx, company)
    const kept = readUploads(ctx, companyId, { files, field: 'files' })
    const scope = {
      ...SYSTEM,
      companyId,
      actorName: petitioner.name,
      actorRole: 'nobody',
      ip: ctx.caller.ip,
      requestId: ctx.requestId,
    }
    const once = await inTransaction(ctx.world.pool, 'enlace_app', scope, (tx) =>
      submitCase(tx, {
        world: ctx.world,
        complaint,
        filer: { client_id: null, person: petitioner },
        channel: 'web',
        by: { id: null, name: petitioner.name, side: 'cliente' },
        now: ctx.now,
        today: ctx.today,
        ctx: null,
        kept,
      }),
    )
    const { filed } = once
    if (once.isNew) await countFiled(ctx, companyId)
    const receipt_token = receiptToken(ctx.world.config.secret, { companyId, caseId: filed.id }, ctx.now)
    return { data: { ...filed, receipt_token }, message: filedMessage(once) }
  },

  receipt: async (ctx, { params, query }) => {
    const target = readReceiptToken(ctx.world.config.secret, params.token, ctx.now)
    if (!target) throw notFound(RECEIPT_COPY)
    const { companyId, caseId } = target
    const scope = { ...SYSTEM, companyId, isReadOnly: true }
    const content = await inTransaction(ctx.world.pool, 'enlace_app', scope, async (tx) => {
      const stored = await getCase(tx, caseId)
      return (
        stored && {
          stored,
          entries: await listEntries(tx, caseId, false),
          files: await listFiles(tx, caseId, false),
          issuer: await readLetterhead(tx),
        }
      )
    })
    if (!content) throw notFound(RECEIPT_COPY)
    return receiptFile(ctx.world, companyId, content, query.of)
  },
})

/**
 * The company of a NIT. Filings are limited by network and by site; when a company received many in a day, each further site files one, so
 * that many people may still complain about one outage. A closed company receives none. Throws a Refusal.
 */
async function findCompany(ctx: PublicCtx, nit: string): Promise<string> {
  return inOwnTransaction(ctx, async (tx) => {
    const count = (kind: CounterKind, subject: string, windowS: number) =>
      countOne(tx, counterOf(ctx.world, kind, subject), windowS)
    const network = await count('pqr_filed', networkOf(ctx.caller.ip), HOUR_S)
    if (network.count > FILED_PER_HOUR) throw tooManyFiled('Desde esta red', network.left)
    const site = await count('pqr_filed_site', siteOf(ctx.caller.ip), HOUR_S)
    if (site.count > FILED_PER_HOUR_OF_SITE) throw tooManyFiled('Desde esta red', site.left)
    const company = await getOpenCompany(tx, nit, 'pqr.company')
    const { all, ofSite } = companyCounters(ctx, company.id)
    const wait = Math.min(await secondsToWait(tx, [all]), await secondsToWait(tx, [ofSite]))
    if (wait > 0) throw tooManyFiled('A esta empresa, sin iniciar sesión,', wait)
    return company.id
  })
}

/** Counts a new case of a company that was filed without a session. */
const countFiled = (ctx: PublicCtx, companyId: string): Promise<void> =>
  inOwnTransaction(ctx, async (tx) => {
    const { all, ofSite } = companyCounters(ctx, companyId)
    await countUpTo(tx, all, DAY_S, ({ count, left }) => (count < FILED_PER_DAY_TO_COMPANY ? 0 : left))
    await countUpTo(tx, ofSite, DAY_S, ({ left }) => left)
  })

const companyCounters = ({ world, caller }: PublicCtx, companyId: string) => ({
  all: counterOf(world, 'pqr_filed_company', companyId),
  ofSite: counterOf(world, 'pqr_filed_company_site', `${companyId}\n${siteOf(caller.ip)}`),
})

const tooManyFiled = (where: string, retryAfterS: number): Refusal =>
  new Refusal(
    'too_many',
    `${where} ya se radicaron muchas PQR. Espera ${waitLabel(retryAfterS)}, entra con tu usuario si eres cliente, o llama a la empresa.`,
    { retryAfterS },
  )
