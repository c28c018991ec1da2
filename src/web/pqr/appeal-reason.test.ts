import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { noAppealReason } from './appeal-reason.ts'

type Of = Parameters<typeof noAppealReason>[0]

const entry = (kind: PqrCase['entries'][number]['kind']): PqrCase['entries'][number] => ({
  id: kind,
  kind,
  at: '2026-12-14T15:00:00.000Z',
  side: 'empresa',
  author: 'Ana',
  text: '',
  is_internal: false,
  from_status: null,
  to_status: null,
  decision: null,
})
const reason = (of: Partial<Of>, today: string) =>
  noAppealReason(
    { entries: [entry('answered')], appeal: null, status: 'respondida', appeal_until: day('2026-12-29'), ...of } as Of,
    day(today),
  )

test('PQR-07 el undécimo día el cliente lee por qué ya no hay recurso, y hasta el décimo no lee nada', () => {
  expect(reason({}, '2026-12-29')).toBeNull()
  const over =
    'El plazo para interponer un recurso terminó el 29 de diciembre de 2026. Si hay algo nuevo, radica otra PQR.'
  expect(reason({}, '2026-12-30')).toBe(over)
  expect(reason({ status: 'cerrada' }, '2026-12-30')).toBe(over)
})

test('PQR-07 antes de la respuesta, después de un recurso o de un silencio, el cliente lee lo que pasó', () => {
  expect(reason({ entries: [], status: 'radicada', appeal_until: null }, '2026-12-01')).toBeNull()
  expect(reason({ status: 'sap' }, '2026-12-15')).toBe('No hay nada que recurrir: se resolvió a tu favor.')
  const appeal = { kind: 'reposicion', filed_on: day('2026-12-20'), decision: null, answered_on: null } as const
  expect(reason({ appeal, status: 'en_reposicion' }, '2026-12-21')).toBe(
    'Interpusiste un recurso el 20 de diciembre de 2026.',
  )
})
