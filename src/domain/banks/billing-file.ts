import type { Day } from '#domain/core/days.ts'
import { type Money, sum } from '#domain/core/money.ts'
import { comparableText } from '#domain/places/place.ts'

/** The debts of one file: more do not fit in what a bank accepts at once. */
export const BILLED_DEBTS_MAX = 50_000

/** A debt that the bank may collect. `periods`: the open invoices of the client. */
export type BilledDebt = {
  reference: string
  document: string
  name: string
  amount: Money
  due_on: Day
  periods: number
}

/** Who sends the file, by its agreement, and when. `time`: '0800'. */
export type BillingHeader = {
  nit: string
  bank_code: string
  gln: string
  description: string
  day: Day
  time: string
}

const WIDTH = 220
const REFERENCE_DIGITS = 48
const DOCUMENT_CHARS = 30
const NAME_CHARS = 22
const DESCRIPTION_CHARS = 15
const PERIODS_MAX = 99

const digits = (value: string | number, length: number): string => String(value).padStart(length, '0')
const words = (value: string, length: number): string => plain(value).slice(0, length).padEnd(length, ' ')
const compact = (day: Day): string => day.replaceAll('-', '')

/** Capitals of ASCII: the banks read no accents. */
const plain = (text: string): string =>
  comparableText(text)
    .toUpperCase()
    .replace(/[^A-Z0-9 -]/g, '')

/** The billing file of Asobancaria 2001: 220 characters a line, lines that end in CRLF, one batch. */
export function billingFile(header: BillingHeader, debts: readonly BilledDebt[]): string {
  const total = digits(sum(debts.map(({ amount }) => amount)), 18)
  const count = digits(debts.length, 9)
  const records = [
    `01${digits(header.nit.replace(/\D/g, ''), 10)}${digits(0, 10)}${header.bank_code}${compact(header.day)}${header.time}A`,
    `05${header.gln}0001${words(header.description, DESCRIPTION_CHARS)}`,
    ...debts.map(detailOf),
    `08${count}${total}${digits(0, 18)}0001`,
    `09${count}${total}${digits(0, 18)}`,
  ]
  return records.map((record) => `${record.padEnd(WIDTH, ' ')}\r\n`).join('')
}

function detailOf({ reference, document, name, amount, due_on, periods }: BilledDebt): string {
  // Additional service 13 and amount 14; EFR 8, account of the client 17, its kind 2 and its identification 10.
  const unused = { service: digits(0, 27), account: digits(0, 37) }
  return [
    '06',
    digits(reference, REFERENCE_DIGITS),
    words(document, DOCUMENT_CHARS),
    digits(Math.min(periods, PERIODS_MAX), 2),
    '001',
    digits(amount, 14),
    unused.service,
    compact(due_on),
    unused.account,
    words(name, NAME_CHARS),
    '000',
  ].join('')
}
