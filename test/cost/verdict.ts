import type { Case, State } from './case.ts'
import { type Reads, readsOf, totalPages, totalReads } from './reads.ts'

/** How much more each unit may read with ten times the contracts. */
const GROWTH_MAX = 1.2
/** Pages also grow with the height of the indexes. */
const PAGES_GROWTH_MAX = 2
/** A page of a small company, or of a small table without statistics, may read and sort a whole small table, each row with its index entry: it is fast and often the right plan. */
const SMALL_TABLE_MAX = 2 * 6_100
const SMALL_COMPANY = 1_000
/** A few rows of small tables (sessions, parameters) do not count as growth. */
const SLACK = 20
/** How much faster than its total a list may grow that counts it: a part of it may be counted in an index alone. */
const COUNTED_GROWTH_MAX = 1.4

/** The reads of a case in a company of a size. `allowed`: the additional reads for its total. `failure`: the error when it did not answer. */
export type Measure = {
  name: string
  per: string
  of: Case['of']
  limit: number
  pages?: number
  isSmall?: true
  state: State
  size: number
  units: number
  allowed: number
  reads: Reads
  failure: string | null
}

/** Rows and index entries for each unit, without those allowed for the total. */
const costOf = (one: Measure): number => Math.max(0, readsPer(one) - one.allowed)
const readsPer = (one: Measure): number => totalReads(one.reads) / one.units
const pagesOf = (one: Measure): number => totalPages(one.reads) / one.units

/** The violations of a case: one sentence for each exceeded limit, with the table that is read most. */
export function violationsOf(name: string, measures: readonly Measure[]): string[] {
  const mine = measures.filter((one) => one.name === name)
  const states = new Set(mine.map((one) => one.state))
  return [
    ...mine.flatMap(overLimit),
    ...[...states].flatMap((state) => grown(mine.filter((one) => one.state === state))),
  ]
}

function overLimit(one: Measure): string[] {
  if (one.failure !== null) return [`${where(one)}: ${one.failure}`]
  const limit = limitOf(one)
  if (costOf(one) <= limit) return []
  const allowed = one.allowed === 0 ? '' : `, and ${Math.round(one.allowed)} to count the total`
  return [`${where(one)}: ${blame(one)}; ${round(readsPer(one))} in all, limit ${limit}${allowed}`]
}

const limitOf = (one: Measure): number =>
  one.of === 'page' && (one.size <= SMALL_COMPANY || isSmallTable(one)) ? SMALL_TABLE_MAX : one.limit

/** Whether PostgreSQL may read the whole table of the case, because it does not know how small it is. */
const isSmallTable = ({ isSmall, state }: Measure): boolean => isSmall === true && state === 'no statistics'

/** A figure in both companies, and the most that it may be in the large one. `of`: what it is compared with beside its size. */
type Growth = { what: string; before: number; after: number; most: number; of: string }

/**
 * What grew. A counted total is allowed two reads of each row, of which an index alone is one: so all that is read may grow as the total
 * does, and what is read beside the total is compared where more than the slack is left.
 */
function grown(pair: readonly Measure[]): string[] {
  const [small, large] = pair.toSorted((a, b) => a.size - b.size)
  if (!small || !large || small.failure !== null || large.failure !== null || isSmallTable(large)) return []
  return growthsOf(small, large)
    .filter(({ after, most }) => after > most)
    .map(
      ({ what, before, after, of }) =>
        `${where(large)}: ${what}; ${round(after)} in all, and ${round(before)} with ${small.size}${of}`,
    )
}

function growthsOf(small: Measure, large: Measure): Growth[] {
  const isCounted = large.allowed > 0
  const times = isCounted ? Math.max(1, large.allowed / small.allowed) : 1
  const of = isCounted ? `, for a total ${round(times)} times as large` : ''
  const [reads, cost, pages] = [readsPer(small), costOf(small), pagesOf(small)]
  const beside = { what: blame(large), before: cost, after: costOf(large), most: cost * GROWTH_MAX + SLACK, of: '' }
  const all = { what: blame(large), before: reads, after: readsPer(large), of }
  return [
    ...(!isCounted || cost > SLACK ? [beside] : []),
    ...(isCounted ? [{ ...all, most: reads * times * COUNTED_GROWTH_MAX + SLACK }] : []),
    {
      what: blamePages(large),
      before: pages,
      after: pagesOf(large),
      most: large.pages ?? pages * times * PAGES_GROWTH_MAX + SLACK,
      of,
    },
  ]
}

const where = ({ name, state, size }: Measure): string => `${name} (${state}, ${size} contracts)`

function blame({ reads, units, per }: Measure): string {
  const [worst] = reads.toSorted((a, b) => readsOf(b) - readsOf(a))
  return worst ? `${worst.table}: ${round(readsOf(worst) / units)} rows and index entries read for each ${per}` : ''
}

function blamePages({ reads, units, per }: Measure): string {
  const [worst] = reads.toSorted((one, other) => other.pages - one.pages)
  return worst ? `${worst.table}: ${round(worst.pages / units)} pages looked at for each ${per}` : ''
}

const round = (value: number): number => Number(value.toFixed(1))

/** One line for each case and state: the reads of both sizes for each unit, the limit, and the tables that are read most. */
export function tableOf(cases: readonly Case[], measures: readonly Measure[]): string {
  const states: State[] = ['no statistics', 'analyzed']
  const rows = cases.flatMap(({ name, per, limit }) =>
    states.map((state) => {
      const [small, large] = measures
        .filter((one) => one.name === name && one.state === state)
        .toSorted((a, b) => a.size - b.size)
      const shown = (one: Measure | undefined) =>
        one === undefined || one.failure !== null ? 'failed' : String(round(costOf(one)))
      const total = large && large.allowed > 0 ? `${Math.round(large.allowed)}` : ''
      return [name, per, state, shown(small), shown(large), String(limit), total, large ? most(large) : '']
    }),
  )
  const sizes = [...new Set(measures.map((one) => one.size))].toSorted((a, b) => a - b).map(String)
  const head = ['case', 'per', 'statistics', sizes[0] ?? '', sizes[1] ?? '', 'limit', 'total', 'most read']
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const most = ({ reads, units }: Measure): string =>
  reads
    .slice(0, 3)
    .map((one) => `${one.table} ${round(readsOf(one) / units)}`)
    .join(', ')
