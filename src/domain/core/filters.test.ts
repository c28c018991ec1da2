import { expect, test } from 'vitest'
import { PAYMENT_STATUSES, ROLE_GROUPS, STAFF_ROLES, TABLE_FILTERS, USER_STATUSES } from './filters.ts'

const labels = (options: readonly { label: string }[]): string[] => options.map((option) => option.label)

test('TBL-03 los filtros de las tablas tienen los nombres y las opciones de la especificación', () => {
  expect(TABLE_FILTERS).toHaveLength(10)
  expect(PAYMENT_STATUSES.map((status) => status.value)).toEqual(['pagado', 'pendiente', 'vencido', 'anulado'])
  expect(labels(USER_STATUSES)).toEqual(['Activo', 'Inactivo'])
  expect(labels(ROLE_GROUPS)).toEqual(['Admin', 'Soporte'])
  expect(labels(STAFF_ROLES)).toEqual(['Financiero', 'Tecnico', 'Redes'])
})
