import { ask, type ModelContext, pickFrom, type Refusal } from './context.ts'
import { correctMonths } from './corrections.ts'
import { cutWithNotice, plusDays } from './days.ts'
import { type Contract, contractStatus, type Ledger, todayOf } from './ledger.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

/** Registers the termination of a contract. A request of long ago ends it on a day that has passed. */
export async function retire(context: ModelContext, step: Of<'retire'>): Promise<void> {
  const { ledger } = context
  const contract = pickFrom(ledger.contracts, step.contract)
  if (contract === undefined) return
  const today = todayOf(ledger)
  const requested_on = plusDays(today, step.days)
  const post = {
    kind: step.kind,
    path: `/contract/${contract.no}/terminate`,
    body: { requested_on, reason: 'Se va del barrio' },
    other: { requested_on, reason: 'Otro motivo' },
  }
  if ((await ask(context, post, refusalOf(ledger, contract, requested_on))) === null) return
  const endsOn = cutWithNotice(requested_on, contract.cutDay)
  contract.activeTo = endsOn
  contract.terms = contract.terms.filter((term) => term.fromOn <= endsOn)
  if (endsOn < today) close(ledger, contract, endsOn)
  else correctMonths(ledger, contract, plusDays(endsOn, 1))
}

function refusalOf(ledger: Ledger, contract: Contract, requestedOn: string): Refusal | null {
  const status = contractStatus(ledger, contract)
  if ((status !== 'active' && status !== 'suspended') || contract.activeTo !== null) return 'conflict'
  return requestedOn > todayOf(ledger) || requestedOn < contract.activeFrom ? 'refused' : null
}

/** Ends the suspension of an ended contract, and corrects what was billed of both. */
function close(ledger: Ledger, contract: Contract, endedOn: string): void {
  const open = contract.pauses.find((pause) => pause.to === null)
  contract.status = 'terminated'
  contract.pauses = contract.pauses
    .map((pause) => ({ ...pause, to: pause.to ?? endedOn }))
    .filter((pause) => pause.from <= pause.to)
  correctMonths(ledger, contract, open !== undefined && open.from <= endedOn ? open.from : plusDays(endedOn, 1))
}

/** The hourly jobs: close the contracts that ended, and correct the months whose cut passed during a suspension. */
export async function runHourlyJobs(context: ModelContext): Promise<void> {
  const { ledger, server, company } = context
  await server.work({ task: 'hourly', payload: { company_id: company.id } })
  context.log.push(`${todayOf(ledger)} the hourly jobs run`)
  context.countStep('hour', false)
  const contracts = ledger.contracts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const contract of contracts) {
    if (contract.status === 'terminated' || contract.activeTo === null) continue
    if (contract.activeTo < todayOf(ledger)) close(ledger, contract, contract.activeTo)
  }
  for (const contract of contracts) {
    const open = contract.pauses.find((pause) => pause.to === null)
    if (open !== undefined) correctMonths(ledger, contract, open.from)
  }
}
