import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import type { FactusCreditNote, FactusInvoice } from '#domain/providers/factus-document.ts'
import { type FactusSimulator, startFactusSimulator } from '#simulators/factus/simulator.ts'
import { factusKeys } from '#test/factus-keys.ts'
import { factusAccounts } from './accounts.ts'
import type { Answer } from './answer.ts'
import { FACTUS_LIMITS, type Factus, factusAt } from './client.ts'
import { tokenStore } from './token.ts'

/**
 * The calls of Factus that Enlace needs, over HTTP against the simulator, which is as strict as the documentation. Each test has an
 * account of its own.
 */
const NAMES = Array.from({ length: 40 }, (_, index) => `cuenta${index}`)
const accountOf = (name: string) => {
  const { environment: _test, ...keys } = factusKeys(name)
  return { name, nit: '900825759-7', ...keys }
}
const simulator: FactusSimulator = await startFactusSimulator({ accounts: NAMES.map(accountOf), perMinute: null })
afterAll(() => simulator.close())

const LIMITS = { ...FACTUS_LIMITS, createMs: 2_000, readMs: 2_000, fileMs: 5_000 }
let used = 0
/** A new account and its client. */
function account(limits = LIMITS, base = simulator.url): { user: string; factus: Factus } {
  const keys = accountOf(NAMES[used++] ?? '')
  return { user: keys.user, factus: factusAt(base, tokenStore(base, 2_000)(keys), limits) }
}

const okOf = <T>(answer: Answer<T>): T => {
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
  return answer.data
}

async function rangeIds(factus: Factus): Promise<{ invoice: number; note: number }> {
  const ranges = okOf(await factus.numberingRanges())
  const idOf = (prefix: string): number => ranges.find((range) => range.prefix === prefix)?.id ?? 0
  return { invoice: idOf('SETP'), note: idOf('NC') }
}

/** An invoice of 60 000 and 19 % of IVA. */
const invoice = (numbering_range_id: number, changes: Partial<FactusInvoice> = {}): FactusInvoice => ({
  reference_code: `prueba-${randomUUID()}`,
  document: '01',
  operation_type: '10',
  numbering_range_id,
  send_email: false,
  payment_details: [{ payment_form: '2', payment_method_code: 'ZZZ', amount: '71400.00', due_date: day('2030-01-15') }],
  customer: {
    identification_document_code: '13',
    identification: '1020304050',
    legal_organization_code: '2',
    names: 'Ana Ruiz',
    email: 'ana@correo.test',
    municipality_code: '47001',
  },
  items: [
    {
      code_reference: 'PLAN-100',
      name: 'Internet fibra 100 Mbps',
      quantity: '1.00',
      price: '60000.00',
      unit_measure_code: '94',
      standard_code: '999',
      taxes: [{ code: '01', rate: '19.00' }],
    },
  ],
  ...changes,
})

const create = (factus: Factus, body: FactusInvoice) => factus.create('invoice', JSON.stringify(body))

/** A NIT with a wrong check digit, which DIAN rejects. */
const WRONG_NIT = {
  identification_document_code: '31',
  identification: '900825759',
  dv: '1',
  legal_organization_code: '1' as const,
  company: 'Halltec',
}

test('EIN-04 una factura válida queda con su número, su CUFE y la dirección de su QR', async () => {
  const { factus } = account()
  const { invoice: id } = await rangeIds(factus)
  const created = okOf(await create(factus, invoice(id)))
  expect(created).toMatchObject({ number: 'SETP990000000', is_validated: true, total: '71400.00', problems: [] })
  expect(created.code).toMatch(/^[0-9a-f]{96}$/)
  expect(created.qr_url).toBe(`https://catalogo-vpfe-hab.dian.gov.co/document/searchqr?documentkey=${created.code}`)
  expect(okOf(await factus.get('invoice', 'SETP990000000'))).toMatchObject({ code: created.code })
  expect(okOf(await create(factus, invoice(id))).number).toBe('SETP990000001')
})

test('EIN-04 el PDF, el XML y el documento que se entrega se descargan, y lo que es más grande que el límite no', async () => {
  const { factus } = account()
  const number = okOf(await create(factus, invoice((await rangeIds(factus)).invoice))).number ?? ''
  const pdf = okOf(await factus.pdf('invoice', number))
  expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual([
    expect.stringMatching(/^fv0900825759\d{5}/),
    '%PDF-',
  ])
  expect(okOf(await factus.xml('invoice', number)).bytes.toString()).toContain('<cbc:ID>SETP990000000</cbc:ID>')
  expect(okOf(await factus.attachedDocument('invoice', number)).name).toMatch(/^ad/)
  expect(okOf(await factus.events(number))).toEqual([])
  simulator.fail('read', 'large')
  expect(await factus.pdf('invoice', number)).toEqual({ kind: 'unknown', cause: 'size' })
  expect(await factus.pdf('invoice', 'SETP1')).toMatchObject({ kind: 'rejected', status: 404 })
})

test('EIN-04 una nota crédito queda con CUDE, y no pasa de lo que vale su factura', async () => {
  const { factus } = account()
  const ids = await rangeIds(factus)
  const sent = invoice(ids.invoice)
  const bill_number = okOf(await create(factus, sent)).number ?? ''
  const { document: _01, operation_type: _10, ...common } = sent
  const note: FactusCreditNote = {
    ...common,
    reference_code: `nota-${randomUUID()}`,
    numbering_range_id: ids.note,
    correction_concept_code: '2',
    customization_id: '20',
    bill_number,
  }
  const created = okOf(await factus.create('credit_note', JSON.stringify(note)))
  expect([created.number, created.is_validated, created.code?.length]).toEqual(['NC1', true, 96])
  const again = { ...note, reference_code: `nota-${randomUUID()}` }
  const ofOther = { ...again, customer: { ...note.customer, identification: '99887766' } }
  expect(await factus.create('credit_note', JSON.stringify(ofOther))).toMatchObject({
    kind: 'rejected',
    errors: [{ field: 'customer.identification' }],
  })
  expect(await factus.create('credit_note', JSON.stringify(again))).toMatchObject({ kind: 'rejected', status: 422 })
})

test('EIN-02 lo que la DIAN rechaza dice su regla, bloquea a las demás y se libera al borrarlo', async () => {
  const { factus } = account()
  const { invoice: id } = await rangeIds(factus)
  const wrong = invoice(id, { customer: WRONG_NIT })
  expect(await create(factus, wrong)).toEqual({
    kind: 'rejected',
    status: 422,
    errors: [{ rule: 'FAK24', severity: 'rejection', message: 'El DV del NIT no es correcto' }],
  })
  expect(await create(factus, invoice(id))).toMatchObject({
    kind: 'pending',
    message: /pendiente por enviar a la DIAN/,
  })
  const { rows } = okOf(await factus.list('invoice', { is_validated: false }))
  expect(rows).toMatchObject([{ reference: wrong.reference_code, is_validated: false, problems: [{ rule: 'FAK24' }] }])
  expect(okOf(await factus.deletePending('invoice', wrong.reference_code))).toBe(null)
  expect(okOf(await create(factus, invoice(id))).is_validated).toBe(true)
})

test('EIN-02 un campo equivocado se rechaza en su campo y no guarda nada', async () => {
  const { factus, user } = account()
  const { invoice: id } = await rangeIds(factus)
  const cases: [Partial<FactusInvoice>, string][] = [
    [{ customer: { ...invoice(id).customer, municipality_code: '99999' } }, 'customer.municipality_code'],
    [{ customer: { ...invoice(id).customer, names: undefined } }, 'customer.names'],
    [{ payment_details: [{ payment_form: '1', payment_method_code: '10', amount: '71399.00' }] }, 'payment_details'],
    [
      { payment_details: [{ payment_form: '2', payment_method_code: '10', amount: '71400.00' }] },
      'payment_details.0.due_date',
    ],
    [
      { items: invoice(id).items.map((item) => ({ ...item, taxes: [{ code: '01', rate: '18.00' }] })) },
      'items.0.taxes.0.rate',
    ],
    [{ observation: 'x'.repeat(251) }, 'observation'],
    [{ numbering_range_id: 1 }, 'numbering_range_id'],
  ]
  for (const [changes, field] of cases) {
    const answer = await create(factus, invoice(id, changes))
    expect(answer).toMatchObject({ kind: 'rejected', status: 422, errors: [{ field, severity: null }] })
  }
  expect(simulator.documents(user)).toEqual([])
})

test('EIN-06 una línea exenta tiene tarifa cero y una excluida no tiene tarifa: las dos valen', async () => {
  const { factus, user } = account()
  const { invoice: id } = await rangeIds(factus)
  const [item] = invoice(id).items
  if (!item) throw new Error('no item')
  const paid = [{ payment_form: '1' as const, payment_method_code: '10', amount: '120000.00' }]
  const items = [
    { ...item, taxes: [{ code: '01' as const, rate: '0.00' }] },
    { ...item, taxes: [{ is_excluded: true as const }] },
  ]
  expect(okOf(await create(factus, invoice(id, { items, payment_details: paid }))).total).toBe('120000.00')
  expect(simulator.documents(user)[0]?.totals).toMatchObject({ gross: 12_000_000, taxable: 6_000_000, tax: 0 })
})

test('EIN-03 con la DIAN lenta la misma factura se manda otra vez y queda validada, sin repetirse', async () => {
  const { factus, user } = account()
  const sent = invoice((await rangeIds(factus)).invoice)
  simulator.dian('slow')
  const first = okOf(await create(factus, sent))
  expect([first.is_validated, first.code, first.problems]).toEqual([false, null, []])
  // Another body under the reference changes nothing of what DIAN was asked about.
  const second = okOf(await create(factus, { ...sent, customer: { ...sent.customer, names: 'Otra persona' } }))
  expect(simulator.documents(user)[0]?.payload.customer.names).toBe('Ana Ruiz')
  expect([second.is_validated, second.number]).toEqual([true, first.number])
  expect(simulator.documents(user)).toHaveLength(1)
})

test('EIN-02 una notificación no invalida, y la regla 90 se distingue por su número', async () => {
  const { factus } = account()
  const { invoice: id } = await rangeIds(factus)
  simulator.dian('notified', 'duplicate')
  expect(okOf(await create(factus, invoice(id)))).toMatchObject({
    is_validated: true,
    problems: [{ rule: 'FAJ43b', severity: 'notification' }],
  })
  expect(await create(factus, invoice(id))).toMatchObject({
    kind: 'rejected',
    errors: [{ rule: '90', severity: 'rejection' }],
  })
})

test('EIN-03 si la respuesta se pierde, la referencia encuentra lo que quedó; repetirla cuando ya es válida no la duplica', async () => {
  const { factus, user } = account()
  const sent = invoice((await rangeIds(factus)).invoice)
  simulator.fail('create', 'lost')
  expect(await create(factus, sent)).toEqual({ kind: 'unknown', cause: 'connection' })
  expect(okOf(await factus.findByReference('invoice', sent.reference_code))).toMatchObject([
    { reference: sent.reference_code, is_validated: true, number: 'SETP990000000' },
  ])
  expect(okOf(await factus.findByReference('invoice', sent.reference_code.slice(0, -1)))).toEqual([])
  expect(await create(factus, sent)).toMatchObject({ kind: 'pending' })
  expect(simulator.documents(user)).toHaveLength(1)
})

test.each([
  ['error_500', 'server'],
  ['html', 'shape'],
  ['shape', 'shape'],
  ['reset', 'connection'],
  ['hang', 'timeout'],
] as const)('EIN-03 con %s nadie sabe qué pasó: %s', async (failure, cause) => {
  const { factus } = account({ ...LIMITS, createMs: 300 })
  const { invoice: id } = await rangeIds(factus)
  simulator.fail('create', failure)
  expect(await create(factus, invoice(id))).toEqual({ kind: 'unknown', cause })
})

test('EIN-03 sobre el límite de consultas se dice cuánto esperar', async () => {
  const limited = await startFactusSimulator({ accounts: [accountOf('limitada')], perMinute: 3 })
  const factus = factusAt(limited.url, tokenStore(limited.url)(accountOf('limitada')), LIMITS)
  for (let call = 0; call < 3; call += 1) okOf(await factus.numberingRanges())
  const answer = await factus.numberingRanges()
  expect(answer).toMatchObject({ kind: 'limited', by: 'provider' })
  expect(answer.kind === 'limited' && answer.retryAfterSeconds).toBeGreaterThan(50)
  await limited.close()
})

test('EIN-05 con el rango vencido, gastado o inactivo no se numera', async () => {
  const { factus, user } = account()
  const { invoice: id } = await rangeIds(factus)
  const refused = async (changes: object, message: RegExp) => {
    simulator.changeRange(user, 'invoice', changes)
    const answer = await create(factus, invoice(id))
    expect(answer).toMatchObject({
      kind: 'rejected',
      errors: [{ field: 'numbering_range_id', message: expect.stringMatching(message) }],
    })
  }
  await refused({ end_date: '2020-01-01' }, /vencido/)
  await refused({ end_date: '2030-01-19', current: 995_000_001 }, /agotado/)
  await refused({ current: 990_000_000, is_active: false }, /inactivo/)
})

test('INT-01 un token sirve mientras vive, uno solo para veinte llamadas a la vez, y uno vencido se renueva una vez', async () => {
  const own = await startFactusSimulator({ accounts: [accountOf('viva')], perMinute: null })
  const factus = factusAt(own.url, tokenStore(own.url)(accountOf('viva')), LIMITS)
  const tokens = (): number => own.calls().get('POST /oauth/token') ?? 0
  await Promise.all(Array.from({ length: 20 }, () => factus.numberingRanges()))
  expect(tokens()).toBe(1)
  own.fail('read', 'expired_token')
  okOf(await factus.numberingRanges())
  expect(tokens()).toBe(2)
  own.fail('read', 'expired_token', 2)
  expect(await factus.numberingRanges()).toEqual({ kind: 'unauthorized', reason: 'token' })
  await own.close()
})

test('INT-01 el token se renueva un minuto antes de vencer', async () => {
  const own = await startFactusSimulator({ accounts: [accountOf('reloj')], perMinute: null })
  let now = Date.now()
  const source = tokenStore(own.url, 2_000, () => now)(accountOf('reloj'))
  const first = okOf(await source.get())
  now += 539_000
  expect(okOf(await source.get())).toBe(first)
  now += 2_000
  expect(okOf(await source.get())).not.toBe(first)
  await own.close()
})

test('INT-01 otra clave, otro cliente o nadie que escuche se distinguen', async () => {
  const keys = accountOf('cuenta0')
  const ask = (changes: object, base = simulator.url) =>
    factusAt(base, tokenStore(base, 500)({ ...keys, ...changes }), LIMITS).numberingRanges()
  expect(await ask({ client_secret: 'otro' })).toEqual({ kind: 'unauthorized', reason: 'client' })
  expect(await ask({ password: 'otra' })).toEqual({ kind: 'unauthorized', reason: 'user' })
  expect(await ask({}, 'http://127.0.0.1:9')).toEqual({ kind: 'unknown', cause: 'connection' })
  simulator.fail('token', 'hang')
  expect(await ask({})).toEqual({ kind: 'unknown', cause: 'timeout' })
})

test('EIN-03 después de cinco llamadas sin respuesta no se manda nada por medio minuto', async () => {
  const dead = 'http://127.0.0.1:9'
  const factus = factusAccounts({ test: dead, production: simulator.url }, LIMITS)('test', accountOf('cuenta0'))
  for (let call = 0; call < 5; call += 1) expect(await factus.numberingRanges()).toMatchObject({ kind: 'unknown' })
  expect(await factus.numberingRanges()).toMatchObject({ kind: 'limited', by: 'breaker' })
})

test('EIN-03 una cuenta sin respuesta no detiene a las otras, ni un tipo de consulta a los demás de su cuenta', async () => {
  const dead = 'http://127.0.0.1:9'
  const open = factusAccounts({ test: dead, production: simulator.url }, LIMITS)
  const [first, second] = [open('test', accountOf('cuenta0')), open('test', accountOf('cuenta1'))]
  for (let call = 0; call < 6; call += 1) await first.attachedDocument('invoice', 'SETP1')
  expect(await first.attachedDocument('invoice', 'SETP1')).toMatchObject({ kind: 'limited', by: 'breaker' })
  expect(await first.numberingRanges()).toMatchObject({ kind: 'unknown' })
  expect(await second.attachedDocument('invoice', 'SETP1')).toMatchObject({ kind: 'unknown' })
})

test('EIN-01 la lista por días trae las páginas completas', async () => {
  const { factus } = account()
  const { invoice: id } = await rangeIds(factus)
  for (let count = 0; count < 3; count += 1) okOf(await create(factus, invoice(id)))
  const today = day(new Date().toLocaleDateString('en-CA', { timeZone: 'America/Bogota' }))
  const { rows, last_page } = okOf(await factus.list('invoice', { from: today, to: today }))
  expect([rows.length, last_page]).toEqual([3, 1])
  expect(okOf(await factus.list('invoice', { from: day('2020-01-01'), to: day('2020-01-02') })).rows).toEqual([])
})

test('EIN-04 el simulador que vuelve a empezar conserva sus documentos y sigue la numeración', async () => {
  const kept: Parameters<NonNullable<Parameters<typeof startFactusSimulator>[0]['kept']>['write']>[0][] = []
  const options = { accounts: [accountOf('guarda')], perMinute: null }
  const first = await startFactusSimulator({ ...options, kept: { documents: [], write: (one) => void kept.push(one) } })
  const before = factusAt(first.url, tokenStore(first.url)(accountOf('guarda')), LIMITS)
  okOf(await create(before, invoice((await rangeIds(before)).invoice)))
  await first.close()
  const second = await startFactusSimulator({ ...options, kept: { documents: kept, write: () => undefined } })
  const after = factusAt(second.url, tokenStore(second.url)(accountOf('guarda')), LIMITS)
  expect(okOf(await after.get('invoice', 'SETP990000000')).is_validated).toBe(true)
  expect(okOf(await create(after, invoice((await rangeIds(after)).invoice))).number).toBe('SETP990000001')
  await second.close()
})
