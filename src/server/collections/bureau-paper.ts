import { BUREAU_STATE_LABELS } from '#domain/collections/bureau.ts'
import type { bureauApi } from '#domain/collections/bureau-api.ts'
import { bureauNotice } from '#domain/collections/bureau-notice.ts'
import { addDays, type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { pesosLabel, toPesos } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { logoOf } from '#server/documents/logo.ts'
import { readSender } from '#server/messages/compose.ts'
import { lockCase, readCase } from './bureau-case.ts'
import { caseOf, type DerivedCase } from './bureau-cases.ts'
import { paperPdf } from './bureau-paper-pdf.ts'
import { readPastCase } from './bureau-past.ts'
import { readBureauPolicy, readBureauRules } from './bureau-policy.ts'

/** How long after it was handed over a notice on paper is registered. */
const REGISTER_DAYS = 7

/** The notice on paper that a case needs, for the client whom no e-mail reaches (R2.16). */
export const paper: Verb<typeof bureauApi.paper> = async (ctx, { params }) => {
  const { issuer, text } = await ctx.tx(async (tx) => {
    const one = await readCase(tx, params.id, ctx.today)
    const { subject, paragraphs } = await paperOf(tx, one, ctx.today)
    return {
      issuer: await readLetterhead(tx),
      text: { to: one.client.name, address: one.address, subject, paragraphs },
    }
  })
  const logo = await logoOf(ctx.world, ctx.companyId, issuer)
  const bytes = await paperPdf(issuer, logo, text, ctx.today)
  return { file: { name: `carta-${params.id}.pdf`, type: 'application/pdf', bytes } }
}

/** Registers that the notice of a case was handed over on a day. The days of the law run from it. */
export const sendPaper: Verb<typeof bureauApi.sendPaper> = (ctx, { params, body: { paper: given } }) =>
  ctx.tx(async (tx) => {
    const one = await lockCase(tx, params.id, ctx.today)
    const { paragraphs } = await paperOf(tx, one, ctx.today)
    const { sent_on, guide } = given
    const first = [addDays(ctx.today, -REGISTER_DAYS), one.opened_on].toSorted()[1] ?? ctx.today
    if (sent_on > ctx.today || sent_on < first)
      throw refuseField('refused', 'paper.sent_on', `El día va de los últimos ${REGISTER_DAYS} días hasta hoy`)
    await assertSameDebt(tx, one, { sentOn: sent_on, today: ctx.today })
    const lastSent = sentDays(one).at(-1)
    if (lastSent !== undefined && sent_on <= lastSent)
      throw refuseField(
        'refused',
        'paper.sent_on',
        `El último aviso salió el ${dayLabel(lastSent)}: la carta va un día posterior`,
      )
    await tx
      .insertInto('bureau_notices')
      .values({
        case_id: one.id,
        message_id: null,
        debt: one.debt,
        written_on: ctx.today,
        paper_on: sent_on,
        paper_text: paragraphs.join('\n\n'),
        paper_guide: guide,
      })
      .execute()
    const { bureau } = await readBureauPolicy(tx)
    const after = { client: one.client.name, debt: toPesos(one.debt), bureau, sent_on }
    await tx.record('bureau.paper_sent', { entity_id: one.id, client_id: one.client.id, after })
    return {
      data: caseOf(await readCase(tx, one.id, ctx.today)),
      message: 'Registramos la carta: desde ese día corren los de la ley',
    }
  })

/** The text on paper is that of the debt of its registration: on the day on which it was handed over the same was owed. */
async function assertSameDebt(tx: Tx, one: DerivedCase, { sentOn, today }: { sentOn: Day; today: Day }): Promise<void> {
  if (sentOn === today) return
  const { debt } = await readPastCase(tx, one, { through: sentOn, on: sentOn })
  if (debt !== one.debt)
    throw refuseField(
      'refused',
      'paper.sent_on',
      `El ${dayLabel(sentOn)} debía ${pesosLabel(debt)} y hoy debe ${pesosLabel(one.debt)}: esa carta ya no sirve. Entrégale otra`,
    )
}

/** The different days on which a notice of a case left, the first one first. */
const sentDays = ({ notices }: DerivedCase): Day[] =>
  [...new Set(notices.flatMap(({ sent_at }) => (sent_at === null ? [] : [dayOf(new Date(sent_at))])))].toSorted()

async function paperOf(tx: Tx, one: DerivedCase, today: Day): Promise<ReturnType<typeof bureauNotice>> {
  if (one.state !== 'notice' && one.state !== 'second_notice')
    throw new Refusal('conflict', `Esa deuda no espera un aviso: está en «${BUREAU_STATE_LABELS[one.state]}»`)
  const [sender, { bureau }, { noticeDays }] = [
    await readSender(tx),
    await readBureauPolicy(tx),
    await readBureauRules(tx, today),
  ]
  return bureauNotice({
    name: one.client.name,
    company: sender.name,
    bureau,
    debt: one.debt,
    invoices: one.invoices.filter(({ debt }) => debt > 0),
    noticeDays,
    of: { number: one.noticed_on.length + 1, needed: one.notices_needed },
  })
}
