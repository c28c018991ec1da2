import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { approvalCopy } from './approval.ts'
import { FIRST_POLICY, type PolicyRules } from './policy.ts'

const policy: PolicyRules = { ...FIRST_POLICY, mode: 'on', from_hour: 8, to_hour: 16 }
/** Wednesday, December 16, 2026 at an hour of Bogotá. */
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 11, 16, hour + 5, minute))
const copyAt = (now: Date, changes: Partial<PolicyRules> = {}) =>
  approvalCopy({ policy: { ...policy, ...changes }, emergencies: [] }, { to_cut: 3, now })

test('SUS-02 quien aprueba los cortes que detuvo el freno sabe cuándo se hacen, según las horas de la política', () => {
  expect(copyAt(at(7, 59))).toBe('Aprobaste 3 cortes: empiezan hoy a las 8:00')
  expect(copyAt(at(8))).toBe('Aprobaste 3 cortes: empiezan ahora')
  expect(copyAt(at(15, 59))).toBe('Aprobaste 3 cortes: empiezan ahora')
  expect(copyAt(at(16))).toBe(
    'Aprobaste 3 cortes, pero hoy ya no se hacen: se corta hasta las 16:00. El próximo día con cortes se deciden otra vez, y el freno los puede volver a detener',
  )
})

test('SUS-02 R2.22 quien aprueba en un día libre o en una emergencia lee que hoy no se hacen, y con la política apagada o en prueba no aprueba', () => {
  for (const mode of ['off', 'trial'] as const) {
    expect(() => copyAt(at(9), { mode })).toThrow('La política ya no está encendida: esos cortes no se hacen')
  }
  expect(copyAt(at(9), { days_off: [day('2026-12-16')] })).toMatch(
    /^Aprobaste 3 cortes, pero hoy no se hacen: la empresa no corta ese día\. El próximo día/,
  )
  const emergencies = [{ valid_from: day('2026-12-15'), valid_to: null }]
  expect(approvalCopy({ policy, emergencies }, { to_cut: 3, now: at(9) })).toMatch(
    /hoy no se hacen: una emergencia suspende los cortes/,
  )
})
