import { sql } from 'kysely'
import * as z from 'zod/mini'
import { addDays, type Day, day, dayOf } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { type Money, money } from '#domain/core/money.ts'
import { inPlatformTx, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { dayInBogota } from '#server/db/days.ts'
import type { CredentialsEnvironment } from '#server/db/types.ts'
import { accountIn } from '#server/integrations/account.ts'
import { LIST_PAGE_SIZE, type Wompi } from '#server/providers/wompi/client.ts'
import type { Transaction } from '#server/providers/wompi/shapes.ts'
import { applyProviderState, finishResults, openChange, wompiScope } from './apply-status.ts'
import { openCase } from './cases.ts'
import { openUnrequestedPayment } from './events.ts'
import { attemptsOf, type FoundTransaction, readSku } from './page-transactions.ts'

/** A payment may end days after it starts: each night reconciles this many previous days. */
const DAYS_BACK = 3

/** Enqueues one reconciliation for each connected company and day (I17). */
export async function reconcileAll(world: World): Promise<void> {
  const today = dayOf(world.clock())
  await inPlatformTx(world, async (tx) => {
    const { rows } = await sql<{ company_id: string; environment: CredentialsEnvironment }>`
      select company_id, environment from credentials where provider = 'wompi' and is_on`.execute(tx)
    for (const { company_id, environment } of rows) {
      for (let daysAgo = 1; daysAgo <= DAYS_BACK; daysAgo += 1) {
        const date = addDays(today, -daysAgo)
        const jobKey = `payment.reconcile:${company_id}:${date}`
        await tx.enqueue('payment.reconcile', { company_id, environment, day: date }, { jobKey })
      }
    }
  })
}

const Payload = z.object({ company_id: z.uuid(), environment: z.enum(['test', 'production']), day: z.string() })

/**
 * Compares the provider's transactions of a day with the attempts: a transaction that was not applied is applied; one that Enlace did
 * not request, and an attempt that the provider does not have, open a case. Throws without an answer, so that the queue retries.
 */
export async function reconcileDay(world: World, payload: unknown): Promise<void> {
  const { company_id, environment, day: dayText } = z.parse(Payload, payload)
  const date = day(dayText)
  const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(world.pool, 'enlace_app', wompiScope(company_id), work)
  const account = await inTx((tx) => accountIn(world, tx, environment))
  if (!account) return
  const transactions = await listDay(account.wompi, date)
  for (const transaction of transactions) {
    const found = { transaction, sku: await readSku(inTx, account, transaction) }
    await inTx((tx) => reconcileTransaction(world, tx, found, environment))
  }
  for (const attempt of await inTx((tx) => listApprovedAttempts(tx, date, environment))) {
    if (await isSameAtProvider(attempt, transactions, account.wompi)) continue
    await inTx((tx) => openDifference(tx, attempt))
  }
}

async function listDay(wompi: Wompi, date: Day): Promise<Transaction[]> {
  const all: Transaction[] = []
  for (let page = 1; ; page += 1) {
    const answer = await wompi.listDay(date, page)
    if (!answer.ok) throw new Error(`the provider did not list ${date}: ${answer.failure.kind}`)
    all.push(...answer.value)
    if (answer.value.length < LIST_PAGE_SIZE) return all
  }
}

async function reconcileTransaction(
  world: World,
  tx: Tx,
  found: FoundTransaction,
  environment: Environment,
): Promise<void> {
  const { transaction } = found
  const attempt = (await attemptsOf(tx, [found])).get(transaction.id)
  if (attempt?.environment === environment) {
    await finishResults(
      tx,
      [await applyProviderState(await openChange(world, tx), attempt, [transaction])],
      world.clock(),
    )
  } else if (transaction.status === 'APPROVED') await openUnrequestedPayment(tx, transaction)
}

/** Whether the provider has the attempt approved with the same amount. The provider's day may start at another hour, so a transaction
 * that is not in the list is read by its id. */
async function isSameAtProvider(
  attempt: ApprovedAttempt,
  transactions: readonly Transaction[],
  wompi: Wompi,
): Promise<boolean> {
  const listed = transactions.find(({ id }) => id === attempt.transaction_id)
  const answer = listed ? null : await wompi.get(attempt.transaction_id)
  if (answer?.ok === false && answer.failure.kind !== 'absent') throw new Error('the provider did not answer')
  const transaction = listed ?? (answer?.ok ? answer.value : undefined)
  return transaction?.status === 'APPROVED' && transaction.amount_in_cents === attempt.amount
}

const openDifference = (tx: Tx, attempt: ApprovedAttempt): Promise<void> =>
  openCase(tx, {
    kind: 'difference',
    subject: attempt.transaction_id,
    says: `El pago ${attempt.reference} está aprobado aquí y Wompi no lo tiene igual: revísalo en comercios.wompi.co`,
    attempt_id: attempt.id,
    transaction_id: attempt.transaction_id,
    reference: attempt.reference,
    amount: attempt.amount,
  })

type ApprovedAttempt = { id: string; reference: string; transaction_id: string; amount: Money }

async function listApprovedAttempts(tx: Tx, date: Day, environment: Environment): Promise<ApprovedAttempt[]> {
  const { rows } = await sql<Omit<ApprovedAttempt, 'amount'> & { amount: number }>`
    select id, reference, transaction_id, amount from payment_attempts
    where company_id = (select current_company()) and environment = ${environment} and status = 'approved' and transaction_id is not null
      and ${dayInBogota(sql`created_at`)} = ${date}`.execute(tx)
  return rows.map((row) => ({ ...row, amount: money(row.amount) }))
}
