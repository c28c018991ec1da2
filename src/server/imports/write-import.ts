import { sql } from 'kysely'
import { segmentOf } from '#domain/clients/client.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, money, ZERO } from '#domain/core/money.ts'
import { periodOf } from '#domain/core/period.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { ImportRow } from '#domain/imports/row.ts'
import { dueOn } from '#domain/invoices/due.ts'
import { entriesOfOpeningCredit } from '#domain/ledger/entry.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { listTakenUsernames, personNames, usernamesFor } from '#server/clients/writes.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray } from '#server/db/arrays.ts'
import { postInvoices } from '#server/invoices/post.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { applyCredit } from '#server/ledger/credit.ts'
import { insertEntries } from '#server/ledger/entries.ts'
import { lockNumbers, takeNumbers } from '#server/ledger/numbers.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { recordMovedAddresses } from './moved-addresses.ts'
import type { ReportProgress } from './progress.ts'
import { isEqual, type Target } from './settle-rows.ts'

/** Clients that are written before the progress is reported. */
const BATCH = 500

/**
 * How the rows are written. `today` and `now`: the moment. `cutOff`: the day of the opening documents. `prices`: whether the prices of
 * the contracts have VAT; null for the company's own.
 */
export type WriteOptions = { today: Day; now: Date; cutOff: Day; pricesIncludeVat: boolean | null }

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
  await insertUsers(
    tx,
    targets.filter((target) => target.isNew),
    company.initial_letter,
  )
  await upsertClients(
    tx,
    targets.filter((target) => target.isNew || target.isChanged),
  )
  const oldTargets = targets.filter((target) => target.isChanged)
  await recordMovedAddresses(tx, company.id, options.now, oldTargets)
  await updateUsers(tx, oldTargets)
  await insertContracts(
    tx,
    targets.flatMap(({ clientId, services }) =>
      services.flatMap(({ row, contractId, isContractNew }) =>
        isContractNew && contractId !== null ? [{ row, clientId, contractId }] : [],
      ),
    ),
    {
      initial_letter: company.initial_letter,
      prices_include_vat: options.pricesIncludeVat ?? company.prices_include_vat,
    },
    options.today,
  )
  await postOpenings(tx, targets, options)
}

async function insertUsers(tx: Tx, targets: readonly Target[], prefix: string): Promise<void> {
  if (targets.length === 0) return
  const candidates = targets.map((target) => usernamesFor(target.main.client.identification, prefix))
  const inUse = await listTakenUsernames(tx, candidates.flat())
  const names = candidates.map(
    (options) => options.find((name) => !inUse.has(name)) ?? `${prefix.toLowerCase()}${newId()}`,
  )
  const fullNames = targets.map((target) => personNames(target.main.client))
  await sql`
    insert into users (id, role, username, email, first_name, last_name)
    select u.id, 'client', u.username, u.email, u.first_name, u.last_name
    from unnest(${plainArray(targets.map((target) => target.userId))}::uuid[], ${textArray(names)}::text[],
      ${textArray(targets.map((target) => target.main.client.email ?? null))}::text[],
      ${textArray(fullNames.map((name) => name.first_name))}::text[], ${textArray(fullNames.map((name) => name.last_name))}::text[]
    ) u (id, username, email, first_name, last_name)`.execute(tx)
}

async function updateUsers(tx: Tx, targets: readonly Target[]): Promise<void> {
  if (targets.length === 0) return
  const fullNames = targets.map((target) => personNames(target.main.client))
  await sql`
    update users u set first_name = n.first_name, last_name = n.last_name, email = coalesce(n.email, u.email), updated_at = now()
    from unnest(${plainArray(targets.map((target) => target.userId))}::uuid[], ${textArray(fullNames.map((name) => name.first_name))}::text[],
      ${textArray(fullNames.map((name) => name.last_name))}::text[], ${textArray(targets.map((target) => target.main.client.email ?? null))}::text[]
    ) n (id, first_name, last_name, email) where u.company_id = (select current_company()) and u.id = n.id`.execute(tx)
}

/** Inserts or updates clients. An empty cell does not erase a stored value. */
async function upsertClients(tx: Tx, targets: readonly Target[]): Promise<void> {
  const text = (value: (row: ImportRow) => string | null | undefined) =>
    textArray(targets.map((target) => value(target.main) ?? null))
  const plain = (value: (row: ImportRow) => string | number | null | undefined) =>
    plainArray(targets.map((target) => value(target.main) ?? null))
  if (targets.length === 0) return
  await sql`
    insert into clients (id, user_id, type_identification, identification, first_name, second_name, last_name, second_lastname,
      business_name, email, phone, telephone, segment, stratum, department, city, municipality_code, address, date_contract, payment_date)
    select * from unnest(
      ${plainArray(targets.map((target) => target.clientId))}::uuid[], ${plainArray(targets.map((target) => target.userId))}::uuid[],
      ${plain((row) => row.client.type_identification)}::text[], ${text((row) => row.client.identification)}::text[],
      ${text((row) => row.client.first_name)}::text[], ${text((row) => row.client.second_name)}::text[],
      ${text((row) => row.client.last_name)}::text[], ${text((row) => row.client.second_lastname)}::text[],
      ${text((row) => row.client.business_name)}::text[], ${text((row) => row.client.email)}::text[],
      ${plain((row) => row.client.phone)}::text[], ${plain((row) => row.client.telephone)}::text[],
      ${plain((row) => segmentOf(row.client))}::text[], ${plain((row) => row.client.stratum)}::int[],
      ${text((row) => row.place.department)}::text[], ${text((row) => row.place.municipality)}::text[],
      ${plain((row) => row.place.code)}::text[], ${text((row) => row.client.address)}::text[],
      ${plain((row) => row.client.date_contract)}::date[], ${plain((row) => row.client.payment_date)}::int[])
    on conflict (company_id, identification) do update set
      type_identification = excluded.type_identification, first_name = excluded.first_name, second_name = excluded.second_name,
      last_name = excluded.last_name, second_lastname = excluded.second_lastname, business_name = excluded.business_name,
      email = coalesce(excluded.email, clients.email), phone = coalesce(excluded.phone, clients.phone),
      telephone = coalesce(excluded.telephone, clients.telephone), segment = excluded.segment,
      stratum = coalesce(excluded.stratum, clients.stratum), department = excluded.department, city = excluded.city,
      municipality_code = excluded.municipality_code, address = excluded.address,
      date_contract = coalesce(excluded.date_contract, clients.date_contract),
      payment_date = coalesce(excluded.payment_date, clients.payment_date), updated_at = now()`.execute(tx)
}

type NewContract = { row: ImportRow; clientId: string; contractId: string }

/** Contracts migrated from another system: active or suspended, at the plan's price of today, without a signature in Enlace. */
async function insertContracts(
  tx: Tx,
  contracts: readonly NewContract[],
  company: { initial_letter: string; prices_include_vat: boolean },
  today: Day,
): Promise<void> {
  if (contracts.length === 0) return
  const defaults = await tx.selectFrom('contract_defaults').select('billing_cut_day').executeTakeFirst()
  const column = (value: (contract: NewContract) => string | null) => plainArray(contracts.map(value))
  const first = await takeNumbers(tx, await lockNumbers(tx, 'contract', company.initial_letter), contracts.length)
  const { numAffectedRows } = await sql`
    insert into contracts (id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, segment, stratum,
      date_contract, billing_cut_day, prices_include_vat, signed_at, active_from)
    select n.id, ${company.initial_letter} || '-' || lpad(n.number::text, 6, '0'), p.id, n.status, k.id, n.address, n.department, n.city,
      n.code, k.segment, k.stratum, n.from_on, ${defaults?.billing_cut_day ?? LAST_DAY}, ${company.prices_include_vat}, now(), n.from_on
    from unnest(${column(({ contractId }) => contractId)}::uuid[], ${plainArray(contracts.map((_, index) => first + index))}::bigint[],
      ${column(({ clientId }) => clientId)}::uuid[], ${column(({ row }) => row.plan_code)}::text[],
      ${column(({ row }) => row.date_contract ?? today)}::date[], ${column(({ row }) => row.status)}::text[],
      ${textArray(contracts.map(({ row }) => row.client.address))}::text[],
      ${textArray(contracts.map(({ row }) => row.place.department))}::text[],
      ${textArray(contracts.map(({ row }) => row.place.municipality))}::text[], ${column(({ row }) => row.place.code)}::text[]
    ) n (id, number, client_id, plan_code, from_on, status, address, department, city, code)
    cross join lateral (select * from clients k where k.company_id = (select current_company()) and k.id = n.client_id offset 0) k
    join plans p on p.company_id = (select current_company()) and p.reference_code = n.plan_code`.execute(tx)
  // The rows were checked against the plans before this transaction: a plan removed since then leaves its clients without a contract.
  if (numAffectedRows !== BigInt(contracts.length)) {
    throw new Refusal('conflict', 'Los planes cambiaron mientras leíamos el archivo. Vuelve a subirlo.')
  }
  await sql`
    insert into contract_terms (contract_id, from_on, plan_id, plan_name, price)
    select c.id, c.active_from, p.id, p.name, p.price
    from unnest(${column(({ contractId }) => contractId)}::uuid[]) n (id)
    cross join lateral (select * from contracts c where c.company_id = (select current_company()) and c.id = n.id offset 0) c
    join plans p on p.company_id = c.company_id and p.id = c.plan_id`.execute(tx)
  const suspended = contracts.filter(({ row }) => row.status === 'suspended')
  if (suspended.length === 0) return
  await sql`
    insert into suspension_intervals (contract_id, kind, from_on)
    select * from unnest(${plainArray(suspended.map(({ contractId }) => contractId))}::uuid[],
      ${plainArray(suspended.map(() => 'arrears'))}::text[],
      ${plainArray(suspended.map(({ row }) => suspendedFrom(row, today)))}::date[])`.execute(tx)
}

/** The first day of the suspension: the one of the file, not before the contract nor after today; else today. */
function suspendedFrom({ suspended_on, date_contract }: ImportRow, today: Day): Day {
  const from = suspended_on !== null && suspended_on <= today ? suspended_on : today
  return date_contract !== null && from < date_contract ? date_contract : from
}

/** The cut day of a company without contract defaults: the last day of the month. */
const LAST_DAY = 31
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
  const postings = debtors.map(({ main, clientId, opening }) => ({
    client_id: clientId,
    contract_id: contracts.get(clientId) ?? null,
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

/** The first contract of each client, without the clients that have none. */
export async function listContracts(tx: Tx, clientIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ client_id: string; id: string }>`
    select distinct on (client_id) client_id, id from contracts
    where company_id = (select current_company()) and client_id = any (${plainArray(clientIds)}::uuid[]) order by client_id, id`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.client_id, row.id]))
}
