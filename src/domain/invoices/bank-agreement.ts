import * as z from 'zod/mini'
import type { Day } from '#domain/core/days.ts'
import { type Money, money, PESO } from '#domain/core/money.ts'
import { patternText, text } from '#domain/core/text.ts'
import { readBankQr } from './bank-qr.ts'
import { type BarCode, barCodeOf, isGln } from './gs1.ts'

/** What the reference of a bill is. Which of them was agreed with the bank says how its files are read. */
export const BILL_REFERENCES = ['invoice', 'contract', 'document'] as const
export const BILL_REFERENCE_LABELS: Readonly<Record<(typeof BILL_REFERENCES)[number], string>> = {
  invoice: 'El número de la factura',
  contract: 'El número del contrato',
  document: 'El documento del cliente',
}

const isEven = (value: number): boolean => value % 2 === 0
const evenLength = (min: number, max: number, error: string) =>
  z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }), z.refine(isEven, { error }))

/** The collection agreement of a company with its bank: without it no bill has a bar code. */
export const BankAgreement = z.strictObject({
  /** The GLN that the bank or LOGYCA gave for this agreement; it is never invented. */
  gln: patternText(13, /^\d{13}$/, 'El GLN tiene 13 dígitos, como te lo dio el banco').check(
    z.refine(isGln, { error: 'El dígito de control del GLN no coincide: revísalo con el banco' }),
  ),
  bank_code: patternText(3, /^\d{3}$/, 'El código del banco tiene 3 dígitos: 007 es Bancolombia'),
  reference: z.enum(BILL_REFERENCES, { error: 'Elige qué es la referencia' }),
  /** The digits of the reference and of the amount, filled with zeros. Both even. */
  reference_length: evenLength(4, 24, 'La referencia lleva un número par de dígitos, de 4 a 24'),
  /** Null: the bill has no amount, and the client pays any. */
  amount_length: z.nullable(evenLength(6, 14, 'El valor lleva un número par de dígitos, de 6 a 14')),
  has_due_day: z.boolean(),
  /** The text of the QR code that the bank issued to the company; null without one. */
  qr: z.nullable(
    text(512).check(
      z.refine((value) => typeof readBankQr(value) !== 'string', {
        error: 'No es un QR de pagos válido: revisa que esté completo',
        abort: true,
      }),
    ),
  ),
})
export type BankAgreement = z.output<typeof BankAgreement>

/** What a bill is paid by. */
export type BillToPay = { reference: string; amount: Money; due_on: Day }

/** What a bank collects of a debt: whole pesos, rounded up, so that the invoice has no rest. A bar code has no centavos. */
export const collectedAmount = (payable: Money): Money => money(Math.ceil(payable / PESO) * PESO)

/** The digits of 'AF-1024', 'AF-000211' and '900123456-8'. Null for a text without digits. */
export const billReference = (number: string): string | null => {
  const digits = number.replace(/^[A-Z]+-?/, '').replace(/\D/g, '')
  return digits === '' ? null : digits
}

/** The bar code of a bill. Null when the bill does not fit in the agreement: a longer number or amount, or nothing to pay. */
export function billBarCode(agreement: BankAgreement, bill: BillToPay): BarCode | null {
  const { gln, reference_length, amount_length, has_due_day } = agreement
  const pesos = String(collectedAmount(bill.amount) / PESO)
  if (!isGln(gln) || !/^\d+$/.test(bill.reference) || bill.reference.length > reference_length) return null
  if (bill.amount <= 0 || (amount_length !== null && pesos.length > amount_length)) return null
  return barCodeOf([
    { ai: '415', value: gln, isFixed: true },
    { ai: '8020', value: bill.reference.padStart(reference_length, '0') },
    ...(amount_length === null ? [] : [{ ai: '3900', value: pesos.padStart(amount_length, '0') }]),
    ...(has_due_day ? [{ ai: '96', value: bill.due_on.replaceAll('-', '') }] : []),
  ])
}
