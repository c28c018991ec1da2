import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { MEASURED } from './measured.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FIGURES_FILE = path.join(import.meta.dirname, 'figures.json')
const PAGE_FILE = path.join(ROOT, 'docs/figures.md')

/** The result of a bench: its ratio, the minimum that the ratio must reach, and the measured numbers. */
export type Figure = { bench: string; ratio: number; target: number; [number: string]: unknown }

/** A stored figure, with its commit and date. `is_dirty`: the tree had uncommitted changes. */
const RecordedFigure = z.strictObject({
  bench: z.string(),
  commit: z.string().check(z.regex(/^[0-9a-f]{40}$/)),
  is_dirty: z.boolean(),
  date: z.iso.date(),
  seconds: z.number(),
  ratio: z.number(),
  limit: z.number(),
  numbers: z.record(z.string(), z.unknown()),
})
/** A bench that was never measured has a line without a commit. */
const Unmeasured = z.strictObject({ bench: z.string(), commit: z.null() })
const Line = z.union([RecordedFigure, Unmeasured])

export const readFigures = (): z.output<typeof Line>[] =>
  z.parse(z.array(Line), JSON.parse(readFileSync(FIGURES_FILE, 'utf8')))

/** Stores a figure in place of the previous one of the same bench, without its own rounds. */
export function recordFigure({ bench, ratio, target, rounds: _rounds, ...numbers }: Figure, seconds: number): void {
  const figure = {
    bench,
    commit: git('rev-parse', 'HEAD').trim(),
    is_dirty:
      git('status', '--porcelain', '--', '.', ':(exclude)bench/figures.json', ':(exclude)docs/figures.md') !== '',
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round(seconds),
    ratio,
    limit: target,
    numbers,
  }
  const others = readFigures().filter((one) => one.bench !== bench)
  const all = [...others, figure].toSorted((a, b) => a.bench.localeCompare(b.bench))
  writeFileSync(FIGURES_FILE, `[\n${all.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`)
}

/**
 * Writes the table of all figures to docs/figures.md, and returns it with one more column: what changed since each. That is true of
 * one commit only, so it is not in the file.
 */
export function printFigures(): string {
  const recorded = readFigures()
  const rows = Object.entries(MEASURED).map(([bench, paths]) => {
    const figure = recorded.find((one) => one.bench === bench)
    if (!figure || figure.commit === null) return [bench, 'not measured', '', '', '', '', '']
    const { ratio, limit, numbers, date, commit, is_dirty } = figure
    const where = `${date}, ${commit.slice(0, 8)}${is_dirty ? ' and uncommitted changes' : ''}`
    const verdict = ratio >= limit ? 'holds' : 'below its limit'
    return [
      bench,
      verdict,
      String(ratio),
      String(limit),
      formatNumbers(numbers),
      where,
      ageOf(changedSince(commit, paths)),
    ]
  })
  const table = [['Bench', 'Verdict', 'Ratio', 'At least', 'Numbers', 'Measured on', 'State'], ...rows]
  writeFileSync(PAGE_FILE, `${HEAD}\n${markdown(table.map((row) => row.slice(0, -1)))}`)
  return markdown(table)
}

const HEAD = `# Figures

Printed by \`npm run bench -- list-figures\` from bench/figures.json. A ratio compares a figure with its limit, measured in the same
run, and a figure holds when its ratio is at least the one that is asked for; \`npm run bench -- NAME\` measures one again, \`npm run bench -- all\` all of them. A figure is old when a file that it measures
changed after its commit: \`npm run bench -- list-figures\` says which are.
`

/** How many files of some paths differ from a commit, without tests; null when the commit is not in this repository. */
export function changedSince(commit: string, paths: readonly string[], root = ROOT): number | null {
  try {
    gitIn(root, 'cat-file', '-e', `${commit}^{commit}`)
  } catch {
    return null
  }
  const names = gitIn(
    root,
    'diff',
    '--name-only',
    commit,
    '--',
    ...paths,
    ':(exclude)*.test.ts',
    ':(exclude)*.test.tsx',
  )
  return names.split('\n').filter((name) => name !== '').length
}

export function ageOf(changed: number | null): string {
  if (changed === null) return 'old: its commit is not here'
  return changed === 0 ? 'current' : `old: ${changed} ${changed === 1 ? 'file' : 'files'} changed since`
}

/** Numbers in one line: nested names are joined by a space. */
export function formatNumbers(numbers: Readonly<Record<string, unknown>>): string {
  return leaves(numbers, '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ')
}

const leaves = (value: object, name: string): [string, string][] =>
  Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
    const full = name === '' ? key : `${name} ${key}`
    if (Array.isArray(one)) return one.every((item) => typeof item === 'number') ? [[full, one.join(' / ')]] : []
    if (typeof one === 'object' && one !== null) return leaves(one, full)
    return [[full, typeof one === 'number' ? String(Number(one.toFixed(2))) : String(one)]]
  })

/** The columns padded, as the formatter of the repository requires. */
function markdown(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) => `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  const [head = [], ...body] = rows
  return `${[line(head), rule, ...body.map(line)].join('\n')}\n`
}

const gitIn = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const git = (...args: string[]): string => gitIn(ROOT, ...args)
