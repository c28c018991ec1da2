import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import { ELECTRONIC_STATUSES } from '#domain/invoices/electronic.ts'
import {
  buyerOf,
  discountProblem,
  dueOnWhenSent,
  type FrozenLine,
  linesWithoutDiscounts,
  referenceOf,
} from './document.ts'
import { electronicLifecycle, isContingencyOver, nextAskAt, nextTryAt } from './lifecycle.ts'
import { CLIENT_REASONS, REASONS, rejectionCodeOf } from './rejection.ts'

const client = {
  type_identification: 'CC' as const,
  identification: '1020345678',
  name: 'Yenny Bohórquez',
  business_name: null,
  email: null,
  phone: '3001234567',
  address: 'Calle 10 # 20-30',
  municipality_code: '05001',
}

test('EIN-02 el comprador lleva el tipo de documento de la DIAN, y solo el NIT su dígito', () => {
  expect(buyerOf(client)).toMatchObject({ document_code: '13', identification: '1020345678', check_digit: null })
  const company = buyerOf({
    ...client,
    type_identification: 'NIT',
    identification: '900825759-7',
    business_name: 'Halltec S.A.S.',
  })
  expect(company).toMatchObject({
    document_code: '31',
    identification: '900825759',
    check_digit: '7',
    is_company: true,
  })
})

test('EIN-01 la referencia es del documento y no cambia', () => {
  expect(referenceOf('AF-1024', '0197a000-0000-7000-8000-00001a2b3c4d')).toBe('AF-1024-1a2b3c4d')
})

test('EIN-03 enviado tarde, el documento no vence antes de su propio día', () => {
  expect(dueOnWhenSent(day('2026-11-05'), day('2026-11-20'))).toBe('2026-11-20')
  expect(dueOnWhenSent(day('2026-12-05'), day('2026-11-20'))).toBe('2026-12-05')
})

const line = (base: number, changes: Partial<FrozenLine> = {}): FrozenLine => ({
  code: 'plan',
  description: 'Hogar 100',
  quantity: 1,
  base: money(base),
  vat_treatment: 'gravado',
  vat_bps: 1900,
  vat: money(Math.round(base * 0.19)),
  total: money(base + Math.round(base * 0.19)),
  ...changes,
})

test('EIN-06 un descuento se resta de la línea mayor de su mismo IVA, y las sumas no cambian', () => {
  const lines = [line(100_000), line(500_000), line(-20_000, { description: 'Compensación' })]
  const netted = linesWithoutDiscounts(lines)
  expect(netted.map(({ base }) => base)).toEqual([100_000, 480_000])
  expect(netted[1]?.description).toBe('Hogar 100 (menos Compensación)')
  expect(netted.reduce((sum, { total }) => sum + total, 0)).toBe(lines.reduce((sum, { total }) => sum + total, 0))
  const excluded = line(-20_000, { vat_treatment: 'excluido', vat_bps: 0 })
  const unborne = linesWithoutDiscounts([line(100_000), excluded])
  expect(unborne).toHaveLength(2)
  expect(discountProblem({ lines: unborne })).toMatch(/^Un descuento es mayor que lo que se cobra con su mismo IVA/)
  expect(discountProblem({ lines: netted })).toBe(null)
})

test.each([
  [{ rule: 'FAK24', message: 'No está informado el DV del NIT' }, 'check_digit'],
  [{ rule: '90', message: 'Documento procesado anteriormente.' }, 'processed'],
  [{ rule: 'FAD09e', message: 'La fecha de emisión no es la de hoy' }, 'date'],
  [{ field: 'customer.municipality_code', message: 'no es válido' }, 'municipality'],
  [{ field: 'customer.email', message: 'no es válido' }, 'email'],
  [{ field: 'customer.address', message: 'es obligatorio' }, 'address'],
  [{ field: 'numbering_range_id', message: 'El rango está vencido' }, 'range'],
  [{ field: 'payment_details', message: 'La suma de los pagos no es igual al total' }, 'totals'],
  [{ field: 'bill_number', message: 'La factura no existe o no está validada.' }, 'note_reference'],
  [{ message: 'Algo que nadie ha visto' }, 'other'],
] as const)('EIN-02 el rechazo %o dice qué corregir', (reason, code) => {
  expect(rejectionCodeOf([{ message: 'Algo que nadie ha visto' }, reason])).toBe(code)
  expect(REASONS[code].words.endsWith('.')).toBe(true)
})

test('EIN-02 una notificación no decide el motivo: decide la regla que rechaza', () => {
  const notified = { rule: 'FAJ44b', severity: 'notification', message: 'Nit o cédula no corresponde al RUT' } as const
  const rejected = { rule: 'FAU14', severity: 'rejection', message: 'El total no es la suma de las líneas' } as const
  const unknown = { rule: 'ZZZ99', severity: 'rejection', message: 'Algo que nadie ha visto' } as const
  expect([
    rejectionCodeOf([notified, rejected]),
    rejectionCodeOf([notified, unknown]),
    rejectionCodeOf([notified, { message: 'El correo no es válido' }]),
    rejectionCodeOf([notified]),
  ]).toEqual(['totals', 'other', 'email', 'identification'])
})

test('EIN-02 los motivos del cliente tienen el campo que se corrige', () => {
  expect(CLIENT_REASONS.toSorted()).toEqual(
    ['check_digit', 'identification', 'name', 'email', 'address', 'municipality', 'phone'].toSorted(),
  )
})

test('EIN-03 los intentos esperan 1, 5, 15 y 60 minutos, y la contingencia se cuenta en horas', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  const minutes = [1, 2, 3, 4, 9].map((tries) => (nextTryAt(tries, now).getTime() - now.getTime()) / 60_000)
  expect(minutes).toEqual([1, 5, 15, 60, 60])
  // A try begins a moment after its hour.
  const waits = [0, 0.9, 1.1, 5.9, 6.1, 21.1, 81.1, 500].map((passed) => {
    const asked = new Date(now.getTime() + passed * 60_000)
    return (nextAskAt(now, asked).getTime() - asked.getTime()) / 60_000
  })
  expect(waits).toEqual([1, 1, 5, 5, 15, 60, 60, 60])
  const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  expect([isContingencyOver(now, 48, after(47)), isContingencyOver(now, 48, after(48))]).toEqual([false, true])
})

test('EIN-01 un documento validado no vuelve a ningún estado, y solo lo no validado se reintenta', () => {
  expect(
    (['send', 'release', 'validate', 'reject', 'wait', 'give_up', 'retry'] as const).filter((action) =>
      electronicLifecycle.can('validated', action),
    ),
  ).toEqual([])
  expect(ELECTRONIC_STATUSES.filter((status) => electronicLifecycle.can(status, 'retry'))).toEqual([
    'queued',
    'pending_dian',
    'rejected',
    'manual',
  ])
})
