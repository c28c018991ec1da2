import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

/** How many numbered requirements each area has: RTE-01 to RTE-12, and so on. */
const AREAS = {
  RTE: 12,
  SHL: 12,
  AUT: 7,
  TBL: 3,
  PLN: 7,
  PAY: 5,
  ACT: 12,
  API: 4,
  ERR: 4,
  FMT: 2,
  DSH: 6,
  CLI: 5,
  CON: 8,
  INV: 12,
  TRX: 5,
  EIN: 6,
  PQR: 9,
  SUS: 7,
  RPT: 4,
  USR: 3,
  INT: 4,
  BIN: 2,
  BKT: 3,
  NOT: 2,
  PRF: 3,
  COM: 3,
  PUB: 2,
  OPS: 6,
} as const

/** What is not there yet. A requirement that becomes done leaves this list, and one that stops being done joins it. */
const MISSING: Readonly<Record<string, string>> = {}

const titles = ['src', 'test', 'e2e'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(path.join(ROOT, folder, name), 'utf8').matchAll(/\btest(?:\.each\([^)]*\))?\(\s*['"`]([^'"`]+)/g),
    ])
    .map((match) => match[1] ?? ''),
)
const proven = new Set(titles.flatMap((title) => title.match(/[A-Z]{3}-\d{2}/g) ?? []))
const isDone = (number: string): boolean => proven.has(number)

const ALL = Object.entries(AREAS).flatMap(([area, count]) => numbersOf(area, count))

test('the test sees the titles, and no title has a number that is no requirement', () => {
  expect(titles.length).toBeGreaterThan(100)
  const areas = new RegExp(`^(${Object.keys(AREAS).join('|')})-`)
  expect([...proven].filter((number) => areas.test(number) && !ALL.includes(number))).toEqual([])
})

test('a requirement is done, with a test of its number, or it is in the list of what is missing', () => {
  expect(ALL.filter((number) => !isDone(number) && !(number in MISSING))).toEqual([])
})

test('a requirement that is done leaves the list of what is missing', () => {
  expect(Object.keys(MISSING).filter((number) => !ALL.includes(number) || isDone(number))).toEqual([])
})

test(`${ALL.length - Object.keys(MISSING).length} of ${ALL.length} requirements are done; missing: ${Object.keys(MISSING).join(' ')}`, () => {
  expect(ALL.filter(isDone)).toHaveLength(ALL.length - Object.keys(MISSING).length)
})

function numbersOf(area: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${area}-${String(index + 1).padStart(2, '0')}`)
}
