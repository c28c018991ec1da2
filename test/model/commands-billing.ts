import * as z from 'zod/mini'
import { billable, billRun, isBilled, postOneOff } from './billing.ts'
import { endClaim, heldOf, openClaims, takeFromExtended } from './claims.ts'
import { ask, assertEqual, centavos, Id, type ModelContext, pickFrom, type Refusal, read } from './context.ts'
import { annulMonth } from './corrections.ts'
import { settle } from './credit.ts'
import { monthAfter, monthOf, noticeFrom, payableUntil, plusDays } from './days.ts'
import {
  type ChargeKind,
  type Contract,
  type Invoice,
  isClosed,
  isConnectionCharged,
  type Ledger,
  lineOf,
  rateOf,
  sum,
  todayOf,
} from './ledger.ts'
import { applyNote, noteOf, partsForAmount } from './money.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000001'

/** Requests a massive run of a month near today, which is done immediately or deferred. */
export async function startRun(context: ModelContext, step: Of<'run'>): Promise<void> {
  const { ledger } = context
  const today = todayOf(ledger)
  const period = monthAfter(monthOf(today), step.months)
  const refusal = step.months > 1 ? 'invalid' : ledger.run === null ? null : 'conflict'
  const reply = await ask(context, { kind: step.kind, path: '/invoice/massive', body: { period } }, refusal)
  if (reply === null) return
  const billed = billable(ledger, period).filter((contract) => isBilled(ledger, contract, period)).length
  ledger.run = { id: z.parse(Id, reply).data.id, period, issuedOn: today, billed }
  if (!step.isDeferred) await finishRun(context)
}

const Run = z.object({
  data: z.object({
    status: z.string(),
    created: z.number(),
    skipped: z.number(),
    failed: z.number(),
    total: z.number(),
  }),
})
const Ids = z.object({
  data: z.array(
    z.object({ id: z.string(), no_contract: z.nullable(z.string()), period: z.string(), kind: z.string() }),
  ),
})

/** Does the pending run, if there is one. */
export async function finishRun(context: ModelContext): Promise<void> {
  const requested = context.ledger.run
  if (requested === null) return
  // Its day was closed before it began: its invoices are of today.
  const { ledger } = context
  const run = { ...requested, issuedOn: isClosed(ledger, requested.issuedOn) ? todayOf(ledger) : requested.issuedOn }
  await context.server.work({ task: 'run.massive', payload: { company_id: context.company.id, run_id: run.id } })
  const { created, excluded } = billRun(context.ledger, run)
  context.log.push(`${todayOf(context.ledger)} the run of ${run.period} is done: ${created.length} invoices`)
  const { data } = await read(context, `/invoice/massive/${run.id}`, Run)
  const total = sum(created.map((invoice) => invoice.total))
  assertEqual(
    `the run of ${run.period}`,
    { ...data, total: centavos(data.total) },
    {
      status: 'done',
      created: created.length,
      skipped: run.billed + excluded,
      failed: 0,
      total,
    },
  )
  const listed = await read(context, '/invoice', Ids)
  for (const invoice of created) {
    const found = listed.data.find(
      (one) => one.kind === 'period' && one.no_contract === invoice.contract?.no && one.period === run.period,
    )
    invoice.id = found?.id ?? ''
  }
}

const KINDS: readonly ChargeKind[] = ['technical_visit', 'equipment', 'connection', 'late_interest']

/** Creates a one-off invoice. */
export async function chargeOnce(context: ModelContext, step: Of<'charge'>): Promise<void> {
  const { ledger } = context
  const contract = pickFrom(ledger.contracts, step.contract)
  const isSigned = contract !== undefined && contract.status !== 'draft'
  const requested = step.lines.map(({ charge, ...rest }) => ({ ...rest, kind: pickFrom(KINDS, charge) ?? 'equipment' }))
  const bodyOf = (description: string) => ({
    invoice: {
      no_contract: contract?.no ?? 'NADA-000001',
      lines: requested.map((line) => ({ ...line, description, price: line.price / 100 })),
    },
  })
  const post = { kind: step.kind, path: '/invoice', body: bodyOf('Cobro'), other: bodyOf('Otro cobro') }
  const connections = requested.filter(({ kind }) => kind === 'connection')
  const isTwice = isSigned && connections.length > 0 && !isOnce(ledger, contract, connections)
  const reply = await ask(context, post, isSigned ? (isTwice ? 'refused' : null) : 'not_found')
  if (reply === null || contract === undefined) return
  const lines = requested.map(({ kind, price, quantity }) => ({
    ...lineOf(price * quantity, rateOf(kind, contract), ledger.includesVat),
    kind: kind === 'connection' ? kind : ('other' as const),
  }))
  const invoice = postOneOff(ledger, contract, lines)
  invoice.id = z.parse(Id, reply).data.id
}

/** Whether the connection of a contract is charged once with these lines: by no other invoice, and not by the next one. */
const isOnce = (ledger: Ledger, contract: Contract, [first, ...others]: readonly { quantity: number }[]): boolean =>
  first?.quantity === 1 &&
  others.length === 0 &&
  !isConnectionCharged(ledger, contract) &&
  contract.waiting.every(({ kind }) => kind !== 'connection')

const Note = z.object({
  data: z.object({ number: z.string(), subtotal: z.number(), vat: z.number(), total: z.number() }),
})

/** A credit note for a whole invoice, or for a part of one of its lines (or slightly more than the line). */
export async function noteInvoice(context: ModelContext, step: Of<'note'>): Promise<void> {
  const { ledger } = context
  const invoice = pickFrom(ledger.invoices, step.invoice)
  const wanted = invoice && wantedOf(invoice, step)
  const outcome = invoice === undefined ? 'not_found' : noteOf(invoice, wanted ?? null)
  const refusal = typeof outcome === 'string' ? outcome : sumOf(outcome.parts) > 0 ? null : 'refused'
  const bodyOf = (concept: string) => ({
    concept,
    ...(wanted ? { lines: [{ position: wanted.position, amount: wanted.amount / 100 }] } : {}),
  })
  const path = `/invoice/${invoice?.id ?? UNKNOWN_ID}/credit-note`
  const reply = await ask(context, { kind: step.kind, path, body: bodyOf('Error'), other: bodyOf('Otro') }, refusal)
  if (reply === null || invoice === undefined || typeof outcome === 'string') return
  const note = applyNote(ledger, invoice, outcome.parts)
  annulMonth(invoice, outcome.parts)
  const { data } = z.parse(Note, reply)
  assertEqual(
    'the credit note',
    [data.number, centavos(data.subtotal), centavos(data.vat), centavos(data.total)],
    [`NC-${ledger.notes.length}`, note.subtotal, note.vat, note.subtotal + note.vat],
  )
}

const sumOf = (parts: readonly { note: { subtotal: number; vat: number } }[]): number =>
  sum(parts.map(({ note }) => note.subtotal + note.vat))

function wantedOf(invoice: Invoice, step: Of<'note'>): { position: number; amount: number } | null {
  if (step.part > 700) return null
  const position = (step.position % invoice.lines.length) + 1
  const line = invoice.lines[position - 1]
  const total = line === undefined ? 0 : line.base + line.vat
  return { position, amount: Math.max(1, Math.floor((total * step.part) / 650)) }
}

export async function openDispute(context: ModelContext, step: Of<'dispute'>): Promise<void> {
  const { invoices } = context.ledger
  const owed = invoices.filter((one) => one.balance > 0)
  const invoice = pickFrom(owed.length > 0 && step.invoice % 4 !== 0 ? owed : invoices, step.invoice)
  const amount = Math.max(1, Math.floor(((invoice?.total ?? 0) * step.part) / 1_000))
  const body = { amount: amount / 100, reason: 'No lo pidió' }
  const path = `/invoice/${invoice?.id ?? UNKNOWN_ID}/dispute`
  const reply = await ask(context, { kind: step.kind, path, body }, refusalOf(invoice, amount))
  if (reply === null || !invoice) return
  takeFromExtended(invoice, amount)
  invoice.disputed += amount
  const id = z.parse(Disputes, reply).data.disputes.at(-1)?.id ?? ''
  invoice.claims.push({ id, amount, noted: 0, end: 'open' })
}

const Disputes = z.object({ data: z.object({ disputes: z.array(z.object({ id: z.string() })) }) })

function refusalOf(invoice: Invoice | undefined, amount: number): Refusal | null {
  if (invoice === undefined) return 'not_found'
  if (invoice.kind === 'voided_payment') return 'refused'
  const free = invoice.balance - invoice.disputed
  if (free === 0) return 'conflict'
  return amount > free ? 'refused' : null
}

/** A new last day for what was disputed: of the whole invoice when it was disputed completely and nothing of it was paid, otherwise of that part. */
function extend(
  invoice: Invoice,
  { amount, until, today, isWhole }: { amount: number; until: string; today: string; isWhole: boolean },
): void {
  const { extended } = invoice
  const latest = [until, invoice.payableUntil, extended?.until ?? ''].toSorted().at(-1) ?? until
  const before = extended !== null && extended.until >= today ? extended.amount : 0
  if (isWhole) invoice.payableUntil = latest
  invoice.extended = isWhole ? null : { amount: amount + before, until: latest }
}

const DECISIONS = ['a_favor', 'parcial', 'en_contra'] as const

/** Decides a dispute: for the client, for a part of it, or against it, with or without a stated day for what is owed again. */
export async function resolveDispute(context: ModelContext, step: Of<'resolve'>): Promise<void> {
  const { ledger } = context
  const today = todayOf(ledger)
  const claimed = ledger.invoices.filter((one) => one.disputed > 0)
  const invoice = pickFrom(claimed.length > 0 ? claimed : ledger.invoices, step.invoice)
  const outcome = pickFrom(DECISIONS, step.decision) ?? 'en_contra'
  const claim = invoice && pickFrom(openClaims(invoice), step.decision)
  const disputed = invoice && claim ? heldOf(invoice, claim) : 0
  const part = Math.max(1, Math.floor((disputed * step.part) / 990))
  const stated = step.days === null ? null : plusDays(today, step.days)
  const isRefused = (stated !== null && stated < today) || (outcome === 'parcial' && part >= disputed)
  const refused = isRefused ? 'refused' : null
  const refusal = invoice === undefined ? 'not_found' : disputed === 0 ? 'conflict' : refused
  const body = {
    outcome,
    resolution: 'Se revisó',
    ...(outcome === 'parcial' ? { amount: part / 100 } : {}),
    ...(stated === null ? {} : { due_on: stated }),
    ...(claim ? { dispute_id: claim.id } : {}),
  }
  const path = `/invoice/${invoice?.id ?? UNKNOWN_ID}/dispute/resolve`
  const reply = await ask(context, { kind: step.kind, path, body }, refusal)
  if (reply === null || !invoice || !claim) return
  const returned = { a_favor: disputed, parcial: part, en_contra: 0 }[outcome]
  const before = invoice.disputed
  endClaim(invoice, claim, returned)
  const owed = before - returned - invoice.disputed
  if (owed > 0) {
    const until = stated === null ? noticeFrom(today) : payableUntil(stated)
    const isWhole = invoice.balance === disputed && invoice.balance + invoice.credited === invoice.total
    extend(invoice, { amount: owed, until, today, isWhole })
  }
  if (returned > 0) {
    const parts = partsForAmount(invoice, returned)
    applyNote(ledger, invoice, parts, returned)
    annulMonth(invoice, parts)
  }
  settle(ledger, invoice.client)
}
