import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { conceptOf, type NoteConcept } from './note-concept.ts'

const concept = (code: string, valid_to: string | null = null): NoteConcept => ({
  code,
  name: code,
  valid_from: day('2024-01-01'),
  valid_to: valid_to === null ? null : day(valid_to),
  legal_basis: 'Anexo técnico',
})
const concepts = [concept('1'), concept('2'), concept('5', '2026-06-30')]
const on = (text: string, isWhole: boolean) => ({ isWhole, concepts, day: day(text) })

test('INV-10 sin concepto elegido, una nota por todo es anulación y una por una parte es devolución parcial', () => {
  expect(conceptOf(undefined, on('2026-07-01', true))).toBe('2')
  expect(conceptOf(undefined, on('2026-07-01', false))).toBe('1')
  expect(conceptOf('1', on('2026-07-01', true))).toBe('1')
})

test('INV-10 un concepto rige en sus fechas, y una anulación no deja nada de la factura', () => {
  expect(conceptOf('5', on('2026-06-30', false))).toBe('5')
  expect(() => conceptOf('5', on('2026-07-01', false))).toThrow(/no está vigente/)
  expect(() => conceptOf('9', on('2026-07-01', false))).toThrow(/no está vigente/)
  expect(() => conceptOf('1', on('2023-12-31', false))).toThrow(/no está vigente/)
  expect(() => conceptOf('2', on('2026-07-01', false))).toThrow(/todo lo que queda/)
})
