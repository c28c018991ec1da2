import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAmount } from '#domain/core/amount.ts'
import { money, PESOS_MAX, pesos } from '#domain/core/money.ts'
import { type AmountStyle, afterEdit, amountOf, type FieldText, numberOf, shownAmount } from './amount.ts'

const EMPTY: FieldText = { text: '', isGrouped: true }
const STYLES: readonly AmountStyle[] = ['dots', 'commas']

/** The field after some keys at its end; '<' deletes the last character. */
const type = (keys: string, style: AmountStyle, from: FieldText = EMPTY): FieldText =>
  [...keys].reduce<FieldText>((shown, key) => {
    const text = key === '<' ? shown.text.slice(0, -1) : shown.text + key
    return afterEdit(shown, { text, caret: text.length, key: key === '<' ? '' : key }, style)
  }, from)

const paste = (text: string, style: AmountStyle): FieldText =>
  afterEdit(EMPTY, { text, caret: text.length, key: null }, style)

test.each<[string, AmountStyle, string, number]>([
  ['22.565', 'dots', '22.565', 22_565],
  ['22565', 'dots', '22.565', 22_565],
  ['22565.5', 'dots', '22565.5', 22_565.5],
  ['22565,5', 'dots', '22565,5', 22_565.5],
  ['22.565,50', 'dots', '22.565,50', 22_565.5],
  ['22,565.50', 'dots', '22,565.50', 22_565.5],
  ['1,5', 'dots', '1,5', 1.5],
  ['1.234.567,89', 'dots', '1.234.567,89', 1_234_567.89],
  ['$ 85.000', 'dots', '$ 85.000', 85_000],
  ['22565<', 'dots', '2.256', 2_256],
  ['22565<<0', 'dots', '2.250', 2_250],
  ['79900', 'commas', '79,900', 79_900],
  ['79900<<<', 'commas', '79', 79],
  ['79.900', 'commas', '79.900', 79_900],
  ['79900,5', 'commas', '79900,5', 79_900.5],
  ['79900.00', 'commas', '79900.00', 79_900],
  ['007', 'commas', '007', 7],
])('TRX-03 PLN-04 teclear «%s» (%s) deja «%s»', (keys, style, text, amount) => {
  expect(type(keys, style).text).toBe(text)
  expect(amountOf(text)).toBe(amount)
})

test('TRX-03 lo que se pega queda como venía, y los dígitos solos se agrupan', () => {
  for (const text of ['22.565,00', '$ 79.900', '1,5', '1.000,000', 'mil'])
    for (const style of STYLES) expect(paste(text, style).text).toBe(text)
  expect(paste('219900', 'commas').text).toBe('219,900')
  expect(paste('219900', 'dots').text).toBe('219.900')
})

test('TRX-03 corregir un valor que el campo agrupó no deja los puntos donde ya no van', () => {
  const shown: FieldText = { text: shownAmount(pesos(22_565.5), 'dots'), isGrouped: true }
  expect(shown.text).toBe('22.565,50')
  expect(afterEdit(shown, { text: '2.565,50', caret: 1, key: '' }, 'dots')).toMatchObject({
    text: '2565,50',
    caret: 1,
  })
  expect(afterEdit(shown, { text: '22.5655,50', caret: 7, key: '5' }, 'dots')).toMatchObject({
    text: '225655,50',
    caret: 6,
  })
})

const anyMoney = fc.integer({ min: 0, max: PESOS_MAX * 100 }).map(money)
const anyKeys = fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 12 })

test('TRX-03 lo que el campo muestra se lee igual que lo que se tecleó', () => {
  fc.assert(
    fc.property(anyKeys, fc.constantFrom(...STYLES), (keys, style) => {
      expect(readAmount(type(keys, style).text)).toEqual(readAmount(keys))
    }),
    { numRuns: 2_000 },
  )
})

test('TRX-03 lo que el campo muestra al salir de él se lee como el mismo valor', () => {
  fc.assert(
    fc.property(anyMoney, fc.constantFrom(...STYLES), (amount, style) => {
      expect(readAmount(shownAmount(amount, style))).toEqual({ kind: 'amount', amount })
    }),
  )
})

test('the caret remains after the same digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.nat(7), fc.constantFrom(...STYLES), (number, at, style) => {
      const text = String(number)
      const caret = Math.min(at, text.length)
      const after = afterEdit(EMPTY, { text, caret, key: null }, style)
      expect(after.text.slice(0, after.caret).replace(/[.,]/g, '')).toBe(text.slice(0, caret))
    }),
  )
})

test('an empty text is undefined, and an invalid text is NaN, which every schema rejects', () => {
  expect(amountOf(' ')).toBe(undefined)
  for (const text of ['mil', '1.23.456', '1.000,000', '-5']) expect(amountOf(text)).toBe(Number.NaN)
  expect([numberOf(''), numberOf('2'), numberOf('1,5'), numberOf('x')]).toEqual([undefined, 2, 1.5, Number.NaN])
})
