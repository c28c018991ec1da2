import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos, ZERO } from '#domain/core/money.ts'
import { type SignedTerms, signedText } from './signed-text.ts'

const terms: SignedTerms = {
  no_contract: 'AF-000012',
  company: { name: 'Andina Fibra S.A.S.', nit: '901582657-3' },
  client: { name: 'Yenny Bohórquez', type_identification: 'CC', identification: '1020304' },
  place: { address: 'Calle 1 # 2-3', city: 'Medellín', department: 'Antioquia', segment: 'residential', stratum: 4 },
  plan: { name: 'Hogar 100', download_speed: '100 Mbps', upload_speed: '50 Mbps' },
  price: pesos(119_000),
  price_includes_vat: true,
  vat: { treatment: 'gravado', rate_bps: 1900 },
  date_contract: day('2026-11-20'),
  billing_cut_day: 30,
  connection_cost: pesos(120_000),
  discounted_value: pesos(120_000),
  signed_on: day('2026-11-20'),
  installation_days: 15,
  installation_due_on: day('2026-12-14'),
  termination_notice: 3,
  permanence: null,
}

test('CON-03 lo que se firma dice en palabras claras precio, IVA, instalación y retiro', () => {
  const text = signedText(terms)
  for (const part of [
    'contrato AF-000012',
    'NIT 901.582.657-3',
    'Yenny Bohórquez, CC 1020304',
    'Calle 1 # 2-3, Medellín, Antioquia (estrato 4)',
    '$ 119.000,00 al mes: $ 100.000,00 más IVA del 19 % por $ 19.000,00',
    'No paga nada por ella',
    'a más tardar el 14 de diciembre de 2026',
    'al menos 3 días hábiles',
    'no tiene cláusula de permanencia mínima',
  ]) {
    expect(text).toContain(part)
  }
  expect(signedText(terms)).toBe(text)
})

test('R2.8 la cláusula de permanencia aparece con sus fechas y su tabla solo si se acepta', () => {
  const table = [pesos(120_000), pesos(60_000)]
  const permanence = { months: 2, from_on: day('2026-11-20'), ends_on: day('2027-01-19'), table }
  const text = signedText({ ...terms, permanence })
  expect(text).toContain('del 20/11/2026 al 19/01/2027')
  expect(text).toContain('mes 1: $ 120.000,00; mes 2: $ 60.000,00')
  expect(text).not.toContain('no tiene cláusula')
})

test('CON-03 el texto sabe hablar de un estrato exento, de una empresa y de una conexión sin costo', () => {
  const exempt = signedText({ ...terms, vat: { treatment: 'exento', rate_bps: 0 }, connection_cost: ZERO })
  expect(exempt).toContain('El servicio está exento de IVA')
  expect(exempt).toContain('Conexión. No tiene costo.')
  const partial = signedText({ ...terms, discounted_value: pesos(20_000), vat: null })
  expect(partial).toContain('Paga $ 100.000,00 en la primera factura')
  const whole = signedText({ ...terms, discounted_value: ZERO, place: { ...terms.place, segment: 'business' } })
  expect(whole).toContain('uso empresarial')
  expect(whole).toContain('$ 120.000,00, que se cobran en la primera factura')
})
