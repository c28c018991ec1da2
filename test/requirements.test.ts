import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NOT_BUILT } from '#server/app.ts'
import { PLACEHOLDERS } from '#web/placeholders/placeholders.ts'

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

const REPORT_SCREENS = Object.keys(PLACEHOLDERS).filter((screen) => screen.startsWith('/contracts/proceeding'))
const REPORT_CALLS = ['POST /installation-log/:id', 'GET /installation-log/:id', 'PATCH /installation-log/:id']
const FACTUS = 'PATCH /admin/credentials/factus'

/**
 * The screens and calls without which a requirement is not done, whatever its tests say: those that are placeholders or answer 501
 * today. When one is built it is no longer a reason, and the requirement needs only its test.
 */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'RTE-03': Object.keys(PLACEHOLDERS),
  'RTE-12': ['/contracts/proceeding/view/:no_contract/:identification'],
  'API-01': [FACTUS, ...REPORT_CALLS],
  'FMT-02': REPORT_CALLS,
  'DSH-01': ['/pqr'],
  'DSH-02': ['/pqrResponse'],
  'DSH-03': ['/pqrResponse', FACTUS],
  'CON-05': ['/contracts/documents/:no_contract', '/view/:type/:id'],
  'INT-01': [FACTUS],
  'PUB-01': ['/pqr'],
  ...every('ACT', [...REPORT_SCREENS, ...REPORT_CALLS]),
  ...every('EIN', ['/invoices-electronic', FACTUS]),
  ...every('PQR', ['/pqr', '/pqrResponse']),
  ...every('RPT', ['/reports']),
  'BKT-01': ['/bucket'],
  'BKT-02': ['/bucket'],
}

/** What is not there yet. A requirement that becomes done leaves this list, and one that stops being done joins it. */
const MISSING: Readonly<Record<string, string>> = {
  'RTE-03': 'nine screens are placeholders',
  'RTE-12': 'the network role has no installation report to see',
  'API-01': 'the credentials of Factus and the three calls of the installation report answer 501',
  'FMT-02': 'the field names of the installation report are a schema without a call',
  'DSH-01': 'the home of the client shows no open PQR',
  'DSH-02': 'no figure of the PQR near their deadline',
  'DSH-03': 'no PQR on time, no state of Factus',
  'DSH-04': 'the dashboard of the technician is a plan in words',
  'DSH-06': 'the dashboard of the network role is a plan in words',
  'CON-04': 'no PDF and no reading view of the contract',
  'CON-05': 'no list of documents, and only invoices and vouchers can be viewed',
  'CON-07': 'no voluntary pause with its limits, no cession, no transfer',
  'CON-08': 'the day is computed and shown, without an alert or a refund task',
  'INT-01': 'the credentials of Factus cannot be saved',
  'PUB-01': 'no look-up by CUN, no page for each company',
  ...every('ACT', 'no installation report'),
  ...every('EIN', 'no electronic invoices'),
  ...every('PQR', 'no PQR'),
  ...Object.fromEntries([1, 2, 3, 4, 6, 7].map((number) => [`SUS-0${number}`, 'no suspension by arrears'])),
  ...every('RPT', 'no reports'),
  ...every('BKT', 'no bucket'),
  'OPS-02': 'no metrics',
  'OPS-04': 'the restore drill is a bench (npm run bench -- restore), not a test',
  'OPS-05': 'no API tokens, no outgoing webhooks',
}

const titles = ['src', 'test', 'e2e'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(path.join(ROOT, folder, name), 'utf8').matchAll(/\btest(?:\.each\([^)]*\))?\(\s*['"`]([^'"`]+)/g),
    ])
    .map((match) => match[1] ?? ''),
)
const proven = new Set(titles.flatMap((title) => title.match(/[A-Z]{3}-\d{2}/g) ?? []))
const absent = new Set([
  ...Object.keys(PLACEHOLDERS),
  ...NOT_BUILT.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
])
const isDone = (number: string): boolean =>
  proven.has(number) && !(NEEDS[number] ?? []).some((needed) => absent.has(needed))

const ALL = Object.entries(AREAS).flatMap(([area, count]) => numbersOf(area, count))

test('the test sees the titles, and no title has a number that is no requirement', () => {
  expect(titles.length).toBeGreaterThan(100)
  const areas = new RegExp(`^(${Object.keys(AREAS).join('|')})-`)
  expect([...proven].filter((number) => areas.test(number) && !ALL.includes(number))).toEqual([])
})

test('a requirement is done, with a test of its number and without a placeholder or a 501, or it is in the list of what is missing', () => {
  expect(ALL.filter((number) => !isDone(number) && !(number in MISSING))).toEqual([])
})

test('a requirement that is done leaves the list of what is missing', () => {
  expect(Object.keys(MISSING).filter((number) => !ALL.includes(number) || isDone(number))).toEqual([])
})

test(`${ALL.length - Object.keys(MISSING).length} of ${ALL.length} requirements are done; missing: ${Object.keys(MISSING).join(' ')}`, () => {
  expect(ALL.filter(isDone)).toHaveLength(ALL.length - Object.keys(MISSING).length)
})

/** The same for each requirement of an area. */
function every<T>(area: keyof typeof AREAS, what: T): Record<string, T> {
  return Object.fromEntries(numbersOf(area, AREAS[area]).map((number) => [number, what]))
}

function numbersOf(area: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${area}-${String(index + 1).padStart(2, '0')}`)
}
