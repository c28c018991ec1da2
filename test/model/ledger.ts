import { boundsOf, dayAt, daysFrom } from './days.ts'
import type { Lot } from './lots.ts'

// The expected accounts of a company, in integer centavos. The rules are written again here, without code of the product.

export type Client = {
  id: string
  identification: string
  stratum: number | null
  paymentDate: number | null
  credit: number
  /** The same credit by its source. */
  lots: Lot[]
  /** The token of its session in the portal, when it has one. */
  token: string | null
  hasOpening: boolean
}

/**
 * `kind`: the connection cost, the adjustment of a billed month, the exit value of a permanence clause, or a move. `on`: the day whose
 * holder pays it.
 */
export type Waiting = {
  kind: 'connection' | 'month' | 'exit' | 'transfer'
  price: number
  month: Invoice | null
  notBefore: string
  on: string
}

/** What decides the VAT of a service. */
export type Address = { isBusiness: boolean; stratum: number | null }
/** A move of a service that is planned for a day. */
type PlannedMove = Address & { on: string; isCancelled: boolean }
/** A cession: `effectiveOn` is null until it is accepted, and it is applied by the first hourly job from that day on. */
type Cession = { from: Client; to: Client; effectiveOn: string | null; isApplied: boolean }

type ContractStatus = 'draft' | 'awaiting_installation' | 'active' | 'suspended' | 'terminated'
export type Contract = {
  id: string
  no: string
  /** The holder of today. */
  client: Client
  /** Where the service is from a day on, in order. */
  addresses: (Address & { from: string })[]
  /** A planned move of the service. */
  move: PlannedMove | null
  /** The cessions that were not refused, in order. */
  cessions: Cession[]
  cutDay: number
  planId: string
  status: ContractStatus
  signedOn: string
  activeFrom: string
  /** Its last day of service, when its termination is registered. */
  activeTo: string | null
  /** Prices of a month, each from a day on, in order. */
  terms: { fromOn: string; planId: string; price: number }[]
  /** The days out of service: for arrears, open until the reconnection, or asked by the client, with both days. */
  pauses: { from: string; to: string | null; isAsked: boolean }[]
  connection: number
  /** The discount of the connection cost, which the permanence clause returns month by month. */
  discounted: number
  /** The first day of the accepted permanence clause. Null without a clause. */
  boundFrom: string | null
  /** The VAT rate of the address where it was signed, in percent. */
  signedRate: number
  /** The charges that no invoice has yet. `notBefore`: the period of its invoice ends on that day or later. */
  waiting: Waiting[]
}

export type Line = {
  kind: 'plan' | 'connection' | 'other'
  base: number
  vat: number
  /** The rate of the VAT, in percent. */
  rate: number
  /** Of the plan and of the adjustment of a month. */
  treatment: Treatment | null
  credited: { base: number; vat: number }
  /** The part of `credited` that corrections took off, and the month that the line adjusts. */
  corrected: number
  /** Whether the note that left nothing of it was of a person. */
  isAnnulled: boolean
  month: Invoice | null
}
export type Invoice = {
  id: string
  number: number
  kind: 'period' | 'one_off' | 'opening' | 'voided_payment'
  client: Client
  /** Null for an opening balance of a client without a contract, and for the debt of a voided payment. */
  contract: Contract | null
  /** The VAT rate of the service when it was issued, in percent. */
  rate: number
  /** A month that was billed with the address of a planned move, and its address without it. */
  promised: { move: PlannedMove; without: Address; as: Address } | null
  period: string
  issuedOn: string
  dueOn: string
  payableUntil: string
  /** The part that was disputed and has a later last day. */
  extended: { amount: number; until: string } | null
  lines: Line[]
  total: number
  balance: number
  credited: number
  disputed: number
  /** The disputes, the first one first. */
  claims: Claim[]
  /** Its write-offs, the oldest first. */
  writeOffs: WriteOff[]
}

/** `left`: what is still written off. `recovered`: what payments paid of it, less those that were reversed. */
type WriteOff = { id: string; amount: number; postedOn: string; left: number; recovered: number }

/** A dispute; `noted`: what smaller notes took off it. A payment of all of it ends it, and without that payment it is open again. */
export type Claim = { id: string; amount: number; noted: number; end: 'open' | 'paid' | 'decided' }

export type Payment = {
  id: string
  number: number
  client: Client
  /** The amount applied to each invoice, with the rounding of cash. */
  parts: { invoice: Invoice; amount: number; rounding: number }[]
  /** The part of these amounts that was written off, of each write-off. */
  recovered: { invoice: Invoice; writeOff: WriteOff; amount: number }[]
  credit: number
  isOnline: boolean
  isReversed: boolean
}

type AttemptStatus = 'submitted' | 'pending' | 'approved' | 'declined' | 'error' | 'expired' | 'voided'
export type Attempt = {
  id: string
  reference: string
  client: Client
  method: 'nequi' | 'pse' | 'bancolombia_transfer'
  requested: { invoice: Invoice; amount: number }[]
  madeAt: number
  status: AttemptStatus
  /** Whether the provider's answer contained the transaction. */
  isKnown: boolean
  payment: Payment | null
}

export type Ledger = {
  now: number
  prefix: string
  includesVat: boolean
  plans: { id: string; price: number }[]
  clients: Client[]
  contracts: Contract[]
  invoices: Invoice[]
  payments: Payment[]
  attempts: Attempt[]
  notes: { invoice: Invoice; total: number }[]
  refunds: { id: string; client: Client; amount: number }[]
  /** A requested run that is not done yet. `billed`: how many contracts were already billed when it was requested. */
  run: { id: string; period: string; issuedOn: string; billed: number } | null
  /** The last closed day of the books. */
  closedThrough: string | null
  /** Received events that are not applied yet. */
  events: Attempt[]
}

export const emptyLedger = (start: Pick<Ledger, 'now' | 'prefix' | 'includesVat' | 'plans'>): Ledger => ({
  ...start,
  clients: [],
  contracts: [],
  invoices: [],
  payments: [],
  attempts: [],
  notes: [],
  refunds: [],
  run: null,
  closedThrough: null,
  events: [],
})

export const isClosed = (ledger: Ledger, day: string): boolean =>
  ledger.closedThrough !== null && day <= ledger.closedThrough
export const todayOf = (ledger: Ledger): string => dayAt(ledger.now)
export const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

/** n / d, rounded half-up. For amounts that are not negative. */
export const halfUp = (n: bigint, d: bigint): number => Number((2n * n + d) / (2n * d))

/** The VAT rate of a charge: some always have VAT, some never, and some the rate of the service. */
export type ChargeKind = 'technical_visit' | 'equipment' | 'connection' | 'late_interest'
const serviceRate = ({ isBusiness, stratum }: Address): number => (isBusiness || (stratum ?? 0) > 3 ? 19 : 0)
/** The VAT rate of the service where it is on a day, also by a planned move; null: where it is now. */
export const rateOn = (contract: Contract, day: string | null): number => serviceRate(addressOn(contract, day))

const NOWHERE: Address = { isBusiness: false, stratum: null }

/** Where the service is on a day, also by a planned move. */
export const addressOn = (contract: Contract, day: string | null): Address =>
  contract.move !== null && day !== null && contract.move.on <= day ? contract.move : addressWithout(contract, day)

const addressWithout = ({ addresses }: Contract, day: string | null): Address =>
  addresses.findLast(({ from }) => day === null || from <= day) ?? addresses[0] ?? NOWHERE

type Treatment = 'gravado' | 'exento' | 'excluido'
export const treatmentOf = (address: Address): Treatment =>
  serviceRate(address) > 0 ? 'gravado' : address.stratum === 3 ? 'excluido' : 'exento'

/** What a month that begins on a day promises by the planned move of its contract; null without one of another use. */
export function promiseOf(contract: Contract, from: string): Invoice['promised'] {
  const { move } = contract
  if (move === null || move.on > from) return null
  const without = addressWithout(contract, from)
  const isSame = without.isBusiness === move.isBusiness && without.stratum === move.stratum
  return isSame ? null : { move, without, as: move }
}

/** The VAT of a billed month: of the address that it was billed with, or of the one without a move that was cancelled. */
export function monthVat({ promised, rate }: Invoice): { rate: number; treatment: Treatment | null } {
  if (promised === null) return { rate, treatment: null }
  const address = promised.move.isCancelled ? promised.without : promised.as
  return { rate: serviceRate(address), treatment: treatmentOf(address) }
}
export const rateOf = (kind: ChargeKind, contract: Contract): number =>
  kind === 'late_interest' ? 0 : kind === 'connection' ? rateOn(contract, null) : 19

/** The client that pays the service of a day, by the accepted cessions. */
export function holderOn({ client, cessions }: Contract, day: string): Client {
  const accepted = cessions.filter((one) => one.effectiveOn !== null)
  const [next] = accepted.filter((one) => (one.effectiveOn ?? '') > day)
  return next?.from ?? accepted.at(-1)?.to ?? client
}

/** The first day of the last accepted cession. */
export const cededOn = ({ cessions }: Contract): string | null =>
  cessions.findLast((one) => one.effectiveOn !== null)?.effectiveOn ?? null

/** The cession that waits for its answer or for its day. */
export const openCession = ({ cessions }: Contract): Cession | undefined => cessions.find((one) => !one.isApplied)

export function lineOf(amount: number, rate: number, includesVat: boolean): Line {
  const base = includesVat ? halfUp(BigInt(amount) * 100n, BigInt(100 + rate)) : amount
  const vat = includesVat ? amount - base : halfUp(BigInt(amount) * BigInt(rate), 100n)
  return {
    kind: 'other',
    base,
    vat,
    rate,
    treatment: null,
    credited: { base: 0, vat: 0 },
    corrected: 0,
    isAnnulled: false,
    month: null,
  }
}

/** The state of a contract today: it ends with its last day of service. */
export const contractStatus = (ledger: Ledger, { status, activeTo }: Contract): ContractStatus =>
  activeTo !== null && activeTo < todayOf(ledger) ? 'terminated' : status

/** The pause of a client that is in force on a day or begins later. */
export const askedPauseOn = ({ pauses }: Contract, day: string) =>
  pauses.find((one) => one.isAsked && one.to !== null && one.to >= day)

/** The price of the days of service of a contract in a period. */
export function monthPrice(contract: Contract, period: string): number {
  const [from, to] = boundsOf(period, contract.cutDay)
  const days = daysFrom(from, to)
  const isServed = (day: string): boolean =>
    day >= contract.activeFrom &&
    (contract.activeTo === null || day <= contract.activeTo) &&
    !contract.pauses.some((pause) => pause.from <= day && (pause.to ?? day) >= day)
  const served = days.filter(isServed).length
  const start = from > contract.activeFrom ? from : contract.activeFrom
  const price = contract.terms.findLast((term) => term.fromOn <= start)?.price ?? 0
  const part = halfUp(BigInt(price) * BigInt(served), BigInt(days.length) * 100n) * 100
  return served === days.length ? price : Math.min(part, price)
}

const OWN_SERIES: Partial<Record<Invoice['kind'], string>> = { opening: 'SI', voided_payment: 'COBRO' }

/** The number of an invoice as a person reads it: what is no sale has a series of its own. */
export const numberOf = ({ prefix }: Ledger, { kind, number }: Invoice): string =>
  `${OWN_SERIES[kind] ?? prefix}-${number}`

/** What is written off of an invoice: no one collects it, and the client may pay it. */
export const writtenOff = ({ writeOffs }: Invoice): number => sum(writeOffs.map(({ left }) => left))

export const payableOf = (invoice: Invoice): number => Math.max(0, invoice.balance - invoice.disputed)

export function statusOf(invoice: Invoice, today: string): string {
  if (invoice.balance === 0 && writtenOff(invoice) > 0) return 'castigado'
  if (invoice.balance === 0) return invoice.credited === invoice.total ? 'anulado' : 'pagado'
  const later = invoice.extended !== null && invoice.extended.until >= today ? invoice.extended.amount : 0
  return invoice.payableUntil < today && payableOf(invoice) > later ? 'vencido' : 'pendiente'
}

/** Whether an invoice charges the connection of a contract and no note gave all of it back. */
export const isConnectionCharged = ({ invoices }: Ledger, contract: Contract): boolean =>
  invoices
    .filter((one) => one.contract === contract)
    .flatMap(({ lines }) => lines)
    .some(({ kind, base, vat, credited }) => kind === 'connection' && base + vat > credited.base + credited.vat)

export const isOpen = (attempt: Attempt): boolean => attempt.status === 'pending' || attempt.status === 'submitted'
export const isBeingPaid = (ledger: Ledger, invoice: Invoice): boolean =>
  ledger.attempts.some((one) => isOpen(one) && one.requested.some((part) => part.invoice === invoice))

/** The unpaid invoices of a client, in the order in which a payment is applied to them. */
export const owedBy = (ledger: Ledger, client: Client): Invoice[] =>
  ledger.invoices
    .filter((invoice) => invoice.client === client && invoice.balance > 0)
    .toSorted((a, b) => (a.dueOn === b.dueOn ? (a.id < b.id ? -1 : 1) : a.dueOn < b.dueOn ? -1 : 1))

export const balanceOf = (ledger: Ledger, client: Client): number =>
  sum(owedBy(ledger, client).map((invoice) => invoice.balance)) - client.credit
