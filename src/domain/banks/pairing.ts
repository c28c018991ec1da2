import type { Day } from '#domain/core/days.ts'
import { type Money, pesosLabel, sum } from '#domain/core/money.ts'
import { collectedAmount } from '#domain/invoices/bank-agreement.ts'
import { comparableText } from '#domain/places/place.ts'
import type { Movement } from './movement.ts'
import { likeReason, type Repetition, repeatedReason } from './repetition.ts'

/** What the references of a file are, as the company agreed with its bank. 'any': each of them is tried. */
export const REFERENCE_KINDS = ['any', 'invoice', 'contract', 'document'] as const
export type ReferenceKind = (typeof REFERENCE_KINDS)[number]
export const REFERENCE_KIND_LABELS: Readonly<Record<ReferenceKind, string>> = {
  any: 'No lo sé: prueba con todo',
  invoice: 'El número de la factura',
  contract: 'El número del contrato',
  document: 'El documento del cliente',
}

/** How a client was found for a movement, from the strongest to the weakest. */
export const MATCH_KINDS = ['remembered', 'invoice', 'contract', 'document', 'name', 'amount'] as const
export type MatchKind = (typeof MATCH_KINDS)[number]
export const MATCH_LABELS: Readonly<Record<MatchKind, string>> = {
  remembered: 'esa referencia ya fue de este cliente',
  invoice: 'por el número de la factura',
  contract: 'por el número del contrato',
  document: 'por el documento',
  name: 'por el nombre y el valor',
  amount: 'solo por el valor',
}

/** The states of a line. The check of the table `bank_lines` has the same values. */
export const LINE_STATES = ['certain', 'doubtful', 'unknown', 'ignored', 'repeated', 'paid'] as const
export type LineState = (typeof LINE_STATES)[number]
export const LINE_STATE_LABELS: Readonly<Record<LineState, string>> = {
  certain: 'Seguro',
  doubtful: 'Por revisar',
  unknown: 'Sin identificar',
  ignored: 'Descartado',
  repeated: 'Ya registrado',
  paid: 'Registrado',
}

/** A text of a movement that may name a debt. `number` is without a prefix: it is tried with each prefix of the company. */
export type Token = { kind: 'remembered' | 'invoice' | 'contract' | 'document'; text: string }

/** An open invoice of a client. */
export type OpenDebt = { id: string; payable: Money; balance: Money; issued_on: Day }

/** A client that a movement may be of. `invoice_id`: the invoice that the movement names. */
export type Match = { client_id: string; invoice_id: string | null; kind: MatchKind }

/** The candidates that are kept of one line. */
export const CANDIDATES_MAX = 5

export type Pairing = {
  state: Exclude<LineState, 'paid'>
  reason: string
  client_id: string | null
  invoice_id: string | null
  /** The payment that the movement repeats. */
  repeats_id: string | null
  candidates: Match[]
}

const TOKENS_MAX = 12

/**
 * The texts of a movement that may name a debt. A number alone counts where the bank puts the reference; in the free text of a
 * statement only 'AF-1024' and numbers as long as a document do.
 */
export function tokensOf(
  { reference, description }: Pick<Movement, 'reference' | 'description'>,
  kind: ReferenceKind,
): Token[] {
  const tokens = new Map<string, Token>()
  const add = (token: Token): void => {
    if (tokens.size < TOKENS_MAX && (kind === 'any' || token.kind === kind || token.kind === 'remembered'))
      tokens.set(`${token.kind} ${token.text}`, token)
  }
  const known = rememberedKey(reference)
  if (known !== null) add({ kind: 'remembered', text: known })
  for (const part of reference.toUpperCase().split(/[^A-Z0-9-]+/)) addPart(part, 1, add)
  for (const part of description.toUpperCase().split(/[^A-Z0-9-]+/)) addPart(part, DOCUMENT_DIGITS_MIN, add)
  return [...tokens.values()]
}

const DOCUMENT_DIGITS_MIN = 6
const CONTRACT_DIGITS = 6
const DIGITS_MAX = 12

function addPart(part: string, digitsMin: number, add: (token: Token) => void): void {
  const named = /^([A-Z]{1,6})-?(\d{1,12})$/.exec(part)
  if (named) {
    const [, prefix = '', digits = ''] = named
    const number = digits.replace(/^0+(?=\d)/, '')
    // A contract has at least six digits, with zeros before them: 'AF-000211'. An invoice has none: 'AF-1024'.
    if (number === digits) add({ kind: 'invoice', text: `${prefix}-${number}` })
    if (digits.length >= CONTRACT_DIGITS) add({ kind: 'contract', text: `${prefix}-${number}` })
    if (number.length >= DOCUMENT_DIGITS_MIN) add({ kind: 'document', text: number })
  }
  const digits = part.replace(/^0+/, '')
  // '900123456-8' is a NIT with its check digit.
  if (/^\d{6,15}-\d$/.test(digits)) add({ kind: 'document', text: digits })
  if (!/^\d+$/.test(digits) || digits.length < digitsMin || digits.length > DIGITS_MAX) return
  add({ kind: 'invoice', text: digits })
  add({ kind: 'contract', text: digits })
  add({ kind: 'document', text: digits })
}

const REMEMBERED_DIGITS_MIN = 6

/** The reference under which a person's pairing is kept; null for one that does not name a client: words alone, or too short. */
export function rememberedKey(reference: string): string | null {
  const text = comparableText(reference)
    .replace(/[^a-z0-9]/g, '')
    .replace(/^0+/, '')
  return text.replace(/\D/g, '').length >= REMEMBERED_DIGITS_MIN ? text.slice(0, 60) : null
}

const WORD_CHARS_MIN = 3

/** The words of a name or of a description that can name a person. */
export const wordsOf = (text: string): string[] =>
  comparableText(text)
    .split(/[^a-zñ]+/)
    .filter((word) => word.length >= WORD_CHARS_MIN)

/** The words of a name that a description must have to be of that client. */
export const NAME_WORDS_MIN = 2

type Facts = {
  /** The open invoices of each client that was found. */
  debts: ReadonlyMap<string, readonly OpenDebt[]>
  today: Day
  /** The last closed day of the books. */
  closedThrough: Day | null
  /** The payments that other lines of the file already make, as `claimOf` returns them. */
  claimed: Set<string>
}

/**
 * Decides the state of a line. It is certain only with one client, found by a number or a document, and the exact amount that it owes,
 * when no payment of that day is equal. `repetition`: the payment that it repeats, of `repetitionsOf`.
 */
export function pair(
  movement: Movement,
  matches: readonly Match[],
  facts: Facts,
  repetition: Repetition | null = null,
): Pairing {
  const none = { client_id: null, invoice_id: null, repeats_id: null, candidates: [] }
  if (movement.problem === 'returned') return { ...none, state: 'unknown', reason: RETURNED_COPY }
  if (movement.problem !== null) return { ...none, state: 'ignored', reason: PROBLEM_COPIES[movement.problem] }
  const found = strongest(matches)
  const candidates = found.slice(0, CANDIDATES_MAX)
  const clients = new Set(found.map(({ client_id }) => client_id))
  if (repetition?.isSame) {
    const { payment } = repetition
    const repeated = { state: 'repeated', client_id: payment.client_id, repeats_id: payment.id } as const
    return { ...none, ...repeated, reason: repeatedReason(payment), candidates }
  }
  if (repetition !== null) return { ...none, state: 'doubtful', reason: likeReason(repetition.payment), candidates }
  const [first] = found
  if (first === undefined)
    return { ...none, state: 'unknown', reason: 'Ninguna factura, contrato o documento coincide' }
  const doubt = (reason: string): Pairing => ({ ...none, state: 'doubtful', reason, candidates })
  if (first.kind === 'name' || first.kind === 'amount')
    return doubt(
      first.kind === 'name' ? 'Coincide el nombre y el valor, sin número ni documento' : 'Solo coincide el valor',
    )
  if (clients.size > 1) return doubt('La referencia puede ser de varios clientes')
  const paid = exactInvoice(movement, found, facts.debts.get(first.client_id) ?? [])
  if (paid === undefined) return doubt('El valor no es lo que debe')
  if (movement.on_day > facts.today) return doubt('Su fecha es futura: revísala con el banco')
  if (facts.closedThrough !== null && movement.on_day <= facts.closedThrough)
    return doubt('Ese día ya está cerrado en los libros')
  const claim = paid ?? first.client_id
  if (facts.claimed.has(claim)) return doubt('Otro movimiento de este archivo paga lo mismo')
  facts.claimed.add(claim)
  return {
    ...none,
    state: 'certain',
    reason: MATCH_LABELS[first.kind],
    client_id: first.client_id,
    invoice_id: paid,
    candidates,
  }
}

/**
 * Why a certain line is not certain any more, by what its client owes now: a payment that came in between, a credit note or a claim.
 * Null when it still pays exactly one debt. `invoice_id` null: it paid all that the client owed on its day.
 */
export function changedDebt(
  { amount, on_day, invoice_id }: { amount: Money; on_day: Day; invoice_id: string | null },
  debts: readonly OpenDebt[],
): string | null {
  const due = debts.filter(({ id, issued_on }) => (invoice_id === null ? issued_on <= on_day : id === invoice_id))
  const payable = sum(due.map((debt) => debt.payable))
  if (isPaidBy(payable, amount)) return null
  return `Ya no debe eso: al leer el archivo debía ${pesosLabel(amount)} y ahora debe ${pesosLabel(payable)}. Mira si ya pagó`
}

/** The whole pesos of a bar code pay a debt with centavos too. */
const isPaidBy = (payable: Money, amount: Money): boolean => payable === amount || collectedAmount(payable) === amount

const RETURNED_COPY = 'El banco devolvió este pago: si ya lo registraste, revérsalo'
const PROBLEM_COPIES = {
  outgoing: 'No es dinero que entró',
  not_approved: 'El banco no lo aprobó',
} as const

/** The matches by a number, a document or a reference that a person paired before, else the weak ones; without repetitions. */
function strongest(matches: readonly Match[]): Match[] {
  const strong = matches.filter(({ kind }) => kind !== 'name' && kind !== 'amount')
  const named = matches.filter(({ kind }) => kind === 'name')
  const chosen = [strong, named, matches].find((list) => list.length > 0) ?? []
  const seen = new Set<string>()
  return chosen
    .toSorted((a, b) => MATCH_KINDS.indexOf(a.kind) - MATCH_KINDS.indexOf(b.kind))
    .filter(({ client_id, invoice_id }) => {
      const key = `${client_id} ${invoice_id}`
      return !seen.has(key) && seen.add(key)
    })
}

/**
 * The invoice that a movement pays exactly, null when it pays all that the client owes, undefined when the amount is another one. An
 * invoice that was issued after the movement is not paid by it.
 */
function exactInvoice(
  movement: Movement,
  matches: readonly Match[],
  debts: readonly OpenDebt[],
): string | null | undefined {
  const due = debts.filter(({ issued_on }) => issued_on <= movement.on_day)
  const exact = due.filter(({ payable }) => isPaidBy(payable, movement.amount))
  const named = exact.find(({ id }) => matches.some(({ invoice_id }) => invoice_id === id))
  if (named) return named.id
  const total = sum(due.map(({ payable }) => payable))
  if (isPaidBy(total, movement.amount) && due.length > 0) return due.length === 1 ? (due[0]?.id ?? null) : null
  // The client and one of its invoices are exact, and no other invoice is older: the payment goes to the oldest.
  return exact.length > 0 && exact[0]?.id === due[0]?.id ? (exact[0]?.id ?? null) : undefined
}
