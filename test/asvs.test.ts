import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { citedTitles, isTitle } from './cited.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PAGE = readFileSync(path.join(ROOT, 'docs/asvs.md'), 'utf8')
const STATES: readonly string[] = ['met', 'operator', 'not met', 'n/a']
/** The requirements of levels 1 and 2 of ASVS 5.0.0 in each chapter, 1 to 17. */
const COUNTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

type Row = { ids: readonly string[]; state: string; text: string }

const rows: readonly Row[] = PAGE.split('\n').flatMap((line) => {
  const [, named = '', state = '', text = ''] = line.split('|').map((cell) => cell.trim())
  return /^\d/.test(named) ? [{ ids: named.split(', ').flatMap(idsOf), state, text }] : []
})

/** The requirements of '6.2.1' or '6.2.1 to 6.2.3'. */
function idsOf(range: string): string[] {
  const [first = '', last = first] = range.split(' to ')
  const section = first.slice(0, first.lastIndexOf('.') + 1)
  if (!last.startsWith(section)) throw new Error(`${range} is not a range of one section`)
  const numberOf = (id: string): number => Number(id.slice(section.length))
  return Array.from(
    { length: numberOf(last) - numberOf(first) + 1 },
    (_, index) => `${section}${numberOf(first) + index}`,
  )
}

test('each requirement of levels 1 and 2 has one row with a state', () => {
  const ids = rows.flatMap((row) => row.ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(COUNTS.map((_, chapter) => ids.filter((id) => id.startsWith(`${chapter + 1}.`)).length)).toEqual(COUNTS)
  expect(rows.filter(({ state, text }) => !STATES.includes(state) || text === '')).toEqual([])
})

test('every test title and every file that docs/asvs.md cites exists', () => {
  const titles = citedTitles(PAGE)
  expect(titles.length).toBeGreaterThan(50)
  expect(titles.filter((title) => !isTitle(title))).toEqual([])
  const files = [...PAGE.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, file = '']) => file)
  const links = [...PAGE.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => path.join('docs', file))
  expect(files.length).toBeGreaterThan(20)
  expect([...files, ...links].filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})
