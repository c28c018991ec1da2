import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { billingPeriodOf, cutDateOf, periodOf } from '#domain/core/period.ts'
import type { Dashboard } from '#domain/dashboard/api.ts'
import type { NextCutDay, Todo } from '#domain/dashboard/figures.ts'
import type { Tx } from '#server/core/tx.ts'
import { countEquipment } from '#server/equipment/queries.ts'
import { countOutages } from '#server/outages/queries.ts'
import {
  type CompanySetUp,
  countContractsToInvoice,
  countInStatus,
  countPendingWork,
  payableBetween,
  readSetUp,
  type StatusCount,
} from './company-queries.ts'
import { countContractWork } from './contract-work.ts'
import { readMoney } from './money.ts'

const SOON_DAYS = 7
const CUTS_SHOWN = 3

/** DSH-02: the collected and overdue amounts, the next cuts and the pending work; each figure links to the list with the same total. */
export async function readFinancial(tx: Tx, today: Day): Promise<Omit<Dashboard, 'role'>> {
  const month = periodOf(today)
  // An invoice that was due since the last business day can still be paid today (R2.25).
  const soonFrom = addDays(addBusinessDays(today, -1), 1)
  const soonUntil = addDays(today, SOON_DAYS)
  const [money, soon, { contracts, toInvoice }, waiting, contractWork, pickUps, outages, setUp] = await Promise.all([
    readMoney(tx, today),
    payableBetween(tx, { from: soonFrom, to: soonUntil, today }),
    countContractsToInvoice(tx, { month, endedSince: today }),
    countPendingWork(tx),
    countContractWork(tx, today),
    countEquipment(tx, { to_pick_up: 'true', today }),
    countOutages(tx, { state: 'open' }),
    readSetUp(tx),
  ])
  return {
    figures: [
      { ...money.collected, href: `${paths.transactions}?from=${month}-01&to=${today}` },
      { ...money.overdue, href: `${paths.invoices}?status=vencido` },
      {
        key: 'due_soon',
        unit: 'COP',
        value: soon.amount,
        previous: null,
        parts: { invoices: soon.documents },
        href: `${paths.invoices}?status=pendiente&balance=por_cobrar&due_from=${soonFrom}&due_to=${soonUntil}`,
      },
      { ...money.today, href: `${paths.transactions}?from=${today}&to=${today}` },
      { ...money.invoiced, href: `${paths.invoices}?from=${month}-01&to=${today}&billed=true` },
      {
        key: 'to_invoice',
        unit: 'count',
        value: toInvoice,
        previous: null,
        parts: { period: month },
        href: paths.massive,
      },
    ],
    charts: [money.byMonth, money.ageing],
    cuts: nextCuts(contracts, today),
    next: [
      ...firstSteps(setUp),
      ...todoOf({
        ...waiting,
        ...contractWork,
        pick_ups: pickUps,
        outages,
        to_sign: countInStatus(contracts, 'draft'),
        to_install: countInStatus(contracts, 'awaiting_installation'),
      }),
    ],
  }
}

/** The next cut dates of the active contracts, from today on. */
function nextCuts(contracts: readonly StatusCount[], today: Day): NextCutDay[] {
  const byDay = new Map<Day, number>()
  for (const { status, billing_cut_day, contracts: count } of contracts) {
    if (status !== 'active') continue
    const on = cutDateOf(billingPeriodOf(today, billing_cut_day), billing_cut_day)
    byDay.set(on, (byDay.get(on) ?? 0) + count)
  }
  return [...byDay]
    .map(([on, count]) => ({ on, contracts: count }))
    .toSorted((first, second) => first.on.localeCompare(second.on))
    .slice(0, CUTS_SHOWN)
}

const LISTS = {
  payment_cases: paths.online,
  failed_messages: `${paths.messages}?status=failed`,
  disputes: `${paths.disputes}?status=open`,
  late_installations: `${paths.contracts}?waiting=late_installation`,
  near_installations: `${paths.contracts}?waiting=near_installation`,
  pick_ups: paths.equipmentToPickUp,
  outages: paths.openOutages,
  cessions: `${paths.contracts}?waiting=cession`,
  renewals: `${paths.contracts}?waiting=renewal`,
  refunds: `${paths.contractRefunds}?state=pending`,
  to_sign: `${paths.contracts}?status=draft`,
  to_install: `${paths.contracts}?status=awaiting_installation`,
} as const

/** What a new company needs for its first invoice, one step at a time. */
function firstSteps({ plans, clients, invoices }: CompanySetUp): Todo[] {
  if (!plans) return [{ key: 'first_plan', count: 1, is_done: false, href: paths.newPlan }]
  if (!clients) return [{ key: 'first_clients', count: 1, is_done: false, href: paths.clientImport }]
  return invoices ? [] : [{ key: 'first_invoice', count: 1, is_done: false, href: paths.massive }]
}

/** The pending work with a count above zero. */
function todoOf(waiting: Readonly<Record<keyof typeof LISTS, number>>): Todo[] {
  const keys = [
    'payment_cases',
    'refunds',
    'outages',
    'late_installations',
    'disputes',
    'cessions',
    'renewals',
    'near_installations',
    'pick_ups',
    'failed_messages',
    'to_sign',
    'to_install',
  ] as const
  return keys
    .map((key) => ({ key, count: waiting[key], is_done: false, href: LISTS[key] }))
    .filter(({ count }) => count > 0)
}
