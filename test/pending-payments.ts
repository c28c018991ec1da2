import type pg from 'pg'
import { newId } from '#server/core/ids.ts'
import { encryptKeys } from '#server/integrations/keys.ts'
import type { SimulatedMerchant } from '#simulators/wompi/rules.ts'
import type { StoredTransaction } from '#simulators/wompi/state.ts'
import { makeCompany, makeUser } from './factory.ts'

const KEYS = {
  public_key: 'pub_test_pending',
  private_key: 'prv_test_pending',
  integrity_secret: 'test_integrity_pending',
  event_key: 'test_events_pending',
}

/** The simulator's merchant of makePayingCompany(). */
export const PENDING_MERCHANT: SimulatedMerchant = {
  name: 'Pending',
  events_url: null,
  public_key: KEYS.public_key,
  private_key: KEYS.private_key,
  integrity_secret: KEYS.integrity_secret,
  events_secret: KEYS.event_key,
}

/** A company with online payments on and staff to be notified; `endpoint` is the last part of its webhook address. */
export async function makePayingCompany(owner: pg.Pool, secret: Buffer, endpoint: string): Promise<string> {
  const company = await makeCompany(owner, { integrations: true })
  await owner.query(
    `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by, is_on)
     values ($1, 'wompi', 'test', $2, '{}', $3, 'Pruebas', true)`,
    [company, encryptKeys(secret, company, 'test', KEYS), endpoint],
  )
  for (const role of ['admin', 'financial', 'technical'] as const) await makeUser(owner, company, role)
  return company
}

/**
 * Pending payments, one for each of `count` new clients with one invoice of $50.000, with the rows that the product
 * would have written. `from`: the first number. Returns their approved transactions at the provider.
 */
export async function makePendingPayments(
  owner: pg.Pool,
  company: string,
  count: number,
  from = 1,
): Promise<StoredTransaction[]> {
  const numbers = Array.from({ length: count }, (_, index) => from + index)
  const ids = () => numbers.map(newId)
  const [people, clients, invoices, attempts] = [ids(), ids(), ids(), ids()]
  for (const [text, ...columns] of [
    [WRITE_PEOPLE, people],
    [WRITE_CLIENTS, clients, people],
    [WRITE_INVOICES, invoices, clients],
    [WRITE_ATTEMPTS, attempts, clients, people],
    [WRITE_ASKED, attempts, invoices],
  ] as const) {
    await owner.query(text, [company, numbers, ...columns])
  }
  const now = new Date().toISOString()
  return numbers.map((number) => ({
    id: `11004-1-${10_000 + number}`,
    reference: `BE-${number}-pending`,
    amount_in_cents: 5_000_000,
    currency: 'COP',
    customer_email: 'ana@correo.test',
    merchant: PENDING_MERCHANT,
    method: { type: 'NEQUI', phone_number: '3991111111' },
    status: 'APPROVED',
    status_message: null,
    created_at: now,
    finalized_at: now,
    bank_url: null,
  }))
}

const WRITE_PEOPLE = `
  insert into users (company_id, id, role, username, first_name, last_name, is_first_login)
  select $1::uuid, id, 'client', 'pending.' || left($1::uuid::text, 8) || '.' || n, 'Ana', 'Ruiz', false
  from unnest($2::int[], $3::uuid[]) t (n, id)`
const WRITE_CLIENTS = `
  insert into clients (company_id, id, user_id, type_identification, identification, first_name, last_name, phone, segment, stratum,
    address, department, city, municipality_code, payment_date)
  select $1::uuid, id, user_id, 'CC', (2000000000 + n)::text, 'Ana', 'Ruiz', '3001234567', 'residential', 2, 'Calle 10 # 20-30',
    'Antioquia', 'Medellín', '05001', 10
  from unnest($2::int[], $3::uuid[], $4::uuid[]) t (n, id, user_id)`
const WRITE_INVOICES = `
  insert into invoices (company_id, id, prefix, number, kind, client_id, period, issued_on, due_on, last_payable_on, subtotal, vat, total, snapshot, balance)
  select $1::uuid, id, 'BE', n, 'one_off', client_id, '2026-11', '2026-11-20', '2026-12-05', '2026-12-07', 5000000, 0, 5000000, '{}', 5000000
  from unnest($2::int[], $3::uuid[], $4::uuid[]) t (n, id, client_id)`
const WRITE_ATTEMPTS = `
  insert into payment_attempts (company_id, id, client_id, user_id, key, request_hash, method, environment, reference, amount, status,
    transaction_id, payer, accepted, next_check_at)
  select $1::uuid, id, client_id, user_id, 'BE-' || n, decode('00', 'hex'), 'nequi', 'test', 'BE-' || n || '-pending', 5000000, 'pending',
    '11004-1-' || (10000 + n), '{"email": "ana@correo.test", "full_name": "Ana", "phone_number": "3001234567", "method": {}}', '{}',
    now() + interval '1 hour'
  from unnest($2::int[], $3::uuid[], $4::uuid[], $5::uuid[]) t (n, id, client_id, user_id)`
const WRITE_ASKED = `
  insert into payment_attempt_invoices (company_id, attempt_id, invoice_id, amount)
  select $1::uuid, attempt_id, invoice_id, 5000000 from unnest($2::int[], $3::uuid[], $4::uuid[]) t (n, attempt_id, invoice_id)`

/** Stores the event of a transaction with a valid signature, not applied yet. Returns its id. */
export async function makeProviderEvent(
  owner: pg.Pool,
  company: string,
  transaction: StoredTransaction,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into provider_events (company_id, provider, environment, digest, body, verdict, name, transaction_id, status, reference)
     values ($1, 'wompi', 'test', sha256(convert_to($2::text, 'UTF8')), '{}', 'authentic', 'transaction.updated', $2::text, 'APPROVED', $3) returning id`,
    [company, transaction.id, transaction.reference],
  )
  return rows[0]?.id ?? ''
}
