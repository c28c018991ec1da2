import { type Day, day } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { periodOf } from '#domain/core/period.ts'
import type { Dashboard } from '#domain/dashboard/api.ts'
import type { Figure, Todo } from '#domain/dashboard/figures.ts'
import type { Tx } from '#server/core/tx.ts'
import { readWompiHealth } from '#server/integrations/health.ts'
import { type CompanySetUp, countContracts, countInStatus, growthByMonth, readSetUp } from './company-queries.ts'
import { firstDayOfMonths, monthsOf, readMoney } from './money.ts'

/** DSH-03: the money figures, the growth of the company, the health of its integrations, and the setup checklist. */
export async function readAdmin(tx: Tx, today: Day): Promise<Omit<Dashboard, 'role'>> {
  const since = firstDayOfMonths(today)
  const [money, contracts, growth, setUp, wompi] = await Promise.all([
    readMoney(tx, today),
    countContracts(tx, periodOf(today), day(`${periodOf(today)}-01`)),
    growthByMonth(tx, since),
    readSetUp(tx),
    readWompiHealth(tx),
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
    health: { wompi, is_factus_on: setUp.factus },
    next: checklistOf(setUp),
  }
}

/** The setup checklist of a company. Plans and clients are created by the financial role: they have no link here. */
const checklistOf = (setUp: CompanySetUp): Todo[] => [
  { key: 'logo', count: 0, is_done: setUp.logo, href: paths.profile },
  { key: 'wompi', count: 0, is_done: setUp.wompi, href: paths.integration },
  { key: 'factus', count: 0, is_done: setUp.factus, href: paths.integration },
  { key: 'people', count: 0, is_done: setUp.people > 0, href: paths.users },
  { key: 'plans', count: 0, is_done: setUp.plans, href: null },
  { key: 'clients', count: 0, is_done: setUp.clients, href: null },
]
