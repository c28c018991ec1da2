import { sql } from 'kysely'
import * as z from 'zod/mini'
import { addDays, type Day, day, dayOf } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { type Money, money } from '#domain/core/money.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import type { CredentialsEnvironment } from '#server/db/types.ts'
import { accountIn } from '#server/integrations/account.ts'
import { LIST_PAGE_SIZE, type Wompi } from '#server/providers/wompi/client.ts'
import type { Transaction } from '#server/providers/wompi/shapes.ts'
import { applyProviderState, wompiScope } from './apply-status.ts'
import { getAttemptByReference } from './attempt-queries.ts'
import { openCase } from './cases.ts'
import { openStranger } from './events.ts'

/** A payment that is begun in the evening may end days later: each night looks this far back. */
const DAYS_BACK = 3

/** Asks for one reconciliation for each company that is connected (I17). */
export async function reconcileAll(world: World): Promise<void> {
  const today = dayOf(world.clock())
  await inTransaction(world.pool, 'enlace_platform', SYSTEM, async (tx) => {
    const { rows } = await sql<{ company_id: string; environment: CredentialsEnvironment }>`
      select company_id, environment from credentials where provider = 'wompi' and is_on`.execute(tx)
    for (const { company_id, environment } of rows) {
      for (let back = 1; back <= DAYS_BACK; back += 1) {
        const about = addDays(today, -back)
        const jobKey = `payment.reconcile:${company_id}:${about}`
        await tx.enqueue('payment.reconcile', { company_id, environment, day: about }, { jobKey })
      }
    }
  })
}

const Payload = z.object({ company_id: z.uuid(), environment: z.enum(['test', 'production']), day: z.string() })

/**
 * Compares a day at the provider with ours: what we did not know is applied, what nobody asked for and what the provider does not
 * have becomes a case. Without an answer it throws, and the queue tries again.
 */
export async function reconcileDay(world: World, payload: unknown): Promise<void> {
  const { company_id, environment, day: text } = z.parse(Payload, payload)
  const about = day(text)
  const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(world.pool, 'enlace_app', wompiScope(company_id), work)
  const account = await inTx((tx) => accountIn(world, tx, environment))
  if (!account) return
  const theirs = await listDay(account.wompi, about)
  for (const transaction of theirs) {
    await inTx((tx) => settleOne(world, tx, transaction, environment))
  }
  for (const ours of await inTx((tx) => listApproved(tx, about, environment))) {
    if (await isTheSame(ours, theirs, account.wompi)) continue
    await inTx((tx) => openDifference(tx, ours))
  }
}

async function listDay(wompi: Wompi, about: Day): Promise<Transaction[]> {
  const all: Transaction[] = []
  for (let page = 1; ; page += 1) {
    const read = await wompi.listDay(about, page)
    if (!read.ok) throw new Error(`the provider did not list ${about}: ${read.failure.kind}`)
    all.push(...read.value)
    if (read.value.length < LIST_PAGE_SIZE) return all
  }
}

async function settleOne(world: World, tx: Tx, transaction: Transaction, environment: Environment): Promise<void> {
  const attempt = await getAttemptByReference(tx, transaction.reference)
  if (attempt?.environment === environment) {
    const { close } = await applyProviderState(world, tx, attempt, [transaction], world.clock())
    await close()
  } else if (transaction.status === 'APPROVED') await openStranger(tx, transaction)
}

/** Whether the provider holds as paid what we do. Its day may begin at another hour: what it did not list is asked for by itself. */
async function isTheSame(ours: Approved, theirs: readonly Transaction[], wompi: Wompi): Promise<boolean> {
  const listed = theirs.find((one) => one.id === ours.transaction_id)
  const asked = listed ? null : await wompi.get(ours.transaction_id)
  if (asked?.ok === false && asked.failure.kind !== 'absent') throw new Error('the provider did not answer')
  const found = listed ?? (asked?.ok ? asked.value : undefined)
  return found?.status === 'APPROVED' && found.amount_in_cents === ours.amount
}

const openDifference = (tx: Tx, ours: Approved): Promise<void> =>
  openCase(tx, {
    kind: 'difference',
    subject: ours.transaction_id,
    says: `El pago ${ours.reference} está aprobado aquí y Wompi no lo tiene igual: revísalo en comercios.wompi.co`,
    attempt_id: ours.id,
    transaction_id: ours.transaction_id,
    reference: ours.reference,
    amount: ours.amount,
  })

type Approved = { id: string; reference: string; transaction_id: string; amount: Money }

async function listApproved(tx: Tx, about: Day, environment: Environment): Promise<Approved[]> {
  const { rows } = await sql<Omit<Approved, 'amount'> & { amount: number }>`
    select id, reference, transaction_id, amount from payment_attempts
    where company_id = (select current_company()) and environment = ${environment} and status = 'approved' and transaction_id is not null
      and (created_at at time zone 'America/Bogota')::date = ${about}`.execute(tx)
  return rows.map((row) => ({ ...row, amount: money(row.amount) }))
}
