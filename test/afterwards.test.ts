import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { citedTitles, isTitle } from './cited.ts'

const DOCS = path.resolve(import.meta.dirname, '../docs')

test.each([
  { page: 'afterwards.md', least: 25 },
  { page: 'guards.md', least: 50 },
])('every test title that docs/$page cites exists', ({ page, least }) => {
  const titles = citedTitles(readFileSync(path.join(DOCS, page), 'utf8'))
  expect(titles.length).toBeGreaterThan(least)
  expect(titles.filter((title) => !isTitle(title))).toEqual([])
})
