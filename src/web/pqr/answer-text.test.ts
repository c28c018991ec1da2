import { expect, test } from 'vitest'
import { type Money, pesos, ZERO } from '#domain/core/money.ts'
import { type ClaimAmounts, settlementOf } from '#domain/pqr/claim.ts'
import { appealLine, settlementLines } from './answer-text.ts'

const CLAIM: ClaimAmounts = { left: pesos(10_000), disputed: pesos(10_000), beside: ZERO, lacking: ZERO }
const lines = (
  claim: Partial<ClaimAmounts>,
  decision: 'favor' | 'parcial' | 'contra',
  amount?: Money,
  mustGo = false,
) => settlementLines('FV-7', settlementOf({ ...CLAIM, ...claim }, { decision, amount, mustGo }))

test('PQR-05 la vista previa dice la nota crédito que se hará: lo que falta por devolver, no todo lo reclamado', () => {
  expect(lines({ left: pesos(6_000), disputed: pesos(6_000) }, 'favor')).toEqual([
    'Se hace nota crédito por $ 6.000,00 sobre la factura FV-7.',
  ])
  expect(lines({ disputed: pesos(3_000) }, 'favor')).toEqual([
    'Se hace nota crédito por $ 10.000,00 sobre la factura FV-7.',
    '$ 7.000,00 de eso ya se pagaron: pagan sus otras facturas pendientes, y lo que sobre queda como saldo a favor.',
  ])
  expect(lines({ disputed: ZERO }, 'parcial')).toEqual(['No se hace nota crédito sobre la factura FV-7.'])
  expect(lines({ disputed: ZERO, beside: pesos(4_000) }, 'favor')).toEqual([
    'Se hace nota crédito por $ 10.000,00 sobre la factura FV-7.',
    '$ 6.000,00 de eso ya se pagaron: pagan sus otras facturas pendientes, y lo que sobre queda como saldo a favor.',
  ])
})

test('PQR-05 PQR-07 lo que no se devuelve se vuelve a cobrar, y sigue en reclamo cuando decide la SIC', () => {
  expect(lines({}, 'parcial', pesos(4_000))).toEqual([
    'Se hace nota crédito por $ 4.000,00 sobre la factura FV-7.',
    '$ 6.000,00 se vuelven a cobrar.',
  ])
  expect(lines({}, 'contra', undefined, true)).toEqual([
    'No se hace nota crédito sobre la factura FV-7.',
    '$ 10.000,00 siguen en reclamo, sin cobrarse, hasta que decida la SIC.',
  ])
  expect(lines({}, 'parcial', pesos(4_000), true)[1]).toContain('hasta que decida la SIC')
})

test('R3.7 PQR-07 la vista previa dice desde cuándo cuenta el recurso, y no lo ofrece donde no hay', () => {
  const petitioner = { email: 'a@correo.test' } as Parameters<typeof appealLine>[0]['petitioner']
  const of = { status: 'en_tramite', appeal: null, response_channel: 'correo', petitioner } as const
  expect(appealLine(of, 'contra')).toContain('el día en que salga el correo')
  expect(appealLine({ ...of, response_channel: 'portal' }, 'contra')).toContain('desde hoy')
  for (const by of ['direccion', 'telefono'] as const)
    expect(appealLine({ ...of, response_channel: by }, 'contra')).toContain('se la entregues')
  expect(appealLine({ ...of, status: 'sap' }, 'favor')).toContain('no hay recurso')
  const appealed = { ...of, status: 'en_reposicion' } as const
  expect(appealLine(appealed, 'contra')).toContain('no hay otro recurso')
  const kind = 'reposicion_subsidio_apelacion'
  const toSic = {
    ...appealed,
    appeal: { kind, filed_on: '2026-11-20', decision: null, answered_on: null },
  } as Parameters<typeof appealLine>[0]
  expect(appealLine(toSic, 'parcial')).toContain('SIC')
  expect(appealLine(toSic, 'favor')).toContain('no hay otro recurso')
})

test('PQR-05 INV-11 en contra, con otro reclamo de la factura: se vuelve a cobrar solo lo que ese reclamo no pide', () => {
  expect(lines({ lacking: pesos(4_000) }, 'contra')).toEqual([
    'No se hace nota crédito sobre la factura FV-7.',
    '$ 6.000,00 se vuelven a cobrar.',
  ])
  expect(lines({ lacking: pesos(12_000) }, 'contra')).toEqual(['No se hace nota crédito sobre la factura FV-7.'])
})
