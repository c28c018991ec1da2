import { sql } from 'kysely'
import type { Match, OpenDebt, Token } from '#domain/banks/pairing.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { contractNumber } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray, uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { listPrefixes } from '#server/ledger/numbers.ts'

/** A token of a movement: `at` is the place of the movement in its list. */
export type PlacedToken = Token & { at: number }

export type PlacedMatch = Match & { at: number }

type Found = { at: number; client_id: string; invoice_id: string | null }

// Each text is looked up by its unique key, with any statistics: `key` is the first table and each row a lateral sub-query.

/** The clients that the tokens of many movements name: four statements, whatever their number. */
export async function listMatches(tx: Tx, tokens: readonly PlacedToken[]): Promise<PlacedMatch[]> {
  const [invoicePrefixes, contractPrefixes] = await Promise.all([
    listPrefixes(tx, 'invoice'),
    listPrefixes(tx, 'contract'),
  ])
  const of = (kind: Token['kind']) => tokens.filter((token) => token.kind === kind)
  const [remembered, invoices, contracts, documents] = await Promise.all([
    listRemembered(tx, of('remembered')),
    listNumbered(tx, withPrefixes(of('invoice'), invoicePrefixes)),
    listContracts(tx, withPrefixes(of('contract'), contractPrefixes)),
    listDocuments(tx, of('document')),
  ])
  const tagged = (kind: Match['kind'], rows: readonly Found[]): PlacedMatch[] => rows.map((row) => ({ ...row, kind }))
  return [
    ...tagged('remembered', remembered),
    ...tagged('invoice', invoices),
    ...tagged('contract', contracts),
    ...tagged('document', documents),
  ]
}

type Numbered = { at: number; prefix: string; number: string }

/** 'AF-1024' as prefix and number; '1024' once with each prefix. A prefix that the company does not have names nothing. */
const withPrefixes = (tokens: readonly PlacedToken[], prefixes: readonly string[]): Numbered[] =>
  tokens.flatMap(({ at, text }) => {
    const [number = '', named] = text.split('-').toReversed()
    return prefixes
      .filter((prefix) => named === undefined || named === prefix)
      .map((prefix) => ({ at, prefix, number }))
  })

async function listRemembered(tx: Tx, tokens: readonly PlacedToken[]): Promise<Found[]> {
  if (tokens.length === 0) return []
  const { rows } = await sql<Found>`${REPLAN_EACH_TIME}
    select key.at, r.client_id, null::uuid as invoice_id
    from unnest(${plainArray(tokens.map(({ at }) => at))}::int[], ${textArray(tokens.map(({ text }) => text))}::text[]) key (at, reference)
    cross join lateral (
      select * from bank_references r where r.company_id = (select current_company()) and r.reference = key.reference offset 0
    ) r
    where r.client_id is not null`.execute(tx)
  return rows
}

async function listNumbered(tx: Tx, keys: readonly Numbered[]): Promise<Found[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Found>`${REPLAN_EACH_TIME}
    select key.at, i.client_id, i.id as invoice_id
    from unnest(${plainArray(keys.map(({ at }) => at))}::int[], ${textArray(keys.map(({ prefix }) => prefix))}::text[],
      ${plainArray(keys.map(({ number }) => number))}::bigint[]) key (at, prefix, number)
    cross join lateral (
      select * from invoices i
      where i.company_id = (select current_company()) and i.prefix = key.prefix and i.number = key.number offset 0
    ) i`.execute(tx)
  return rows
}

async function listContracts(tx: Tx, keys: readonly Numbered[]): Promise<Found[]> {
  if (keys.length === 0) return []
  const numbers = keys.map(({ prefix, number }) => contractNumber(prefix, Number(number)))
  const { rows } = await sql<Found>`${REPLAN_EACH_TIME}
    select key.at, c.client_id, null::uuid as invoice_id
    from unnest(${plainArray(keys.map(({ at }) => at))}::int[], ${textArray(numbers)}::text[]) key (at, no_contract)
    cross join lateral (
      select * from contracts c where c.company_id = (select current_company()) and c.no_contract = key.no_contract offset 0
    ) c`.execute(tx)
  return rows
}

/** The documents of clients, also a NIT that the bank wrote without its hyphen. */
async function listDocuments(tx: Tx, tokens: readonly PlacedToken[]): Promise<Found[]> {
  const keys = tokens.flatMap(({ at, text }) => [
    { at, text },
    ...(/^\d{10}$/.test(text) ? [{ at, text: `${text.slice(0, 9)}-${text.slice(9)}` }] : []),
  ])
  if (keys.length === 0) return []
  const { rows } = await sql<Found>`${REPLAN_EACH_TIME}
    select key.at, k.id as client_id, null::uuid as invoice_id
    from unnest(${plainArray(keys.map(({ at }) => at))}::int[], ${textArray(keys.map(({ text }) => text))}::text[]) key (at, identification)
    cross join lateral (
      select * from clients k where k.company_id = (select current_company()) and k.identification = key.identification offset 0
    ) k`.execute(tx)
  return rows
}

/** The open invoices of clients, the oldest due first. */
export async function listDebtsOf(tx: Tx, clients: readonly string[]): Promise<Map<string, OpenDebt[]>> {
  const debts = new Map<string, OpenDebt[]>()
  if (clients.length === 0) return debts
  const { rows } = await sql<OpenDebt & { client_id: string }>`${REPLAN_EACH_TIME}
    select key.id as client_id, i.id, i.balance, i.balance - i.disputed_amount as payable, i.issued_on
    from unnest(${uuidArray([...new Set(clients)])}::uuid[]) key (id)
    cross join lateral (
      select * from invoices i
      where i.company_id = (select current_company()) and i.client_id = key.id and i.balance > 0 order by i.due_on, i.id
    ) i order by key.id, i.due_on, i.id`.execute(tx)
  for (const { client_id, ...debt } of rows) debts.set(client_id, [...(debts.get(client_id) ?? []), debt])
  return debts
}

export type DebtByAmount = { client_id: string; id: string; amount: Money; name: string; issued_on: Day }

/**
 * The open invoices that owe, or that ask for without what is in dispute (R2.15), one of these amounts, with the names of their clients:
 * for movements that name no debt. One pass over what is open.
 */
export async function listDebtsByAmount(tx: Tx, amounts: readonly Money[]): Promise<DebtByAmount[]> {
  if (amounts.length === 0) return []
  const { rows } = await sql<DebtByAmount>`${REPLAN_EACH_TIME}
    select i.client_id, i.id, i.amount, k.name, i.issued_on
    from (
      select i.client_id, i.id, a.amount, i.issued_on from invoices i
      cross join lateral (select i.balance as amount union select i.balance - i.disputed_amount) a
      where i.company_id = (select current_company()) and i.balance > 0 and a.amount = any (${plainArray([...new Set(amounts)])}::bigint[])
    ) i
    cross join lateral (select name from clients k where k.company_id = (select current_company()) and k.id = i.client_id offset 0) k`.execute(
    tx,
  )
  return rows
}
