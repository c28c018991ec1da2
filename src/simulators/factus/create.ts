import { dayOf, ZONE } from '#domain/core/days.ts'
import { cudeText, cufeText } from '#domain/einvoices/cufe.ts'
import type { FactusKind } from '#domain/providers/factus-document.ts'
import { documentCode } from '#server/einvoices/document-code.ts'
import { hasRightCheckDigit, type Payload, readPayload } from './payload.ts'
import { conflict, dianRejected, invalid, type Reply } from './replies.ts'
import {
  type AccountState,
  type DianBehaviour,
  documentKey,
  findByNumber,
  pendingOf,
  type SimulatedRange,
  type SimulatorState,
  SOFTWARE_PIN,
  type StoredDocument,
} from './state.ts'
import { amountText, hundredths, totalsOf } from './totals.ts'
import { documentView } from './views.ts'

/** The monetary checks of the DIAN allow a difference of two pesos (technical annex 1.9, 5.2.1.1), in centavos. */
const TOLERANCE = 200

/**
 * Creates and validates a document, in the provider's order: the fields, the reference, the document that blocks, the range, the
 * amounts; then DIAN. A pending document that is sent again is validated as it was stored, never changed nor duplicated.
 */
export function createDocument(state: SimulatorState, own: AccountState, kind: FactusKind, body: unknown): Reply {
  const read = readPayload(kind, body)
  if ('errors' in read) return invalid(read.errors)
  const { payload } = read
  const key = documentKey(kind, payload.reference_code)
  const known = own.documents.get(key)
  // What a repeated reference of a validated document answers is not documented: the strictest answer.
  if (known?.is_validated) return conflict(kind)
  // What DIAN rejected is removed before it is sent again.
  if (known && isRejected(known)) return conflict(kind)
  const pending = pendingOf(own, kind)
  if (pending && pending !== known) return conflict(kind)
  const refused = refuseAmounts(own, kind, payload)
  if (refused) return invalid(refused)
  const chosen = known ? null : chooseRange(own, kind, payload.numbering_range_id)
  if (chosen && 'errors' in chosen) return invalid(chosen.errors)
  // DIAN is asked about the document that was stored: another body under its reference changes nothing.
  const document = known ?? storedDocument(kind, payload, numberOf(chosen?.range))
  own.documents.set(key, document)
  decide(document, own, state.dian.shift())
  // The number is used only by a document that is validated: a rejected one gives it back when it is deleted.
  if (document.is_validated) advance(own, document.number)
  state.onChange(own.account.user, key, document)
  return replyOf(own, document)
}

function replyOf(own: AccountState, document: StoredDocument): Reply {
  if (isRejected(document)) return dianRejected(document.errors)
  const data = documentView(own, document)
  const message = `Documento con el código de referencia ${document.reference} registrado y validado con éxito`
  return { status: 201, body: { status: 'Created', message, data } }
}

const isRejected = ({ is_validated, errors }: StoredDocument): boolean =>
  !is_validated && Object.values(errors).some((text) => text.includes('Rechazo'))

function storedDocument(kind: FactusKind, payload: Payload, number: string): StoredDocument {
  return {
    kind,
    reference: payload.reference_code,
    number,
    payload,
    ...totalsOf(payload),
    is_validated: false,
    code: null,
    errors: {},
    created_at: new Date().toISOString(),
    validated_at: null,
  }
}

/** The payments must add up to the total with taxes; a note refers to a validated invoice, has its buyer and is not above what is left of it. */
function refuseAmounts(own: AccountState, kind: FactusKind, payload: Payload): Record<string, string[]> | null {
  const { total } = totalsOf(payload).totals
  const paid = payload.payment_details.reduce((sum, { amount }) => sum + Number(hundredths(amount)), 0)
  const rounding = Math.round(Number(payload.cash_rounding_amount ?? '0') * 100)
  if (paid !== total + rounding)
    return {
      payment_details: [`La suma de los pagos (${amountText(paid)}) no es igual al total (${amountText(total)}).`],
    }
  if (kind === 'invoice') return null
  const invoice = findByNumber(own, 'invoice', payload.bill_number ?? '')
  if (!invoice?.is_validated) return { bill_number: ['La factura no existe o no está validada.'] }
  if (invoice.payload.customer.identification !== payload.customer.identification)
    return { 'customer.identification': ['El adquirente de la nota no es el de la factura (texto del simulador).'] }
  const credited = [...own.documents.values()]
    .filter((one) => one.kind === 'credit_note' && one.payload.bill_number === payload.bill_number)
    .filter((one) => one.reference !== payload.reference_code)
    .reduce((sum, one) => sum + one.totals.total, 0)
  return credited + total > invoice.totals.total + TOLERANCE
    ? { items: ['El valor de la nota es mayor que el saldo de la factura (texto del simulador).'] }
    : null
}

/** The range of the request, or the only active one. The texts of the refusals are the simulator's: the provider's are not known. */
function chooseRange(
  own: AccountState,
  kind: FactusKind,
  id: number | undefined,
): { range: SimulatedRange } | { errors: Record<string, string[]> } {
  const refuse = (message: string) => ({ errors: { numbering_range_id: [message] } })
  const ofKind = own.ranges.filter((range) => range.kind === kind)
  const active = ofKind.filter(({ is_active }) => is_active)
  const range = id === undefined && active.length === 1 ? active[0] : ofKind.find((one) => one.id === id)
  if (!range) return refuse('El rango de numeración no existe.')
  if (!range.is_active) return refuse('El rango de numeración está inactivo.')
  const today = dayOf(new Date())
  if (range.end_date !== null && range.end_date < today) return refuse('El rango de numeración está vencido.')
  if (range.start_date !== null && range.start_date > today) return refuse('El rango de numeración no ha empezado.')
  if (range.current > range.to) return refuse('El rango de numeración está agotado.')
  return { range }
}

const numberOf = (range: SimulatedRange | undefined): string => `${range?.prefix ?? ''}${range?.current ?? ''}`

function advance(own: AccountState, number: string): void {
  const range = own.ranges.find((one) => number === numberOf(one))
  if (range) range.current += 1
}

/** What DIAN does: a wrong check digit is rejected (FAK24); then the planned behaviour; otherwise the document is validated. */
function decide(document: StoredDocument, own: AccountState, behaviour: DianBehaviour | undefined): void {
  if (!hasRightCheckDigit(document.payload.customer)) {
    document.errors = { FAK24: 'Regla: FAK24, Rechazo: El DV del NIT no es correcto' }
    return
  }
  if (behaviour === 'rejected') {
    document.errors = { FAJ43b: 'Regla: FAJ43b, Rechazo: Nombre informado No corresponde al registrado en el RUT' }
    return
  }
  if (behaviour === 'duplicate') {
    document.errors = { '90': 'Regla: 90, Rechazo: Documento procesado anteriormente.' }
    return
  }
  if (behaviour === 'slow') return
  if (behaviour === 'notified') {
    document.errors = {
      FAJ43b:
        'Regla: FAJ43b, Notificación: Nombre informado No corresponde al registrado en el RUT con respecto al Nit suministrado.',
    }
  }
  validate(document, own)
}

function validate(document: StoredDocument, { account, ranges }: AccountState): void {
  const now = new Date()
  const range = ranges.find(({ kind }) => kind === document.kind)
  document.is_validated = true
  document.validated_at = now.toISOString()
  const parts = {
    number: document.number,
    issued_date: dayOf(now),
    issued_time: `${now.toLocaleTimeString('en-GB', { timeZone: ZONE })}-05:00`,
    value: amountText(document.totals.gross),
    vat: amountText(document.totals.vat),
    consumption: amountText(document.totals.consumption),
    total: amountText(document.totals.total),
    issuer_nit: account.nit.split('-')[0] ?? '',
    buyer_id: document.payload.customer.identification,
    environment: account.environment === 'production' ? '1' : '2',
  }
  document.code = documentCode(
    document.kind === 'invoice'
      ? cufeText({ ...parts, technical_key: range?.technical_key ?? '' })
      : cudeText({ ...parts, pin: SOFTWARE_PIN }),
  )
}
