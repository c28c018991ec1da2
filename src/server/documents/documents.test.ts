import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import { type InvoiceDocument, invoicePdf } from '#server/invoices/invoice-pdf.ts'
import { voucherPdf } from '#server/payments/voucher-pdf.ts'
import { readPdf } from '#test/read-pdf.ts'
import { drawableText } from './pdf.ts'
import { linesOf } from './text-lines.ts'

const issuer = {
  name: 'Andina Fibra S.A.S.',
  nit: '901234567-7',
  initial_letter: 'AF',
  color_code: '#FFD500',
  logo_url: null,
  address: 'Carrera 49 # 50-22',
  city: 'Marinilla',
  phone: '6045550199',
  email: 'pagos@andina.test',
  website_url: null,
}
const line = (position: number) => ({
  kind: 'plan',
  description: `Cobro número ${position}`,
  quantity: 1,
  base: money(6_714_286),
  vat_treatment: 'gravado' as const,
  vat_rate: 0.19,
  vat: money(1_275_714),
  total: money(7_990_000),
})
const content = (lines: number, changes: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  issuer,
  client: {
    name: 'Yenny Bohórquez Ñáñez',
    identity: { type_identification: 'CC', identification: '1020345678', address: 'Calle 10', city: 'Marinilla' },
  },
  plan: 'Hogar 100',
  electronic: null,
  pqr_url: 'https://portal.andina.test/radicar-pqr',
  bank: null,
  link: `https://portal.andina.test/factura/${'x'.repeat(67)}`,
  invoice: {
    number: 'AF-18342',
    period: period('2026-11'),
    from_on: day('2026-10-26'),
    to_on: day('2026-11-25'),
    issued_on: day('2026-11-20'),
    due_on: day('2026-12-05'),
    lines: Array.from({ length: lines }, (_, index) => line(index + 1)),
    subtotal: money(6_714_286),
    vat: money(1_275_714),
    total: money(7_990_000),
    previous_balance: money(2_500_000),
    previous_disputed: money(0),
    credit_taken: money(100_000),
    after: null,
    disputed_amount: money(0),
    no_contract: 'AF-000218',
    permanence: {
      connection_cost: money(12_000_000),
      discounted_value: money(12_000_000),
      from_on: day('2026-01-15'),
      ends_on: day('2027-01-14'),
      exit_value: money(2_000_000),
    },
    service: {
      address: 'Vereda El Carmen, finca La Esperanza',
      city: 'El Santuario',
      download_speed: '100 Mbps',
      upload_speed: '20 Mbps',
      reconnection: money(235_739),
      claim_months: 6,
    },
  },
  ...changes,
})

test('INV-12 la factura cabe en una página, está etiquetada y dice lo que la ley pide', async () => {
  const { pages, isTagged, text } = readPdf(await invoicePdf(content(4), null))
  expect([pages, isTagged]).toEqual([1, true])
  for (const expected of [
    'Cuenta de cobro',
    'No. AF-18342',
    'NIT 901.234.567-7',
    'Yenny Bohórquez Ñáñez',
    'Contrato AF-000218 · Hogar 100',
    'Período: noviembre de 2026, del 26/10/2026 al 25/11/2026',
    'Fecha límite de pago: 5 de diciembre de 2026',
    'Cobro número 4',
    '$ 12.757,14 (19 %)',
    'Saldo anterior:',
    '$ 103.900,00',
    'Servicio en Vereda El Carmen, finca La Esperanza',
    'Velocidad: 100 Mbps de descarga y 20 Mbps de subida',
    'Cláusula de permanencia mínima',
    'Reconexión y reclamos',
    'Superintendencia de Industria y Comercio',
  ])
    expect(text).toContain(expected)
  expect(text).not.toContain('Factura electrónica de venta')
})

test('INV-12 R2.2 la factura dice cuánto cuesta la reconexión y dónde, cómo y hasta cuándo se reclama', async () => {
  const text = readPdf(await invoicePdf(content(4), null)).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    'Reconexión después de una suspensión por mora: $ 2.357,39 con impuestos. Si no está de acuerdo con un cobro, presente una PQR en https://portal.andina.test/radicar-pqr o por los canales de atención de esta página. Lo que reclame antes del vencimiento no se cobra mientras se decide. Lo que ya pagó se puede reclamar hasta 6 meses después.',
  )
  const { invoice, client } = content(4)
  const same = {
    ...invoice,
    service: invoice.service && { ...invoice.service, address: 'Calle 10', city: 'Marinilla', reconnection: money(0) },
  }
  const atHome = readPdf(await invoicePdf(content(4, { client, invoice: same }), null)).text
  expect(atHome).not.toContain('Servicio en')
  expect(atHome).toContain('Reconexión después de una suspensión por mora: sin costo.')
})

test('INV-12 R2.2 la permanencia con IVA se lee completa con los valores más largos', async () => {
  const { invoice } = content(4)
  const permanence = invoice.permanence && {
    ...invoice.permanence,
    connection_cost: money(8_888_888_800),
    discounted_value: money(8_888_888_800),
    exit_value: money(8_888_888_800),
    price_vat: { price_includes_vat: false, vat: { treatment: 'gravado' as const, rate_bps: 1900 } },
  }
  const bytes = await invoicePdf(content(4, { invoice: { ...invoice, permanence } }), null)
  expect(readPdf(bytes).text.replaceAll(/\s+/g, ' ')).toContain(
    'Cargo por conexión: $ 105.777.776,72 con IVA. Valor descontado o diferido: $ 105.777.776,72 con IVA. Inicio: 15/01/2026. Fin: 14/01/2027. Al emitir esta factura (20/11/2026), terminar el contrato cuesta $ 105.777.776,72 con IVA.',
  )
})

test('INV-12 el mismo contenido es el mismo archivo, byte por byte', async () => {
  const [one, two] = [await invoicePdf(content(3), null), await invoicePdf(content(3), null)]
  expect(one.equals(two)).toBe(true)
})

test('INV-12 veinticinco renglones caben en una página; sesenta siguen en otra y no se pierde ninguno', async () => {
  expect(readPdf(await invoicePdf(content(25), null)).pages).toBe(1)
  const long = readPdf(await invoicePdf(content(60), null))
  expect(long.pages).toBe(2)
  for (let position = 1; position <= 60; position += 1)
    expect(long.text.split('\n')).toContain(`Cobro número ${position}`)
  expect(long.text).toContain('Total a pagar:')
})

test('INV-12 R2.2 una dirección y el texto de un cobro de 120 letras se leen completos, también con treinta renglones', async () => {
  const address =
    'Vereda San José de la Montaña, kilómetro 14 vía a la represa, finca Los Guayacanes, casa 3 al lado de la escuela rural 2'
  const city = 'San Vicente Ferrer'
  const charge = (position: number) =>
    `Cambio de lugar del equipo principal y 40 metros de cable adicional, por pedido del cliente, visita del día 14 número ${position}`
  const { invoice, client, ...rest } = content(30)
  const identity = client.identity && { ...client.identity, address: `${address}, apartamento 1` }
  const lines = invoice.lines.map((one, index) => ({ ...one, description: charge(index + 1) }))
  const service = invoice.service && { ...invoice.service, address, city }
  const long = { ...rest, client: { ...client, identity }, invoice: { ...invoice, lines, service } }
  const text = readPdf(await invoicePdf(long, null)).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`${address}, apartamento 1, Marinilla`)
  expect(text).toContain(`Servicio en ${address}, ${city}`)
  for (let position = 1; position <= 30; position += 1) expect(text).toContain(`${charge(position)} 1 $`)
  expect(text).not.toContain('…')
})

test('INV-12 un nombre de doscientas letras, con emoji y de derecha a izquierda, se dibuja y no rompe nada', async () => {
  const name = `${'Ñandú '.repeat(31)}😀🎉 مرحبا שלום`
  const { pages, text } = readPdf(await invoicePdf(content(2, { client: { ...content(0).client, name } }), null))
  expect(pages).toBe(1)
  expect(text.match(/Ñandú/g)).toHaveLength(31)
})

test('INV-12 PQR-05 lo que la letra del documento no tiene se dice con una palabra, y nunca queda un signo de pregunta', () => {
  expect(drawableText('a\u202eb\ufe0f😀😀c')).toBe('ab[emoji]c')
  expect(drawableText('Llevo tres días sin internet 😡 😡👩‍🔧🇨🇴')).toBe('Llevo tres días sin internet [emoji]')
  expect(drawableText('Gracias 👍🏽. ¿Cuándo?')).toBe('Gracias [emoji]. ¿Cuándo?')
  expect(drawableText('Soy مرحبا שלום de Cali')).toBe('Soy [otro alfabeto] de Cali')
  expect(drawableText('① 𝐇𝐨𝐥𝐚 ｶ')).toBe('1 Hola [otro alfabeto]')
  expect(drawableText('Paso 1 ⏎ paso 2')).not.toMatch(/[?□]/)
})

test('INV-12 CON-04 el signo de pesos queda siempre en el renglón de su valor', () => {
  const style = { size: 8 }
  const sentence = 'En este mes debe pagar un total de $ 60.000,00 por el servicio'
  const words = sentence.split(' ')
  const upTo = words.slice(0, words.indexOf('$') + 1).join(' ')
  // As wide as the text up to the sign: with a plain space, the amount would begin the next line.
  const width = linesOf(upTo, 1_000, style)[0]?.width ?? 0
  expect(linesOf(sentence, width + 1, style).map(({ text }) => text.replace('\u00A0', ' '))).toEqual([
    'En este mes debe pagar un total de',
    '$ 60.000,00 por el servicio',
  ])
  // A paragraph that the library breaks.
  expect(drawableText('Debe $ 60.000,00 y $ 5')).toBe('Debe $\u00A060.000,00 y $\u00A05')
})

test('INV-12 sin pagos en línea no hay código ni enlace', async () => {
  const { text } = readPdf(await invoicePdf(content(2, { link: null }), null))
  expect(text).not.toContain('Nequi')
  expect(text).toContain('También puede pagar en Carrera 49 # 50-22, Marinilla.')
})

test('TRX-01 el recibo dice cuánto, de quién, por qué medio y qué pagó', async () => {
  const payment = {
    number: 1972,
    amount: money(7_990_000),
    retentions: { retefuente: money(0), reteiva: money(0), reteica: money(0) },
    method: 'pse' as const,
    paid_on: day('2026-11-20'),
    posted_on: day('2026-11-20'),
    account: { name: 'Caja principal', id: '0198c0de-0000-7000-8000-000000000001' },
    registered_by: 'Laura Pinzón',
    reference: '11004-1795248218-18264',
    applied: [{ invoice_id: '', number: 'AF-18342', no_contract: null, amount: money(7_490_000) }],
    rounding: money(0),
    credit_uses: [],
    credit: money(500_000),
    reversed: null,
    client: { name: 'Yenny Bohórquez', identification: '1020345678' },
  }
  const { pages, isTagged, text } = readPdf(await voucherPdf({ issuer, payment }, null))
  expect([pages, isTagged]).toEqual([1, true])
  for (const expected of ['Recibo de caja', 'No. 1972', '$ 79.900,00', 'PSE', 'Cuenta AF-18342', 'Queda a favor'])
    expect(text).toContain(expected)
  const reversed = { number: 4, on: day('2026-11-20'), reason: 'Se registró dos veces', at: '2026-11-21T00:00:00Z' }
  const { text: after } = readPdf(await voucherPdf({ issuer, payment: { ...payment, reversed } }, null))
  expect(after).toContain('REVERSADO el 20 de noviembre de 2026, reverso No. 4: Se registró dos veces')
})
