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
const costOf = (one: Measure): number => Math.max(0, totalReads(one.reads) / one.units - one.allowed)
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
  return [`${where(one)}: ${blame(one)}; ${round(totalReads(one.reads) / one.units)} in all, limit ${limit}${allowed}`]
}

const limitOf = (one: Measure): number =>
  one.of === 'page' && (one.size <= SMALL_COMPANY || isSmallTable(one)) ? SMALL_TABLE_MAX : one.limit

/** Whether PostgreSQL may read the whole table of the case, because it does not know how small it is. */
const isSmallTable = ({ isSmall, state }: Measure): boolean => isSmall === true && state === 'no statistics'

function grown(pair: readonly Measure[]): string[] {
  const [small, large] = pair.toSorted((a, b) => a.size - b.size)
  if (!small || !large || small.failure !== null || large.failure !== null || isSmallTable(large)) return []
  const found: string[] = []
  // With a counted total only the limit is checked: the remaining reads are too few to compare.
  if (large.allowed === 0 && costOf(large) > costOf(small) * GROWTH_MAX + SLACK)
    found.push(
      `${where(large)}: ${blame(large)}; ${round(costOf(large))} in all, and ${round(costOf(small))} with ${small.size}`,
    )
  if (large.allowed === 0 && pagesOf(large) > (large.pages ?? pagesOf(small) * PAGES_GROWTH_MAX + SLACK)) {
    const [worst] = large.reads.toSorted((one, other) => other.pages - one.pages)
    const table = worst
      ? `${worst.table}: ${round(worst.pages / large.units)} pages looked at for each ${large.per}`
      : ''
    found.push(
      `${where(large)}: ${table}; ${round(pagesOf(large))} in all, and ${round(pagesOf(small))} with ${small.size}`,
    )
  }
  return found
}

const where = ({ name, state, size }: Measure): string => `${name} (${state}, ${size} contracts)`

function blame({ reads, units, per }: Measure): string {
  const [worst] = reads.toSorted((a, b) => readsOf(b) - readsOf(a))
  return worst ? `${worst.table}: ${round(readsOf(worst) / units)} rows and index entries read for each ${per}` : ''
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
