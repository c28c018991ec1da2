import { type RawBuilder, sql } from 'kysely'
import type { BankFile, BankLine } from '#domain/banks/line.ts'
import type { BankFormat, Movement } from '#domain/banks/movement.ts'
import type { LineState, Match, MatchKind, Pairing, ReferenceKind } from '#domain/banks/pairing.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray, uuidArray } from '#server/db/arrays.ts'
import { pageOf } from '#server/db/order.ts'

type FileRow = Omit<BankFile, 'account' | 'created_at' | 'states' | 'format' | 'reference_kind'> & {
  format: BankFormat
  reference_kind: ReferenceKind
  account_id: string
  account_name: string
  created_at: Date
  certain: number
  doubtful: number
  unknown: number
  ignored: number
  repeated_lines: number
  paid: number
}

/** Files with their account and the count of their lines by state, each looked up by key. */
const fileRows = (files: RawBuilder<unknown>): RawBuilder<FileRow> => sql<FileRow>`
  select f.id, f.file_name, f.format, f.source, f.account_id, a.name as account_name, f.reference_kind, f.total, f.repeated, f.from_on,
    f.to_on, f.uploaded_by, f.created_at, n.certain, n.doubtful, n.unknown, n.ignored, n.repeated_lines, n.paid
  from ${files} f
  cross join lateral (select name from money_accounts a where a.company_id = f.company_id and a.id = f.account_id offset 0) a
  cross join lateral (
    select (count(*) filter (where l.state = 'certain'))::int as certain, (count(*) filter (where l.state = 'doubtful'))::int as doubtful,
      (count(*) filter (where l.state = 'unknown'))::int as unknown, (count(*) filter (where l.state = 'ignored'))::int as ignored,
      (count(*) filter (where l.state = 'repeated'))::int as repeated_lines, (count(*) filter (where l.state = 'paid'))::int as paid
    from bank_lines l where l.company_id = f.company_id and l.file_id = f.id
  ) n order by f.id desc`

const fileOf = ({
  account_id,
  account_name,
  created_at,
  certain,
  doubtful,
  unknown,
  ignored,
  repeated_lines,
  paid,
  ...row
}: FileRow): BankFile => ({
  ...row,
  account: { id: account_id, name: account_name },
  created_at: created_at.toISOString(),
  states: { certain, doubtful, unknown, ignored, repeated: repeated_lines, paid },
})

export async function listFiles(tx: Tx, range: RowRange): Promise<BankFile[]> {
  const files = sql`(
    select * from bank_files where company_id = (select current_company()) order by id desc
    ${pageOf(range)}
  )`
  const { rows } = await fileRows(files).execute(tx)
  return rows.map(fileOf)
}

export async function countFiles(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('bank_files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function getFile(tx: Tx, id: string): Promise<BankFile | undefined> {
  const files = sql`(select * from bank_files where company_id = (select current_company()) and id = ${id} offset 0)`
  const { rows } = await fileRows(files).execute(tx)
  return rows[0] && fileOf(rows[0])
}

/** The files with these bytes, each in its account. */
export async function listFilesByDigest(tx: Tx, digest: Buffer): Promise<{ id: string; account_id: string }[]> {
  return tx.selectFrom('bank_files').select(['id', 'account_id']).where('digest', '=', digest).execute()
}

/** Locks the lines of a file and deletes it with them, unless one of them is paid: the number of its receipt then, else null. */
export async function deleteUnpaidFile(tx: Tx, id: string): Promise<{ paid: number | null }> {
  await tx.selectFrom('bank_lines').select('id').where('file_id', '=', id).orderBy('id').forUpdate().execute()
  const [paid] = await listLines(tx, { file_id: id, state: 'paid' }, { offset: 0, limit: 1 })
  if (paid?.payment) return { paid: paid.payment.number }
  await tx.deleteFrom('bank_lines').where('file_id', '=', id).execute()
  await tx.deleteFrom('bank_files').where('id', '=', id).execute()
  return { paid: null }
}

export type NewFile = {
  id: string
  account_id: string
  digest: Buffer
  header_key: string | null
  file_name: string
  format: BankFormat
  source: string | null
  reference_kind: ReferenceKind
  total: Money
  repeated: number
  from_on: Day | null
  to_on: Day | null
  uploaded_by: string
}

/** Inserts a file; false when another one of the account has its header. */
export async function insertFile(tx: Tx, file: NewFile): Promise<boolean> {
  const row = await tx
    .insertInto('bank_files')
    .values(file)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The keys of movements that the account already has, with the payment that each one is or repeats. */
export async function listKnownKeys(
  tx: Tx,
  accountId: string,
  keys: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ key: string; payment_id: string | null }>`
    select key.text as key, l.payment_id from unnest(${plainArray(keys)}::text[]) key (text)
    cross join lateral (
      select coalesce(l.payment_id, l.repeats_id) as payment_id from bank_lines l
      where l.company_id = (select current_company()) and l.account_id = ${accountId} and l.key = decode(key.text, 'hex') offset 0
    ) l`.execute(tx)
  return new Map(rows.map(({ key, payment_id }) => [key, payment_id]))
}

export type NewLine = { movement: Movement; key: string; pairing: Pairing }

export async function insertLines(
  tx: Tx,
  file: { id: string; account_id: string },
  lines: readonly NewLine[],
): Promise<void> {
  const column = <T>(of: (line: NewLine) => T): T[] => lines.map(of)
  await sql`
    insert into bank_lines (file_id, account_id, line, key, on_day, amount, reference, description, method, state, reason, client_id,
      invoice_id, repeats_id, candidates, is_returned)
    select ${file.id}, ${file.account_id}, n.line, decode(n.key, 'hex'), n.on_day, n.amount, n.reference, n.description, n.method, n.state,
      n.reason, n.client_id, n.invoice_id, n.repeats_id, n.candidates::jsonb, n.is_returned
    from unnest(${plainArray(column(({ movement }) => movement.line))}::int[], ${plainArray(column(({ key }) => key))}::text[],
      ${plainArray(column(({ movement }) => movement.on_day))}::date[], ${plainArray(column(({ movement }) => movement.amount))}::bigint[],
      ${textArray(column(({ movement }) => movement.reference))}::text[], ${textArray(column(({ movement }) => movement.description))}::text[],
      ${plainArray(column(({ movement }) => movement.method))}::text[], ${plainArray(column(({ pairing }) => pairing.state))}::text[],
      ${textArray(column(({ pairing }) => pairing.reason))}::text[], ${uuidArray(column(({ pairing }) => pairing.client_id))}::uuid[],
      ${uuidArray(column(({ pairing }) => pairing.invoice_id))}::uuid[], ${uuidArray(column(({ pairing }) => pairing.repeats_id))}::uuid[],
      ${textArray(column(({ pairing }) => JSON.stringify(pairing.candidates)))}::text[],
      ${plainArray(column(({ movement }) => String(movement.problem === 'returned')))}::boolean[])
      n (line, key, on_day, amount, reference, description, method, state, reason, client_id, invoice_id, repeats_id, candidates, is_returned)`.execute(
    tx,
  )
}

export type LineFilter = {
  ids?: string[] | undefined
  file_id?: string | undefined
  state?: LineState | undefined
  q?: string | undefined
}

function conditions({ ids, file_id, state, q }: LineFilter): RawBuilder<unknown> {
  const parts = [sql`l.company_id = (select current_company())`]
  if (ids !== undefined) parts.push(sql`l.id = any (${uuidArray(ids)}::uuid[])`)
  if (file_id !== undefined) parts.push(sql`l.file_id = ${file_id}`)
  if (state !== undefined) parts.push(sql`l.state = ${state}`)
  if (q !== undefined && q.trim() !== '') {
    const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
    parts.push(sql`(l.reference ilike ${like} or l.description ilike ${like})`)
  }
  return sql.join(parts, sql` and `)
}

type LineRow = Omit<BankLine, 'client' | 'candidates' | 'payment'> & {
  client_id: string | null
  name: string | null
  identification: string | null
  candidates: Match[]
  payment_id: string | null
  payment_number: number | null
  is_reversed: boolean
}

/** The lines of a file in its order, or the newest files first. */
export async function listLines(tx: Tx, filter: LineFilter, range: RowRange): Promise<BankLine[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.file_id, l.line, l.on_day, l.amount, l.reference, l.description, l.state, l.reason, l.client_id, k.name, k.identification,
      l.candidates, p.id as payment_id, p.number as payment_number, coalesce(p.is_reversed, false) as is_reversed
    from (
      select * from bank_lines l where ${conditions(filter)} order by l.file_id desc, l.line
      ${pageOf(range)}
    ) l
    left join lateral (select * from clients k where k.company_id = l.company_id and k.id = l.client_id offset 0) k on true
    left join lateral (
      select p.id, p.number, exists (select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id) as is_reversed
      from payments p where p.company_id = l.company_id and p.id = coalesce(l.payment_id, l.repeats_id) offset 0
    ) p on true
    order by l.file_id desc, l.line`.execute(tx)
  return addCandidates(tx, rows)
}

export async function countLines(tx: Tx, filter: LineFilter): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from bank_lines l where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

type CandidateRow = {
  at: number
  id: string
  name: string
  identification: string
  debt: Money
  invoice_id: string | null
  prefix: string | null
  sequence: number | null
  balance: Money | null
  kind: MatchKind
}

/** The clients that lines may be of, with what each owes today. */
async function addCandidates(tx: Tx, lines: readonly LineRow[]): Promise<BankLine[]> {
  const wanted = lines.flatMap(({ candidates, state }, at) =>
    state === 'paid' ? [] : candidates.map((candidate) => ({ ...candidate, at })),
  )
  const { rows } =
    wanted.length === 0
      ? { rows: [] }
      : await sql<CandidateRow>`
    select key.at, k.id, k.name, k.identification, d.debt, i.id as invoice_id, i.prefix, i.number as sequence, i.balance, key.kind
    from unnest(${plainArray(wanted.map(({ at }) => at))}::int[], ${uuidArray(wanted.map(({ client_id }) => client_id))}::uuid[],
      ${uuidArray(wanted.map(({ invoice_id }) => invoice_id))}::uuid[], ${plainArray(wanted.map(({ kind }) => kind))}::text[])
      with ordinality key (at, client_id, invoice_id, kind, position)
    cross join lateral (select * from clients k where k.company_id = (select current_company()) and k.id = key.client_id offset 0) k
    cross join lateral (
      select coalesce(sum(balance - disputed_amount), 0)::bigint as debt from invoices
      where company_id = (select current_company()) and client_id = key.client_id and balance > 0
    ) d
    left join lateral (select * from invoices i where i.company_id = (select current_company()) and i.id = key.invoice_id offset 0) i on true
    order by key.position`.execute(tx)
  const byLine = Map.groupBy(rows, ({ at }) => at)
  return lines.map(({ client_id, name, identification, payment_id, payment_number, is_reversed, ...line }, at) => ({
    ...line,
    client: client_id === null ? null : { id: client_id, name: name ?? '', identification: identification ?? '' },
    candidates: (byLine.get(at) ?? []).map(candidateOf),
    payment: payment_id === null ? null : { id: payment_id, number: payment_number ?? 0, is_reversed },
  }))
}

const candidateOf = (row: CandidateRow): BankLine['candidates'][number] => ({
  client: { id: row.id, name: row.name, identification: row.identification },
  invoice:
    row.invoice_id === null || row.prefix === null || row.sequence === null || row.balance === null
      ? null
      : { id: row.invoice_id, number: invoiceNumber(row.prefix, row.sequence), balance: row.balance },
  kind: row.kind,
  debt: row.debt,
})

/** A line as its decision needs it. */
export type LockedLine = {
  id: string
  file_id: string
  state: LineState
  amount: Money
  on_day: Day
  reference: string
  description: string
  method: 'consignacion' | 'transferencia'
  account_id: string
  client_id: string | null
  invoice_id: string | null
  payment_id: string | null
  is_returned: boolean
}

/** Locks lines until the end of the transaction, always in the same order: two people never decide one at the same time. */
export async function lockLines(tx: Tx, ids: readonly string[]): Promise<LockedLine[]> {
  const { rows } = await sql<LockedLine>`
    select l.id, l.file_id, l.state, l.amount, l.on_day, l.reference, l.description, l.method, l.account_id, l.client_id, l.invoice_id, l.payment_id,
      l.is_returned
    from unnest(${uuidArray(ids.toSorted())}::uuid[]) key (id)
    cross join lateral (
      select * from bank_lines l where l.company_id = (select current_company()) and l.id = key.id for update offset 0
    ) l`.execute(tx)
  return rows
}

type Decision = {
  state: LineState
  reason: string
  client_id?: string | null
  payment_id?: string | null
  invoice_id?: null
  repeats_id?: string
}

export async function decideLine(tx: Tx, id: string, decision: Decision): Promise<void> {
  await tx
    .updateTable('bank_lines')
    .set({ repeats_id: null, ...decision })
    .where('id', '=', id)
    .execute()
}

/** Remembers that a reference is of a client: the next movement with it is too. One that was given to two clients names no client. */
export async function rememberReference(tx: Tx, reference: string, clientId: string): Promise<void> {
  await tx
    .insertInto('bank_references')
    .values({ reference, client_id: clientId })
    .onConflict((on) =>
      on.columns(['company_id', 'reference']).doUpdateSet({
        client_id: sql<
          string | null
        >`case when bank_references.client_id = excluded.client_id then excluded.client_id end`,
      }),
    )
    .execute()
}
