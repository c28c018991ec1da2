import { sql } from 'kysely'
import { addDays, type Day } from '#domain/core/days.ts'
import { type Money, minus, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { municipalityLabel, municipalityOfCode } from '#domain/places/place.ts'
import type { Report } from '#domain/reports/report.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { type GroupDebt, listDebtsByAge, listDebtsByGroup, readCreditInFavour } from './debt-queries.ts'
import { type Asked, column, listOf, reportOf, row, shareCell, total } from './draw.ts'

/** The ages of the debt, in days since the last day to pay its oldest part without being overdue; null: without an end. */
const AGES = [
  { label: 'Por vencer', from: null, to: 0 },
  { label: '1 a 30 días', from: 1, to: 30 },
  { label: '31 a 60 días', from: 31, to: 60 },
  { label: '61 a 90 días', from: 61, to: 90 },
  { label: '91 a 180 días', from: 91, to: 180 },
  { label: '181 a 360 días', from: 181, to: 360 },
  { label: 'Más de 360 días', from: 361, to: null },
] as const
type Age = (typeof AGES)[number]

/** What there is to collect today, by how long ago its last day to pay was. What is disputed and credit in favour are apart and never netted (R2.15). */
export async function ageing(tx: Tx, asked: Asked): Promise<Report> {
  const { today } = asked
  const [debts, credit] = await Promise.all([listDebtsByAge(tx, today), readCreditInFavour(tx)])
  const balance = sum(debts.map((one) => one.balance))
  return reportOf('cartera', asked, {
    columns: [
      column('age', 'Edad', 'text'),
      column('invoices', 'Facturas', 'count'),
      column('balance', 'Saldo', 'pesos'),
      column('disputed', 'En reclamo', 'pesos'),
      column('share', 'Parte', 'share'),
    ],
    rows: AGES.map((age, index) => {
      const own = debts.find((one) => one.age === index)
      const cells = [age.label, own?.invoices ?? 0, toPesos(own?.balance ?? ZERO), toPesos(own?.disputed ?? ZERO)]
      const list = debtsOf(age, today)
      const disputed = (own?.disputed ?? 0) > 0 ? disputedOf(age, today) : null
      return row([...cells, shareCell(own?.balance ?? 0, balance)], list, [null, list, list, disputed, null])
    }),
    totals: [
      ...debtTotals(balance, sum(debts.filter(({ age }) => age > 0).map((one) => one.balance))),
      total('disputed', 'En reclamo, aparte', 'pesos', toPesos(sum(debts.map((one) => one.disputed))), {
        href: listOf(paths.invoices, { balance: 'en_reclamo' }),
      }),
      total('credit', 'Saldos a favor, aparte', 'pesos', toPesos(credit), {
        href: listOf(paths.invoices, { balance: 'a_favor' }),
      }),
    ],
    chart: ['balance'],
    hasPrevious: false,
    note: 'La cartera es la de hoy, sin lo que está en reclamo. Los saldos a favor no se restan.',
  })
}

/** What there is to collect, and what of it is overdue and not yet due, each with its list. */
const debtTotals = (balance: Money, overdue: Money) => [
  total('balance', 'Cartera', 'pesos', toPesos(balance), { href: listOf(paths.invoices, { balance: 'por_cobrar' }) }),
  total('overdue', 'Vencida', 'pesos', toPesos(overdue), {
    href: listOf(paths.invoices, { status: 'vencido' }),
  }),
  total('current', 'Por vencer', 'pesos', toPesos(minus(balance, overdue)), {
    href: listOf(paths.invoices, { balance: 'por_vencer' }),
  }),
]

/** The ages of a group's debt: fewer than AGES, so that they fit beside its name. */
const GROUP_AGES = [
  { key: 'current', label: 'Por vencer', from: null, to: 0 },
  { key: 'days_30', label: '1 a 30 días', from: 1, to: 30 },
  { key: 'days_90', label: '31 a 90 días', from: 31, to: 90 },
  { key: 'older', label: 'Más de 90 días', from: 91, to: null },
] as const

/** The debt of today by the municipality of the client. */
export async function debtByMunicipality(tx: Tx, asked: Asked): Promise<Report> {
  const debts = await listDebtsByGroup(tx, asked.today, 'municipality')
  return groupReport('cartera_municipios', asked, 'Municipio', debts, ({ name }) => ({
    label: placeOf(name),
    filters: { municipality_code: name },
  }))
}

/** The debt of today by the plan on the invoice, as it was signed. */
export async function debtByPlan(tx: Tx, asked: Asked): Promise<Report> {
  const debts = await listDebtsByGroup(tx, asked.today, 'plan')
  return groupReport('cartera_planes', asked, 'Plan', debts, ({ name }) =>
    name === '' ? { label: 'Sin plan', filters: null } : { label: name, filters: { plan: name } },
  )
}

/** The debt of today by the technician of the last visit that was made to the contract of each invoice. */
export async function debtByTechnician(tx: Tx, asked: Asked): Promise<Report> {
  const debts = await listDebtsByGroup(tx, asked.today, 'technician')
  const names = await readNames(
    tx,
    debts.flatMap(({ name }) => (name === '' ? [] : [name])),
  )
  return groupReport('cartera_tecnicos', asked, 'Técnico', debts, ({ name }) =>
    name === ''
      ? { label: 'Sin una visita hecha', filters: null }
      : { label: names.get(name) ?? name, filters: { technician_id: name } },
  )
}

async function readNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, first_name || ' ' || last_name as name from users
    where company_id = (select current_company()) and id = any (${uuidArray(ids)}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function placeOf(code: string): string {
  const municipality = municipalityOfCode(code)
  return municipality === undefined ? code : municipalityLabel(municipality)
}

/** A report of the debt with a row for each group, the largest debt first. `filters`: those of its list; null without a list. */
function groupReport(
  name: 'cartera_municipios' | 'cartera_planes' | 'cartera_tecnicos',
  asked: Asked,
  groupLabel: string,
  debts: readonly GroupDebt[],
  groupOf: (debt: GroupDebt) => { label: string; filters: Readonly<Record<string, string>> | null },
): Report {
  const balance = sum(debts.map((one) => one.balance))
  const current = sum(debts.map((one) => one.current))
  return reportOf(name, asked, {
    columns: [
      column('group', groupLabel, 'text'),
      column('clients', 'Clientes', 'count'),
      column('invoices', 'Facturas', 'count'),
      ...GROUP_AGES.map(({ key, label }) => column(key, label, 'pesos')),
      column('balance', 'Saldo', 'pesos'),
      column('share', 'Parte', 'share'),
    ],
    rows: debts.map((debt) => {
      const { label, filters } = groupOf(debt)
      const ages = GROUP_AGES.map(({ key }) => toPesos(debt[key]))
      const cells = [label, debt.clients, debt.invoices, ...ages, toPesos(debt.balance)]
      if (filters === null) return row([...cells, shareCell(debt.balance, balance)])
      const list = listOf(paths.invoices, { balance: 'por_cobrar', ...filters })
      const lists = GROUP_AGES.map((age) => (debt[age.key] > 0 ? debtsOf(age, asked.today, filters) : null))
      return row([...cells, shareCell(debt.balance, balance)], list, [null, null, list, ...lists, list, null])
    }),
    totals: debtTotals(balance, minus(balance, current)),
    chart: ['balance'],
    hasPrevious: false,
    note: 'La cartera es la de hoy, sin lo que está en reclamo. Los saldos a favor no se restan.',
  })
}

/** The invoices of an age in their list, also those of one group. What falls due has no days: an overdue invoice can have a part of it. */
function debtsOf(
  { from, to }: Pick<Age, 'from' | 'to'>,
  today: Day,
  filters: Readonly<Record<string, string>> = {},
): string {
  const which: Readonly<Record<string, string>> =
    from === null ? { balance: 'por_vencer' } : { status: 'vencido', ...payableDays({ from, to }, today) }
  return listOf(paths.invoices, { ...which, ...filters })
}

/** The disputed invoices of an age. */
const disputedOf = (age: Age, today: Day): string =>
  listOf(paths.invoices, { balance: 'en_reclamo', ...payableDays(age, today) })

const payableDays = ({ from, to }: Pick<Age, 'from' | 'to'>, today: Day): Record<string, string> => ({
  ...(to === null ? {} : { payable_from: addDays(today, -to) }),
  ...(from === null ? {} : { payable_to: addDays(today, -from) }),
})
