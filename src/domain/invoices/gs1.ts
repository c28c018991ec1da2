/**
 * A GS1-128 bar code with digits only, as Colombian bills carry it. Every code set C symbol is two digits; FNC1 is first and after each
 * element of variable length that another one follows.
 */
export type BarCode = {
  /** '(415)7709998000018(8020)0000001024…': printed below the bars. */
  text: string
  /** The values of its symbols, from the start symbol to the stop symbol. */
  symbols: number[]
}

const START_C = 105
const FNC1 = 102
const STOP = 106
const MODULUS = 103

/** An element: its application identifier and its digits. `isFixed`: its length is known from the identifier. */
export type Element = { ai: string; value: string; isFixed?: boolean }

/** The bar code of some elements. Throws RangeError when they are not an even number of digits between two FNC1. */
export function barCodeOf(elements: readonly Element[]): BarCode {
  const values = [FNC1]
  let digits = ''
  const flush = (): void => {
    if (!/^(?:\d\d)*$/.test(digits)) throw new RangeError(`not an even number of digits: ${digits}`)
    values.push(...(digits.match(/\d\d/g) ?? []).map(Number))
    digits = ''
  }
  for (const [index, { ai, value, isFixed }] of elements.entries()) {
    digits += ai + value
    if (isFixed || index === elements.length - 1) continue
    flush()
    values.push(FNC1)
  }
  flush()
  const check = values.reduce((sum, value, index) => (sum + value * (index + 1)) % MODULUS, START_C)
  return {
    text: elements.map(({ ai, value }) => `(${ai})${value}`).join(''),
    symbols: [START_C, ...values, check, STOP],
  }
}

/** The widths of bars and spaces of the symbols 0 to 102 (ISO/IEC 15417), in modules; each begins with a bar. */
const WIDTHS = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211
  221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113
  132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121
  312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211
  221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141
  114113 114311 411113 411311 113141 114131 311141 411131
`
  .trim()
  .split(/\s+/)

const widthsOf = (symbol: number): string =>
  symbol === START_C ? '211232' : symbol === STOP ? '2331112' : (WIDTHS[symbol] ?? '')

/** The widths of all the bars and spaces of a code, in modules: a bar, a space, a bar, … */
export const modulesOf = ({ symbols }: BarCode): number[] => [...symbols.map(widthsOf).join('')].map(Number)

/** The check digit of a GLN, from its first twelve digits: weights 3 and 1 from the right. */
export function glnCheckDigit(digits: string): number {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** Whether a text is a GLN of thirteen digits with its check digit. */
export const isGln = (text: string): boolean =>
  /^\d{13}$/.test(text) && glnCheckDigit(text.slice(0, 12)) === Number(text[12])
