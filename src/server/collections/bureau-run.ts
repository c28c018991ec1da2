import { sql } from 'kysely'
import { bureauNotice } from '#domain/collections/bureau-notice.ts'
import { countedSince } from '#domain/collections/decision.ts'
import { brandOf } from '#domain/core/brand.ts'
import { type Day, dayOf, daysBetween } from '#domain/core/days.ts'
import { sum, toPesos, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inSystemTx, readInPlatformTx, type World } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import type { Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { firstNameOf, renderEmail } from '#server/documents/mail.ts'
import { listUsableCredits } from '#server/ledger/accounts.ts'
import { commonFields, readSender, type Sender } from '#server/messages/compose.ts'
import { insertMessage } from '#server/messages/queries.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listAgreedInvoices } from './agreement-queries.ts'
import { isCompanyActive, listOverdueInvoices, type OverdueRow } from './arrears-queries.ts'
import { type DerivedCase, readCases } from './bureau-cases.ts'
import { readBureauPolicy, readBureauRules } from './bureau-policy.ts'
import { closeCase, insertCase, listClientsInQueue, listTakenInvoices, takeDay } from './bureau-queries.ts'

/** Cases that begin and notices that are written in one day of a company: more wait for the next day. */
const DAY_MAX = 500
/** The days after which a notice that failed is written again: the same address fails the next day too. */
const REWRITE_DAYS = 7

export const bureauTickers: readonly Ticker[] = [{ name: 'bureau.day', everyS: 60, tick: (world) => runBureaus(world) }]

/** Works the queue of every company that has a policy of reports, once a day. A process with a wrong clock works none. */
export async function runBureaus(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const companies = await readInPlatformTx(world, listCompanies)
  for (const companyId of companies) {
    const work = (tx: Tx) => workDay(world, tx, dayOf(world.clock()))
    await inSystemTx(world, companyId, work).catch((error: unknown) => {
      // One company must not stop the others.
      world.log.error({ err: error, company_id: companyId }, 'the queue of a company before a report stopped')
    })
  }
}

async function listCompanies(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`select distinct company_id from bureau_policies`.execute(tx)
  return rows.map(({ company_id }) => company_id)
}

/** Ends the cases that were paid before a report, begins those of the policy and writes the notices that are due. */
async function workDay(world: World, tx: Tx, today: Day): Promise<void> {
  if (!(await isCompanyActive(tx)) || !(await takeDay(tx, today))) return
  for (const { id, state } of await readCases(tx, { isOpen: true }, today)) {
    if (state === 'settled') await closeCase(tx, id, { outcome: 'settled', closed_on: today, closed_by: 'Enlace' })
  }
  const policy = await readBureauPolicy(tx)
  if (!policy.is_on) return
  const opened = await openCases(tx, policy, today)
  const written = await writeNotices(world, tx, policy.bureau, today)
  if (opened + written > 0) await tx.record('bureau.worked', { after: { opened, written } })
}

type Rules = { overdue_days: number; minimum_debt: number }

/**
 * Begins a case for each client whose invoices of enough days of arrears add up to the minimum, and whose credit in favour does not cover
 * them. Returns how many.
 */
async function openCases(tx: Tx, { overdue_days, minimum_debt }: Rules, today: Day): Promise<number> {
  const [invoices, agreed, taken, waiting, parameters] = await Promise.all([
    listOverdueInvoices(tx, today),
    listAgreedInvoices(tx, today),
    listTakenInvoices(tx),
    listClientsInQueue(tx),
    readParameters(tx),
  ])
  const deliveryDays = valueInForce(parameters, 'billing.delivery_notice', today)
  const sinceOf = ({ sent_at, ...invoice }: OverdueRow): Day | null =>
    countedSince(
      { ...invoice, sent_on: sent_at === null ? null : dayOf(sent_at), is_agreed: agreed.has(invoice.id) },
      deliveryDays,
    )
  const counted = invoices.filter((invoice) => {
    const since = sinceOf(invoice)
    return since !== null && daysBetween(since, today) >= overdue_days && !taken.has(invoice.id)
  })
  const owing = [...Map.groupBy(counted, ({ client_id }) => client_id)]
    .map(([client_id, owed]) => ({ client_id, owed, debt: sum(owed.map(({ overdue }) => overdue)) }))
    .filter(({ client_id, debt }) => !waiting.has(client_id) && debt >= minimum_debt)
  const credits = await listUsableCredits(
    tx,
    owing.map(({ client_id }) => client_id),
  )
  const debts = owing.filter(({ client_id, debt }) => (credits.get(client_id) ?? ZERO) < debt).slice(0, DAY_MAX)
  for (const { client_id, owed } of debts) {
    await insertCase(tx, { id: newId(), client_id, invoices: owed.map(({ id }) => id) }, today)
  }
  return debts.length
}

/** Writes the notices that are due. Returns how many. */
async function writeNotices(world: World, tx: Tx, bureau: string, today: Day): Promise<number> {
  const due = (await readCases(tx, { isOpen: true }, today))
    .filter((one) => isNoticeDue(one, today))
    .toReversed()
    .slice(0, DAY_MAX)
  if (due.length === 0) return 0
  const [sender, { noticeDays }] = await Promise.all([readSender(tx), readBureauRules(tx, today)])
  for (const one of due) await writeNotice(world, tx, one, { sender, bureau, noticeDays, today })
  return due.length
}

/** Whether a notice of a case is written today: it needs one more, it may be sent, and none of an earlier day waits. */
function isNoticeDue({ state, email, problem, notices }: DerivedCase, today: Day): boolean {
  if ((state !== 'notice' && state !== 'second_notice') || email === null) return false
  const last = notices.at(-1)
  if (last === undefined) return problem === null
  if (last.status === 'sent') return last.written_on < today && dayOfSent(last.sent_at) < today
  if (last.status === 'dropped') return last.written_on < today
  return last.status === 'failed' && daysBetween(last.written_on, today) >= REWRITE_DAYS
}

const dayOfSent = (sentAt: string | null): string => (sentAt === null ? '' : dayOf(new Date(sentAt)))

type Writing = { sender: Sender; bureau: string; noticeDays: number; today: Day }

async function writeNotice(world: World, tx: Tx, one: DerivedCase, at: Writing): Promise<void> {
  const { sender, bureau, noticeDays, today } = at
  const number = one.noticed_on.length + 1
  const { subject, paragraphs } = bureauNotice({
    name: firstNameOf(one.client.name),
    company: sender.name,
    bureau,
    debt: one.debt,
    invoices: one.invoices.filter(({ debt }) => debt > 0),
    noticeDays,
    of: { number, needed: one.notices_needed },
  })
  const links = [
    { text: sender.is_wompi_integration ? 'Ver y pagar' : 'Ver lo que debes', url: paths.payments },
    { text: 'Reclamar', url: paths.filePqr },
  ].map(({ text, url }) => ({ kind: 'link' as const, text, url: `${world.config.publicUrl}${url}` }))
  const blocks = [...paragraphs.map((text) => ({ kind: 'text' as const, text })), ...links]
  const email = renderEmail(sender.name, subject, blocks, brandOf(sender.color_code))
  const message_id = await insertMessage(tx, {
    ...commonFields(sender, one.email ?? '', email, world.clock()),
    kind: 'suspension',
    category: 'cobranza',
    client_id: one.client.id,
    invoice_id: null,
    only_while: 'bureau',
    dedupe: `bureau:${one.id}:${today}`,
  })
  if (message_id === null) return
  await tx
    .insertInto('bureau_notices')
    .values({ case_id: one.id, message_id, debt: one.debt, written_on: today })
    .execute()
  await tx.record('bureau.notice_written', {
    entity_id: one.id,
    client_id: one.client.id,
    after: { client: one.client.name, debt: toPesos(one.debt), bureau, number },
  })
}
