import * as z from 'zod/mini'

declare const centavos: unique symbol

/** An amount of Colombian pesos as an integer count of centavos. A bare number is not money. */
export type Money = number & { readonly [centavos]: true }

/** The largest amount that a form or file may contain: a billion pesos. Keeps sums within the safe integers. */
export const PESOS_MAX = 1_000_000_000

const isMoney = (value: unknown): value is Money => typeof value === 'number' && Number.isSafeInteger(value)

/** Money from an integer count of centavos. Throws RangeError when it is not a safe integer. */
export function money(count: number): Money {
  if (!isMoney(count)) throw new RangeError(`not an integer count of centavos: ${count}`)
  return count
}

/** Money from pesos with at most two decimals. Throws RangeError when the third decimal is not zero. */
export function pesos(amount: number): Money {
  const count = Math.round(amount * 100)
  if (Math.abs(amount * 100 - count) > 1e-4) throw new RangeError(`more than two decimals: ${amount}`)
  return money(count)
}

/** Pesos of an amount, as the API and the events give them. */
export const toPesos = (amount: Money): number => amount / 100

export const ZERO = money(0)

export const plus = (a: Money, b: Money): Money => money(a + b)
export const minus = (a: Money, b: Money): Money => money(a - b)
export const sum = (parts: readonly Money[]): Money => money(parts.reduce((total, part) => total + part, 0))

/** An amount multiplied by an integer quantity. Throws RangeError for any other quantity. */
export function multiply(amount: Money, quantity: number): Money {
  if (!Number.isSafeInteger(quantity)) throw new RangeError(`not an integer quantity: ${quantity}`)
  return amount === 0 || quantity === 0 ? ZERO : money(amount * quantity)
}

/** One peso in centavos: a unit for rounding. */
export const PESO = 100

/**
 * amount × numerator ÷ denominator, rounded half-up to the centavo, or to a multiple of `unit` centavos. The half is rounded away
 * from zero, so that a credit is exactly the negative of its charge. Computed in BigInt: no product is a float. Throws RangeError
 * when denominator × unit is not positive.
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

/** Whole pesos, rounded down, in favour of the debtor. */
export const roundDownToPesos = (amount: Money): Money => money(amount - (((amount % PESO) + PESO) % PESO))

/** The base of a price that includes tax, half-up to the centavo, and the rest as tax: base + vat is always the price. */
export function baseIncluded(total: Money, bps: number): { base: Money; vat: Money } {
  const base = fractionOf(total, 10_000, 10_000 + bps)
  return { base, vat: minus(total, base) }
}

const hasTwoDecimals = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) <= 1e-4

/** The messages of a money field for a missing value and for a value that is not a number. */
type PesosCopy = { required: string; invalid: string }
const PESOS_COPY: PesosCopy = { required: 'Escribe el valor', invalid: 'Debe ser un valor en pesos' }

/** A money field: pesos in JSON (a number with at most two decimals), centavos in code. `copy`: the messages of the field. */
export const pesosField = (copy: PesosCopy = PESOS_COPY) =>
  z.codec(
    z
      .number({ error: (issue) => (issue.input === undefined || issue.input === null ? copy.required : copy.invalid) })
      .check(
        z.refine((amount) => Math.abs(amount) <= PESOS_MAX, { error: 'El valor es demasiado grande' }),
        z.refine(hasTwoDecimals, { error: 'El valor admite máximo dos decimales' }),
      ),
    z.custom<Money>(isMoney),
    { decode: (amount) => pesos(amount), encode: toPesos },
  )

/**
 * An amount in a reply or a stored record, in the same form. Without PESOS_MAX, which is of what a form may contain: a total with VAT
 * or the debt of many months may be more, and a reply must not fail for it.
 */
export const Pesos = z.codec(
  z.number().check(z.refine(hasTwoDecimals, { error: 'El valor admite máximo dos decimales' })),
  z.custom<Money>(isMoney),
  { decode: (amount) => pesos(amount), encode: toPesos },
)

/** The sum of many documents, in replies. Without PESOS_MAX, which limits one amount and not a sum. */
export const PesosSum = z.codec(z.number(), z.custom<Money>(isMoney), {
  decode: (amount) => money(Math.round(amount * 100)),
  encode: toPesos,
})

const esCo = new Intl.NumberFormat('es-CO', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** '$ 1.234.567,89': es-CO, always two decimals (FMT-01), with a plain space, so that a search finds it. */
export function pesosLabel(amount: Money): string {
  const digits = esCo.format(Math.abs(toPesos(amount)))
  return `${amount < 0 ? '-' : ''}$ ${digits}`
}

/** '59,900': commas between thousands, decimals only when they are not zero (the forms of PLN-04 and PLN-07). */
export function commaAmount(amount: Money): string {
  const [whole = '', decimals] = String(toPesos(amount)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals ? `${grouped}.${decimals.padEnd(2, '0')}` : grouped
}

/** '$ 59,900' as the plan table shows it (PLN-02). */
export const planPriceLabel = (amount: Money): string => `$ ${commaAmount(amount)}`
