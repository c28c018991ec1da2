import { settleHolders } from './billing.ts'
import { giveWhenDue } from './commands-ceding.ts'
import { endMove, moveWhenDue } from './commands-moving.ts'
import { beginAndEndPauses } from './commands-pausing.ts'
import { ask, type ModelContext, pickFrom, type Refusal, readIds } from './context.ts'
import { correctMonths } from './corrections.ts'
import { cutWithNotice, plusDays } from './days.ts'
import { exitPrice } from './exit-value.ts'
import { type Contract, cededOn, contractStatus, type Ledger, openCession, todayOf } from './ledger.ts'
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
  const price = exitPrice(contract, endsOn, ledger.includesVat)
  if (price > 0) contract.waiting.push({ kind: 'exit', price, month: null, notBefore: endsOn, on: endsOn })
  if (endsOn < today) close(ledger, contract, endsOn)
  else correctMonths(ledger, contract, plusDays(endsOn, 1))
}

/** Takes back a registered termination while the contract is in service. */
export async function stay(context: ModelContext, step: Of<'stay'>): Promise<void> {
  const { ledger } = context
  const leaving = ledger.contracts.filter((one) => one.activeTo !== null)
  const contract = pickFrom(leaving.length > 0 ? leaving : ledger.contracts, step.contract)
  if (contract === undefined) return
  const status = contractStatus(ledger, contract)
  const isPossible = (status === 'active' || status === 'suspended') && contract.activeTo !== null
  const path = `/contract/${contract.no}/terminate/withdraw`
  const post = { kind: step.kind, path, body: { reason: 'Se queda' }, other: { reason: 'Otro motivo' } }
  if ((await ask(context, post, isPossible ? null : 'conflict')) === null || contract.activeTo === null) return
  const from = plusDays(contract.activeTo, 1)
  contract.activeTo = null
  contract.waiting = contract.waiting.filter((one) => one.kind !== 'exit')
  correctMonths(ledger, contract, from)
}

function refusalOf(ledger: Ledger, contract: Contract, requestedOn: string): Refusal | null {
  const status = contractStatus(ledger, contract)
  if ((status !== 'active' && status !== 'suspended') || contract.activeTo !== null) return 'conflict'
  if (requestedOn > todayOf(ledger) || requestedOn < contract.activeFrom) return 'refused'
  if (openCession(contract)?.effectiveOn != null) return 'conflict'
  return requestedOn < (cededOn(contract) ?? '') ? 'refused' : null
}

/** Ends the suspension of an ended contract, and corrects what was billed of both. */
function close(ledger: Ledger, contract: Contract, endedOn: string): void {
  const cut = contract.pauses.filter((pause) => pause.to === null || pause.to > endedOn)
  const [from = endedOn] = cut.map((pause) => pause.from).toSorted()
  contract.status = 'terminated'
  const moved = contract.move?.on ?? null
  endMove(ledger, contract)
  contract.cessions = contract.cessions.filter((one) => one.isApplied)
  contract.pauses = contract.pauses
    .map((pause) => ({ ...pause, to: pause.to === null || pause.to > endedOn ? endedOn : pause.to }))
    .filter((pause) => pause.from <= pause.to)
  const changed = cut.length > 0 && from <= endedOn ? from : plusDays(endedOn, 1)
  correctMonths(ledger, contract, moved !== null && moved < changed ? moved : changed)
}

/** The hourly jobs: move services, close the contracts that ended, give the ceded ones their holder and settle with the earlier one, begin and end pauses, and correct the months whose cut passed during a suspension. */
export async function runHourlyJobs(context: ModelContext): Promise<void> {
  const { ledger, server, company } = context
  await server.work({ task: 'hourly', payload: { company_id: company.id } })
  context.log.push(`${todayOf(ledger)} the hourly jobs run`)
  context.countStep('hour', false)
  const contracts = ledger.contracts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const contract of contracts) moveWhenDue(ledger, contract)
  for (const contract of contracts) {
    if (contract.status === 'terminated' || contract.activeTo === null) continue
    if (contract.activeTo < todayOf(ledger)) close(ledger, contract, contract.activeTo)
  }
  const settled = contracts.flatMap((contract) => giveWhenDue(ledger, contract))
  settled.push(...contracts.flatMap((contract) => settleHolders(ledger, contract)))
  await readIds(context, settled)
  for (const contract of contracts) beginAndEndPauses(ledger, contract)
  for (const contract of contracts) {
    const open = contract.pauses.find((pause) => pause.to === null)
    if (open !== undefined) correctMonths(ledger, contract, open.from)
  }
}
