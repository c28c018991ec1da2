import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { WITHOUT_DATABASE } from './without-database.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** A row of docs/requirements.md: its number and what it asks. A rule of law also has its source, and the requirements that prove it. */
type Row = { number: string; asks: string; source: string; applied: string }

/** `PLN-01` a requirement, `R2.12` a rule of law, `VAT-4` and `WH-1` worked examples. */
const ROW = /^\| ([A-Z]{3}-\d{2}|R\d+\.\d+|(?:VAT|WH)-\d+) +\|(.*)\|$/

const rows: readonly Row[] = readFileSync(path.join(ROOT, 'docs/requirements.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, cells] = ROW.exec(line) ?? []
    if (number === undefined || cells === undefined) return []
    const [asks = '', source = '', applied = ''] = cells.split('|').map((cell) => cell.trim())
    return [{ number, asks, source, applied }]
  })
const defined = new Set(rows.map(({ number }) => number))
const isLaw = (number: string): boolean => number.startsWith('R') && number.includes('.')
const isExample = (number: string): boolean => /^(VAT|WH)-/.test(number)
const requirements = rows.map(({ number }) => number).filter((number) => !isLaw(number) && !isExample(number))

/** What is not there yet. A requirement that becomes done leaves this list, and one that stops being done joins it. */
const MISSING: Readonly<Record<string, string>> = {}

/**
 * What only unit tests prove, without a server and without a screen, and why that is enough. Any other requirement has a test over HTTP or a
 * journey in a browser: a rule that no call and no screen uses is not done.
 */
const ONLY_UNIT: Readonly<Record<string, string>> = {
  'SHL-07': 'the keys of the icons have no name that a journey could read',
  'AUT-03': 'the state of the session in the browser: the journeys of AUT-02 and AUT-07 read what it stores',
  'AUT-06': 'limits of time, with a clock that the test moves, and the cache of the browser, which has no screen',
  'PUB-02': 'the texts themselves: the pages are printed and read as their source has them',
}

const NUMBER = /\b(?:[A-Z]{3}-\d{2}|R\d+\.\d+|(?:VAT|WH)-\d+)\b/g
/** What a title may have that only looks like a number of the page. */
const OTHER = ['UTF-16']
const numbersIn = (text: string): string[] => (text.match(NUMBER) ?? []).filter((number) => !OTHER.includes(number))

const tests = ['src', 'test', 'e2e']
  .flatMap((folder) => filesOf(folder))
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
const titlesOf = (files: readonly string[]): string[] =>
  files
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/(?:\btest(?:\.each\([^)]*\))?|^\]\))\(\s*['"`]([^'"`]+)/gm),
    ])
    .map((match) => match[1] ?? '')
const titles = titlesOf(tests)
const proven = new Set(titles.flatMap(numbersIn))
/** What a test over HTTP on a real PostgreSQL proves, or a journey in a browser on the built app. */
const used = new Set(titlesOf(tests.filter((file) => !isUnit(file))).flatMap(numbersIn))
const isDone = (number: string): boolean => used.has(number) || (proven.has(number) && number in ONLY_UNIT)

test('the test sees the titles, and no title has a number that docs/requirements.md does not define', () => {
  expect(titles.length).toBeGreaterThan(1_000)
  expect([...proven].filter((number) => !defined.has(number))).toEqual([])
})

test('no comment and no page has a number that docs/requirements.md does not define', () => {
  const areas = new Set(requirements.map(areaOf))
  const isOfThePage = (number: string): boolean => isLaw(number) || areas.has(areaOf(number))
  const places = ['src', 'test', 'e2e', 'bench', 'faults', 'scripts', 'db/migrations', 'docs'].flatMap((folder) =>
    filesOf(folder).flatMap((file) =>
      numbersIn(commentsOf(file, readFileSync(file, 'utf8'))).map((number) => ({ file, number })),
    ),
  )
  expect(places.length).toBeGreaterThan(200)
  expect(places.filter(({ number }) => isOfThePage(number) && !defined.has(number))).toEqual([])
})

test('docs/requirements.md defines each number once, in order, with a sentence', () => {
  expect(requirements.length).toBeGreaterThan(100)
  expect(defined.size).toBe(rows.length)
  const counts = new Map<string, number>()
  for (const number of requirements) {
    const count = (counts.get(areaOf(number)) ?? 0) + 1
    counts.set(areaOf(number), count)
    expect(number).toBe(`${areaOf(number)}-${String(count).padStart(2, '0')}`)
  }
  expect(rows.filter(({ number, asks }) => !isExample(number) && !/^[`A-Z].{20,}\.$/.test(asks))).toEqual([])
  expect(rows.filter(({ number, source }) => isLaw(number) && source === '')).toEqual([])
})

test('a requirement is done, with a test of its number, or it is in the list of what is missing', () => {
  expect(requirements.filter((number) => !isDone(number) && !(number in MISSING))).toEqual([])
})

test('a requirement that only unit tests prove is in the list of them, and one with a call or a journey leaves it', () => {
  expect(requirements.filter((number) => proven.has(number) && !used.has(number))).toEqual(Object.keys(ONLY_UNIT))
  const planted = ['src/domain/plans/plan.test.ts', 'src/web/shell/shell.test.tsx', 'test/words.test.ts']
  expect(planted.map((file) => isUnit(path.join(ROOT, file)))).toEqual([true, true, true])
  const calling = ['src/server/plans/plans.test.ts', 'test/specified-calls.test.ts', 'e2e/plans.spec.ts']
  expect(calling.map((file) => isUnit(path.join(ROOT, file)))).toEqual([false, false, false])
})

test('no screen is a placeholder that says that it is still to come', () => {
  const screens = ['src/web', 'src/domain'].flatMap(filesOf).filter((file) => !/\.test\.tsx?$/.test(file))
  const isPlaceholder = (text: string): boolean =>
    /pr[oó]ximamente|en construcci[oó]n|muy pronto|coming soon/i.test(text)
  expect(screens.filter((file) => isPlaceholder(readFileSync(file, 'utf8')))).toEqual([])
  expect(isPlaceholder('<p>Próximamente podrás ver tus reportes aquí</p>')).toBe(true)
})

test('a rule of law is proven by a test of its number, or by those of the requirements of its row', () => {
  const laws = rows.filter(({ number }) => isLaw(number))
  expect(laws.length).toBeGreaterThan(40)
  for (const { number, applied } of laws) {
    const named = numbersIn(applied)
    expect([number, named.filter((name) => !requirements.includes(name))]).toEqual([number, []])
    expect([number, proven.has(number) || named.some(isDone)]).toEqual([number, true])
  }
})

test('each worked example is in a test', () => {
  expect(rows.filter(({ number }) => isExample(number) && !proven.has(number))).toEqual([])
})

test('a requirement that is done leaves the list of what is missing', () => {
  expect(Object.keys(MISSING).filter((number) => !requirements.includes(number) || isDone(number))).toEqual([])
})

test(`${requirements.length - Object.keys(MISSING).length} of ${requirements.length} requirements are done; missing: ${Object.keys(MISSING).join(' ')}`, () => {
  expect(requirements.filter(isDone)).toHaveLength(requirements.length - Object.keys(MISSING).length)
})

function isUnit(file: string): boolean {
  const name = path.relative(ROOT, file)
  return /^src\/(domain|web)\//.test(name) || WITHOUT_DATABASE.some((pattern) => path.matchesGlob(name, pattern))
}

function areaOf(number: string): string {
  return number.slice(0, 3)
}

function filesOf(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|sql|md)$/.test(name))
    .map((name) => path.join(ROOT, folder, name))
}

/** The comments of a file; a page in markdown is read whole. */
function commentsOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text
  return [...text.matchAll(file.endsWith('.sql') ? /-- .*/g : /(?:\/\/|^ *\/?\*).*/gm)].join('\n')
}
