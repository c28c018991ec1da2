import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALLOWED, ALLOWED_FOR, LICENCES_FILE, licencesPage, listLicences } from '../scripts/print-licences.ts'

const words = (text: string): string => text.replaceAll(/[\s|-]+/g, ' ')

test('every package has a licence that is allowed for it', () => {
  const packages = listLicences()
  expect(packages.length).toBeGreaterThan(300)
  const refused = packages.filter(
    ({ name, licence }) => !ALLOWED.includes(licence) && ALLOWED_FOR[licence]?.test(name) !== true,
  )
  expect(refused).toEqual([])
})

test('no licence is allowed that no package has', () => {
  const used = new Set(listLicences().map(({ licence }) => licence))
  expect([...ALLOWED, ...Object.keys(ALLOWED_FOR)].filter((licence) => !used.has(licence))).toEqual([])
})

test('docs/licences.md is what the lock file makes (npm run licences)', () => {
  expect(words(readFileSync(LICENCES_FILE, 'utf8'))).toBe(words(licencesPage()))
})

test('the lock file and the page of the licences hold no address of a registry', () => {
  for (const file of ['package-lock.json', 'docs/licences.md']) {
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).not.toMatch(/"resolved"|registry/)
  }
})
