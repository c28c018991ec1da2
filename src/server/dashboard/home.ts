import { contractStatusOn } from '#domain/contracts/lifecycle.ts'
import type { Day } from '#domain/core/days.ts'
import { billingPeriodOf, cutDateOf } from '#domain/core/period.ts'
import type { ClientHome } from '#domain/dashboard/api.ts'
import type { Tx } from '#server/core/tx.ts'
import { lastTransactions, readDebts } from '#server/payments/debts.ts'
import { listOwnServices } from './home-queries.ts'

const PAYMENTS_SHOWN = 3

/** The home page of a client (DSH-01). */
export async function readHome(tx: Tx, userId: string, today: Day): Promise<ClientHome> {
  const [debts, rows, last_payments] = await Promise.all([
    readDebts(tx, userId, today),
    listOwnServices(tx, userId, today),
    lastTransactions(tx, userId, PAYMENTS_SHOWN),
  ])
  const services = rows.map((row) => ({ ...row, status: contractStatusOn(row.status, row.active_to, today) }))
  const cuts = services
    .filter(({ status }) => status === 'active')
    .map(({ billing_cut_day }) => cutDateOf(billingPeriodOf(today, billing_cut_day), billing_cut_day))
  return {
    debts,
    services: services.filter(({ status }) => status !== 'terminated'),
    last_payments,
    next_invoice_on: cuts.toSorted()[0] ?? null,
  }
}
