import { sql } from 'kysely'
import type { MailOutcome } from '#domain/pqr/inbound-api.ts'
import { pqrInboundApi } from '#domain/pqr/inbound-api.ts'
import type { PublicCtx } from '#server/core/context.ts'
import { implement } from '#server/core/verb.ts'
import { keepMail } from './keep-mail.ts'
import { type ReceivedMail, readMail } from './read-mail.ts'
import { caseOfAddress } from './reply-address.ts'

/** Cases that one mail answers at most. */
const CASES_MAX = 3

/**
 * The mails that answer an e-mail (docs/decisions/0056). A mail that was read gets a 200, also one that is not kept: the mail server
 * must not deliver it again, and no sender learns what an address is. Only a mail beyond the limit of the person who filed the case gets a
 * 429, so that it arrives later.
 */
export const pqrInbound = implement(pqrInboundApi, {
  receive: async (ctx, { body }) => {
    const mail = await readMail(body)
    const outcomes = mail.isAutomatic ? [] : await keepInCases(ctx, mail)
    ctx.world.log.info({ is_automatic: mail.isAutomatic, outcomes }, 'a mail arrived')
    return { data: { is_automatic: mail.isAutomatic, outcomes }, message: 'Recibido' }
  },
})

async function keepInCases(ctx: PublicCtx, mail: ReceivedMail): Promise<MailOutcome[]> {
  const ids = [...new Set(mail.to.flatMap((address) => caseOfAddress(ctx.world.config, address) ?? []))]
  const outcomes: MailOutcome[] = []
  for (const id of ids.slice(0, CASES_MAX)) {
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
