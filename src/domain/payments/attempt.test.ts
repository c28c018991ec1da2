import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#domain/core/money.ts'
import {
  ATTEMPT_STATUSES,
  type AttemptStatus,
  attemptLifecycle,
  CHECK_DAYS_MAX,
  isAbsenceAccepted,
  isOpen,
  type KnownAttempt,
  nextCheckAt,
  nextTransition,
  type ProviderState,
} from './attempt.ts'

const attempt: KnownAttempt = {
  status: 'pending',
  transaction_id: 't-1',
  reference: 'AF-1-abc',
  amount: money(7_990_000),
}
const transaction: ProviderState = {
  id: 't-1',
  status: 'APPROVED',
  reference: 'AF-1-abc',
  amount_in_cents: 7_990_000,
  currency: 'COP',
}

test('PAY-05 lo que el proveedor dice mueve el intento por los pasos permitidos', () => {
  expect(nextTransition(attempt, transaction)).toEqual({ kind: 'move', action: 'approve', to: 'approved' })
  expect(nextTransition({ ...attempt, status: 'approved' }, transaction)).toEqual({ kind: 'same' })
  expect(
    nextTransition({ ...attempt, status: 'submitted', transaction_id: null }, { ...transaction, status: 'PENDING' }),
  ).toEqual({
    kind: 'move',
    action: 'accept',
    to: 'pending',
  })
})

test('TRX-05 lo que llega tarde o en desorden no cambia lo que ya terminó, y lo que dimos por perdido sí puede aprobarse', () => {
  for (const late of ['PENDING', 'DECLINED', 'ERROR'] as const)
    expect(nextTransition({ ...attempt, status: 'approved' }, { ...transaction, status: late })).toEqual({
      kind: 'late',
    })
  expect(nextTransition({ ...attempt, status: 'declined' }, transaction)).toEqual({ kind: 'late' })
  expect(nextTransition({ ...attempt, status: 'expired' }, transaction)).toMatchObject({ to: 'approved' })
  expect(nextTransition({ ...attempt, status: 'approved' }, { ...transaction, status: 'VOIDED' })).toMatchObject({
    to: 'voided',
  })
})

test('TRX-05 otra referencia, otro valor, otra moneda u otra transacción con dinero no se aplican: alguien las mira', () => {
  expect(nextTransition(attempt, { ...transaction, reference: 'AF-2-abc' })).toEqual({
    kind: 'mismatch',
    fields: ['reference'],
  })
  expect(nextTransition(attempt, { ...transaction, amount_in_cents: 1, currency: 'USD' })).toEqual({
    kind: 'mismatch',
    fields: ['amount', 'currency'],
  })
  expect(nextTransition(attempt, { ...transaction, id: 't-2' })).toEqual({ kind: 'mismatch', fields: ['transaction'] })
  expect(nextTransition(attempt, { ...transaction, id: 't-2', status: 'DECLINED' })).toEqual({ kind: 'late' })
})

const statuses = constantFrom('PENDING', 'APPROVED', 'DECLINED', 'VOIDED', 'ERROR')

test('TRX-05 en cualquier orden y con repetidos, lo aprobado se aplica una sola vez y lo final no se deshace', () => {
  assert(
    property(array(statuses, { maxLength: 30 }), (allStatuses) => {
      let status: AttemptStatus = 'submitted'
      let approvals = 0
      for (const providerStatus of allStatuses) {
        const verdict = nextTransition({ ...attempt, status }, { ...transaction, status: providerStatus })
        if (verdict.kind !== 'move') continue
        expect(isOpen(status) || status === 'approved').toBe(true)
        if (verdict.to === 'approved') approvals += 1
        status = verdict.to
      }
      expect(approvals).toBeLessThanOrEqual(1)
    }),
  )
})

test('PAY-05 solo se envía desde «creado», y solo lo abierto bloquea las facturas', () => {
  expect(attemptLifecycle.from('submit')).toEqual(['created'])
  expect(ATTEMPT_STATUSES.filter(isOpen)).toEqual(['created', 'submitted', 'pending', 'unknown'])
})

test('PAY-05 se pregunta a los 1, 5 y 15 minutos, 1, 6 y 24 horas, cada día hasta el séptimo, y después nadie espera', () => {
  const start = new Date('2026-11-20T15:00:00Z')
  const checks: number[] = []
  for (let at: Date | null = nextCheckAt(start, start); at !== null; at = nextCheckAt(start, at))
    checks.push((at.getTime() - start.getTime()) / 60_000)
  expect(checks.filter((minutes) => minutes >= 1)).toEqual([
    1, 5, 15, 60, 360, 1440, 2880, 4320, 5760, 7200, 8640, 10_080,
  ])
  expect(checks.at(-1)).toBe(CHECK_DAYS_MAX * 1440)
  // After missed queries there is one next query, not one for each missed query.
  expect(nextCheckAt(start, new Date('2026-11-21T16:00:00Z'))).toEqual(new Date('2026-11-22T15:00:00Z'))
})

test('PAY-05 que el proveedor no lo conozca se cree en la segunda ronda, no en la primera', () => {
  const start = new Date('2026-11-20T15:00:00Z')
  expect(isAbsenceAccepted(start, new Date('2026-11-20T15:01:00Z'))).toBe(false)
  expect(isAbsenceAccepted(start, new Date('2026-11-20T15:05:00Z'))).toBe(true)
})
