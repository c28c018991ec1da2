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

/** An amount so many times. Throws when the quantity is not whole. */
export function times(amount: Money, quantity: number): Money {
  if (!Number.isSafeInteger(quantity)) throw new RangeError(`not a whole quantity: ${quantity}`)
  return amount === 0 || quantity === 0 ? ZERO : money(amount * quantity)
}

/** What an amount may be rounded to, in centavos. */
export const PESO = 100

/**
 * amount × numerator ÷ denominator, half-up to the centavo, or to as many centavos as `unit` says. The half goes away from
 * zero, so that a credit undoes its charge to the centavo. Exact: no product passes through a float.
 */
export function fractionOf(amount: Money, numerator: number, denominator: number, unit = 1): Money {
  const product = BigInt(amount) * BigInt(numerator)
  const step = BigInt(denominator) * BigInt(unit)
  if (step <= 0n) throw new RangeError(`cannot divide by ${denominator} in steps of ${unit}`)
  const steps = ((product < 0n ? -product : product) * 2n + step) / (step * 2n)
  return money(Number((product < 0n ? -steps : steps) * BigInt(unit)))
}

/** A share in basis points (1900 is 19 %), half-up to the centavo (away from zero). */
export const shareOf = (amount: Money, bps: number): Money => fractionOf(amount, bps, 10_000)

/** Whole pesos, down: what is dropped is in favour of whoever owes it. */
export const floorPesos = (amount: Money): Money => money(amount - (((amount % PESO) + PESO) % PESO))

/** A price with tax as its base, half-up to the centavo, and the rest as tax: base + vat is always the price. */
export function baseIncluded(total: Money, bps: number): { base: Money; vat: Money } {
  const base = fractionOf(total, 10_000, 10_000 + bps)
  return { base, vat: minus(total, base) }
}

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

/** What many documents add up to, in replies: as large as it is. The bound of one amount is not the bound of a month. */
export const PesosSum = z.codec(z.number(), z.custom<Money>(isMoney), {
  decode: (amount) => money(Math.round(amount * 100)),
  encode: (count) => count / 100,
})

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
