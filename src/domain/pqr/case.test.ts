import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { NewPqr, Petitioner, SUBJECT_MAX, TEXT_MAX, TEXT_MIN } from './case.ts'
import { isAppealableToSic, isTechnical, TYPOLOGIES } from './topics.ts'

const complaint = { type: 'queja', subject: 'Corte', text: 'x'.repeat(TEXT_MIN), response_channel: 'correo' }
const fieldOf = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.path.join('.')

test('PQR-01 lo radicado tiene asunto y un texto de una extensión que se puede leer', () => {
  expect(fieldOf(NewPqr, complaint)).toBeUndefined()
  expect(fieldOf(NewPqr, { ...complaint, text: 'x'.repeat(TEXT_MIN - 1) })).toBe('text')
  expect(fieldOf(NewPqr, { ...complaint, text: 'x'.repeat(TEXT_MAX + 1) })).toBe('text')
  expect(fieldOf(NewPqr, { ...complaint, subject: 'x'.repeat(SUBJECT_MAX + 1) })).toBe('subject')
})

test('PQR-01 quien no es cliente da su nombre y un documento que corresponde a su tipo', () => {
  const person = { name: 'Luz Ortiz', type_identification: 'CC', identification: '52.123.456' }
  expect(z.parse(Petitioner, person).identification).toBe('52123456')
  expect(fieldOf(Petitioner, { ...person, identification: 'AB12' })).toBe('identification')
})

test('PQR-07 solo cinco temas llegan a la SIC, y los técnicos son otros', () => {
  expect(TYPOLOGIES.filter(isAppealableToSic)).toEqual([
    'facturacion',
    'negativa_contrato',
    'suspension',
    'corte',
    'terminacion',
  ])
  expect(TYPOLOGIES.filter(isTechnical)).toEqual(['calidad', 'sin_servicio', 'instalacion', 'traslado'])
})
