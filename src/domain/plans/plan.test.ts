import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  assertPlanUnused,
  assertRoomForPlan,
  hasRoomForPlan,
  NewPlan,
  normaliseCode,
  otherUseWarning,
  PlanChanges,
  speedText,
} from './plan.ts'

const plan = {
  name: 'Hogar 100',
  reference_code: 'HOG100',
  price: 79_900,
  download_speed: '100 Mbps',
  upload_speed: '50 Mbps',
  is_active: true as const,
}

const messages = (schema: z.ZodMiniType, value: unknown): Record<string, string> => {
  const parsed = z.safeDecode(schema, value)
  return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))
}

test('PLN-01 el plan 13 se rechaza con Límite alcanzado', () => {
  expect(hasRoomForPlan(11)).toBe(true)
  expect(hasRoomForPlan(12)).toBe(false)
  expect(() => assertRoomForPlan(12)).toThrow('Límite alcanzado')
})

test('PLN-03 un plan en uso dice cuántos contratos lo usan y ofrece desactivarlo', () => {
  expect(() => assertPlanUnused(0)).not.toThrow()
  expect(() => assertPlanUnused(1)).toThrow('1 contrato lo usa')
  expect(() => assertPlanUnused(3)).toThrow(/3 contratos lo usan, contando los terminados. Puedes desactivarlo/)
})

test('PLN-04 cada campo dice lo que le falta, con la frase exacta', () => {
  expect(messages(NewPlan, {})).toEqual({
    name: 'El nombre es requerido',
    reference_code: 'El código de referencia es requerido',
    price: 'El precio es requerido',
    download_speed: 'La velocidad de descarga es requerida',
    upload_speed: 'La velocidad de subida es requerida',
  })
  expect(
    messages(NewPlan, { ...plan, name: '  ', reference_code: '-- ', download_speed: '', upload_speed: ' ' }),
  ).toEqual({
    name: 'El nombre es requerido',
    reference_code: 'El código de referencia es requerido',
    download_speed: 'La velocidad de descarga es requerida',
    upload_speed: 'La velocidad de subida es requerida',
  })
})

test('PLN-04 el código se pone en mayúsculas, pierde lo que no es letra ni número y tiene al menos 3 caracteres', () => {
  expect(normaliseCode('hog-100 ñ')).toBe('HOG100')
  expect(messages(NewPlan, { ...plan, reference_code: 'a-b' })).toEqual({
    reference_code: 'El código debe tener al menos 3 caracteres',
  })
  expect(z.decode(NewPlan, { ...plan, reference_code: 'hog 100' }).reference_code).toBe('HOG100')
})

test('PLN-04 el precio es un entero positivo de pesos', () => {
  for (const price of [0, -1, 10.5])
    expect(messages(NewPlan, { ...plan, price })).toEqual({ price: 'El precio debe ser un número positivo' })
  expect(z.decode(NewPlan, plan).price).toBe(7_990_000)
})

test('PLN-04 las velocidades son números positivos con Mbps al final', () => {
  expect(speedText('100')).toBe('100 Mbps')
  expect(messages(NewPlan, { ...plan, download_speed: '0 Mbps', upload_speed: '-5 Mbps' })).toEqual({
    download_speed: 'La velocidad debe ser un número positivo',
    upload_speed: 'La velocidad debe ser un número positivo',
  })
})

test('PLN-05 al editar, el código puede venir o no, y el estado siempre', () => {
  const { reference_code: _code, ...changes } = plan
  expect(messages(PlanChanges, changes)).toEqual({})
  expect(messages(PlanChanges, { ...changes, is_active: undefined })).toHaveProperty('is_active')
})

test('PLN-04 CON-02 un plan que se vende para otro uso se avisa al elegirlo; el de cualquier uso no', () => {
  const soldFor = (segment: 'residential' | 'business' | null) => ({ name: 'Fibra 200', segment })
  expect(otherUseWarning(soldFor('business'), 'residential')).toBe(
    '«Fibra 200» se vende para uso empresarial y este servicio es residencial: revisa el plan o el uso, que decide el IVA',
  )
  expect([otherUseWarning(soldFor(null), 'residential'), otherUseWarning(soldFor('business'), 'business')]).toEqual([
    null,
    null,
  ])
})
