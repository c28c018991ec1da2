import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pesos } from '#domain/core/money.ts'
import { planApi } from '#domain/plans/api.ts'
import { newPlanBody, planChangesBody } from './plan-form.ts'

const typed = {
  'plan.name': 'Hogar 100',
  'plan.reference_code': 'HOG100',
  'plan.price': '79,900',
  'plan.download_speed': '100',
  'plan.upload_speed': '50',
}

const messages = (value: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    (z.safeParse(planApi.create.body, newPlanBody(value)).error?.issues ?? []).map((issue) => [
      issue.path.join('.'),
      issue.message,
    ]),
  )

test('PLN-04 el formulario quita las comas del precio y agrega Mbps a las velocidades', () => {
  expect(z.parse(planApi.create.body, newPlanBody(typed))).toEqual({
    plan: {
      name: 'Hogar 100',
      reference_code: 'HOG100',
      price: pesos(79_900),
      download_speed: '100 Mbps',
      upload_speed: '50 Mbps',
      is_packaged: false,
      is_active: true,
    },
  })
})

test('PLN-04 vacío, cada campo dice que es requerido; en cero, que debe ser positivo', () => {
  expect(messages({})).toEqual({
    'plan.name': 'El nombre es requerido',
    'plan.reference_code': 'El código de referencia es requerido',
    'plan.price': 'El precio es requerido',
    'plan.download_speed': 'La velocidad de descarga es requerida',
    'plan.upload_speed': 'La velocidad de subida es requerida',
  })
  expect(messages({ ...typed, 'plan.price': '0', 'plan.download_speed': '0' })).toEqual({
    'plan.price': 'El precio debe ser un número positivo',
    'plan.download_speed': 'La velocidad debe ser un número positivo',
  })
})

test('PLN-05 el formulario de edición lleva el estado y no el código', () => {
  expect(z.parse(planApi.update.body, planChangesBody({ ...typed, 'plan.is_active': true }))).toEqual({
    plan: {
      name: 'Hogar 100',
      price: pesos(79_900),
      download_speed: '100 Mbps',
      upload_speed: '50 Mbps',
      is_packaged: false,
      is_active: true,
    },
  })
  expect(z.parse(planApi.update.body, planChangesBody(typed)).plan.is_active).toBe(false)
  const packaged = { ...typed, 'plan.is_packaged': true }
  expect(z.parse(planApi.update.body, planChangesBody(packaged)).plan.is_packaged).toBe(true)
})
