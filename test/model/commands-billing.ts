import * as z from 'zod/mini'
import { monthAfter, monthOf } from './days.ts'
import {
  billable,
  billRun,
  type ChargeKind,
  type Invoice,
  isBilled,
  lineOf,
  postOneOff,
  rateOf,
  sum,
  todayOf,
} from './ledger.ts'
import { giveNote, noteOf } from './money.ts'
import { agree, ask, centavos, Id, picked, type Refusal, read, type Scene } from './scene.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>
const NOTHING = '01900000-0000-7000-8000-000000000001'

/** Asks for a massive run of a month around today, which is done at once or left for whoever works later. */
export async function startRun(scene: Scene, step: Of<'run'>): Promise<void> {
  const { ledger } = scene
  const today = todayOf(ledger)
  const period = monthAfter(monthOf(today), step.months)
  const refusal = step.months > 1 ? 'invalid' : ledger.run === null ? null : 'conflict'
  const reply = await ask(scene, { kind: step.kind, path: '/invoice/massive', body: { period } }, refusal)
  if (reply === null) return
  const billed = billable(ledger, period).filter((contract) => isBilled(ledger, contract, period)).length
  ledger.run = { id: z.parse(Id, reply).data.id, period, issuedOn: today, billed }
  if (!step.isLeft) await finishRun(scene)
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
  data: z.array(z.object({ id: z.string(), no_contract: z.string(), period: z.string(), kind: z.string() })),
})

/** Does the run that waits, if one does. */
export async function finishRun(scene: Scene): Promise<void> {
  const { run } = scene.ledger
  if (run === null) return
  await scene.house.work({ task: 'run.massive', payload: { company_id: scene.company.id, run_id: run.id } })
  const { made, left } = billRun(scene.ledger, run)
  scene.story.push(`${todayOf(scene.ledger)} the run of ${run.period} is done: ${made.length} invoices`)
  const { data } = await read(scene, `/invoice/massive/${run.id}`, Run)
  const total = sum(made.map((invoice) => invoice.total))
  agree(
    `the run of ${run.period}`,
    { ...data, total: centavos(data.total) },
    {
      status: 'done',
      created: made.length,
      skipped: run.billed + left,
      failed: 0,
      total,
    },
  )
  const listed = await read(scene, '/invoice', Ids)
  for (const invoice of made) {
    const found = listed.data.find(
      (one) => one.kind === 'period' && one.no_contract === invoice.contract.no && one.period === run.period,
    )
    invoice.id = found?.id ?? ''
  }
}

const KINDS: readonly ChargeKind[] = ['technical_visit', 'equipment', 'connection', 'late_interest']

/** Charges something outside the month. */
export async function chargeOnce(scene: Scene, step: Of<'charge'>): Promise<void> {
  const { ledger } = scene
  const contract = picked(ledger.contracts, step.contract)
  const isSigned = contract !== undefined && contract.status !== 'draft'
  const asked = step.lines.map(({ charge, ...rest }) => ({ ...rest, kind: picked(KINDS, charge) ?? 'equipment' }))
  const bodyOf = (description: string) => ({
    invoice: {
      no_contract: contract?.no ?? 'NADA-000001',
      lines: asked.map((line) => ({ ...line, description, price: line.price / 100 })),
    },
  })
  const post = { kind: step.kind, path: '/invoice', body: bodyOf('Cobro'), other: bodyOf('Otro cobro') }
  const reply = await ask(scene, post, isSigned ? null : 'not_found')
  if (reply === null || contract === undefined) return
  const lines = asked.map(({ kind, price, quantity }) =>
    lineOf(price * quantity, rateOf(kind, contract), ledger.includesVat),
  )
  postOneOff(ledger, contract, lines).id = z.parse(Id, reply).data.id
}

const Note = z.object({
  data: z.object({ number: z.string(), subtotal: z.number(), vat: z.number(), total: z.number() }),
})

/** A credit note over a whole invoice, or over part of one of its lines (or a little more than there is). */
export async function noteInvoice(scene: Scene, step: Of<'note'>): Promise<void> {
  const { ledger } = scene
  const invoice = picked(ledger.invoices, step.invoice)
  const wanted = invoice && wantedOf(invoice, step)
  const outcome = invoice === undefined ? 'not_found' : noteOf(invoice, wanted ?? null)
  const refusal = typeof outcome === 'string' ? outcome : sumOf(outcome.parts) > 0 ? null : 'refused'
  const bodyOf = (concept: string) => ({
    concept,
    ...(wanted ? { lines: [{ position: wanted.position, amount: wanted.amount / 100 }] } : {}),
  })
  const path = `/invoice/${invoice?.id ?? NOTHING}/credit-note`
  const reply = await ask(scene, { kind: step.kind, path, body: bodyOf('Error'), other: bodyOf('Otro') }, refusal)
  if (reply === null || invoice === undefined || typeof outcome === 'string') return
  const note = giveNote(ledger, invoice, outcome.parts)
  const { data } = z.parse(Note, reply)
  agree(
    'the credit note',
    [data.number, centavos(data.subtotal), centavos(data.vat), centavos(data.total)],
    [`NC-${ledger.notes}`, note.subtotal, note.vat, note.subtotal + note.vat],
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

export async function openDispute(scene: Scene, step: Of<'dispute'>): Promise<void> {
  const { invoices } = scene.ledger
  const owed = invoices.filter((one) => one.balance > 0)
  const invoice = picked(owed.length > 0 && step.invoice % 4 !== 0 ? owed : invoices, step.invoice)
  const amount = Math.max(1, Math.floor(((invoice?.total ?? 0) * step.part) / 1_000))
  const body = { amount: amount / 100, reason: 'No lo pidió' }
  const path = `/invoice/${invoice?.id ?? NOTHING}/dispute`
  const reply = await ask(scene, { kind: step.kind, path, body }, refusalOf(invoice, amount))
  if (reply !== null && invoice) invoice.disputed = amount
}

function refusalOf(invoice: Invoice | undefined, amount: number): Refusal | null {
  if (invoice === undefined) return 'not_found'
  if (invoice.balance === 0 || invoice.disputed > 0) return 'conflict'
  return amount > invoice.balance ? 'refused' : null
}

export async function resolveDispute(scene: Scene, step: Of<'resolve'>): Promise<void> {
  const claimed = scene.ledger.invoices.filter((one) => one.disputed > 0)
  const invoice = picked(claimed.length > 0 ? claimed : scene.ledger.invoices, step.invoice)
  const refusal = invoice === undefined ? 'not_found' : invoice.disputed > 0 ? null : 'conflict'
  const path = `/invoice/${invoice?.id ?? NOTHING}/dispute/resolve`
  const reply = await ask(scene, { kind: step.kind, path, body: { resolution: 'Se confirma' } }, refusal)
  if (reply !== null && invoice) invoice.disputed = 0
}
