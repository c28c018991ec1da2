import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { citedTitles, isTitle } from './cited.ts'

test('every test title that docs/afterwards.md cites exists', () => {
  const titles = citedTitles(readFileSync(path.resolve(import.meta.dirname, '../docs/afterwards.md'), 'utf8'))
  expect(titles.length).toBeGreaterThan(25)
  expect(titles.filter((title) => !isTitle(title))).toEqual([])
})
