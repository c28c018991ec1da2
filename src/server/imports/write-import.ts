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
import { holdRecovery, type MovedUser } from '#server/auth/auth.ts'
import { listTakenUsernames, personNames, usernamesFor } from '#server/clients/writes.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray } from '#server/db/arrays.ts'
import { postInvoices } from '#server/invoices/post.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { applyCredit } from '#server/ledger/credit.ts'
import { insertEntries } from '#server/ledger/entries.ts'
import { listClientsWithOpening } from '#server/ledger/movements.ts'
import { lockNumbers, takeNumbers } from '#server/ledger/numbers.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listExistingClients } from './check-rows.ts'
import type { ReportProgress } from './progress.ts'

/** A row with its client: a new one, or an existing one. */
type Target = { row: ImportRow; clientId: string; userId: string; isNew: boolean; hasContract: boolean }

/** Rows that are written before the progress is reported. */
const BATCH = 500

/**
 * Writes the valid rows of a file in one transaction, BATCH rows at a time. An existing client is updated; an existing contract or
 * opening balance is not repeated. Returns how many clients were created and updated.
 */
export async function writeImport(
  tx: Tx,
  rows: readonly ImportRow[],
  ctx: { today: Day; now: Date },
  report: ReportProgress,
): Promise<{ created: number; updated: number }> {
  const total = { created: 0, updated: 0 }
  for (let done = 0; done < rows.length; done += BATCH) {
    report({ step: 'writing', done, total: rows.length })
    const { created, updated } = await writeRows(tx, rows.slice(done, done + BATCH), ctx)
    total.created += created
    total.updated += updated
  }
  return total
}

/** Writes some rows with one statement per table: users, clients, contracts, opening balances. */
async function writeRows(
  tx: Tx,
  rows: readonly ImportRow[],
  { today, now }: { today: Day; now: Date },
): Promise<{ created: number; updated: number }> {
  const company = await tx
    .selectFrom('companies')
    .select(['id', 'initial_letter', 'prices_include_vat'])
    .executeTakeFirstOrThrow()
  const existing = await listExistingClients(
    tx,
    rows.map((row) => row.client.identification),
  )
  const targets = rows.map((row): Target => {
    const client = existing.get(row.client.identification)
    return {
      row,
      clientId: client?.id ?? newId(),
      userId: client?.user_id ?? newId(),
      isNew: client === undefined,
      hasContract: client?.has_contract ?? false,
    }
  })
  const newTargets = targets.filter((target) => target.isNew)
  await insertUsers(tx, newTargets, company.initial_letter)
  await upsertClients(tx, targets)
  const oldTargets = targets.filter((target) => !target.isNew)
  await holdRecovery(tx, company.id, now, await listMovedUsers(tx, oldTargets))
  await updateUsers(tx, oldTargets)
  await insertContracts(
    tx,
    targets.filter((target) => target.row.plan_code !== null && !target.hasContract),
    company,
    today,
  )
  await postOpenings(tx, targets, today)
  return { created: newTargets.length, updated: targets.length - newTargets.length }
}

async function insertUsers(tx: Tx, targets: readonly Target[], prefix: string): Promise<void> {
  if (targets.length === 0) return
  const candidates = targets.map((target) => usernamesFor(target.row.client.identification, prefix))
  const inUse = await listTakenUsernames(tx, candidates.flat())
  const names = candidates.map(
    (options) => options.find((name) => !inUse.has(name)) ?? `${prefix.toLowerCase()}${newId()}`,
  )
  const fullNames = targets.map((target) => personNames(target.row.client))
  await sql`
    insert into users (id, role, username, email, first_name, last_name)
    select u.id, 'client', u.username, u.email, u.first_name, u.last_name
    from unnest(${plainArray(targets.map((target) => target.userId))}::uuid[], ${textArray(names)}::text[],
      ${textArray(targets.map((target) => target.row.client.email ?? null))}::text[],
      ${textArray(fullNames.map((name) => name.first_name))}::text[], ${textArray(fullNames.map((name) => name.last_name))}::text[]
    ) u (id, username, email, first_name, last_name)`.execute(tx)
}

/** The users whose address the file changes, with the address before. */
async function listMovedUsers(tx: Tx, targets: readonly Target[]): Promise<MovedUser[]> {
  if (targets.length === 0) return []
  const { rows } = await sql<MovedUser>`
    select u.id, u.email, u.first_name from users u
    join unnest(${plainArray(targets.map((target) => target.userId))}::uuid[],
      ${textArray(targets.map((target) => target.row.client.email ?? null))}::text[]) n (id, email) on n.id = u.id
    where u.company_id = (select current_company()) and u.email <> n.email`.execute(tx)
  return rows
}

async function updateUsers(tx: Tx, targets: readonly Target[]): Promise<void> {
  if (targets.length === 0) return
  const fullNames = targets.map((target) => personNames(target.row.client))
  await sql`
    update users u set first_name = n.first_name, last_name = n.last_name, email = coalesce(n.email, u.email), updated_at = now()
    from unnest(${plainArray(targets.map((target) => target.userId))}::uuid[], ${textArray(fullNames.map((name) => name.first_name))}::text[],
      ${textArray(fullNames.map((name) => name.last_name))}::text[], ${textArray(targets.map((target) => target.row.client.email ?? null))}::text[]
    ) n (id, first_name, last_name, email) where u.company_id = (select current_company()) and u.id = n.id`.execute(tx)
}

/** Inserts or updates clients. An empty cell does not erase a stored value. */
async function upsertClients(tx: Tx, targets: readonly Target[]): Promise<void> {
  const text = (value: (row: ImportRow) => string | null | undefined) =>
    textArray(targets.map((target) => value(target.row) ?? null))
  const plain = (value: (row: ImportRow) => string | number | null | undefined) =>
    plainArray(targets.map((target) => value(target.row) ?? null))
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

/** Contracts migrated from another system: active, at the plan's price of today, without a signature in Enlace. */
async function insertContracts(
  tx: Tx,
  targets: readonly Target[],
  company: { initial_letter: string; prices_include_vat: boolean },
  today: Day,
): Promise<void> {
  if (targets.length === 0) return
  const defaults = await tx.selectFrom('contract_defaults').select('billing_cut_day').executeTakeFirst()
  const ids = targets.map(newId)
  const from = plainArray(targets.map((target) => target.row.date_contract ?? today))
  const first = await takeNumbers(tx, await lockNumbers(tx, 'contract', company.initial_letter), targets.length)
  const { numAffectedRows } = await sql`
    insert into contracts (id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, segment, stratum,
      date_contract, billing_cut_day, prices_include_vat, signed_at, active_from)
    select n.id, ${company.initial_letter} || '-' || lpad(n.number::text, 6, '0'), p.id, 'active', k.id, k.address, k.department, k.city,
      k.municipality_code, k.segment, k.stratum, n.from_on, ${defaults?.billing_cut_day ?? LAST_DAY}, ${company.prices_include_vat}, now(), n.from_on
    from unnest(${plainArray(ids)}::uuid[], ${plainArray(targets.map((_, index) => first + index))}::bigint[],
      ${plainArray(targets.map((target) => target.clientId))}::uuid[], ${plainArray(targets.map((target) => target.row.plan_code))}::text[],
      ${from}::date[]) n (id, number, client_id, plan_code, from_on)
    cross join lateral (select * from clients k where k.company_id = (select current_company()) and k.id = n.client_id offset 0) k
    join plans p on p.company_id = (select current_company()) and p.reference_code = n.plan_code`.execute(tx)
  // The rows were checked against the plans before this transaction: a plan removed since then leaves its clients without a contract.
  if (numAffectedRows !== BigInt(targets.length)) {
    throw new Refusal('conflict', 'Los planes cambiaron mientras leíamos el archivo. Vuelve a subirlo.')
  }
  await sql`
    insert into contract_terms (contract_id, from_on, plan_id, plan_name, price)
    select c.id, c.active_from, p.id, p.name, p.price
    from unnest(${plainArray(ids)}::uuid[]) n (id)
    cross join lateral (select * from contracts c where c.company_id = (select current_company()) and c.id = n.id offset 0) c
    join plans p on p.company_id = c.company_id and p.id = c.plan_id`.execute(tx)
}

/** The cut day of a company without contract defaults: the last day of the month. */
const LAST_DAY = 31
/** The prefix of the opening balances. */
export const OPENING_PREFIX = 'SI'

/** Opening balances: a debt in the other system becomes an invoice without VAT; a balance in favour, credit. Once per client. */
async function postOpenings(tx: Tx, targets: readonly Target[], today: Day): Promise<void> {
  const withBalance = targets.filter((target) => target.row.opening_balance !== 0)
  if (withBalance.length === 0) return
  const opened = await listClientsWithOpening(
    tx,
    withBalance.map((target) => target.clientId),
  )
  const pending = withBalance.filter((target) => !opened.has(target.clientId))
  const debtors = pending.filter((target) => target.row.opening_balance > 0)
  const notice = valueInForce(await readParameters(tx), 'billing.delivery_notice', today)
  const contracts = await listContracts(
    tx,
    debtors.map((target) => target.clientId),
  )
  const numbers = await lockNumbers(tx, 'invoice', OPENING_PREFIX)
  const dueOf = cachedDueDates(today, notice)
  const postings = debtors.map(({ row, clientId }) => ({
    client_id: clientId,
    contract_id: contracts.get(clientId) ?? null,
    period: periodOf(today),
    bounds: null,
    issued_on: today,
    due_on: dueOf(row.client.payment_date ?? null),
    lines: [openingLine(row.opening_balance, 'Saldo inicial')],
    subtotal: row.opening_balance,
    vat: ZERO,
    total: row.opening_balance,
    snapshot: { source: 'import' },
    credit: ZERO,
    charges: [],
  }))
  await postInvoices(tx, postings, { kind: 'opening', runId: null }, numbers)
  const creditors = pending.filter((target) => target.row.opening_balance < 0)
  await insertEntries(
    tx,
    creditors.flatMap(({ row, clientId }) =>
      entriesOfOpeningCredit({
        client_id: clientId,
        posted_on: today,
        amount: money(Math.abs(row.opening_balance)),
      }),
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
