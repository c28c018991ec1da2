import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MODULES } from '../scripts/modules.ts'

const SERVER = path.resolve(import.meta.dirname, '../src/server')

/** Files that write tables of every module: a command of the operator over a whole installation or a whole company. */
const WHOLE_COMPANY = ['platform/secret.ts', 'platform/import-company.ts']

/** Tables with more than one module that writes them, and what each of them writes. */
const SHARED: Record<string, { modules: string[]; why: string }> = {
  api_tokens: {
    modules: ['auth', 'integrations'],
    why: 'integrations gives and revokes a token; auth writes when it was used',
  },
  bucket_objects: {
    modules: ['bucket', 'files'],
    why: 'files writes a file that it stores or ends; bucket what it finds in the store',
  },
  stored_files: { modules: ['bucket', 'files'], why: 'the same, for the quota of a company' },
  idempotency_keys: { modules: ['core', 'platform'], why: 'platform deletes the old ones at night' },
  invoices: { modules: ['invoices', 'ledger'], why: 'ledger writes the columns that derive from the journal' },
  provider_events: {
    modules: ['integrations', 'payments'],
    why: 'integrations receives an event; payments applies it',
  },
  users: {
    modules: ['auth', 'clients', 'users'],
    why: 'auth writes what a sign-in needs, users the people of the desk, clients the people who are clients',
  },
}

/** A statement that writes a table, of the query builder or of SQL. */
const WRITES =
  /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|\binsert into (\w+)|\bupdate (\w+)(?: as)?(?: \w+)?\s+set\b|\bdelete from (\w+)/g

/** A table that a statement reads. */
const READS = /\b(?:from|join) (\w+)|(?:selectFrom|innerJoin|leftJoin)\(\s*'(\w+)/g

/** Every module may ask whether its company is active and how it is called. */
const READ_BY_ALL = ['companies']

/** Files that read tables of modules to their right, and why the question is not asked there. */
const READS_RIGHT: Record<string, string> = {
  'clients/queries.ts': 'a client is listed with its contracts and found by its plan',
  'companies/queries.ts': 'the superadmin sees how many clients a company has',
  'consents/policy-consent.ts': 'the first sign-in of a client is also its consent',
  'consents/queries.ts': 'a consent is of a client',
  'contracts/transfer-queries.ts': 'a planned move waits for the visit that makes it',
  'equipment/loan-queries.ts':
    'a piece that came back after it was billed is shown until the credit note of its line is made',
  'invoices/electronic-queries.ts': 'an invoice is shown with the state of its electronic document',
  'invoices/invoice-detail.ts': 'and with when it was sent',
  'invoices/queries.ts': 'a payment that the provider has not answered keeps an invoice from being offered again',
  'ledger/accounts.ts': 'the account of a client is locked by its row',
  'ledger/credit.ts': 'the ledger gives the credit in favour back in the order of the documents that made it',
  'ledger/movements.ts': 'a statement names the document of each entry',
  'ledger/open-day.ts': 'no entry is of a closed day',
  'ledger/overdue.ts': 'a payment of another day counts on its own day',
  'ledger/owed-refunds.ts':
    'what is paid back of a void contract names it, and a reversed payment the contracts that it had paid',
  'ledger/reductions.ts': 'the same, in the detail of an invoice',
  'ledger/voucher-entries.ts': 'a voucher names the document of each entry',
  'plans/queries.ts': 'a plan is listed with how many contracts have it',
}

type Statement = { file: string; module: string; table: string }

const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.includes('/') && /(?<!\.test)\.ts$/.test(name) && !WHOLE_COMPANY.includes(name))
  .map((file) => ({ file, text: readFileSync(path.join(SERVER, file), 'utf8') }))

const tablesIn = (statement: RegExp): Statement[] =>
  files.flatMap(({ file, text }) =>
    [...text.matchAll(statement)].map((match) => ({
      file,
      module: file.split('/')[0] ?? '',
      table: match.slice(1).find((group) => group !== undefined) ?? '',
    })),
  )

const modulesOf = (rows: readonly Statement[]): string[] => [...new Set(rows.map(({ module }) => module))].toSorted()
const writers = new Map(
  [...Map.groupBy(tablesIn(WRITES), ({ table }) => table)].map(([table, rows]) => [table, modulesOf(rows)]),
)

test('a table is written by one module, and the tables with more than one say what each of them writes', () => {
  expect(writers.size).toBeGreaterThan(100)
  expect(writers.get('pending_charges')).toEqual(['contracts'])
  const shared = [...writers].filter(([, modules]) => modules.length > 1)
  expect(Object.fromEntries(shared)).toEqual(
    Object.fromEntries(Object.entries(SHARED).map(([table, { modules }]) => [table, modules])),
  )
})

test('a module reads its tables and those of the modules to its left, and the files that read others are a list', () => {
  const place = (module: string): number => MODULES.indexOf(module)
  const ownerOf = (table: string): number | undefined => {
    const places = (writers.get(table) ?? []).map(place).filter((index) => index >= 0)
    return places.length === 0 || READ_BY_ALL.includes(table) ? undefined : Math.min(...places)
  }
  const reads = tablesIn(READS)
  expect(reads.length).toBeGreaterThan(500)
  const right = reads.filter(({ module, table }) => (ownerOf(table) ?? -1) > place(module) && place(module) >= 0)
  expect([...new Set(right.map(({ file }) => file))].toSorted()).toEqual(Object.keys(READS_RIGHT))
})
