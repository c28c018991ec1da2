import type { SparedReason } from '#domain/collections/decision.ts'
import { cutsMax } from '#domain/collections/policy.ts'
import type { DaySummary, PreviewRow } from '#domain/collections/preview.ts'
import { takesPromises } from '#domain/collections/promise.ts'
import { smsText } from '#domain/collections/sms-words.ts'
import { addDays, type Day, daysBetween } from '#domain/core/days.ts'
import { type Money, multiply, sum } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { smsSize } from '#domain/messages/sms.ts'
import type { World } from '#server/core/context.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { firstNameOf } from '#server/documents/mail.ts'
import { listPricesFrom } from '#server/integrations/whatsapp-queries.ts'
import { readSender } from '#server/messages/compose.ts'
import { type DecidedContract, decideDay, previewRowOf, readRules } from './decide-day.ts'
import { noticeChannelOf, readNoticeChannels } from './notice-channels.ts'
import { countInService } from './policy-queries.ts'

const AHEAD_MAX = 31

type PreviewQuery = {
  ids?: readonly string[] | undefined
  on?: Day | undefined
  action?: PreviewRow['action'] | undefined
  reason?: SparedReason | undefined
  q?: string | undefined
  page?: number | undefined
  page_size?: number | undefined
}

/**
 * What would be done on a day with the debts and the policy of now: tomorrow when no day is asked. The summary counts every contract,
 * the rows are those of the filters: the cuts first, then the notices, each by the largest debt.
 */
export async function previewDay(world: World, tx: Tx, query: PreviewQuery, today: Day) {
  const on = query.on ?? addDays(today, 1)
  if (on < today || daysBetween(today, on) > AHEAD_MAX)
    throw refuseField('refused', 'on', `El día va desde hoy hasta ${AHEAD_MAX} días después`)
  const rules = await readRules(tx, on)
  const decided = await decideDay(tx, rules, on)
  const rows = decided
    .map(previewRowOf)
    .filter((row) => isListed(row, query))
    .toSorted(byUrgency)
  const list = await pageReply(query, {
    rows: async ({ offset, limit }) => rows.slice(offset, offset + limit),
    total: async () => rows.length,
  })
  const { policy } = rules
  const cuts_max = cutsMax(await countInService(tx), policy.brake_percent)
  const channels = await readNoticeChannels(tx)
  const byChannel = Map.groupBy(decided, (one) => channelOf(one, channels))
  const whatsapp = channels.whatsapp.size === 0 ? null : await whatsappOf(tx, byChannel.get('whatsapp') ?? [], on)
  const sms = channels.sms && (await smsOf(world, tx, byChannel.get('sms') ?? [], { on, ...channels.sms }))
  const day = {
    on,
    policy_version: policy.version,
    mode: policy.mode,
    cuts_max,
    takes_promises: takesPromises(policy),
    whatsapp,
    sms,
  }
  return { ...list, summary: summaryOf(decided, day) }
}

/** The notice of a decision, by the words of its template; null when it gives none. */
const kindOf = ({ decision: { action } }: DecidedContract): 'cut' | 'notice' | null =>
  action === 'none' ? null : action === 'cut' ? 'cut' : 'notice'

function channelOf(one: DecidedContract, channels: Awaited<ReturnType<typeof readNoticeChannels>>) {
  const kind = kindOf(one)
  return kind && noticeChannelOf(one.facts, kind, channels)
}

/** The notices of a day that go by WhatsApp, with the price of that day. */
async function whatsappOf(tx: Tx, sent: readonly DecidedContract[], on: Day): Promise<DaySummary['whatsapp']> {
  const { price } = await listPricesFrom(tx, on)
  return { notices: sent.length, cost: price && multiply(price.price, sent.length) }
}

/** The notices of a day that go by text message, with the parts of their words. */
async function smsOf(
  { config }: World,
  tx: Tx,
  sent: readonly DecidedContract[],
  { on, part_price }: { on: Day; part_price: Money | null },
): Promise<DaySummary['sms']> {
  const { name: company } = await readSender(tx)
  const partsOf = (one: DecidedContract): number => {
    const { facts, decision } = one
    const kind = kindOf(one) ?? 'notice'
    const values = {
      name: firstNameOf(facts.client_name),
      company,
      no_contract: facts.no_contract,
      amount: decision.debt,
      on: kind === 'cut' ? on : (decision.cut_from ?? on),
    }
    return smsSize(smsText(kind, values, `${config.publicUrl}${paths.payments}`)).parts
  }
  const parts = sent.reduce((total, one) => total + partsOf(one), 0)
  return { notices: sent.length, parts, cost: part_price && multiply(part_price, parts) }
}

function isListed(row: PreviewRow, { ids, action, reason, q }: PreviewQuery): boolean {
  if (ids !== undefined && !ids.includes(row.id)) return false
  if (action !== undefined && row.action !== action) return false
  if (reason !== undefined && row.reason !== reason) return false
  const words = folded(q ?? '').split(/\s+/)
  const text = folded(`${row.no_contract} ${row.client.name} ${row.client.identification} ${row.city} ${row.plan}`)
  return words.every((word) => text.includes(word))
}

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

const ORDER: Readonly<Record<PreviewRow['action'], number>> = { cut: 0, notify: 1, none: 2 }
const byUrgency = (a: PreviewRow, b: PreviewRow): number =>
  ORDER[a.action] - ORDER[b.action] || b.debt - a.debt || a.no_contract.localeCompare(b.no_contract)

function summaryOf(
  decided: readonly DecidedContract[],
  day: Pick<DaySummary, 'on' | 'policy_version' | 'mode' | 'cuts_max' | 'takes_promises' | 'whatsapp' | 'sms'>,
): DaySummary {
  const of = (action: PreviewRow['action']) => decided.filter(({ decision }) => decision.action === action)
  const cuts = of('cut')
  const spared: Partial<Record<SparedReason, number>> = {}
  for (const { decision } of decided) {
    if (decision.reason !== null) spared[decision.reason] = (spared[decision.reason] ?? 0) + 1
  }
  return {
    ...day,
    cut: cuts.length,
    notify: of('notify').length,
    spared,
    debt_cut: sum(cuts.map(({ decision }) => decision.debt)),
  }
}
