import { addDays, type Day, day } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { periodOf } from '#domain/core/period.ts'
import type { Dashboard } from '#domain/dashboard/api.ts'
import type { Figure, Todo } from '#domain/dashboard/figures.ts'
import type { Tx } from '#server/core/tx.ts'
import { readFactusHealth, readWompiHealth } from '#server/integrations/health.ts'
import {
  type CompanySetUp,
  countContracts,
  countInStatus,
  countPqrOnTime,
  growthByMonth,
  readSetUp,
} from './company-queries.ts'
import { firstDayOfMonths, monthsOf, readMoney } from './money.ts'

/** The days of the figure of PQR on time. */
const PQR_DAYS = 90

/** DSH-03: the money figures, the growth of the company, the health of its integrations, and the setup checklist. */
export async function readAdmin(tx: Tx, today: Day): Promise<Omit<Dashboard, 'role'>> {
  const since = firstDayOfMonths(today)
  const [money, contracts, growth, setUp, wompi, factus, pqr] = await Promise.all([
    readMoney(tx, today),
    countContracts(tx, day(`${periodOf(today)}-01`)),
    growthByMonth(tx, since),
    readSetUp(tx),
    readWompiHealth(tx),
    readFactusHealth(tx, today),
    countPqrOnTime(tx, addDays(today, -PQR_DAYS)),
  ])
  const count = (key: 'active' | 'suspended' | 'terminated'): Figure => ({
    key,
    unit: 'count',
    value: countInStatus(contracts, key),
    previous: null,
    parts: {},
    href: null,
  })
  const { collected, lastMonth } = money
  return {
    figures: [
      collected,
      money.overdue,
      {
        key: 'collection_rate',
        unit: 'percent',
        value: lastMonth.invoiced === 0 ? 0 : Math.round((lastMonth.collected / lastMonth.invoiced) * 1000) / 10,
        previous: null,
        parts: { is_known: lastMonth.invoiced > 0 ? 1 : 0 },
        href: null,
      },
      {
        key: 'pqr_on_time',
        unit: 'percent',
        value: pqr.cases === 0 ? 0 : Math.round(((pqr.cases - pqr.late) / pqr.cases) * 1000) / 10,
        previous: null,
        parts: { is_known: pqr.cases > 0 ? 1 : 0, ...pqr },
        href: null,
      },
      count('active'),
      count('suspended'),
      count('terminated'),
    ],
    charts: [
      money.byMonth,
      {
        key: 'growth',
        bars: monthsOf(today).map(
          (period) => growth.find((row) => row.period === period) ?? { period, joined: 0, left: 0 },
        ),
      },
      money.ageing,
    ],
    cuts: [],
    health: { wompi, factus },
    next: checklistOf(setUp),
  }
}

/**
 * The setup checklist of a company, in the order in which it gets to its first invoice. The financial user creates plans, clients and
 * invoices: those have no link here. The team needs both integrations (USR-03).
 */
const checklistOf = (setUp: CompanySetUp): Todo[] => [
  { key: 'logo', count: 0, is_done: setUp.logo, href: paths.profile },
  { key: 'financial', count: 0, is_done: setUp.financial, href: paths.firstFinancial },
  { key: 'plans', count: 0, is_done: setUp.plans, href: null },
  { key: 'clients', count: 0, is_done: setUp.clients, href: null },
  { key: 'invoices', count: 0, is_done: setUp.invoices, href: null },
  { key: 'wompi', count: 0, is_done: setUp.wompi, href: paths.integration },
  { key: 'factus', count: 0, is_done: setUp.factus, href: paths.integration },
  { key: 'people', count: 0, is_done: setUp.people > 1, href: setUp.wompi && setUp.factus ? paths.users : null },
]
