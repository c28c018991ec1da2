import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AmountReading, amountProblem, readAmount, readSignedAmount } from './amount.ts'
import { commaAmount, type Money, money, PESOS_MAX, pesos, pesosLabel } from './money.ts'

test.each<[string, number]>([
  ['22.565', 22_565],
  ['22,565', 22_565],
  ['22.565,50', 22_565.5],
  ['22,565.50', 22_565.5],
  ['22565.5', 22_565.5],
  ['22565,5', 22_565.5],
  ['10000', 10_000],
  ['10.000', 10_000],
  ['10000,5', 10_000.5],
  ['100,00', 100],
  ['1,5', 1.5],
  ['0,5', 0.5],
  [',50', 0.5],
  ['007', 7],
  ['0.000', 0],
  ['1.234.567,89', 1_234_567.89],
  ['$ 1.234.567,89', 1_234_567.89],
  ['1234567,8', 1_234_567.8],
  ['1.5', 1.5],
  ['1,234,567.89', 1_234_567.89],
  ['1 234 567,89', 1_234_567.89],
  ["1'234.567,89", 1_234_567.89],
  ["1'500.000", 1_500_000],
  ['1’500,000', 1_500_000],
  ["1'234'567.5", 1_234_567.5],
  ['$ 85.000', 85_000],
  ['$\u00a085.000,00', 85_000],
  ['$85.000.-', 85_000],
  ['85.000,-', 85_000],
  ['85.000,00.-', 85_000],
  ['COP 85.000', 85_000],
  ['COP$85000', 85_000],
  ['COL$ 85.000', 85_000],
  ['85.000 COP', 85_000],
  ['85.000\u202fpesos', 85_000],
  ['$ 85.000 M/CTE.', 85_000],
  ['  79.900\t', 79_900],
  // While the user types: a mark without digits after it.
  ['22.', 22],
  ['22.565.', 22_565],
  ['22.565,', 22_565],
  [`${PESOS_MAX}`, PESOS_MAX],
])('«%s» se lee como %d pesos', (text, amount) => {
  expect(readAmount(text)).toEqual({ kind: 'amount', amount: pesos(amount) })
})

test.each<[string, string]>([
  ['', 'not_a_number'],
  ['mil', 'not_a_number'],
  ['85 mil', 'not_a_number'],
  ['1e9', 'not_a_number'],
  ['USD 50', 'not_a_number'],
  ['85.000-', 'not_a_number'],
  ['$', 'not_a_number'],
  ['.', 'not_a_number'],
  ['1.23.456', 'grouping'],
  ['1.2.3', 'grouping'],
  ['1.234.56', 'grouping'],
  ['1,234.567,89', 'grouping'],
  ['12 34', 'grouping'],
  ['1.234 567', 'grouping'],
  ['0.123.456', 'grouping'],
  ['22565.000.000', 'grouping'],
  ['1..5', 'grouping'],
  ['1,000 000.000', 'decimals'],
  ['12.3.', 'grouping'],
  ['12,3456', 'decimals'],
  ['12.3456', 'decimals'],
  ['22565.123', 'decimals'],
  ['1.234,567', 'decimals'],
  ['0.567', 'decimals'],
  ['999.999.999,120', 'decimals'],
  ['99999999999', 'too_large'],
  ['1.000.000.000,01', 'too_large'],
  ['9'.repeat(400), 'too_large'],
  ['-20.000', 'negative'],
  ['$ -20.000', 'negative'],
  ['-$ 20.000,00', 'negative'],
  ['\u221220.000', 'negative'],
  ['(20.000)', 'negative'],
])('«%s» no es un valor: %s', (text, reason) => {
  const reading = readAmount(text)
  expect(reading).toEqual({ kind: 'invalid', reason })
  expect(amountProblem(reading)).toMatch(/^(Escribe|El valor|Los miles)/)
})

test.each<[string, string]>([
  ['22565.500', '¿$ 22.565,50 o $ 22.565.500,00? Escribe 22565,50 o 22565500, sin separar los miles'],
  ['1.000,000', '¿$ 1.000,00 o $ 1.000.000,00? Escribe 1000 o 1000000, sin separar los miles'],
  ["1'000.000,000", '¿$ 1.000.000,00 o $ 1.000.000.000,00? Escribe 1000000 o 1000000000, sin separar los miles'],
  ['0,500', '¿$ 0,50 o $ 500,00? Escribe 0,50 o 500, sin separar los miles'],
  ['$ 1 234,560', '¿$ 1.234,56 o $ 1.234.560,00? Escribe 1234,56 o 1234560, sin separar los miles'],
])('«%s» tiene dos lecturas y se pregunta cuál', (text, question) => {
  expect(amountProblem(readAmount(text))).toBe(question)
})

test('CLI-05 un saldo a favor lleva signo: delante, tras el peso o entre paréntesis', () => {
  for (const text of ['-20.000,50', '$ -20.000,50', '-$20,000.50', '\u221220000.5', '(20.000,50)'])
    expect(readSignedAmount(text)).toEqual({ kind: 'amount', amount: pesos(-20_000.5) })
  expect(Object.is(amountIn(readSignedAmount('-0')), 0)).toBe(true)
  for (const text of ['-', '--5', '5-', '(5']) expect(amountIn(readSignedAmount(text))).toBe(null)
  expect(readSignedAmount('-1.000,000')).toEqual({
    kind: 'ambiguous',
    asDecimals: pesos(-1_000),
    asThousands: pesos(-1_000_000),
  })
})

const amountIn = (reading: AmountReading): Money | null => (reading.kind === 'amount' ? reading.amount : null)

const anyMoney = fc.integer({ min: 0, max: PESOS_MAX * 100 }).map(money)

const grouped = (whole: string, mark: string): string => whole.replace(/\B(?=(\d{3})+$)/g, mark)
const millionsWithApostrophe = (whole: number): string =>
  grouped(String(whole / 100), '.').replace(/\.(?=\d{3}\.\d{3}$)/, "'")

/** The ways of writing the whole part, each with the marks that its decimals may have. */
const STYLES: readonly [string, (whole: string) => string, readonly string[]][] = [
  ['sin separar', (whole) => whole, ['.', ',']],
  ['con puntos', (whole) => grouped(whole, '.'), [',']],
  ['con comas', (whole) => grouped(whole, ','), ['.']],
  ['con espacios', (whole) => grouped(whole, ' '), ['.', ',']],
  ['con espacios duros', (whole) => grouped(whole, '\u00a0'), ['.', ',']],
  ['con apóstrofos', (whole) => grouped(whole, "'"), ['.', ',']],
]
const AROUND: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => `$ ${number}`,
  (number) => `$\u00a0${number}`,
  (number) => `COP ${number}`,
  (number) => `${number} COP`,
  (number) => `  $${number}.- `,
]

/** All the ways of writing the decimals of an amount: '', '5' and '50' where they have the same value. */
function decimalsOf(amount: Money): string[] {
  const two = String(amount % 100).padStart(2, '0')
  return [two, ...(two.endsWith('0') ? [two.slice(0, 1)] : []), ...(two === '00' ? [''] : [])]
}

test.each(STYLES)('todo valor escrito %s se lee como el mismo valor', (_, write, marks) => {
  fc.assert(
    fc.property(anyMoney, fc.constantFrom(...marks), fc.constantFrom(...AROUND), (amount, mark, around) => {
      for (const decimals of decimalsOf(amount)) {
        const whole = write(String(Math.floor(amount / 100)))
        const text = around(decimals === '' ? whole : `${whole}${mark}${decimals}`)
        expect([text, amountIn(readAmount(text))]).toEqual([text, amount])
      }
    }),
  )
})

test('lo que las pantallas muestran se lee como el mismo valor', () => {
  fc.assert(
    fc.property(anyMoney, (amount) => {
      expect(amountIn(readAmount(pesosLabel(amount)))).toBe(amount)
      expect(amountIn(readAmount(commaAmount(amount)))).toBe(amount)
      const whole = amount - (amount % 100)
      if (whole < PESOS_MAX * 100) expect(amountIn(readAmount(millionsWithApostrophe(whole)))).toBe(whole)
      expect(amountIn(readSignedAmount(pesosLabel(money(0 - amount))))).toBe(0 - amount)
    }),
  )
})

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 12 }),
  fc
    .array(fc.tuple(fc.constantFrom('.', ',', ' ', "'"), fc.constantFrom('0', '00', '000', '500', '120', '567', '5')), {
      maxLength: 3,
    })
    .chain((parts) =>
      fc.constantFrom('0', '1', '12', '123', '1234', '012').map((first) => first + parts.flat().join('')),
    ),
)

test('ningún texto se lee con otra cantidad de dígitos: todos son pesos, o los últimos uno o dos son centavos', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const amount = amountIn(readAmount(text))
      if (amount === null) return
      const tail = /[.,](\d{1,2})$/.exec(text)?.[1] ?? ''
      const whole = text.slice(0, text.length - tail.length).replace(/\D/g, '')
      expect([text, amount]).toEqual([text, Number(whole) * 100 + Number(tail.padEnd(2, '0'))])
    }),
    { numRuns: 2_000 },
  )
})

test('solo son ambiguos los textos con tres decimales, el último un cero, que tampoco son miles bien escritos', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const reading = readAmount(text)
      const twoDecimals = /[.,]\d\d0$/.test(text) ? amountIn(readAmount(text.slice(0, -1))) : null
      const asThousands = Number(text.replace(/\D/g, '')) * 100
      const isTwice = twoDecimals !== null && twoDecimals !== asThousands && asThousands <= PESOS_MAX * 100
      expect([text, reading.kind === 'ambiguous']).toEqual([text, isTwice && reading.kind !== 'amount'])
      if (reading.kind !== 'ambiguous') return
      expect([reading.asDecimals, reading.asThousands]).toEqual([twoDecimals, asThousands])
    }),
    { numRuns: 2_000 },
  )
})
