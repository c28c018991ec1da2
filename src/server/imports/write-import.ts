import { sql } from 'kysely'
import { addMonths, type Day, day } from '#domain/core/days.ts'
import { type Money, money, ZERO } from '#domain/core/money.ts'
import { periodOf } from '#domain/core/period.ts'
import type { ImportDefaults } from '#domain/imports/defaults.ts'
import { ownPrice } from '#domain/imports/list-price.ts'
import type { ImportRow } from '#domain/imports/row.ts'
import { dueOn } from '#domain/invoices/due.ts'
import { entriesOfOpeningCredit } from '#domain/ledger/entry.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { insertClientUsers, type ListedClient, updateClientUsers, upsertClients } from '#server/clients/write-many.ts'
import { insertContracts, type ListedContract } from '#server/contracts/write-many.ts'
import { replanStatements } from '#server/core/replan.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { postInvoices } from '#server/invoices/post.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { applyCredit } from '#server/ledger/credit.ts'
import { insertEntries } from '#server/ledger/entries.ts'
import { lockNumbers } from '#server/ledger/numbers.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { recordMovedAddresses } from './moved-addresses.ts'
import type { ReportProgress } from './progress.ts'
import { isEqual, type Target } from './settle-rows.ts'

/** Clients that are written before the progress is reported. */
const BATCH = 500

/**
 * How the rows are written. `today` and `now`: the moment. `cutOff`: the day of the opening documents. `prices`: whether the prices of
 * the contracts have VAT; null for the company's own. `contractPrice`: whether a contract
 * costs what the list says.
 */
export type WriteOptions = {
  today: Day
  now: Date
  cutOff: Day
  pricesIncludeVat: boolean | null
  contractPrice: ImportDefaults['contract_price']
}

/**
 * Writes settled rows in one transaction, BATCH clients at a time. An existing client is updated; an existing contract or opening
 * balance is not repeated; a client with all of its row here is left alone. Returns how many clients were created and were there.
 */
export async function writeImport(
  tx: Tx,
  targets: readonly Target[],
  options: WriteOptions,
  report: ReportProgress,
): Promise<{ created: number; updated: number; equal: number }> {
  const changed = targets.filter((target) => !isEqual(target))
  for (let done = 0; done < changed.length; done += BATCH) {
    report({ step: 'writing', done, total: changed.length })
    await replanStatements(tx)
    await writeTargets(tx, changed.slice(done, done + BATCH), options)
  }
  const created = targets.filter(({ isNew }) => isNew).length
  return { created, updated: targets.length - created, equal: targets.length - changed.length }
}

/** Writes some clients with one statement per table: users, clients, contracts, opening balances. */
async function writeTargets(tx: Tx, targets: readonly Target[], options: WriteOptions): Promise<void> {
  const company = await tx
    .selectFrom('companies')
    .select(['id', 'initial_letter', 'prices_include_vat'])
    .executeTakeFirstOrThrow()
  const changed = targets.filter((target) => target.isChanged)
  await insertClientUsers(tx, targets.filter((target) => target.isNew).map(listedClient), company.initial_letter)
  await upsertClients(tx, targets.filter((target) => target.isNew || target.isChanged).map(listedClient))
  await recordMovedAddresses(tx, company.id, options.now, changed)
  await updateClientUsers(tx, changed.map(listedClient))
  await insertContracts(
    tx,
    targets.flatMap(({ clientId, services }) =>
      services.flatMap(({ row, contractId, isContractNew }) =>
        isContractNew && contractId !== null ? [listedContract(row, contractId, clientId, options)] : [],
      ),
    ),
    {
      initial_letter: company.initial_letter,
      prices_include_vat: options.pricesIncludeVat ?? company.prices_include_vat,
    },
  )
  await postOpenings(tx, targets, options)
}

const listedClient = ({ clientId, userId, main }: Target): ListedClient => ({
  id: clientId,
  user_id: userId,
  client: main.client,
  place: main.place,
})

const listedContract = (
  row: ImportRow,
  id: string,
  client_id: string,
  { today, contractPrice }: WriteOptions,
): ListedContract => ({
  id,
  client_id,
  plan_code: row.plan_code,
  price: ownPrice(row.list_price, contractPrice),
  from_on: row.date_contract ?? today,
  suspended_from: row.status === 'suspended' ? suspendedFrom(row, today) : null,
  address: row.client.address,
  place: row.place,
})

/**
 * The first day of the suspension, not before the contract and not after today: the one of the file. Without it, the first day of the
 * month before: the bill of that month and of this one has no day of a service that came cut.
 */
function suspendedFrom({ suspended_on, date_contract }: ImportRow, today: Day): Day {
  const from = suspended_on ?? addMonths(day(`${today.slice(0, 7)}-01`), -1)
  const notBefore = date_contract !== null && from < date_contract ? date_contract : from
  return notBefore > today ? today : notBefore
}

/** The prefix of the opening balances. */
export const OPENING_PREFIX = 'SI'

/** Opening balances: a debt in the other system becomes one invoice without VAT; a balance in favour, credit. Once per client. */
async function postOpenings(tx: Tx, targets: readonly Target[], { today, cutOff }: WriteOptions): Promise<void> {
  const pending = targets.filter((target) => target.opening !== 0)
  if (pending.length === 0) return
  const debtors = pending.filter((target) => target.opening > 0)
  const notice = valueInForce(await readParameters(tx), 'billing.delivery_notice', today)
  const contracts = await listContracts(
    tx,
    debtors.map((target) => target.clientId),
  )
  const numbers = await lockNumbers(tx, 'invoice', OPENING_PREFIX)
  const dueOf = cachedDueDates(cutOff, notice)
  const postings = debtors.map(({ main, clientId, services, opening }) => ({
    client_id: clientId,
    contract_id: owingService(services) ?? contracts.get(clientId) ?? null,
    period: periodOf(cutOff),
    bounds: null,
    issued_on: cutOff,
    // The entries are of today: a day before may be closed in the books.
    posted_on: today,
    due_on: dueOf(main.client.payment_date ?? null),
    lines: [openingLine(opening, 'Saldo inicial')],
    subtotal: opening,
    vat: ZERO,
    total: opening,
    snapshot: { source: 'import' },
    credit: ZERO,
    charges: [],
  }))
  await postInvoices(tx, postings, { kind: 'opening', runId: null }, numbers)
  const creditors = pending.filter((target) => target.opening < 0)
  await insertEntries(
    tx,
    creditors.flatMap(({ clientId, opening }) =>
      entriesOfOpeningCredit({ client_id: clientId, posted_on: today, amount: money(Math.abs(opening)) }),
    ),
  )
  const known = pending.filter((target) => !target.isNew).map((target) => target.clientId)
  for (const clientId of known.toSorted()) {
    await lockAccount(tx, clientId)
    await applyCredit(tx, clientId, today)
  }
}

/** The contract of the row that owes most, of those with a contract of their own: an overdue debt cuts the service that owes it. */
const owingService = (services: Target['services']): string | null =>
  services
    .filter(({ contractId, row }) => contractId !== null && row.opening_balance > 0)
    .toSorted((one, other) => other.row.opening_balance - one.row.opening_balance)[0]?.contractId ?? null

/** Due dates with a cache: thousands of rows have at most 31 payment days. */
function cachedDueDates(today: Day, notice: number): (paymentDate: number | null) => Day {
  const cache = new Map<number | null, Day>()
  return (paymentDate) => {
    const due = cache.get(paymentDate) ?? dueOn(today, paymentDate, notice)
    cache.set(paymentDate, due)
    return due
  }
}

/** The line of an opening balance: without VAT, which the other system invoiced. */
export const openingLine = (balance: Money, description: string) => ({
  kind: 'opening_balance' as const,
  description,
  quantity: 1,
  base: balance,
  vat_treatment: 'excluido' as const,
  vat_bps: 0,
  vat: ZERO,
  total: balance,
})

/** One contract of each client that has any: one that is not over, and then one that came cut from the system before. */
export async function listContracts(tx: Tx, clientIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ client_id: string; id: string }>`
    select distinct on (c.client_id) c.client_id, c.id from contracts c
    where c.company_id = (select current_company()) and c.client_id = any (${uuidArray(clientIds)}::uuid[])
    order by c.client_id, c.status in ('terminated', 'cancelled'), not exists (
      select from suspension_intervals s
      where s.company_id = c.company_id and s.contract_id = c.id and s.is_imported and s.to_on is null
    ), c.id`.execute(tx)
  return new Map(rows.map((row) => [row.client_id, row.id]))
}
