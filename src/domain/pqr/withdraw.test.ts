import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { PQR_STATUSES, type PqrStatus } from './lifecycle.ts'
import { stopsWithCase, withdrawn } from './withdraw.ts'

const [FILED, TODAY] = [day('2026-11-20'), day('2026-11-24')]
const caseIn = (status: PqrStatus) => ({ status, appeal_kind: null, appealed_on: null, filed_on: FILED })

test('PQR-10 R3.11 se desiste solo mientras la empresa debe una respuesta', () => {
  const may = PQR_STATUSES.filter((status) => {
    try {
      return withdrawn(caseIn(status), TODAY, TODAY) === 'desistida'
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  })
  expect(may).toEqual(['radicada', 'en_tramite', 'prorrogada', 'en_reposicion'])
})

test('PQR-10 el desistimiento no llega antes de lo que termina: la PQR o su recurso', () => {
  const appealed = { ...caseIn('en_reposicion'), appealed_on: day('2026-11-23') }
  expect(withdrawn(caseIn('radicada'), FILED, TODAY)).toBe('desistida')
  expect(() => withdrawn(caseIn('radicada'), day('2026-11-19'), TODAY)).toThrow('La PQR es del 20 de noviembre')
  expect(() => withdrawn(appealed, FILED, TODAY)).toThrow('El recurso es del 23 de noviembre')
  expect(() => withdrawn(caseIn('radicada'), day('2026-11-25'), TODAY)).toThrow('no puede ser futuro')
})

test('PQR-10 un desistimiento no termina la devolución que ordenó una respuesta', () => {
  expect(stopsWithCase('Llama al 3104445566 y dile los datos que necesitamos')).toBe(true)
  expect(stopsWithCase('Devuelve $ 2.000,00 de lo reclamado, que ya se había pagado')).toBe(false)
})
