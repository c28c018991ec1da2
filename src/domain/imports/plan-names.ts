import type { AmountReading } from '#domain/core/amount.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { comparableText } from '#domain/places/place.ts'
import { CODE_MAX, type NewPlan, normaliseCode, speedText } from '#domain/plans/plan.ts'
import { readSourceAmount } from './source-cells.ts'

/** A plan of the company: its reference code and its name. */
export type NamedPlan = { code: string; name: string }

/** The plan that a text of a file names. `isChosen`: the user related them; it does not follow from the plans alone. */
export type FoundPlan = { code: string; isChosen: boolean }

/** The choice of a plan of the file that is created with the import. */
export const NEW_PLAN = '+'

/** A text of the file as the key of a chosen plan. */
export const planKey = (text: string): string => comparableText(text)

/**
 * Returns the function that finds the plan that a text of a file names: by its code, by its name when only one plan has it, or the one
 * that the user chose for that text (`chosen`, by `planKey`). Null when there is none.
 */
export function planFinder(
  plans: readonly NamedPlan[],
  chosen: ReadonlyMap<string, string>,
): (text: string) => FoundPlan | null {
  const codes = new Set(plans.map(({ code }) => code))
  const byName = Map.groupBy(plans, ({ name }) => comparableText(name))
  return (text) => {
    const code = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
    if (codes.has(code)) return { code, isChosen: false }
    const [named, another] = byName.get(comparableText(text)) ?? []
    if (named && !another) return { code: named.code, isChosen: false }
    const choice = chosen.get(planKey(text))
    return choice !== undefined && codes.has(choice) ? { code: choice, isChosen: true } : null
  }
}

/** What the text of a plan and the price of its row say: '50.0 Mbps 69900.00' → 50 Mbps, $ 69.900. Null for what is not there. */
export function planOfText(text: string, priceText: string | undefined): { price: Money | null; mbps: number | null } {
  const speed = /(\d+)(?:[.,]\d+)?\s*(?:mbps|megas?|mb|mg|m)(?![a-z])/i.exec(text)
  const own = readSourceAmount(priceText)
  const rest = speed === null ? text : text.replace(speed[0], ' ')
  const written = own === null ? readSourceAmount(/\$?\s?\d[\d.,]{3,}/.exec(rest)?.[0]) : own
  return { price: priceIn(written), mbps: speed === null ? null : Number(speed[1]) }
}

/** What a row says that its service costs, without the name of its plan, whose digits may be its speed: 'Plan 10240k'. */
export const priceOfCell = (priceText: string | undefined): Money | null => priceIn(readSourceAmount(priceText))

const priceIn = (reading: AmountReading | null): Money | null =>
  reading?.kind === 'amount' && reading.amount > ZERO ? reading.amount : null

const NAME_MAX = 80
const CENTAVOS = 100

/** Rows with one plan of the file: its text, and the text of the price of each row. */
export type PlanRows = { text: string; prices: readonly (string | undefined)[] }

/**
 * The plan that can be created from the rows of a file: the most frequent price and the speed in its text, the same up and down.
 * Null without a price in whole pesos or without a speed. `taken`: the codes in use.
 */
export function offeredPlan({ text, prices }: PlanRows, taken: ReadonlySet<string>): NewPlan | null {
  const read = prices.map((price) => planOfText(text, price))
  const counts = Map.groupBy(
    read.flatMap(({ price }) => (price !== null && price % CENTAVOS === 0 ? [price] : [])),
    (price) => price,
  )
  const [price] = [...counts.keys()].toSorted((a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0))
  const mbps = read[0]?.mbps ?? null
  const speed = mbps === null || mbps === 0 ? null : speedText(String(mbps))
  if (price === undefined || speed === null || text.length > NAME_MAX) return null
  const code = freeCode(text, taken)
  return { name: text, reference_code: code, price, download_speed: speed, upload_speed: speed }
}

/** A code from the text of a plan that no other plan has. */
function freeCode(text: string, taken: ReadonlySet<string>): string {
  const ascii = text.normalize('NFD').replace(/\p{Diacritic}/gu, '')
  const code = normaliseCode(ascii).slice(0, CODE_MAX - 2)
  const base = code.length < 3 ? `PLAN${code}` : code
  if (!taken.has(base)) return base
  const next = Array.from({ length: 98 }, (_, index) => `${base}${index + 2}`).find((one) => !taken.has(one))
  return next ?? base
}
