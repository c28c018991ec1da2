import { settleHolders } from './billing.ts'
import { ask, type ModelContext, pickFrom, type Refusal, readIds } from './context.ts'
import { boundsOf, monthAfter, monthOf, plusDays } from './days.ts'
import {
  askedPauseOn,
  type Contract,
  contractStatus,
  type Invoice,
  type Ledger,
  openCession,
  todayOf,
} from './ledger.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

/** The holder asks to cede a contract, and the company accepts, refuses or leaves it without an answer. A later step answers it. */
export async function cedeContract(context: ModelContext, step: Of<'cession'>): Promise<void> {
  const { ledger } = context
  const served = ledger.contracts.filter((one) => contractStatus(ledger, one) === 'active')
  const contract = pickFrom(served.length > 0 && step.contract % 5 !== 0 ? served : ledger.contracts, step.contract)
  const others = ledger.clients.filter((client) => client !== contract?.client)
  const to = pickFrom(others.length > 0 && step.client % 6 !== 0 ? others : ledger.clients, step.client)
  if (contract === undefined || to === undefined) return
  const isOpen = openCession(contract)?.effectiveOn === null
  if (!isOpen || step.answer % 7 === 0) {
    const refusal = requestRefusal(ledger, contract, to === contract.client)
    const path = `/contract/${contract.no}/cession`
    const post = { kind: step.kind, path, body: { client_id: to.id }, other: null }
    if ((await ask(context, post, refusal)) === null) return
    contract.cessions.push({ from: contract.client, to, effectiveOn: null, isApplied: false })
  }
  if (step.answer % 4 === 0) return
  await (step.answer % 4 === 1 ? refuse(context, contract) : accept(context, contract))
}

function requestRefusal(ledger: Ledger, contract: Contract, isSame: boolean): Refusal | null {
  if (contractStatus(ledger, contract) !== 'active') return 'conflict'
  if (isSame) return 'refused'
  return !stays(ledger, contract) || openCession(contract) !== undefined || movesLate(ledger, contract)
    ? 'conflict'
    : null
}

/** Nothing that is planned would be of the new holder. */
const stays = (ledger: Ledger, contract: Contract): boolean =>
  contract.activeTo === null && askedPauseOn(contract, todayOf(ledger)) === undefined

const movesLate = (ledger: Ledger, contract: Contract): boolean =>
  contract.move !== null && contract.move.on >= firstDay(ledger, contract)

/** The first day of the first period that is not billed. */
function firstDay(ledger: Ledger, contract: Contract): string {
  const today = todayOf(ledger)
  const cuts = ledger.invoices
    .filter((one) => one.kind === 'period' && one.contract === contract)
    .map((one) => boundsOf(one.period, contract.cutDay)[1])
  const [billed] = cuts
    .filter((cut) => cut >= today)
    .toSorted()
    .toReversed()
  const from = billed === undefined ? today : plusDays(billed, 1)
  const [near] = [0, 1, 2]
    .map((count) => boundsOf(monthAfter(monthOf(from), count), contract.cutDay)[0])
    .filter((first) => first >= from)
  return near ?? from
}

async function accept(context: ModelContext, contract: Contract): Promise<void> {
  const { ledger } = context
  const open = openCession(contract)
  const isPossible =
    contractStatus(ledger, contract) === 'active' &&
    stays(ledger, contract) &&
    open?.effectiveOn === null &&
    !movesLate(ledger, contract)
  const path = `/contract/${contract.no}/cession/accept`
  const bodies = { body: { acceptance: 'Carta firmada' }, other: { acceptance: 'Otra carta' } }
  const reply = await ask(context, { kind: 'cession', path, ...bodies }, isPossible ? null : 'conflict')
  if (reply === null || open === undefined) return
  open.effectiveOn = firstDay(ledger, contract)
  await readIds(context, giveWhenDue(ledger, contract))
}

async function refuse(context: ModelContext, contract: Contract): Promise<void> {
  const open = openCession(contract)
  const path = `/contract/${contract.no}/cession/refuse`
  const bodies = { body: { reason: 'Debe tres meses' }, other: { reason: 'Otro motivo' } }
  const reply = await ask(context, { kind: 'cession', path, ...bodies }, open?.effectiveOn === null ? null : 'conflict')
  if (reply !== null) contract.cessions = contract.cessions.filter((one) => one !== open)
}

/** Gives a contract its new holder once the day has come, and charges the earlier one what waits. Returns the invoices. */
export function giveWhenDue(ledger: Ledger, contract: Contract): Invoice[] {
  const open = openCession(contract)
  if (open === undefined || open.effectiveOn === null || open.effectiveOn > todayOf(ledger)) return []
  open.isApplied = true
  contract.client = open.to
  return settleHolders(ledger, contract)
}
