import { type Day, isDay } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { type NumberingRange, rangeState } from '#domain/integrations/numbering-range.ts'
import type { FactusKind } from '#domain/providers/factus-document.ts'
import { encrypt } from '#server/core/encryption.ts'
import type { Tx } from '#server/core/tx.ts'
import type { FactusRange } from '#server/providers/factus/client.ts'
import { rangeKeyContext } from './keys.ts'
import {
  chooseRange,
  deactivateOthers,
  getChosenRange,
  listRanges,
  type NewRange,
  type StoredRange,
  updateNotifiedState,
  upsertRange,
} from './range-queries.ts'

/** The range that numbers the documents of a kind in an environment, with its warning or its block. Null when none is chosen. */
export async function chosenRange(
  tx: Tx,
  environment: Environment,
  document: FactusKind,
  today: Day,
): Promise<(NumberingRange & { provider_range_id: number }) | null> {
  const stored = await getChosenRange(tx, environment, document)
  return stored ? { ...rangeOf(stored, today), provider_range_id: stored.provider_range_id } : null
}

export const readRanges = async (tx: Tx, today: Day): Promise<NumberingRange[]> =>
  (await listRanges(tx)).map((stored) => rangeOf(stored, today))

/** A range as a reply has it, with what is left of it on a day (EIN-05). */
export function rangeOf(
  { provider_range_id: _id, notified_state: _notified, synced_at, ...range }: StoredRange,
  today: Day,
): NumberingRange {
  return { ...range, synced_at: synced_at.toISOString(), ...rangeState(range, today) }
}

/**
 * Writes the ranges that the provider lists for an environment. Where a kind has one usable range and none is chosen, that one is
 * chosen. Returns how many ranges of invoices and credit notes there are.
 */
export async function writeRanges(
  tx: Tx,
  secret: Buffer,
  environment: Environment,
  listed: readonly FactusRange[],
  today: Day,
): Promise<number> {
  const ranges = listed.flatMap((row) => newRangeOf(row, secret, tx.scope.companyId, environment))
  for (const range of ranges) await upsertRange(tx, range)
  await deactivateOthers(
    tx,
    environment,
    ranges.map(({ provider_range_id }) => provider_range_id),
  )
  const stored = (await listRanges(tx)).filter((range) => range.environment === environment)
  for (const document of ['invoice', 'credit_note'] as const) {
    const ofKind = stored.filter((range) => range.document === document)
    const usable = ofKind.filter((range) => rangeState(range, today).state !== 'blocked')
    const [only, ...others] = usable
    if (only && others.length === 0 && !ofKind.some(({ is_chosen }) => is_chosen)) await chooseRange(tx, only)
  }
  return ranges.length
}

/** Records an event for each chosen range that begins to warn or to block, once for each state (EIN-05). */
export async function notifyRanges(tx: Tx, environment: Environment, today: Day): Promise<void> {
  for (const range of await listRanges(tx)) {
    if (!range.is_chosen || range.environment !== environment) continue
    const { state, problem } = rangeState(range, today)
    const announced = state === 'ok' ? null : state
    if (announced === range.notified_state) continue
    await updateNotifiedState(tx, range.id, announced)
    if (announced !== null)
      await tx.record('numbering_range.warned', {
        entity_id: tx.scope.companyId,
        after: { prefix: range.prefix, state, problem },
      })
  }
}

/** The codes of Factus for the kinds of range. The other kinds (support documents, payroll, paper) are not of Enlace. */
const KINDS: Readonly<Record<string, FactusKind>> = { '21': 'invoice', '22': 'credit_note' }
const TECHNICAL_KEY = /^[0-9a-f]{40}$/

/** The range of a row. Empty for another kind of document, and for a row that no document could be numbered with. */
function newRangeOf(row: FactusRange, secret: Buffer, companyId: string, environment: Environment): NewRange[] {
  const document = KINDS[row.document ?? ''] ?? kindNamed(row.document_name ?? '')
  const [from, to] = [row.from ?? null, row.to ?? null]
  if (document === undefined || !/^[A-Za-z0-9]{0,4}$/.test(row.prefix) || row.current < 0) return []
  if (from !== null && to !== null && to < from) return []
  const [starts_on, ends_on] = [rangeDay(row.start_date), rangeDay(row.end_date)]
  if (starts_on !== null && ends_on !== null && ends_on < starts_on) return []
  const key = row.technical_key ?? ''
  return [
    {
      environment,
      provider_range_id: row.id,
      document,
      prefix: row.prefix,
      from_number: from,
      to_number: to,
      next_number: row.current,
      resolution: row.resolution_number ?? null,
      starts_on,
      ends_on,
      sealed_key: TECHNICAL_KEY.test(key)
        ? encrypt(secret, key, rangeKeyContext(companyId, environment, row.id))
        : null,
      is_active: row.is_active !== false && row.is_active !== 0,
    },
  ]
}

/** Some lists have the name of the document instead of its code. */
function kindNamed(name: string): FactusKind | undefined {
  if (/^factura de venta$/i.test(name)) return 'invoice'
  return /^nota cr[eé]dito$/i.test(name) ? 'credit_note' : undefined
}

/** '2030-01-19', or '19-01-2030' of the older lists. */
function rangeDay(text: string | null | undefined): Day | null {
  const value = (text ?? '').slice(0, 10)
  if (isDay(value)) return value
  const turned = value.split('-').toReversed().join('-')
  return isDay(turned) ? turned : null
}
