import { boundsOf, dueOn, lastOf, monthAfter, monthOf, payableUntil } from './days.ts'
import {
  addressOn,
  type Client,
  type Contract,
  cededOn,
  holderOn,
  type Invoice,
  type Ledger,
  type Line,
  lineOf,
  monthPrice,
  monthVat,
  promiseOf,
  rateOn,
  sum,
  todayOf,
  treatmentOf,
  type Waiting,
} from './ledger.ts'
import { takeCredit } from './lots.ts'

// The invoices of a run, of a person, of an earlier holder and of another system.

/** The lines of a contract for a period; null when there is nothing to charge, or the service began after it. */
function linesOf(ledger: Ledger, contract: Contract, period: string): Line[] | null {
  const [from, to] = boundsOf(period, contract.cutDay)
  if (contract.activeFrom > to) return null
  const rate = rateOn(contract, from)
  const treatment = treatmentOf(addressOn(contract, from))
  const price = monthPrice(contract, period)
  const lines: Line[] = [
    ...(price === 0 ? [] : [{ ...lineOf(price, rate, ledger.includesVat), kind: 'plan' as const, treatment }]),
    ...chargesOf(contract, period).map((one) => waitingLine(ledger, one, rate)),
  ]
  return totalOf(lines) > 0 ? lines : null
}

/** A move is always charged with VAT, and the adjustment of a month has the rate of that month. */
const waitingLine = (ledger: Ledger, { kind, price, month }: Waiting, rate: number): Line => ({
  ...lineOf(price, kind === 'transfer' ? 19 : month === null ? rate : monthVat(month).rate, ledger.includesVat),
  kind: kind === 'connection' ? kind : 'other',
  month,
  treatment: month === null ? null : monthVat(month).treatment,
})

/** The waiting charges that the invoice of a period takes: those of the days of its holder. */
function chargesOf(contract: Contract, period: string): Waiting[] {
  const [from, to] = boundsOf(period, contract.cutDay)
  const ceded = cededOn(contract)
  return contract.waiting.filter((one) => one.notBefore <= to && (ceded === null || from >= ceded === one.on >= ceded))
}

const totalOf = (lines: readonly Line[]): number => sum(lines.map((line) => line.base + line.vat))

/** The contracts that a run of a period considers, in the order of their invoice numbers. */
export const billable = (ledger: Ledger, period: string): Contract[] =>
  ledger.contracts
    .filter(({ status, activeFrom }) => status !== 'draft' && activeFrom !== '' && activeFrom <= lastOf(period))
    .filter(
      // The first day of a period is the second of the month before, or later.
      ({ activeTo, waiting }) => activeTo === null || activeTo >= `${monthAfter(period, -1)}-02` || waiting.length > 0,
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

export const isBilled = (ledger: Ledger, contract: Contract, period: string): boolean =>
  ledger.invoices.some((one) => one.kind === 'period' && one.contract === contract && one.period === period)

/** Does the pending run. `excluded`: how many contracts get no invoice. */
export function billRun(ledger: Ledger, run: NonNullable<Ledger['run']>): { created: Invoice[]; excluded: number } {
  const open = billable(ledger, run.period).filter((contract) => !isBilled(ledger, contract, run.period))
  const created = open.flatMap((contract) => {
    const lines = linesOf(ledger, contract, run.period)
    if (lines === null) return []
    const [from] = boundsOf(run.period, contract.cutDay)
    const taken = chargesOf(contract, run.period)
    contract.waiting = contract.waiting.filter((one) => !taken.includes(one))
    const [client, rate] = [holderOn(contract, from), rateOn(contract, from)]
    const promised = promiseOf(contract, from)
    const head = { kind: 'period', client, contract, rate, promised, period: run.period } as const
    return [post(ledger, { ...head, issuedOn: run.issuedOn, lines })]
  })
  ledger.run = null
  return { created, excluded: open.length - created.length }
}

type Head = Pick<Invoice, 'kind' | 'client' | 'contract' | 'rate' | 'period' | 'issuedOn' | 'lines'> & {
  dueOn?: string
  promised?: Invoice['promised']
}

/** Invoices of a run and of a person are numbered together. */
const seriesOf = ({ kind }: Pick<Invoice, 'kind'>): string => (kind === 'one_off' ? 'period' : kind)

/** Posts an invoice and applies the client's credit to it. Its id is set later, from the API. */
function post(ledger: Ledger, head: Head): Invoice {
  const { client } = head
  const total = totalOf(head.lines)
  // An opening balance is paid by free credit only, after it is written.
  const taken = head.kind === 'opening' ? 0 : Math.min(total, client.credit)
  const due = head.dueOn ?? dueOn(head.issuedOn, client.paymentDate)
  const invoice: Invoice = {
    promised: null,
    ...head,
    id: '',
    number: ledger.invoices.filter((one) => seriesOf(one) === seriesOf(head)).length + 1,
    dueOn: due,
    payableUntil: payableUntil(due),
    extended: null,
    total,
    balance: total - taken,
    credited: 0,
    disputed: 0,
    claims: [],
    writeOffs: [],
  }
  ledger.invoices.push(invoice)
  takeCredit(client, invoice, taken)
  return invoice
}

export const postOneOff = (ledger: Ledger, contract: Contract, lines: Line[], client = contract.client): Invoice => {
  const today = todayOf(ledger)
  const head = { kind: 'one_off', client, contract, rate: rateOn(contract, null), period: monthOf(today) } as const
  return post(ledger, { ...head, issuedOn: today, lines })
}

/** Charges the earlier holder of a ceded contract what waits and belongs to its days. Returns its invoices. */
export function settleHolders(ledger: Ledger, contract: Contract): Invoice[] {
  const ceded = cededOn(contract)
  if (ceded === null || ceded > todayOf(ledger)) return []
  const due = contract.waiting.filter((one) => one.on < ceded)
  contract.waiting = contract.waiting.filter((one) => !due.includes(one))
  return [...Map.groupBy(due, (one) => holderOn(contract, one.on))].map(([client, charges]) =>
    postOneOff(
      ledger,
      contract,
      charges.map((one) => waitingLine(ledger, one, rateOn(contract, null))),
      client,
    ),
  )
}

/** A debt of another system, with its own days. It is of the client's first contract that is not over; without one, of the first. */
export function postOpening(
  ledger: Ledger,
  client: Client,
  { balance, issuedOn, dueOn: due }: { balance: number; issuedOn: string; dueOn: string },
): Invoice {
  const own = ledger.contracts.filter((one) => one.client === client).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const contract = own.find(({ status }) => status !== 'terminated') ?? own[0] ?? null
  const head = { kind: 'opening', client, contract, rate: 0, period: monthOf(issuedOn), issuedOn, dueOn: due } as const
  return post(ledger, { ...head, lines: [lineOf(balance, 0, true)] })
}
