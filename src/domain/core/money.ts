import * as z from 'zod/mini'

declare const centavos: unique symbol

/** An amount of Colombian pesos as an integer count of centavos. A bare number is not money. */
export type Money = number & { readonly [centavos]: true }

/** The largest amount that any screen or file may name: a billion pesos. Guards sums against leaving the safe integers. */
export const PESOS_MAX = 1_000_000_000

const isMoney = (value: unknown): value is Money => typeof value === 'number' && Number.isSafeInteger(value)

/** Money out of a stored integer count of centavos. Throws when it is not a safe integer. */
export function money(count: number): Money {
  if (!isMoney(count)) throw new RangeError(`not an integer count of centavos: ${count}`)
  return count
}

/** Money out of pesos with at most two decimals. Throws when the third decimal is not zero. */
export function pesos(amount: number): Money {
  const count = Math.round(amount * 100)
  if (Math.abs(amount * 100 - count) > 1e-4) throw new RangeError(`more than two decimals: ${amount}`)
  return money(count)
}

export const ZERO = money(0)

export const plus = (a: Money, b: Money): Money => money(a + b)
export const minus = (a: Money, b: Money): Money => money(a - b)
export const sum = (parts: readonly Money[]): Money => money(parts.reduce((total, part) => total + part, 0))

const hasTwoDecimals = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) <= 1e-4

/** What a field of money says when nothing, or no amount, was written. */
type PesosCopy = { required: string; invalid: string }
const PESOS_COPY: PesosCopy = { required: 'Escribe el valor', invalid: 'Debe ser un valor en pesos' }

/** Pesos on the wire (a number with at most two decimals), centavos inside; with the field's own sentences. */
export const pesosField = (copy: PesosCopy = PESOS_COPY) =>
  z.codec(
    z
      .number({ error: (issue) => (issue.input === undefined || issue.input === null ? copy.required : copy.invalid) })
      .check(
        z.refine((amount) => Math.abs(amount) <= PESOS_MAX, { error: 'El valor es demasiado grande' }),
        z.refine(hasTwoDecimals, { error: 'El valor admite máximo dos decimales' }),
      ),
    z.custom<Money>(isMoney),
    { decode: (amount) => pesos(amount), encode: (count) => count / 100 },
  )

export const Pesos = pesosField()

const esCo = new Intl.NumberFormat('es-CO', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** '$ 1.234.567,89': es-CO, always two decimals (FMT-01), with a plain space so that it can be searched for. */
export function pesosLabel(amount: Money): string {
  const digits = esCo.format(Math.abs(amount) / 100)
  return `${amount < 0 ? '-' : ''}$ ${digits}`
}

/** '59,900': thousands commas, decimals only when there are any (the plan forms of PLN-04 and PLN-07). */
export function commaAmount(amount: Money): string {
  const [whole = '', decimals] = String(amount / 100).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals ? `${grouped}.${decimals.padEnd(2, '0')}` : grouped
}

/** '$ 59,900' as the plan table shows it (PLN-02). */
export const planPriceLabel = (amount: Money): string => `$ ${commaAmount(amount)}`

/**
 * Reads what a person types: '$ 85.000', '85,000', '85000,50', '1.234.567,8'. Null when it is not an amount.
 * The last separator followed by exactly three digits means thousands; otherwise it means decimals.
 */
export function parsePesos(text: string): Money | null {
  const clean = text.replace(/[$\s\u00a0]/g, '')
  if (!/^-?\d{1,3}([.,]?\d{3})*([.,]\d{1,2})?$|^-?\d+([.,]\d{1,2})?$/.test(clean)) return null
  const decimal = /[.,](\d{1,2})$/.exec(clean)
  const whole = (decimal ? clean.slice(0, decimal.index) : clean).replace(/[.,]/g, '')
  const amount = Number(`${whole}.${decimal?.[1] ?? '0'}`)
  return Math.abs(amount) <= PESOS_MAX ? pesos(amount) : null
}
