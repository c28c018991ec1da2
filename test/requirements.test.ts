import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

/** How many numbered requirements each finished area has: RTE-01 to RTE-12, and so on. A new area is added when it is built. */
const AREAS = {
  RTE: 12,
  SHL: 12,
  AUT: 7,
  PLN: 7,
  ERR: 4,
  FMT: 2,
  API: 4,
  CLI: 5,
  CON: 3,
  INV: 12,
  PAY: 5,
  TRX: 5,
  INT: 4,
} as const
/** Finished requirements of areas that are not finished. */
const MORE = [
  'TBL-01',
  'TBL-02',
  'TBL-03',
  'CON-06',
  'DSH-01',
  'COM-01',
  'COM-02',
  'COM-03',
  'USR-01',
  'USR-02',
  'USR-03',
  'BIN-01',
  'BIN-02',
  'NOT-01',
  'NOT-02',
]

const titles = ['src', 'test', 'e2e'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(path.join(ROOT, folder, name), 'utf8').matchAll(/\btest(?:\.each\([^)]*\))?\(\s*['"`]([^'"`]+)/g),
    ])
    .map((match) => match[1] ?? ''),
)

test('the test sees the titles', () => expect(titles.length).toBeGreaterThan(100))

const proven = new Set(titles.flatMap((title) => title.match(/[A-Z]{3}-\d{2}/g) ?? []))

test('every finished requirement of an unfinished area is in the title of a test', () => {
  expect(MORE.filter((number) => !proven.has(number))).toEqual([])
})

for (const [area, count] of Object.entries(AREAS)) {
  test(`every requirement of ${area} is in the title of a test`, () => {
    const wanted = Array.from({ length: count }, (_, index) => `${area}-${String(index + 1).padStart(2, '0')}`)
    expect(wanted.filter((number) => !proven.has(number))).toEqual([])
  })
}
