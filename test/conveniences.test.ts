import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The rows of the table of docs/conveniences.md: name, state, journeys or reason. */
const rows = readFileSync('docs/conveniences.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

const titles = readdirSync('e2e')
  .filter((name) => name.endsWith('.spec.ts'))
  .flatMap((name) => [...readFileSync(`e2e/${name}`, 'utf8').matchAll(/\btest\(\s*'([^']+)'/g)])
  .map(([, title = '']) => title)

test('each convenience that is said to work names journeys that exist, and each other one its reason', () => {
  expect(rows).toHaveLength(39)
  expect(titles.length).toBeGreaterThan(250)
  for (const [name, state, text = ''] of rows) {
    expect([name, state]).toEqual([name, expect.stringMatching(/^(works|in part|not done)$/)])
    if (state !== 'works') expect([name, text]).toEqual([name, expect.stringMatching(/\.$/)])
    else
      for (const journey of text.split('; '))
        expect([journey, titles.some((title) => title.startsWith(journey))]).toEqual([journey, true])
  }
})
