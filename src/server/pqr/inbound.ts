import { sql } from 'kysely'
import type { MailOutcome } from '#domain/pqr/inbound-api.ts'
import { pqrInboundApi } from '#domain/pqr/inbound-api.ts'
import type { PublicCtx } from '#server/core/context.ts'
import { implement } from '#server/core/verb.ts'
import { keepMail } from './keep-mail.ts'
import { type ReceivedMail, readMail, readMailHead } from './read-mail.ts'
import { caseOfAddress } from './reply-address.ts'

/** Cases that one mail answers at most. */
const CASES_MAX = 3

/**
 * The mails that answer an e-mail (docs/decisions/0056). A mail that was read gets a 200, also one that is not kept: the mail server
 * must not deliver it again, and no sender learns what an address is. The body of a mail to no case is not read. Only a mail beyond the limit of the person who filed the case gets a
 * 429, so that it arrives later.
 */
export const pqrInbound = implement(pqrInboundApi, {
  receive: async (ctx, { body }) => {
    const { isAutomatic, to } = await readMailHead(body)
    const ids = isAutomatic ? [] : casesOf(ctx, to)
    const outcomes = ids.length === 0 ? [] : await keepInCases(ctx, ids, await readMail(body))
    ctx.world.log.info({ is_automatic: isAutomatic, outcomes }, 'a mail arrived')
    return { data: { is_automatic: isAutomatic, outcomes }, message: 'Recibido' }
  },
})

/** The cases whose signed address a mail came to. */
const casesOf = (ctx: PublicCtx, to: readonly string[]): string[] =>
  [...new Set(to.flatMap((address) => caseOfAddress(ctx.world.config, address) ?? []))].slice(0, CASES_MAX)

async function keepInCases(ctx: PublicCtx, ids: readonly string[], mail: ReceivedMail): Promise<MailOutcome[]> {
  const outcomes: MailOutcome[] = []
  for (const id of ids) {
    const companyId = await findCompany(ctx, id)
    const outcome = companyId === undefined ? null : await keepMail(ctx, { companyId, id }, mail)
    if (outcome !== null) outcomes.push(outcome)
  }
  return outcomes
}

const findCompany = (ctx: PublicCtx, id: string): Promise<string | undefined> =>
  ctx.platform(async (tx) => {
    const { rows } = await sql<{ company_id: string }>`
      select company_id from pqr_cases where id = ${id}::uuid limit 1`.execute(tx)
    return rows[0]?.company_id
  })
