import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { ask, Id, type ModelContext, pickFrom, type Refusal } from './context.ts'
import { correctMonths } from './corrections.ts'
import { cutWithNotice, plusDays } from './days.ts'
import {
  type Client,
  type Contract,
  contractStatus,
  isConnectionCharged,
  type Ledger,
  openCession,
  rateOn,
  statusOf,
  todayOf,
} from './ledger.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'
const STROKES = [
  [
    [10, 10],
    [40, 30],
    [80, 12],
  ],
]

/** Creates a client at the desk. A document number of another client is refused. */
export async function makeClient(context: ModelContext, step: Of<'client'>): Promise<void> {
  const { clients } = context.ledger
  const duplicate = step.isDuplicate ? clients.at(-1) : undefined
  const identification = duplicate?.identification ?? String(1_000_000_000 + randomInt(899_999_999))
  const client = {
    type_identification: 'CC',
    identification,
    first_name: 'Yenny',
    last_name: 'Bohórquez',
    address: 'Calle 10 # 20-30',
    department: 'Antioquia',
    city: 'Medellín',
    stratum: step.stratum,
    payment_date: step.paymentDate,
  }
  const reply = await ask(
    context,
    { kind: step.kind, path: '/client', body: { client } },
    duplicate ? 'duplicate' : null,
  )
  if (reply === null) return
  const { data } = z.parse(Id, reply)
  clients.push({
    id: data.id,
    identification,
    stratum: step.stratum,
    paymentDate: step.paymentDate,
    credit: 0,
    lots: [],
    token: null,
    hasOpening: false,
  })
}

const MadeContract = z.object({ data: z.object({ id: z.string(), no_contract: z.string() }) })

export async function makeContract(context: ModelContext, step: Of<'contract'>): Promise<void> {
  const { ledger } = context
  const client = pickFrom(ledger.clients, step.client)
  const plan = pickFrom(ledger.plans, step.plan)
  const isTooMuch = step.discounted > step.connection
  const refusal = client === undefined ? 'not_found' : isTooMuch ? 'invalid' : null
  const contract = {
    client_id: client?.id ?? UNKNOWN_ID,
    plan_id: plan?.id ?? UNKNOWN_ID,
    address: 'Carrera 45 # 12-30',
    department: 'Antioquia',
    city: 'Medellín',
    date_contract: todayOf(ledger),
    billing_cut_day: step.cutDay,
    connection_cost: step.connection / 100,
    discounted_value: step.discounted / 100,
    stratum: step.stratum,
    segment: step.isBusiness ? 'business' : 'residential',
  }
  const reply = await ask(context, { kind: step.kind, path: '/contract', body: { contract } }, refusal)
  if (reply === null || client === undefined) return
  const { data } = z.parse(MadeContract, reply)
  const made = newContract(client, plan?.id ?? '', step, data)
  ledger.contracts.push(made)
  if (step.until > 0) await moveContract(context, made, 'sign', 0)
  if (step.until > 1) await moveContract(context, made, 'activate', 0)
}

const newContract = (
  client: Client,
  planId: string,
  step: Of<'contract'>,
  { id, no_contract }: { id: string; no_contract: string },
): Contract => ({
  id,
  no: no_contract,
  client,
  addresses: [{ from: '', isBusiness: step.isBusiness, stratum: step.stratum }],
  move: null,
  cessions: [],
  cutDay: step.cutDay,
  planId,
  status: 'draft',
  signedOn: '',
  activeFrom: '',
  activeTo: null,
  terms: [],
  pauses: [],
  connection: step.connection - step.discounted,
  discounted: step.discounted,
  boundFrom: null,
  signedRate: 0,
  waiting: [],
})

/** The state that each action requires. */
const FROM = { sign: 'draft', activate: 'awaiting_installation', suspend: 'active', reconnect: 'suspended' } as const

/** Whether a contract has overdue invoices, and all that is overdue of them is in claim: no person cuts its service. */
function isAllInClaim(ledger: Ledger, contract: Contract): boolean {
  const today = todayOf(ledger)
  const overdue = ledger.invoices.filter(
    (one) => one.contract === contract && one.client === contract.client && one.balance > 0 && one.payableUntil < today,
  )
  return overdue.some(({ disputed }) => disputed > 0) && overdue.every((one) => statusOf(one, today) !== 'vencido')
}

function refusalOf(context: ModelContext, contract: Contract, action: keyof typeof FROM, on: string): Refusal | null {
  if (contractStatus(context.ledger, contract) !== FROM[action]) return 'conflict'
  const [address] = contract.addresses
  if (action === 'sign' && !address?.isBusiness && address?.stratum === null) return 'refused'
  if (action === 'suspend' && contract.pauses.some(isInForce(todayOf(context.ledger)))) return 'conflict'
  if (action === 'suspend' && isAllInClaim(context.ledger, contract)) return 'conflict'
  if (action === 'activate' && (on > todayOf(context.ledger) || on < contract.signedOn)) return 'refused'
  return null
}

export async function stepContract(context: ModelContext, step: Of<'move'>): Promise<void> {
  const { ledger } = context
  const { contracts } = ledger
  const ready = contracts.filter((one) => contractStatus(ledger, one) === FROM[step.action])
  const contract = pickFrom(ready.length > 0 && step.contract % 4 !== 0 ? ready : contracts, step.contract)
  if (contract) await moveContract(context, contract, step.action, step.days)
}

async function moveContract(
  context: ModelContext,
  contract: Contract,
  action: keyof typeof FROM,
  days: number,
): Promise<void> {
  const today = todayOf(context.ledger)
  const on = plusDays(today, days)
  const body = {
    sign: {
      name: 'Yenny Bohórquez',
      identification: contract.client.identification,
      signature: STROKES,
      accepts_permanence: contract.cutDay % 2 === 1,
    },
    activate: { activated_on: on },
    suspend: { reason: 'Mora' },
    reconnect: {},
  }[action]
  const path = `/contract/${contract.no}/${action}`
  const reply = await ask(context, { kind: action, path, body, other: null }, refusalOf(context, contract, action, on))
  if (reply === null) return
  if (action === 'sign') sign(context, contract, today)
  if (action === 'activate') {
    Object.assign(contract, { status: 'active', activeFrom: on })
    if (contract.connection > 0 && !isConnectionCharged(context.ledger, contract))
      contract.waiting.push({ kind: 'connection', price: contract.connection, month: null, notBefore: '', on })
  }
  if (action === 'suspend') {
    contract.status = 'suspended'
    contract.pauses.push({ from: today, to: null, isAsked: false })
  }
  if (action === 'reconnect') reconnect(context.ledger, contract, today)
}

function sign({ ledger }: ModelContext, contract: Contract, today: string): void {
  const price = ledger.plans.find((plan) => plan.id === contract.planId)?.price ?? 0
  // The contract has the date of its creation, which is never after the day of the signature.
  Object.assign(contract, { status: 'awaiting_installation', signedOn: today, signedRate: rateOn(contract, null) })
  if (contract.discounted > 0 && contract.cutDay % 2 === 1) contract.boundFrom = today
  else {
    // The discount is given for the clause: who declines it pays the whole connection.
    contract.connection += contract.discounted
    contract.discounted = 0
  }
  contract.terms.push({ fromOn: '', planId: contract.planId, price })
}

const isInForce = (day: string) => (pause: Contract['pauses'][number]) =>
  pause.from <= day && pause.to !== null && pause.to >= day

/** The service is billed from the day of the reconnection. */
function reconnect(ledger: Ledger, contract: Contract, today: string): void {
  // A suspension for arrears ends alone; without one, the pause of the client ends.
  const ended = contract.pauses.find((pause) => pause.to === null) ?? contract.pauses.find(isInForce(today))
  contract.pauses = contract.pauses
    .map((pause) => (pause === ended ? { ...pause, to: plusDays(today, -1) } : pause))
    .filter((pause) => pause.to === null || pause.from <= pause.to)
  // A pause that began during the suspension goes on at once.
  contract.status = contract.pauses.some(isInForce(today)) ? 'suspended' : 'active'
  correctMonths(ledger, contract, ended?.from ?? today)
}

export async function changePlan(context: ModelContext, step: Of<'plan'>): Promise<void> {
  const { ledger } = context
  const contract = pickFrom(ledger.contracts, step.contract)
  const plan = pickFrom(ledger.plans, step.plan)
  if (contract === undefined || plan === undefined) return
  const today = todayOf(ledger)
  const inForce = contract.terms.filter((term) => term.fromOn <= today)
  const isSame = inForce.length === contract.terms.length && inForce.at(-1)?.planId === plan.id
  const status = contractStatus(ledger, contract)
  const inService = status === 'active' || status === 'suspended'
  const fromOn = plusDays(cutWithNotice(today, contract.cutDay), 1)
  const isCeded = openCession(contract)?.effectiveOn != null
  const isPossible = inService && !isSame && !isCeded && (contract.activeTo === null || contract.activeTo >= fromOn)
  const body = { plan_id: plan.id }
  const path = `/contract/${contract.no}/change-plan`
  const reply = await ask(context, { kind: step.kind, path, body, other: null }, isPossible ? null : 'conflict')
  if (reply === null) return
  const replaced = contract.terms.find((term) => term.fromOn > today)?.fromOn ?? fromOn
  contract.terms = [...inForce, { fromOn, planId: plan.id, price: plan.price }]
  correctMonths(ledger, contract, replaced < fromOn ? replaced : fromOn)
}
