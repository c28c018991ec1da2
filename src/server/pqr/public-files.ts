import { sql } from 'kysely'
import * as z from 'zod/mini'
import { waitLabel } from '#domain/auth/limits.ts'
import { DAY_S, HOUR_S } from '#domain/core/durations.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { CompanyNit } from '#domain/pqr/case.ts'
import type { publicPqrApi } from '#domain/pqr/public-api.ts'
import { counterOf, countOne, inOwnTransaction } from '#server/auth/throttle.ts'
import type { PublicCtx } from '#server/core/context.ts'
import { networkOf, SITE_FACTOR, siteOf } from '#server/core/network.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { keepBytes } from './files.ts'
import { UPLOADS_PER_HOUR, uploaded } from './uploads.ts'

/** Files that are uploaded without a session from one site in an hour. */
const UPLOADS_PER_HOUR_OF_SITE = UPLOADS_PER_HOUR * SITE_FACTOR
/** Files that are uploaded without a session for one company in a day. */
const UPLOADS_PER_DAY_OF_COMPANY = 300

/**
 * Stores a photo or a PDF before the case or the message that it belongs to, so that a slow connection sends each file once, and nothing
 * is filed without its files. Without that filing no row refers to it, and its bytes are removed like those of any unused file.
 */
export const uploadPublic: Verb<typeof publicPqrApi.upload> = async (ctx, { body }) => {
  const nit = z.parse(CompanyNit, body.fields['company'])
  const companyId = await inOwnTransaction(ctx, async (tx) => {
    await countUpload(tx, ctx)
    const { id } = await getOpenCompany(tx, nit, 'company')
    const today = await countOne(tx, counterOf(ctx.world, 'pqr_upload_company', id), DAY_S)
    if (today.count > UPLOADS_PER_DAY_OF_COMPANY) throw full(today.left)
    return id
  })
  const kept = await keepBytes({ world: ctx.world, companyId }, Buffer.from(body.file.bytes), body.file.name)
  return uploaded(ctx, companyId, kept)
}

/** The company of a NIT that receives cases. Throws a Refusal on `field` for none, and for a closed one. */
export async function getOpenCompany(tx: Tx, nit: string, field: string): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`
    select id from companies where kind = 'provider' and status <> 'closed' and (nit = ${nit} or split_part(nit, '-', 1) = ${nit})
    limit 1`.execute(tx)
  const [company] = rows
  if (!company) throw refuseField('not_found', field, 'No conocemos una empresa con ese NIT')
  return company
}

const full = (left: number): Refusal =>
  new Refusal(
    'too_many',
    'Esta empresa ya recibió muchos archivos hoy. Envía la PQR sin archivos y agrégalos después.',
    {
      retryAfterS: left,
    },
  )

async function countUpload(tx: Tx, { world, caller }: PublicCtx): Promise<void> {
  const network = await countOne(tx, counterOf(world, 'pqr_upload', networkOf(caller.ip)), HOUR_S)
  const site = await countOne(tx, counterOf(world, 'pqr_upload_site', siteOf(caller.ip)), HOUR_S)
  const over = network.count > UPLOADS_PER_HOUR ? network : site.count > UPLOADS_PER_HOUR_OF_SITE ? site : null
  if (over !== null)
    throw new Refusal('too_many', `Desde esta red ya se subieron muchos archivos. Espera ${waitLabel(over.left)}.`, {
      retryAfterS: over.left,
    })
}
