import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, day } from '#domain/core/days.ts'
import { money, pesos } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { changeOf, storedValue } from './new-value.ts'
import { missingCopy, type Parameter, valueInForce, valueOn } from './parameter.ts'
import { runOutLabel, runOutOf } from './run-out.ts'

const TODAY = day('2026-11-22')
const uvt = (valid_from: string, valid_to: string | null, value = 5_237_400): Parameter => ({
  key: 'tax.uvt',
  valid_from: day(valid_from),
  valid_to: valid_to === null ? null : day(valid_to),
  unit: 'pesos',
  value: money(value),
  label: 'UVT',
  legal_basis: 'Res. DIAN 000238 de 2025',
  certainty: 'verified',
  note: '',
})
const cap = { ...uvt('2026-07-16', null, 198_100), key: 'service.reconnection_cap', label: 'Tope de reconexión' }
const wanted = (from: string, to: string | null, key: 'tax.uvt' | 'tax.vat_general' = 'tax.uvt') => ({
  key,
  valid_from: day(from),
  valid_to: to === null ? null : day(to),
})

test('NUM-02 la UVT de 2027 sigue a la de 2026, y un valor que todavía no rige se reemplaza', () => {
  const values = [uvt('2026-01-01', '2026-12-31')]
  expect(changeOf(wanted('2027-01-01', '2027-12-31'), values, TODAY)).toEqual({ replaced: null, shortened: null })
  const future = uvt('2027-01-01', '2027-12-31', 1)
  expect(changeOf(wanted('2027-01-01', '2027-12-31'), [...values, future], TODAY).replaced).toEqual(future)
  expect(() => changeOf(wanted('2026-12-15', '2027-01-31'), [...values, future], TODAY)).toThrow(
    'Ya hay un valor desde el 1 de enero de 2027',
  )
})

test('NUM-01 el valor anterior termina el día antes del nuevo, y un día que ya llegó no cambia', () => {
  const vat = [{ ...uvt('2017-01-01', null, 1_900), key: 'tax.vat_general' }]
  const change = changeOf(wanted('2027-01-01', null, 'tax.vat_general'), vat, TODAY)
  expect(change.shortened).toEqual({ parameter: vat[0], valid_to: '2026-12-31' })
  for (const from of ['2026-11-22', '2017-01-01', '2016-06-01'])
    expect(() => changeOf(wanted(from, null, 'tax.vat_general'), vat, TODAY)).toThrow('ya tienen un valor que rige')
  // Days without a value were used by nothing.
  expect(changeOf(wanted('2016-06-01', '2016-12-31', 'tax.vat_general'), vat, TODAY)).toEqual({
    replaced: null,
    shortened: null,
  })
})

test('NUM-02 faltan las fechas: un número de cada año necesita su último día, y el último no es anterior al primero', () => {
  expect(() => changeOf(wanted('2027-01-01', null), [], TODAY)).toThrow('Este número cambia cada año')
  expect(() => changeOf(wanted('2027-01-01', '2026-12-31'), [], TODAY)).toThrow('El último día no puede ser anterior')
})

test('NUM-01 con cualquier serie de valores nuevos, los días que ya llegaron conservan su valor y ninguno tiene dos', () => {
  const dayAround = fc.integer({ min: -900, max: 900 }).map((offset) => addDays(TODAY, offset))
  const range = fc.tuple(dayAround, fc.option(fc.integer({ min: 0, max: 500 })))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
      let values: Parameter[] = [{ ...uvt('2026-01-01', null), key: 'tax.vat_general' }]
      for (const [index, [from, length]] of ranges.entries()) {
        const next = wanted(from, length === null ? null : addDays(from, length), 'tax.vat_general')
        const before = values
        values = added(values, next, index)
        for (let offset = -950; offset <= 0; offset += 19) {
          const on = addDays(TODAY, offset)
          const old = valueOn(before, 'tax.vat_general', on)
          if (old !== null) expect(valueOn(values, 'tax.vat_general', on)).toBe(old)
        }
        for (const one of values) expect(one.valid_to === null || one.valid_to >= one.valid_from).toBe(true)
        expect(overlapsOf(values)).toBe(0)
      }
    }),
    { numRuns: 60 },
  )
})

function added(values: Parameter[], next: ReturnType<typeof wanted>, index: number): Parameter[] {
  try {
    const { replaced, shortened } = changeOf(next, values, TODAY)
    const kept = values
      .filter((one) => one !== replaced)
      .map((one) => (one === shortened?.parameter ? { ...one, valid_to: shortened.valid_to } : one))
    return [...kept, { ...uvt('2026-01-01', null, index + 1), ...next }]
  } catch (error) {
    if (error instanceof Refusal) return values
    throw error
  }
}

const overlapsOf = (values: readonly Parameter[]): number =>
  values.filter((one, index) =>
    values.some(
      (other, at) =>
        at > index &&
        (one.valid_to === null || other.valid_from <= one.valid_to) &&
        (other.valid_to === null || one.valid_from <= other.valid_to),
    ),
  ).length

test('NUM-02 un valor se guarda exacto: pesos en centavos, lo demás entero y dentro de su unidad', () => {
  expect([storedValue('pesos', 1_981.5), storedValue('bps', 1_900), storedValue('minute_of_day', 420)]).toEqual([
    198_150, 1_900, 420,
  ])
  expect(() => storedValue('pesos', 1.005)).toThrow('máximo dos decimales')
  expect(() => storedValue('business_days', 2.5)).toThrow('número entero')
  expect(() => storedValue('minute_of_day', 1_440)).toThrow('demasiado grande')
})

const history = (values: Parameter[], today: Day) => {
  const current = values.find((one) => valueOn([one], 'tax.uvt', today) !== null) ?? null
  return { key: 'tax.uvt', label: 'UVT', current, others: values.filter((one) => one !== current) }
}

test('NUM-03 se avisa tres meses antes del último valor, y cuando ya no hay', () => {
  const values = [uvt('2026-01-01', '2026-12-31')]
  const on = (today: string, known = values) => runOutOf(history(known, day(today)), day(today))
  expect(on('2026-09-30')).toBeNull()
  expect(on('2026-10-01')).toEqual({ kind: 'ends', on: '2026-12-31' })
  expect(on('2026-11-22', [...values, uvt('2027-01-01', '2027-12-31')])).toBeNull()
  expect(on('2027-01-01')).toEqual({ kind: 'missing' })
  expect(on('2025-12-31')).toBeNull()
  // A yearly number without a last day is the one of its year.
  const capHistory = { key: cap.key, label: cap.label, current: cap, others: [] }
  expect(runOutOf(capHistory, TODAY)).toEqual({ kind: 'ends', on: '2026-12-31' })
  expect(runOutOf({ ...capHistory, key: 'tax.vat_general' }, TODAY)).toBeNull()
  expect(runOutLabel('UVT', { kind: 'missing' })).toBe('UVT: no tiene un valor para hoy')
  expect(runOutLabel('UVT', { kind: 'ends', on: day('2026-12-31') })).toBe(
    'UVT: el último valor que conocemos va hasta el 31 de diciembre de 2026',
  )
})

test('NUM-03 una regla sin su número se niega con una frase que dice qué falta y quién lo registra', () => {
  const values = [uvt('2026-01-01', '2026-12-31', pesos(52_374))]
  expect(valueInForce(values, 'tax.uvt', TODAY)).toBe(5_237_400)
  const copy =
    'Falta el valor de «UVT» para el 1 de enero de 2027. El superadministrador de Enlace lo registra en Valores regulados.'
  expect(missingCopy(values, 'tax.uvt', day('2027-01-01'))).toBe(copy)
  expect(() => valueInForce(values, 'tax.uvt', day('2027-01-01'))).toThrow(new Refusal('refused', copy))
})
