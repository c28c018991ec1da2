import type { Payload } from './payload.ts'

/** The amounts of a document in centavos, by the arithmetic of the annex: each value rounded to two decimals, half to even. */
export type Totals = { gross: number; taxable: number; vat: number; consumption: number; tax: number; total: number }

export type LineTotals = { net: number; taxes: { code: string; rate: string; taxable: number; tax: number }[] }

export function totalsOf({ items }: Payload): { totals: Totals; lines: LineTotals[] } {
  const lines = items.map(lineOf)
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const taxes = lines.flatMap((line) => line.taxes)
  const ofCode = (code: string): number => sum(taxes.filter((tax) => tax.code === code).map(({ tax }) => tax))
  const gross = sum(lines.map(({ net }) => net))
  const tax = sum(taxes.map((one) => one.tax))
  return {
    lines,
    totals: {
      gross,
      taxable: sum(lines.filter((line) => line.taxes.length > 0).map(({ net }) => net)),
      vat: ofCode('01'),
      consumption: ofCode('04'),
      tax,
      total: gross + tax,
    },
  }
}

function lineOf(item: Payload['items'][number]): LineTotals {
  const full = halfEven(hundredths(item.quantity) * hundredths(item.price), 100n)
  const discount =
    item.discount_amount === undefined
      ? halfEven(full * hundredths(item.discount_rate ?? '0'), 10_000n)
      : hundredths(item.discount_amount)
  const net = full - discount
  const taxes = item.taxes.flatMap(({ code, rate, is_excluded }) =>
    is_excluded === true || code === undefined || rate === undefined
      ? []
      : [{ code, rate, taxable: Number(net), tax: Number(halfEven(net * hundredths(rate), 10_000n)) }],
  )
  return { net: Number(net), taxes }
}

/** A decimal text with at most two decimals, in hundredths. */
export function hundredths(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
}

function halfEven(value: bigint, divisor: bigint): bigint {
  const [quotient, rest] = [value / divisor, value % divisor]
  const twice = rest * 2n
  if (twice < divisor) return quotient
  if (twice > divisor) return quotient + 1n
  return quotient % 2n === 0n ? quotient : quotient + 1n
}

/** Centavos as the provider writes an amount: '71400.00'. */
export const amountText = (centavos: number): string => (centavos / 100).toFixed(2)
