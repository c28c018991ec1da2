import type { Fault, NotRun, Outcome } from './fault.ts'

type Result = 'ok' | 'late' | 'failed' | 'not run' | 'not built'

export type Row = {
  fault: string
  result: Result
  times: string
  lost: string
  twice: string
  recovered: string
  note: string
}

const NONE = { times: '', lost: '', twice: '', recovered: '' }

/** The row of a fault that was made. */
export function rowOf({ name, title }: Fault, outcome: Outcome | NotRun): Row {
  const fault = `${name} ${title}`
  if ('notRun' in outcome) return { ...NONE, fault, result: 'not run', note: outcome.notRun }
  const isWrong = (outcome.lost ?? 0) !== 0 || (outcome.twice ?? 0) !== 0 || outcome.problems.length > 0
  return {
    fault,
    result: isWrong ? 'failed' : outcome.late.length > 0 ? 'late' : 'ok',
    times: String(outcome.times),
    lost: countOf(outcome.lost),
    twice: countOf(outcome.twice),
    recovered: outcome.recoveredMs === null ? '' : `${(outcome.recoveredMs / 1_000).toFixed(1)} s`,
    note: [...outcome.problems, ...outcome.late, outcome.note].join('; ').replaceAll('|', '/'),
  }
}

/** Empty for what is not counted: a 0 is a count. */
const countOf = (count: number | null): string => (count === null ? '' : String(count))

export const failedRow = ({ name, title }: Fault, error: unknown): Row => ({
  ...NONE,
  fault: `${name} ${title}`,
  result: 'failed',
  note: error instanceof Error ? error.message : String(error),
})

export const notBuiltRow = ({ name, title }: Fault, reason: string): Row => ({
  ...NONE,
  fault: `${name} ${title}`,
  result: 'not built',
  note: reason,
})

/** A row that did not go well makes the campaign end with code 1. */
export const isBad = ({ result }: Row): boolean => result === 'failed' || result === 'late'

/** The table in Markdown, as docs/operations.md has it. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    [row.fault, row.result, row.times, row.lost, row.twice, row.recovered, row.note].join(' | '),
  )
  return [
    '| Fault | Result | Times | Lost | Twice | Recovered in | Note |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n')
}
