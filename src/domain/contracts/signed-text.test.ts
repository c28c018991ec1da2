import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos, ZERO } from '#domain/core/money.ts'
import { type ContractSheet, sectionsOf } from './contract-sections.ts'
import type { SignedTerms } from './signed-terms.ts'
import { signedText } from './signed-text.ts'

const terms: SignedTerms = {
  no_contract: 'AF-000012',
  change: null,
  company: {
    name: 'Andina Fibra S.A.S.',
    nit: '901582657-3',
    address: 'Carrera 49 # 50-22',
    city: 'Marinilla',
    phone: '6045550199',
    email: 'hola@andina.test',
    website_url: 'https://andina.test',
  },
  client: {
    name: 'Yenny Bohórquez',
    type_identification: 'CC',
    identification: '1020304',
    email: 'yenny@correo.test',
    phone: '3001234567',
    address: 'Carrera 9 # 8-7',
    city: 'Rionegro',
    department: 'Antioquia',
  },
  place: { address: 'Calle 1 # 2-3', city: 'Medellín', department: 'Antioquia', segment: 'residential', stratum: 4 },
  plan: { name: 'Hogar 100', download_speed: '100 Mbps', upload_speed: '50 Mbps' },
  price: pesos(119_000),
  until_next: null,
  price_includes_vat: true,
  is_vat_responsible: true,
  vat: { treatment: 'gravado', rate_bps: 1900 },
  vat_from_on: null,
  date_contract: day('2026-11-20'),
  billing_cut_day: 30,
  connection_cost: pesos(120_000),
  discounted_value: pesos(120_000),
  signed_on: day('2026-11-20'),
  ceded_on: null,
  installation_due_on: day('2026-12-14'),
  active_from: null,
  permanence: null,
  has_declined_permanence: false,
  accepts_renewal: true,
  accepts_electronic_invoice: false,
  charges: {
    reconnection_cost: pesos(10_000),
    transfer_cost: pesos(45_000),
    technical_visit_cost: pesos(30_000),
    additional_cable_cost: ZERO,
  },
  equipment_values: { onu: null, router: null, antena: null, decodificador: null, otro: null },
  numbers: {
    installationDays: 15,
    terminationNotice: 3,
    planChangeNotice: 3,
    pauseMonths: 2,
    pauseWindowMonths: 12,
    cessionAnswer: 15,
    deliveryNotice: 5,
    claimMonths: 6,
    suspensionNotice: 2,
    reconnectionDays: 3,
    outageMinutes: 150,
    pqrAnswer: 15,
    appealDays: 10,
    bureauNoticeCalendarDays: 20,
    reconnectionCap: { value: pesos(1_981), legal_basis: 'Ley 2485 de 2025' },
  },
}

const sheetOf = (changes: Partial<SignedTerms> = {}): ContractSheet => sectionsOf(signedText({ ...terms, ...changes }))
const blocksOf = (heading: string, changes: Partial<SignedTerms> = {}) =>
  sheetOf(changes).sections.find((section) => section.heading === heading)?.blocks ?? []
/** A section as text. */
const words = (heading: string, changes: Partial<SignedTerms> = {}): string =>
  JSON.stringify(blocksOf(heading, changes))

test('CON-04 el contrato único tiene las secciones de la CRC en su orden', () => {
  const sheet = sheetOf()
  expect(sheet.title).toBe('Contrato único de servicios fijos')
  expect(sheet.sections.map(({ heading }) => heading)).toEqual([
    'El contrato',
    'El servicio',
    'Información del suscriptor',
    'Condiciones comerciales: características del plan',
    'Principales obligaciones del usuario',
    'Calidad y compensación',
    'Cesión',
    'Modificación',
    'Suspensión',
    'Terminación',
    'Pago y facturación',
    'Factura electrónica',
    'Cómo comunicarse con nosotros (medios de atención)',
    'Cláusula de permanencia mínima',
    'Cambio de domicilio',
    'Larga distancia',
    'Cobro por reconexión del servicio',
    'Responsabilidad del usuario',
    'Equipos en desuso',
    'Equipos en comodato',
    'Condiciones del servicio (espacio del operador)',
    'Aceptación del contrato',
  ])
})

test('CON-04 se llena con la empresa, el plan, el cliente y el contrato', () => {
  expect(blocksOf('El contrato')[0]).toEqual({
    kind: 'facts',
    facts: [
      { label: 'Operador', value: 'Andina Fibra S.A.S.' },
      { label: 'NIT', value: '901.582.657-3' },
      { label: 'Contrato No.', value: 'AF-000012' },
    ],
  })
  expect(words('El contrato')).toContain('pagará como mínimo $ 119.000,00 al mes')
  expect(words('El contrato')).toContain('15 días hábiles: a más tardar el 14 de diciembre de 2026')
  expect(blocksOf('El servicio')[1]).toEqual({
    kind: 'boxes',
    boxes: [
      { label: 'Telefonía fija', isChecked: false },
      { label: 'Internet fijo', isChecked: true },
      { label: 'Televisión', isChecked: false },
    ],
  })
  expect(blocksOf('Información del suscriptor')).toEqual([
    {
      kind: 'facts',
      facts: [
        { label: 'Contrato No.', value: 'AF-000012' },
        { label: 'Nombre o razón social', value: 'Yenny Bohórquez' },
        { label: 'Identificación', value: 'CC 1020304' },
        { label: 'Correo', value: 'yenny@correo.test' },
        { label: 'Teléfono de contacto', value: '3001234567' },
        { label: 'Dirección del servicio', value: 'Calle 1 # 2-3' },
        { label: 'Estrato', value: '4' },
        { label: 'Departamento', value: 'Antioquia' },
        { label: 'Municipio', value: 'Medellín' },
        { label: 'Dirección del suscriptor', value: 'Carrera 9 # 8-7, Rionegro, Antioquia' },
      ],
    },
  ])
  expect(blocksOf('Condiciones comerciales: características del plan')).toEqual([
    {
      kind: 'facts',
      facts: [
        { label: 'Plan', value: 'Hogar 100' },
        { label: 'Velocidad de descarga', value: '100 Mbps' },
        { label: 'Velocidad de subida', value: '50 Mbps' },
        { label: 'Cargo del mes sin IVA', value: '$ 100.000,00' },
        { label: 'IVA del 19 %', value: '$ 19.000,00' },
        { label: 'Total al mes', value: '$ 119.000,00' },
      ],
    },
    {
      kind: 'paragraph',
      text: 'La conexión cuesta $ 120.000,00, de los que se le descuentan $ 120.000,00. No paga nada por ella.',
    },
  ])
  expect(signedText(terms)).toBe(signedText(terms))
})

test('CON-04 los plazos son los de la tabla de parámetros: otro número es otro texto', () => {
  expect(words('Calidad y compensación')).toContain('más de 2,5 horas en el mes')
  expect(words('Cesión')).toContain('Dentro de los 15 días hábiles siguientes')
  expect(words('Modificación')).toContain('al menos 3 días hábiles antes del corte')
  expect(words('Suspensión')).toContain('un máximo de 2 meses en 12 meses')
  expect(words('Terminación')).toContain('su corte es el día 30 de cada mes')
  expect(words('Pago y facturación')).toContain('como mínimo 5 días hábiles antes de la fecha de pago')
  expect(words('Pago y facturación')).toContain('Contamos con 3 días hábiles luego de su pago')
  expect(words('Pago y facturación')).toContain('tiene 6 meses para presentar la reclamación')
  expect(words('Pago y facturación')).toContain('al menos 20 días calendario')
  expect(words('Cómo comunicarse con nosotros (medios de atención)')).toContain('en máximo 15 días hábiles')
  const numbers = { ...terms.numbers, terminationNotice: 5, outageMinutes: 180 }
  expect(words('Terminación', { numbers })).toContain('al menos 5 días hábiles antes del corte')
  expect(words('Calidad y compensación', { numbers })).toContain('más de 3 horas en el mes')
})

test('R2.8 la cláusula de permanencia aparece con sus fechas y su tabla de meses solo si se acepta', () => {
  const none = blocksOf('Cláusula de permanencia mínima')
  expect(none[0]).toMatchObject({ kind: 'boxes', boxes: [{ isChecked: false }] })
  expect(none[1]).toMatchObject({ text: expect.stringContaining('no tiene cláusula de permanencia mínima') })
  const table = [pesos(120_000), pesos(60_000)]
  const permanence = { months: 2, from_on: day('2026-11-20'), ends_on: day('2027-01-19'), table, is_accepted: true }
  const [box, , facts, , months] = blocksOf('Cláusula de permanencia mínima', { permanence })
  expect(box).toMatchObject({ boxes: [{ isChecked: true }] })
  expect(facts).toEqual({
    kind: 'facts',
    facts: [
      { label: 'Valor total del cargo por conexión', value: '$ 120.000,00' },
      { label: 'Suma que le fue descontada o diferida', value: '$ 120.000,00' },
      { label: 'Fecha de inicio de la permanencia mínima', value: '20/11/2026' },
      { label: 'Fecha de finalización de la permanencia mínima', value: '19/01/2027' },
    ],
  })
  expect(months).toEqual({
    kind: 'table',
    rows: [
      ['Mes', 'Valor'],
      ['1', '$ 120.000,00'],
      ['2', '$ 60.000,00'],
    ],
  })
  const offered = blocksOf('Cláusula de permanencia mínima', { permanence: { ...permanence, is_accepted: false } })
  expect(offered[0]).toMatchObject({ boxes: [{ isChecked: false }] })
  expect(offered.at(-1)).toMatchObject({
    text: 'Usted decide al firmar si acepta esta cláusula. Si no la acepta no hay descuento, y paga completo el cargo por conexión: $ 120.000,00.',
  })
})

test('R2.5 la reconexión dice su precio, nunca más que el tope, y R2.13 el traslado el suyo', () => {
  expect(words('Cobro por reconexión del servicio')).toContain('Hoy cuesta $ 1.981,00')
  const numbers = { ...terms.numbers, reconnectionCap: null }
  expect(words('Cobro por reconexión del servicio', { numbers })).toContain('Hoy cuesta $ 10.000,00')
  expect(words('Cobro por reconexión del servicio', { charges: null })).toContain('Hoy la reconexión no tiene costo')
  expect(words('Cambio de domicilio')).toContain('El traslado cuesta $ 45.000,00.')
  expect(words('Cambio de domicilio', { price_includes_vat: false })).toContain('$ 45.000,00 más IVA')
  expect(words('Cambio de domicilio', { charges: null })).toContain('El traslado no tiene costo.')
  expect(words('Condiciones del servicio (espacio del operador)')).toContain('Sin costo')
})

test('CON-04 el contrato de una empresa que no es responsable de IVA no lo nombra, con precios que lo incluyen o sin él', () => {
  const vat = { treatment: 'excluido', rate_bps: 0 } as const
  const equipment_values = { ...terms.equipment_values, ONU: pesos(180_000) }
  for (const price_includes_vat of [true, false]) {
    const own = { ...terms, is_vat_responsible: false, vat, price_includes_vat, equipment_values }
    expect(signedText(own)).not.toContain('IVA')
    expect(signedText({ ...own, is_vat_responsible: true })).toContain('IVA')
  }
})

test('R2.13 el texto después de un traslado dice desde qué período rige su IVA', () => {
  const vat = { treatment: 'excluido', rate_bps: 0 } as const
  const text = words('Condiciones comerciales: características del plan', { vat, vat_from_on: day('2029-07-01') })
  expect(text).toContain('Este IVA rige en los períodos desde el')
  expect(text).toContain('1 de julio de 2029')
  expect(words('Condiciones comerciales: características del plan', { vat })).not.toContain('Este IVA rige')
})

test('R2.18 la factura solo electrónica es una casilla aparte, y dice lo que el cliente eligió', () => {
  const boxOf = (accepts_electronic_invoice: boolean) => blocksOf('Factura electrónica', { accepts_electronic_invoice })
  expect(boxOf(false)).toMatchObject([{ boxes: [{ isChecked: false }] }])
  expect(boxOf(true)).toMatchObject([{ boxes: [{ isChecked: true }] }])
})

test('CON-04 un estrato exento, una empresa, una conexión sin costo y un cambio de plan tienen su texto', () => {
  const commercial = 'Condiciones comerciales: características del plan'
  const exempt = words(commercial, { vat: { treatment: 'exento', rate_bps: 0 }, connection_cost: ZERO })
  expect(exempt).toContain('Servicio exento')
  expect(exempt).toContain('La conexión no tiene costo.')
  const withoutVat = words(commercial, { discounted_value: pesos(20_000), vat: null })
  expect(withoutVat).toContain('Paga $ 100.000,00 en la primera factura')
  expect(withoutVat).toContain('Precio al mes')
  const place = { ...terms.place, segment: 'business' as const }
  expect(words('Información del suscriptor', { place })).toContain('Empresarial')
  const whole = words(commercial, { discounted_value: ZERO, vat: { treatment: 'excluido', rate_bps: 0 } })
  expect(whole).toContain('$ 120.000,00, que se cobran en la primera factura')
  expect(whole).toContain('Servicio excluido')
  const client = { ...terms.client, email: null, phone: null }
  expect(words('Información del suscriptor', { client })).toContain('No registra')
  const changed = words('El contrato', { change: 'Cambio de plan.', active_from: day('2026-12-01') })
  expect(changed).toContain('Cambio de plan.')
  expect(changed).toContain('activo desde el 1 de diciembre de 2026')
})

test('R2.21 el contrato dice que los equipos en comodato se devuelven al terminar', () => {
  expect(words('Equipos en comodato')).toContain('cuando el contrato termine, los devuelve')
})

test('R2.21 los equipos en comodato que tienen valor lo dicen, con el IVA como los precios de la empresa', () => {
  const equipment_values = { ...terms.equipment_values, onu: pesos(180_000), otro: pesos(40_000.5) }
  expect(blocksOf('Equipos en comodato')).toHaveLength(1)
  const [duty, why, values] = blocksOf('Equipos en comodato', { equipment_values })
  expect(duty).toEqual(blocksOf('Equipos en comodato')[0])
  expect(why).toMatchObject({
    text: 'Solo si no devuelve un equipo, o lo pierde, usted paga su valor, con el IVA incluido:',
  })
  const facts = [
    { label: 'ONU', value: '$ 180.000,00' },
    { label: 'Otro equipo', value: '$ 40.000,50' },
  ]
  expect(values).toEqual({ kind: 'facts', facts })
  const [, before, without] = blocksOf('Equipos en comodato', { equipment_values, price_includes_vat: false })
  expect(before).toMatchObject({ text: 'Solo si no devuelve un equipo, o lo pierde, usted paga su valor:' })
  expect(without).toMatchObject({ facts: [{ value: '$ 180.000,00 más IVA' }, { value: '$ 40.000,50 más IVA' }] })
})
