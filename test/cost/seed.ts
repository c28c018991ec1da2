import type { Client, ClientBase } from 'pg'
import { INSERT_CONTRACTS } from '../../bench/contracts.ts'
import { INSERT_BILLED, INSERT_COUNTERS, INSERT_DAYS, INSERT_MONTH, INSERT_RECEIVED } from '../../bench/months.ts'

/** Months after June 2024 of which there are invoices: June, July and August 2026. */
const MONTHS = [24, 25, 26]

/** Turns autovacuum off, so that no table gets statistics. */
export async function keepStatisticsAway(raw: ClientBase): Promise<void> {
  await raw.query(`do $$ declare one regclass; begin
    for one in select c.oid from pg_class c where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) loop
      execute format('alter table %s set (autovacuum_enabled = false)', one);
    end loop; end $$`)
}

/** Inserts `each` clients with an active contract in each of some companies. */
export async function seedContracts(raw: Client, companies: readonly string[], each: number): Promise<void> {
  await raw.query('set session_replication_role = replica')
  for (const company of companies) await raw.query(INSERT_CONTRACTS, [company, each])
  await raw.query(
    `insert into counters (company_id, kind, prefix, last) select company_id, 'contract', split_part(min(no_contract), '-', 1), count(*) from contracts group by 1`,
  )
  await raw.query('set session_replication_role = origin')
}

/** Inserts three months of invoices of every contract; nine of ten are paid, half of those online. Each has a message and an event. */
export async function seedHistory(raw: Client, each: number): Promise<void> {
  await raw.query('set session_replication_role = replica')
  for (const month of MONTHS) await raw.query(INSERT_MONTH, [month, each])
  for (const statement of [
    INSERT_COUNTERS,
    INSERT_DAYS,
    INSERT_BILLED,
    INSERT_RECEIVED,
    JOURNAL,
    CASH_BOXES,
    CASH_TURNS,
    PAYMENTS,
    RECEIPT_NUMBERS,
    DISPUTES,
    DEVICES,
    SERVICES,
    ORDERS,
    ELECTRONIC,
    MESSAGES,
    EVENTS,
    PROVIDER_EVENTS,
  ])
    await raw.query(statement)
  await raw.query(PQR_CASES, [0])
  await raw.query(REFUNDS, ['%7'])
  await raw.query('set session_replication_role = origin')
}

/** Adds nine times as many cases, turns of cash boxes and refunds of contracts: small tables even in a large company. */
export async function growSmallTables(raw: Client): Promise<void> {
  await raw.query('set session_replication_role = replica')
  for (let round = 1; round < 10; round += 1) await raw.query(PQR_CASES, [round])
  await raw.query(MORE_TURNS)
  await raw.query(REFUNDS, ['%'])
  await raw.query('set session_replication_role = origin')
}

/** Removes what growSmallTables added. */
export async function shrinkSmallTables(raw: Client): Promise<void> {
  await raw.query('set session_replication_role = replica')
  await raw.query(`delete from pqr_cases where reference >= 'RI-2026-1000000'`)
  await raw.query('delete from cash_turns where number > 100000')
  await raw.query(
    `delete from contract_refunds where contract_id not in (select id from contracts where no_contract like '%7')`,
  )
  await raw.query('set session_replication_role = origin')
  for (const table of ['pqr_cases', 'cash_turns', 'contract_refunds']) {
    await raw.query(`vacuum full ${table}`)
    // The new file has no map of visible pages: which plan is made must not depend on when autovacuum comes.
    await raw.query(`vacuum ${table}`)
  }
}

/** The electronic documents of the invoices: one of fifty was rejected. */
const ELECTRONIC = `
  with numbered as (
    select company_id, id, row_number() over (partition by company_id order by id) as n from invoices where prefix = 'FV'
  )
  insert into electronic_documents (company_id, kind, invoice_id, status, reason, number, cufe, validated_at)
  select company_id, 'invoice', id, case when n % 50 = 0 then 'rejected' else 'validated' end, case when n % 50 = 0 then 'check_digit' end,
    case when n % 50 > 0 then 'SETP' || n end, case when n % 50 > 0 then md5(id::text) || md5('a' || id) || md5('b' || id) end,
    case when n % 50 > 0 then now() - interval '40 days' end
  from numbered order by company_id, n`

const JOURNAL = `
  insert into journal (company_id, id, client_id, debit_account, credit_account, amount, invoice_id, posted_on)
  select company_id, uuid_v7(), client_id, 'receivable', 'revenue', total, id, issued_on from invoices where prefix = 'FV' order by company_id, id`

/** A cash box of each company, with a closed turn of every twenty payments in cash. */
const CASH_BOXES = `
  insert into money_accounts (company_id, id, name, kind) select distinct company_id, company_id, 'Caja', 'cash' from contracts`

const CASH_TURNS = `
  insert into cash_turns (company_id, id, number, account_id, user_id, opened_by, opened_on, base, closed_by, closed_on, closed_at, counted,
    expected)
  select company_id, uuid_v7(), n, company_id, company_id, 'Laura Pinzón', date '2026-06-01' + (n % 80)::int, 0, 'Laura Pinzón',
    date '2026-06-01' + (n % 80)::int, now(), 0, 0
  from (select company_id, count(*) as invoices from invoices where prefix = 'FV' group by 1) c, generate_series(1, 1 + invoices / 40) n
  order by company_id, n`

const MORE_TURNS = `
  insert into cash_turns (company_id, id, number, account_id, user_id, opened_by, opened_on, base, closed_by, closed_on, closed_at, counted,
    expected)
  select company_id, uuid_v7(), number + 100000 * round, account_id, user_id, opened_by, opened_on, base, closed_by, closed_on, closed_at,
    counted, expected
  from cash_turns, generate_series(1, 9) round order by company_id, round, number`

const PAYMENTS = `
  with paid as (
    select i.company_id, i.id as invoice_id, i.client_id, k.user_id, i.due_on, i.total, uuid_v7() as payment_id, uuid_v7() as attempt_id,
      row_number() over (partition by i.company_id order by i.id) as n
    from invoices i join clients k on k.company_id = i.company_id and k.id = i.client_id where i.prefix = 'FV' and i.balance = 0
  ),
  attempts as (
    insert into payment_attempts (company_id, id, client_id, user_id, key, request_hash, method, environment, reference, amount, status,
      transaction_id, payer, accepted, settled_at)
    select company_id, attempt_id, client_id, user_id, 'k-' || n, decode('00', 'hex'), 'nequi', 'test', 'OLD-' || n, total, 'approved',
      'old-' || n, '{"email": "ana@correo.test", "full_name": "Ana", "phone_number": "3001234567", "method": {}}', '{}', now()
    from paid where n % 2 = 0
  ),
  links as (
    insert into payment_attempt_invoices (company_id, attempt_id, invoice_id, amount, is_open)
    select company_id, attempt_id, invoice_id, total, false from paid where n % 2 = 0
  ),
  receipts as (
    insert into payments (company_id, id, number, client_id, amount, method, paid_on, attempt_id, account_id, turn_id)
    select p.company_id, payment_id, n, client_id, total, case when n % 2 = 0 then 'nequi' else 'efectivo' end, due_on,
      case when n % 2 = 0 then attempt_id end, t.account_id, t.id
    from paid p left join cash_turns t on t.company_id = p.company_id and t.number = 1 + n / 40 and n % 2 = 1
  )
  insert into journal (company_id, id, client_id, debit_account, credit_account, amount, invoice_id, payment_id, posted_on)
  select company_id, uuid_v7(), client_id, 'cash', 'receivable', total, invoice_id, payment_id, due_on from paid`

const RECEIPT_NUMBERS = `insert into counters (company_id, kind, prefix, last) select company_id, 'receipt', 'RC', count(*) from payments group by 1`

/** A dispute of one invoice in ten; those of unpaid invoices are open. */
const DISPUTES = `
  insert into disputes (company_id, invoice_id, amount, reason, opened_by, resolved_at, outcome)
  select company_id, id, 1000, 'No lo pidió', 'Laura Pinzón', case when balance = 0 then now() end, case when balance = 0 then 'pago' end
  from invoices where prefix = 'FV' and number % 10 in (0, 1) order by company_id, id`

/** A refund that was made of each contract whose number is like `$1`. */
const REFUNDS = `
  insert into contract_refunds (company_id, contract_id, client_id, amount, returned, due_on, closed_on)
  select company_id, id, client_id, 1000, 1000, '2026-11-20', '2026-11-19' from contracts where no_contract like $1 order by company_id, id
  on conflict do nothing`

/** A case of one invoice in ten: half of them are open, and none is due. `$1` makes the references of another round differ. */
const PQR_CASES = `
  insert into pqr_cases (company_id, id, reference, type, typology, filed_typology, service, filed_service, channel, response_channel, client_id, petitioner_name, petitioner_type,
    petitioner_identification, subject, text, digest, filed_at, filed_on, filed_by, first_answer_by, status, changed_by, answer_by, due_at, clock_at,
    closed_at)
  select i.company_id, uuid_v7(), 'RI-2026-' || lpad((i.number + 1000000 * $1::int)::text, 7, '0'), 'queja', 'calidad', 'calidad', 'internet', 'internet', 'portal', 'correo', i.client_id,
    'Yenny Bohórquez', 'CC', '1', 'Internet lento', 'Internet lento', sha256(i.id::text::bytea), now(), '2026-07-01', 'Yenny Bohórquez',
    '2026-07-23', case when i.number % 20 = 0 then 'cerrada' else 'radicada' end, 'Yenny Bohórquez', '2026-07-23',
    case when i.number % 20 > 0 then timestamptz '2100-01-01' + make_interval(mins => i.number::int) end,
    case when i.number % 20 > 0 then timestamptz '2100-01-01' end, case when i.number % 20 = 0 then now() end
  from invoices i where i.prefix = 'FV' and i.number % 10 = 0 order by i.company_id, i.id`

/** A device of each company, with the connection of every contract, and three orders of each: done, and one in a hundred failed. */
const DEVICES = `
  insert into network_devices (company_id, id, name, kind, mode, url, sealed)
  select distinct company_id, company_id, 'Torre', 'webhook', 'enforce', 'https://router.test/', ''::bytea from contracts`

const SERVICES = `
  insert into network_services (company_id, id, contract_id, device_id, username, applied_state, applied_down_kbps, applied_up_kbps, applied_at)
  select company_id, uuid_v7(), id, company_id, lower(no_contract), 'active', 100000, 100000, now() from contracts order by company_id, id`

const ORDERS = `
  insert into network_orders (company_id, id, service_id, device_id, action, version, source, actor_name, state, finished_at)
  select s.company_id, uuid_v7(), s.id, s.device_id, 'create', n, 'contract.activated', 'Laura Pinzón',
    case when row_number() over (order by s.id, n) % 100 = 0 then 'failed' else 'done' end, now()
  from network_services s, generate_series(1, 3) n order by s.company_id, n, s.id`

const MESSAGES = `
  insert into messages (company_id, id, kind, category, client_id, invoice_id, to_email, subject, text_body, html_body, sender, status, sent_at)
  select company_id, uuid_v7(), 'invoice', 'transaccional', client_id, id, 'ana@correo.test', 'Tu factura', 'Tu factura', '<p>Tu factura</p>',
    'Enlace', case when number % 100 = 0 then 'failed' else 'sent' end, case when number % 100 = 0 then null else now() end
  from invoices where prefix = 'FV' order by company_id, id`

const EVENTS = `
  insert into events (company_id, id, name, entity_id, after, actor_name, actor_role, at)
  select company_id, uuid_v7(), 'invoice.sent', id, '{}', 'Laura Pinzón', 'financial', issued_on from invoices where prefix = 'FV' order by company_id, id`

const PROVIDER_EVENTS = `
  insert into provider_events (company_id, id, provider, environment, digest, body, verdict, name, transaction_id, status, reference, outcome,
    settled_at)
  select company_id, uuid_v7(), 'wompi', 'test', sha256(id::text::bytea), '{}', 'authentic', 'transaction.updated', transaction_id, 'APPROVED',
    reference, 'applied', now() from payment_attempts order by company_id, id`
