import { ask, type ModelContext, pickFrom, type Refusal } from './context.ts'
import { correctMonths } from './corrections.ts'
import { boundsOf, monthAfter, monthOf, plusDays, sameDayMonthsBefore } from './days.ts'
import { askedPauseOn, type Contract, contractStatus, type Ledger, openCession, todayOf } from './ledger.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

const MAX_PERIODS = 2
const WINDOW_MONTHS = 12

/** The period of a contract that contains a day. */
function periodAt(day: string, cutDay: number): string {
  const month = monthOf(day)
  return boundsOf(month, cutDay)[1] >= day ? month : monthAfter(month, 1)
}

/** Asks for a pause from the first day of a period on, or from the day after it, which is refused. */
export async function pauseService(context: ModelContext, step: Of<'pause'>): Promise<void> {
  const { ledger } = context
  const served = ledger.contracts.filter((one) => contractStatus(ledger, one) === 'active')
  const contract = pickFrom(served.length > 0 && step.contract % 5 !== 0 ? served : ledger.contracts, step.contract)
  if (contract === undefined) return
  const period = monthAfter(periodAt(todayOf(ledger), contract.cutDay), step.ahead)
  const [first] = boundsOf(period, contract.cutDay)
  const from = plusDays(first, step.isLate ? 1 : 0)
  const [, to] = boundsOf(monthAfter(period, step.months - 1), contract.cutDay)
  const post = {
    kind: step.kind,
    path: `/contract/${contract.no}/pause`,
    body: { from, months: step.months },
    other: { from: plusDays(from, 3), months: step.months },
  }
  if ((await ask(context, post, refusalOf(ledger, contract, { from, first, to, months: step.months }))) === null) return
  contract.pauses.push({ from, to, isAsked: true })
  if (from <= todayOf(ledger)) contract.status = 'suspended'
  correctMonths(ledger, contract, from)
}

function refusalOf(
  ledger: Ledger,
  contract: Contract,
  asked: { from: string; first: string; to: string; months: number },
): Refusal | null {
  const today = todayOf(ledger)
  if (contractStatus(ledger, contract) !== 'active' || askedPauseOn(contract, today) !== undefined) return 'conflict'
  const left = MAX_PERIODS - usedPeriods(contract, asked.from)
  if (asked.from !== asked.first || asked.from < today || asked.months > left) return 'refused'
  const ceded = openCession(contract)?.effectiveOn ?? null
  if (ceded !== null && asked.to >= ceded) return 'conflict'
  const isOutside = contract.activeFrom > asked.from || (contract.activeTo !== null && contract.activeTo <= asked.to)
  return isOutside ? 'conflict' : null
}

/** How many periods before a day have a day of a pause, of those that end within the window before it. */
function usedPeriods(contract: Contract, from: string): number {
  const since = sameDayMonthsBefore(from, WINDOW_MONTHS)
  const used = new Set<string>()
  for (let period = monthAfter(monthOf(from), -WINDOW_MONTHS - 2); period <= monthOf(from); ) {
    const [first, last] = boundsOf(period, contract.cutDay)
    const isPaused = contract.pauses.some((one) => one.isAsked && one.from <= last && (one.to ?? last) >= first)
    if (first < from && last >= since && isPaused) used.add(period)
    period = monthAfter(period, 1)
  }
  return used.size
}

/** Takes back a pause that has not begun. */
export async function unpauseService(context: ModelContext, step: Of<'unpause'>): Promise<void> {
  const { ledger } = context
  const today = todayOf(ledger)
  const paused = ledger.contracts.filter((one) => askedPauseOn(one, today) !== undefined)
  const contract = pickFrom(paused.length > 0 ? paused : ledger.contracts, step.contract)
  if (contract === undefined) return
  const planned = askedPauseOn(contract, today)
  const path = `/contract/${contract.no}/pause/cancel`
  const post = { kind: step.kind, path, body: { reason: 'Se queda' }, other: { reason: 'Otro motivo' } }
  const isPossible = planned !== undefined && planned.from > today
  if ((await ask(context, post, isPossible ? null : 'conflict')) === null || planned === undefined) return
  contract.pauses = contract.pauses.filter((one) => one !== planned)
  correctMonths(ledger, contract, planned.from)
}

/** The hourly jobs: a pause that began suspends the service, and the service continues when it has ended. */
export function beginAndEndPauses(ledger: Ledger, contract: Contract): void {
  const today = todayOf(ledger)
  const isOff = contract.pauses.some((one) => one.from <= today && (one.to ?? today) >= today)
  const asked = contract.pauses.filter((one) => one.isAsked)
  const isPaused = asked.some((one) => one.from <= today && (one.to ?? '') >= today)
  if (contract.status === 'active' && isPaused) contract.status = 'suspended'
  if (contract.status === 'suspended' && !isOff && asked.some((one) => (one.to ?? '') < today))
    contract.status = 'active'
}
