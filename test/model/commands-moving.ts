import { ask, type ModelContext, pickFrom, type Refusal } from './context.ts'
import { correctMonths } from './corrections.ts'
import { plusDays } from './days.ts'
import { priceExitAgain } from './exit-value.ts'
import { type Address, type Contract, contractStatus, type Ledger, openCession, todayOf } from './ledger.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

/** What a move of a service costs in the company of a sequence. */
export const TRANSFER_COST = 4_033_300

/** Asks for the move of a service on a day, or takes back the planned one. */
export async function transferService(context: ModelContext, step: Of<'transfer'>): Promise<void> {
  const { ledger } = context
  const moving = ledger.contracts.filter((one) => (step.cancels ? one.move !== null : isInService(ledger, one)))
  const contract = pickFrom(moving.length > 0 && step.contract % 5 !== 0 ? moving : ledger.contracts, step.contract)
  if (contract === undefined) return
  if (step.cancels) return cancelMove(context, contract)
  const on = plusDays(todayOf(ledger), step.days)
  const address = { isBusiness: step.isBusiness, stratum: step.stratum }
  const body = {
    address: 'Avenida 6 # 20-12',
    department: 'Antioquia',
    city: 'Medellín',
    segment: step.isBusiness ? 'business' : 'residential',
    stratum: step.stratum,
    on,
  }
  const post = { kind: step.kind, path: `/contract/${contract.no}/transfer`, body, other: { ...body, address: 'Otra' } }
  if ((await ask(context, post, refusalOf(ledger, contract, { ...address, on }))) === null) return
  contract.move = { ...address, on, isCancelled: false }
  priceExitAgain(ledger, contract)
  moveWhenDue(ledger, contract, false)
}

async function cancelMove(context: ModelContext, contract: Contract): Promise<void> {
  const path = `/contract/${contract.no}/transfer/cancel`
  const post = { kind: 'transfer', path, body: { reason: 'Se queda' }, other: { reason: 'Otro motivo' } }
  const { move } = contract
  if ((await ask(context, post, move === null ? 'conflict' : null)) === null || move === null) return
  endMove(context.ledger, contract)
  correctMonths(context.ledger, contract, move.on)
}

/** Takes back the planned move: the months that were billed with it are of the address of the service. */
export function endMove(ledger: Ledger, contract: Contract): void {
  if (contract.move !== null) contract.move.isCancelled = true
  contract.move = null
  priceExitAgain(ledger, contract)
}

const isInService = (ledger: Ledger, contract: Contract): boolean =>
  ['active', 'suspended'].includes(contractStatus(ledger, contract))

function refusalOf(ledger: Ledger, contract: Contract, { on, ...address }: Address & { on: string }): Refusal | null {
  if (!isInService(ledger, contract) || contract.move !== null || openCession(contract)?.effectiveOn != null)
    return 'conflict'
  if (on < todayOf(ledger)) return 'refused'
  if (contract.activeTo !== null && contract.activeTo < on) return 'conflict'
  return !address.isBusiness && address.stratum === null ? 'refused' : null
}

/**
 * The planned move of a service in service is made when the day of its visit has passed, with that day, and charged on the next invoice.
 * One of today has no visit.
 */
export function moveWhenDue(ledger: Ledger, contract: Contract, isPlanned = true): void {
  const { move, activeTo, status } = contract
  if (
    move === null ||
    move.on > todayOf(ledger) ||
    (isPlanned && move.on === todayOf(ledger)) ||
    (status !== 'active' && status !== 'suspended')
  )
    return
  if (activeTo !== null && move.on > activeTo) return
  const { on, isBusiness, stratum } = move
  contract.addresses.push({ from: on, isBusiness, stratum })
  contract.waiting.push({ kind: 'transfer', price: TRANSFER_COST, month: null, notBefore: '', on })
  contract.move = null
  priceExitAgain(ledger, contract)
}
