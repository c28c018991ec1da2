import { contractStatusOn } from '#domain/contracts/lifecycle.ts'
import type { Day } from '#domain/core/days.ts'
import { billingPeriodOf, cutDateOf } from '#domain/core/period.ts'
import type { ClientHome } from '#domain/dashboard/api.ts'
import { isOpenVisit } from '#domain/visits/visit.ts'
import type { Tx } from '#server/core/tx.ts'
import { readOwnOutages } from '#server/outages/outages.ts'
import { lastTransactions, readDebts } from '#server/payments/debts.ts'
import { listVisits } from '#server/visits/queries.ts'
import { listOwnServices } from './home-queries.ts'

const PAYMENTS_SHOWN = 3
const VISITS_MAX = 20

/** The home page of a client (DSH-01). */
export async function readHome(tx: Tx, userId: string, today: Day, now: Date): Promise<ClientHome> {
  const [debts, rows, last_payments, visits, outages] = await Promise.all([
    readDebts(tx, userId, { now, today }),
    listOwnServices(tx, userId, today),
    lastTransactions(tx, userId, PAYMENTS_SHOWN),
    listVisits(tx, { ownerId: userId, from: today, today }, { offset: 0, limit: VISITS_MAX }),
    readOwnOutages(tx, { userId }, now),
  ])
  const services = rows.map((row) => ({ ...row, status: contractStatusOn(row.status, row.active_to, today) }))
  const cuts = services
    .filter(({ status }) => status === 'active')
    .map(({ billing_cut_day }) => cutDateOf(billingPeriodOf(today, billing_cut_day), billing_cut_day))
  return {
    debts,
    services: services.filter(({ status }) => status !== 'terminated'),
    last_payments,
    visits: visits.filter(({ state }) => isOpenVisit(state)),
    has_outages: outages.outages.length + outages.compensations.length > 0,
    next_invoice_on: cuts.toSorted()[0] ?? null,
  }
}
