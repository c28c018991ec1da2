import { type Money, minus, money, plus, shareOf, sum, ZERO } from '#domain/core/money.ts'
import type { FrozenDocument, FrozenLine } from './document.ts'

/** The tax of a line or of a rate. Excluded lines have none; an exempt line has the rate 0. */
export type UblTax = { bps: number; taxable: Money; vat: Money }
type UblLine = { line: FrozenLine; extension: Money; tax: UblTax | null }

/** The amounts of a UBL document, each in centavos. */
export type UblAmounts = {
  lines: UblLine[]
  /** One for each rate, the lowest first. */
  taxes: UblTax[]
  /** Discounts on the whole document, taxes included. */
  allowances: { reason: string; amount: Money }[]
  extension: Money
  taxExclusive: Money
  taxInclusive: Money
  vat: Money
  allowance: Money
  payable: Money
}

/**
 * The amounts of a document. The figures of the books are not computed again: each line has its base and its VAT. A discount that no
 * line could bear is an allowance of the document, because no line of UBL may be negative.
 */
export function ublAmountsOf(document: Pick<FrozenDocument, 'lines'>): UblAmounts {
  const charged = document.lines.filter(({ base }) => base >= 0)
  const lines = charged.map((line): UblLine => {
    const tax = line.vat_treatment === 'excluido' ? null : { bps: line.vat_bps, taxable: line.base, vat: line.vat }
    return { line, extension: line.base, tax }
  })
  const allowances = document.lines
    .filter(({ base }) => base < 0)
    .map(({ description, total }) => ({ reason: description, amount: money(-1 * total) }))
  const taxed = lines.flatMap(({ tax }) => (tax === null ? [] : [tax]))
  const extension = sum(lines.map((line) => line.extension))
  const vat = sum(taxed.map((tax) => tax.vat))
  const taxInclusive = plus(extension, vat)
  const allowance = sum(allowances.map(({ amount }) => amount))
  return {
    lines,
    taxes: taxesByRate(taxed),
    allowances,
    extension,
    taxExclusive: sum(taxed.map(({ taxable }) => taxable)),
    taxInclusive,
    vat,
    allowance,
    payable: minus(taxInclusive, allowance),
  }
}

function taxesByRate(taxes: readonly UblTax[]): UblTax[] {
  const rates = [...new Set(taxes.map(({ bps }) => bps))].toSorted((one, other) => one - other)
  return rates.map((bps) => {
    const ofRate = taxes.filter((tax) => tax.bps === bps)
    return { bps, taxable: sum(ofRate.map(({ taxable }) => taxable)), vat: sum(ofRate.map(({ vat }) => vat)) }
  })
}

/** DIAN's tolerance in a computed amount: two pesos (technical annex 1.9, section 5.2.1.1). */
const TOLERANCE = money(200)

/** The arithmetic rules that a document breaks: sums of lines, taxes by rate, allowances, payable amount. Empty when it is right. */
export function amountProblems(amounts: UblAmounts): string[] {
  const { lines, taxes, allowances, extension, taxExclusive, taxInclusive, vat, allowance, payable } = amounts
  const taxed = lines.flatMap(({ tax }) => (tax === null ? [] : [tax]))
  const rules: readonly (readonly [boolean, string])[] = [
    [lines.length > 0, 'El documento no tiene líneas'],
    [lines.every((line) => line.extension >= ZERO), 'Una línea es negativa'],
    [extension === sum(lines.map((line) => line.extension)), 'El valor antes de impuestos no es la suma de las líneas'],
    [
      taxExclusive === sum(taxed.map(({ taxable }) => taxable)),
      'La base de los impuestos no es la suma de las líneas gravadas',
    ],
    [taxes.every((tax) => isOfRate(tax, taxed)), 'El impuesto de una tarifa no es la suma de sus líneas'],
    [new Set(taxes.map(({ bps }) => bps)).size === taxes.length, 'Una tarifa está dos veces'],
    [vat === sum(taxes.map((tax) => tax.vat)), 'El impuesto del documento no es la suma de sus tarifas'],
    [taxed.every(isNearRate), 'El IVA de una línea no es su base por su tarifa'],
    [taxInclusive === plus(extension, vat), 'El valor con impuestos no es las líneas y los impuestos'],
    [
      allowance === sum(allowances.map(({ amount }) => amount)),
      'El total de descuentos no es la suma de los descuentos',
    ],
    [payable === minus(taxInclusive, allowance), 'El total a pagar no es el valor con impuestos menos los descuentos'],
    [payable >= ZERO, 'El total a pagar es negativo'],
  ]
  return rules.flatMap(([isKept, rule]) => (isKept ? [] : [rule]))
}

function isOfRate({ bps, taxable, vat }: UblTax, lines: readonly UblTax[]): boolean {
  const ofRate = lines.filter((line) => line.bps === bps)
  return taxable === sum(ofRate.map((line) => line.taxable)) && vat === sum(ofRate.map((line) => line.vat))
}

const isNearRate = ({ taxable, bps, vat }: UblTax): boolean => Math.abs(minus(shareOf(taxable, bps), vat)) <= TOLERANCE
