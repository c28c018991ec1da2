import { expect, test } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { acceptanceLabel, type ContractVersion } from './version.ts'

const SIGNED: ContractVersion = {
  version: 1,
  reason: 'signature',
  from_on: dayOf(new Date('2026-11-20T15:00:00Z')),
  channel: 'portal',
  accepted_by: 'Yenny Bohórquez',
  asked_by: null,
  asked_on: null,
  asked_channel: null,
  made_at: '2026-11-20T15:00:00.000Z',
  text_hash: '0'.repeat(64),
}

test('R2.10 R2.20 una versión dice quién la firmó; de un cambio no dice que se pidió en la oficina', () => {
  expect(acceptanceLabel(SIGNED)).toBe('Firmado por Yenny Bohórquez en el portal')
  expect(acceptanceLabel({ ...SIGNED, reason: 'plan_change', channel: 'desk' })).toBe(
    'Registrado por la empresa, a nombre de Yenny Bohórquez,',
  )
})

test('R2.10 R2.20 una versión de un cambio dice quién lo pidió, qué día y por dónde, cuando se sabe', () => {
  const asked = { asked_by: 'Ciro Peláez', asked_on: SIGNED.from_on, asked_channel: 'whatsapp' } as const
  expect(acceptanceLabel({ ...SIGNED, ...asked, reason: 'plan_change', channel: 'desk' })).toBe(
    'Lo pidió Ciro Peláez el 20 de noviembre de 2026, por WhatsApp. Registrado por la empresa, a nombre de Yenny Bohórquez,',
  )
})
