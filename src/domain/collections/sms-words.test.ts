import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { smsSize } from '#domain/messages/sms.ts'
import { smsText } from './sms-words.ts'
import { TEMPLATE_KINDS } from './template.ts'

const URL = 'https://portal.miproveedor.com.co/payments'
const values = {
  name: 'Íngrid',
  company: 'Telecomunicaciones Andinas del Pacífico',
  no_contract: 'AF-000123',
  amount: pesos(1_460_000),
  on: day('2026-12-16'),
}

test.each(TEMPLATE_KINDS)('SUS-10 el aviso «%s» va en el alfabeto corto y en dos partes como máximo', (kind) => {
  const text = smsText(kind, values, URL)
  expect(smsSize(text)).toMatchObject({ encoding: 'gsm7' })
  expect(smsSize(text).parts).toBeLessThanOrEqual(2)
  expect(text).not.toMatch(/[{}]/)
})

test('SUS-10 R2.3 el aviso del corte dice el contrato, lo que debe y desde cuándo', () => {
  expect(smsText('notice', { ...values, company: 'Andina Fibra', amount: pesos(60_000) }, URL)).toBe(
    'Andina Fibra: Ingrid, tu contrato AF-000123 tiene $ 60.000,00 vencidos. Sin el pago, podemos suspender el servicio desde el 16 de diciembre de 2026. Puedes reclamar la factura. https://portal.miproveedor.com.co/payments',
  )
})
