import { sql } from 'kysely'
import { addMonths, type Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { ONLINE_METHODS } from '#domain/integrations/online-method.ts'
import { entriesOfReceipt } from '#domain/ledger/entry.ts'
import type { Scope, Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { instantInBogota } from '#server/db/days.ts'
import { insertEntries } from '#server/ledger/entries.ts'
import { lockNumbers, takeNumbers } from '#server/ledger/numbers.ts'

/** Creates the receipts of the invoices that were paid until an instant, each once. Of a hundred invoices, about eighty are paid on time, ten late, four in part. */
export async function payInvoices(tx: Tx, actor: Scope, at: PaymentOptions): Promise<void> {
  const paid = await listPaidInvoices(tx, at)
  if (paid.length === 0) return
  await insertAttempts(tx, actor, paid)
  const first = await takeNumbers(tx, await lockNumbers(tx, 'receipt', 'RC'), paid.length)
  const column = (value: (one: PaidInvoice, index: number) => string | number | null) => plainArray(paid.map(value))
  await sql`
    with received as (
      insert into payments (id, number, client_id, amount, method, paid_on, attempt_id, reference)
      select * from unnest(${column((one) => one.payment_id)}::uuid[], ${column((_, index) => first + index)}::bigint[],
        ${column((one) => one.client_id)}::uuid[], ${column((one) => one.amount)}::bigint[], ${column((one) => one.method)}::text[],
        ${column((one) => one.paid_on)}::date[], ${column((one) => one.attempt_id)}::uuid[], ${column(transactionOf)}::text[]
      ) p (id, number, client_id, amount, method, paid_on, attempt_id, reference) order by number
      returning id, number, amount
    ),
    recorded as (
      insert into events (name, entity_id, after, actor_name, actor_role)
      select 'payment.registered', id::text, jsonb_build_object('number', 'RC-' || number, 'amount', amount / 100.0), ${actor.actorName}, ${actor.actorRole}
      from received order by number
    )
    update invoices i set balance = i.balance - n.amount
    from unnest(${column((one) => one.id)}::uuid[], ${column((one) => one.amount)}::bigint[]) n (id, amount)
    where i.company_id = (select current_company()) and i.id = n.id`.execute(tx)
  await insertEntries(
    tx,
    paid.flatMap(({ id, client_id, payment_id, amount, paid_on }) =>
      entriesOfReceipt({
        client_id,
        payment_id,
        posted_on: paid_on,
        cash: amount,
        withheld: ZERO,
        applied: [{ id, amount }],
        rest: ZERO,
        rounding: [],
      }),
    ),
  )
}

/** The approved attempts of the online payments, each of one invoice, at the hour of its payment. */
async function insertAttempts(tx: Tx, actor: Scope, paid: readonly PaidInvoice[]): Promise<void> {
  const online = paid.filter(({ attempt_id }) => attempt_id !== null)
  if (online.length === 0) return
  const column = (value: (one: PaidInvoice) => string | number | null) => plainArray(online.map(value))
  await sql`
    with begun as (
      select n.*, i.prefix || '-' || i.number as invoice, k.user_id, k.name, k.email, k.phone,
        n.paid_at as at
      from unnest(${column((one) => one.attempt_id)}::uuid[], ${column((one) => one.id)}::uuid[], ${column((one) => one.client_id)}::uuid[],
        ${column((one) => one.amount)}::bigint[], ${column((one) => one.method)}::text[],
        ${column(({ paid_at }) => paid_at.toISOString())}::timestamptz[], ${column(transactionOf)}::text[])
        n (id, invoice_id, client_id, amount, method, paid_at, transaction_id)
      join invoices i on i.company_id = (select current_company()) and i.id = n.invoice_id
      join clients k on k.company_id = i.company_id and k.id = n.client_id
    ),
    created as (
      insert into payment_attempts (id, client_id, user_id, key, request_hash, method, environment, reference, amount, status,
        transaction_id, payer, accepted, created_at, settled_at)
      select id, client_id, user_id, id::text, sha256(id::text::bytea), method, 'test', invoice || '-' || left(id::text, 8), amount, 'approved',
        transaction_id, jsonb_build_object('email', email, 'full_name', name, 'phone_number', phone, 'method', '{}'::jsonb),
        jsonb_build_object('at', at), at, at + interval '40 seconds'
      from begun returning id, reference, amount, method
    ),
    lines as (
      insert into payment_attempt_invoices (attempt_id, invoice_id, amount, is_open) select id, invoice_id, amount, false from begun
    ),
    first as (
      insert into events (name, entity_id, after, actor_name, actor_role)
      select 'attempt.created', id::text, jsonb_build_object('reference', reference, 'amount', amount / 100.0, 'method', method),
        ${actor.actorName}, ${actor.actorRole} from created
    )
    insert into events (name, entity_id, before, after, actor_name, actor_role)
    select 'attempt.moved', id::text, jsonb_build_object('status', 'submitted'),
      jsonb_build_object('status', 'approved', 'reference', reference, 'amount', amount / 100.0), ${actor.actorName}, ${actor.actorRole}
    from created`.execute(tx)
}

/** The transaction of an online payment at the provider; null for a payment at the office. */
const transactionOf = ({ attempt_id }: PaidInvoice): string | null =>
  attempt_id === null ? null : `demo-${attempt_id}`

type PaymentOptions = { today: Day; until: Date; methods: readonly string[] }

type PaidInvoice = {
  id: string
  client_id: string
  payment_id: string
  /** Of an online payment. */
  attempt_id: string | null
  amount: Money
  method: string
  paid_on: Day
  /** During the hours of an office. */
  paid_at: Date
}

/** The invoices that were paid until an instant: what would be paid later is not paid yet. */
async function listPaidInvoices(tx: Tx, { today, until, methods }: PaymentOptions): Promise<PaidInvoice[]> {
  const { rows } = await sql<PaidInvoice>`
    with due as (
      select i.id, i.client_id, i.balance, i.issued_on, i.due_on, i.number,
        case when i.issued_on < ${addMonths(today, -2)}::date then 97 else 88 end as paid_share,
        (i.number * 7919) % 100 as luck
      from invoices i where i.company_id = (select current_company()) and i.balance > 0 and i.balance = i.total
    ),
    paying as (
      select d.*, case when luck % 25 = 3 then (d.balance / 200) * 100 else d.balance end as amount,
        case when luck % 10 = 4 then d.due_on + 6 else greatest(d.issued_on, d.due_on - (luck % 8)::int) end as paid_on,
        time '08:00' + luck * interval '6 minutes' as hour
      from due d where luck < paid_share
    ),
    until_now as (
      select p.*, ${instantInBogota(sql`p.paid_on + p.hour`)} as paid_at from paying p
      where ${instantInBogota(sql`p.paid_on + p.hour`)} < ${until}::timestamptz
    ),
    methods as (
      select p.*, (${plainArray(methods)}::text[])[1 + luck % ${methods.length}] as method from until_now p where amount > 0
    )
    select id, client_id, uuid_v7() as payment_id, amount, paid_on, paid_at, method,
      case when method = any (${plainArray(ONLINE_METHODS)}) then uuid_v7() end as attempt_id
    from methods order by paid_at, number`.execute(tx)
  return rows
}
