import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SimulatedMerchant } from '#simulators/wompi/rules.ts'
import { type Simulator, startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { type Method, type NewTransaction, type Outcome, type Wompi, type WompiKeys, wompiAt } from './client.ts'
import { bankUrlOf, isFinal, slipOf, type Transaction } from './shapes.ts'

/**
 * The calls of Wompi that Enlace needs, over HTTP. By default against the simulator; with sandbox keys against the provider:
 * WOMPI_SUITE_URL=https://sandbox.wompi.co/v1 with WOMPI_SUITE_PUBLIC_KEY, WOMPI_SUITE_PRIVATE_KEY and WOMPI_SUITE_INTEGRITY.
 */
const REAL = process.env['WOMPI_SUITE_URL']
const SETTLED_MAX_MS = REAL === undefined ? 5_000 : 60_000
const SHORT_MS = 300

const merchant = (name: string): SimulatedMerchant => ({
  name,
  public_key: `pub_test_${name}`,
  private_key: `prv_test_${name}`,
  integrity_secret: `test_integrity_${name}`,
  events_secret: `test_events_${name}`,
  events_url: null,
})

let simulator: Simulator
let baseUrl = ''
let keys: WompiKeys
let wompi: Wompi

beforeAll(async () => {
  simulator = await startWompiSimulator({ merchants: [merchant('uno'), merchant('dos')], settleMs: 50, pse: 'sandbox' })
  baseUrl = REAL ?? simulator.url
  keys =
    REAL === undefined
      ? merchant('uno')
      : {
          public_key: process.env['WOMPI_SUITE_PUBLIC_KEY'] ?? '',
          private_key: process.env['WOMPI_SUITE_PRIVATE_KEY'] ?? '',
          integrity_secret: process.env['WOMPI_SUITE_INTEGRITY'] ?? '',
        }
  wompi = wompiAt(baseUrl, keys)
})
afterAll(() => simulator.close())

const valueOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

const nequi = (phone_number: string): Method => ({ type: 'NEQUI', phone_number })
const pse = (financial_institution_code: string): Method => ({
  type: 'PSE',
  user_type: 0,
  user_legal_id_type: 'CC',
  user_legal_id: '1099888777',
  financial_institution_code,
  payment_description: 'Pago de factura AF-1',
})

async function payment(payment_method: Method, changes: Partial<NewTransaction> = {}): Promise<NewTransaction> {
  const terms = valueOf(await wompi.merchant())
  return {
    reference: `AF-1-${randomUUID().slice(0, 8)}`,
    amount_in_cents: 7_990_000,
    customer_email: 'ana@correo.test',
    customer_data: { full_name: 'Ana Ruiz', phone_number: '573107654321' },
    payment_method,
    acceptance_token: terms.presigned_acceptance.acceptance_token,
    accept_personal_auth: terms.presigned_personal_data_auth.acceptance_token,
    redirect_url: 'https://portal.correo.test/payments/processing',
    ...changes,
  }
}

async function settled(id: string): Promise<Transaction> {
  const until = Date.now() + SETTLED_MAX_MS
  for (;;) {
    const transaction = valueOf(await wompi.get(id))
    if (isFinal(transaction.status)) return transaction
    if (Date.now() > until) throw new Error(`${id} is still pending`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('INT-01 los términos del comercio traen dos documentos con su token, otro cada vez', async () => {
  const [first, second] = [valueOf(await wompi.merchant()), valueOf(await wompi.merchant())]
  expect(first.presigned_acceptance.permalink).toMatch(/^https?:/)
  expect(first.presigned_acceptance.acceptance_token).not.toBe(second.presigned_acceptance.acceptance_token)
})

test('PAY-02 los bancos de PSE tienen código y nombre', async () => {
  expect(valueOf(await wompi.banks())).toContainEqual({
    financial_institution_code: '1',
    financial_institution_name: 'Banco que aprueba',
  })
})

test.each([
  ['3991111111', 'APPROVED'],
  ['3992222222', 'DECLINED'],
  ['3107654321', 'ERROR'],
])('PAY-05 Nequi %s nace pendiente y termina %s', async (phone, status) => {
  const created = valueOf(await wompi.create(await payment(nequi(phone))))
  expect(created).toMatchObject({ status: 'PENDING', currency: 'COP', amount_in_cents: 7_990_000, finalized_at: null })
  expect(await settled(created.id)).toMatchObject({ status, reference: created.reference })
})

test.each([
  ['1', 'APPROVED'],
  ['2', 'DECLINED'],
  ['3', 'ERROR'],
])('PAY-05 PSE con el banco %s termina %s, y entonces no hay a dónde ir', async (bank, status) => {
  const created = valueOf(await wompi.create(await payment(pse(bank))))
  const ended = await settled(created.id)
  expect([ended.status, bankUrlOf(ended)]).toEqual([status, null])
})

test('TRX-05 una referencia no se usa dos veces, y por ella se encuentra lo que ya se creó', async () => {
  const first = await payment(nequi('3991111111'))
  const created = valueOf(await wompi.create(first))
  const again = await wompi.create(await payment(nequi('3991111111'), { reference: first.reference }))
  expect(again).toMatchObject({
    ok: false,
    failure: {
      kind: 'refused',
      status: 422,
      problems: [{ field: 'reference', message: 'La referencia ya ha sido usada' }],
    },
  })
  expect(valueOf(await wompi.findByReference(first.reference)).map(({ id }) => id)).toEqual([created.id])
  expect(valueOf(await wompi.findByReference(`${first.reference}-0`))).toEqual([])
})

test('PAY-04 cada aceptación sirve una vez', async () => {
  const first = await payment(nequi('3991111111'))
  valueOf(await wompi.create(first))
  const again = await wompi.create({ ...first, reference: `${first.reference}-b` })
  expect(again).toMatchObject({ failure: { kind: 'refused', problems: [{ field: 'acceptance_token' }] } })
})

test('INT-01 con el secreto de integridad de otro, la firma se rechaza; con otra llave, las credenciales', async () => {
  const swapped = wompiAt(baseUrl, { ...keys, integrity_secret: 'test_integrity_otro' })
  expect(await swapped.create(await payment(nequi('3991111111')))).toMatchObject({
    failure: { kind: 'refused', problems: [{ field: 'signature', message: 'La firma es inválida' }] },
  })
  const unknown = wompiAt(baseUrl, { ...keys, private_key: 'prv_test_nadie', public_key: 'pub_test_nadie' })
  expect(await unknown.create(await payment(nequi('3991111111')))).toMatchObject({
    failure: { kind: 'credentials', status: 401, problems: [] },
  })
  expect(await unknown.merchant()).toMatchObject({ failure: { kind: 'absent', status: 404 } })
  expect(await wompi.get('11004-1-1')).toMatchObject({ failure: { kind: 'absent' } })
})

test('PAY-03 un celular o un valor que no sirven se rechazan con su campo', async () => {
  const bad = await wompi.create(await payment(nequi('12')))
  expect(bad).toMatchObject({ failure: { kind: 'refused', problems: [{ field: 'payment_method.phone_number' }] } })
})

const BANCOLOMBIA: Method = {
  type: 'BANCOLOMBIA_TRANSFER',
  user_type: 'PERSON',
  payment_description: 'Pago de factura AF-1',
  ecommerce_url: 'https://portal.correo.test/payments/processing',
}

test('PAY-05 el pago con Botón Bancolombia nace pendiente, y la página donde se decide aparece después', async () => {
  const created = valueOf(await wompi.create(await payment(BANCOLOMBIA)))
  expect([created.status, bankUrlOf(created)]).toEqual(['PENDING', null])
  await expect
    .poll(async () => bankUrlOf(valueOf(await wompi.get(created.id))), { timeout: SETTLED_MAX_MS })
    .toMatch(/^http/)
})

const only = test.skipIf(REAL !== undefined)

only.each(['error_500', 'reset', 'html', 'hang'] as const)(
  'PAY-05 si al crear el proveedor responde con %s, nadie sabe qué pasó y nada se creó',
  async (failure) => {
    const impatient = wompiAt(baseUrl, keys, SHORT_MS)
    const payload = await payment(nequi('3991111111'))
    simulator.fail('create', failure)
    expect(await impatient.create(payload)).toMatchObject({ failure: { kind: 'unknown' } })
    expect(valueOf(await wompi.findByReference(payload.reference))).toEqual([])
  },
)

only('TRX-05 si la respuesta se pierde después de creada, la referencia la encuentra', async () => {
  const payload = await payment(nequi('3991111111'))
  simulator.fail('create', 'lost')
  expect(await wompi.create(payload)).toMatchObject({ failure: { kind: 'unknown', status: 0 } })
  const [found, ...more] = valueOf(await wompi.findByReference(payload.reference))
  expect([found?.amount_in_cents, more]).toEqual([payload.amount_in_cents, []])
})

only('PAY-05 en el banco de PSE la persona decide, y vuelve con el número de la transacción', async () => {
  const bank = await startWompiSimulator({ merchants: [merchant('tres')], settleMs: 50 })
  const own = wompiAt(bank.url, merchant('tres'))
  const terms = valueOf(await own.merchant())
  const created = valueOf(
    await own.create({
      ...(await payment(pse('1'))),
      acceptance_token: terms.presigned_acceptance.acceptance_token,
      accept_personal_auth: terms.presigned_personal_data_auth.acceptance_token,
    }),
  )
  expect(bankUrlOf(created)).toBe(null)
  await expect.poll(async () => bankUrlOf(valueOf(await own.get(created.id)))).toMatch(/pse\/redirect/)
  const url = bankUrlOf(valueOf(await own.get(created.id))) ?? ''
  expect(await (await fetch(url)).text()).toContain('Aprobar el pago')
  const decided = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ending: 'DECLINED' }),
    redirect: 'manual',
  })
  expect([decided.status, decided.headers.get('location')]).toEqual([
    303,
    `https://portal.correo.test/payments/processing?id=${created.id}`,
  ])
  expect(valueOf(await own.get(created.id))).toMatchObject({ status: 'DECLINED' })
  await bank.close()
})

only.each(['APPROVED', 'DECLINED', 'ERROR'])(
  'PAY-05 en la página de prueba de Bancolombia la persona escoge %s, y vuelve a la dirección del comercio',
  async (ending) => {
    const created = valueOf(await wompi.create(await payment(BANCOLOMBIA)))
    await expect
      .poll(async () => bankUrlOf(valueOf(await wompi.get(created.id))))
      .toMatch(/payment_methods\/redirect\/bancolombia_transfer\?transferCode=/)
    const url = bankUrlOf(valueOf(await wompi.get(created.id))) ?? ''
    expect(await (await fetch(url)).text()).toContain('Bancolombia de pruebas')
    const decided = await fetch(url, { method: 'POST', body: new URLSearchParams({ ending }), redirect: 'manual' })
    expect([decided.status, decided.headers.get('location')]).toEqual([
      303,
      'https://portal.correo.test/payments/processing',
    ])
    const ended = await settled(created.id)
    expect([ended.status, bankUrlOf(ended)]).toEqual([ending, null])
  },
)

only('PAY-04 el simulador recibe Botón Bancolombia solo como dice el texto de Wompi', async () => {
  const refusalOf = async (changes: object): Promise<unknown> => {
    const sent = await payment({ ...BANCOLOMBIA, ...changes })
    const answer = await wompi.create(sent)
    return answer.ok ? null : answer.failure.problems[0]?.field
  }
  expect(await refusalOf({ user_type: '0' })).toBe('payment_method.user_type')
  expect(await refusalOf({ payment_description: "Pago de 'internet'" })).toBe('payment_method.payment_description')
  expect(await refusalOf({ payment_description: 'x'.repeat(65) })).toBe('payment_method.payment_description')
  expect(await refusalOf({ ecommerce_url: undefined })).toBe('payment_method.ecommerce_url')
  expect(await refusalOf({ ecommerce_url: 'http://portal.correo.test/' })).toBe('payment_method.ecommerce_url')
  expect(await refusalOf({ phone_number: '3001234567' })).not.toBe(null)
  expect(await refusalOf({ payment_description: 'x'.repeat(64) })).toBe(null)
})

only('PAY-02 una cuenta sin ese medio no lo dice entre los suyos, y lo rechaza', async () => {
  const account = { ...merchant('cuatro'), accepted_payment_methods: ['NEQUI', 'CARD'] }
  simulator.merchants.push(account)
  const own = wompiAt(simulator.url, account)
  const terms = valueOf(await own.merchant())
  expect(terms.accepted_payment_methods).toEqual(['NEQUI', 'CARD'])
  const sent = {
    ...(await payment(BANCOLOMBIA)),
    acceptance_token: terms.presigned_acceptance.acceptance_token,
    accept_personal_auth: terms.presigned_personal_data_auth.acceptance_token,
  }
  expect(await own.create(sent)).toMatchObject({
    failure: { kind: 'refused', problems: [{ field: 'payment_method' }] },
  })
})

only(
  'PAY-05 en efectivo los dos números llegan después, y en el corresponsal de pruebas se paga o se deja vencer',
  async () => {
    const expiration_time = new Date(Date.now() + 86_400_000).toISOString()
    const counter = (form: Record<string, string>) =>
      fetch(`${baseUrl}/simulator/correspondent`, { method: 'POST', body: new URLSearchParams(form) })
    for (const ending of ['APPROVED', 'DECLINED']) {
      const created = valueOf(await wompi.create(await payment({ type: 'BANCOLOMBIA_COLLECT' }, { expiration_time })))
      expect(slipOf(created)).toEqual({})
      await expect.poll(async () => slipOf(valueOf(await wompi.get(created.id)))).not.toEqual({})
      const { slip_agreement = '', slip_intention = '' } = slipOf(valueOf(await wompi.get(created.id)))
      const form = { agreement: slip_agreement, intention: slip_intention, ending }
      expect((await counter({ ...form, intention: '0' })).status).toBe(422)
      expect(valueOf(await wompi.get(created.id))).toMatchObject({ status: 'PENDING' })
      expect((await counter(form)).status).toBe(200)
      expect(await settled(created.id)).toMatchObject({ status: ending })
      expect((await counter(form)).status).toBe(422)
    }
  },
)

only(
  'PAY-04 el simulador recibe el efectivo solo como dice Wompi, con su plazo firmado, y al vencer lo termina',
  async () => {
    const refusalOf = async (method: object, changes: Partial<NewTransaction> = {}): Promise<unknown> => {
      const answer = await wompi.create(await payment({ type: 'BANCOLOMBIA_COLLECT', ...method }, changes))
      return answer.ok ? null : answer.failure.problems[0]?.field
    }
    expect(await refusalOf({ phone_number: '3001234567' })).toBe('payment_method.payment_method')
    expect(await refusalOf({}, { expiration_time: 'mañana' })).toBe('expiration_time')
    expect(await refusalOf({}, { expiration_time: new Date(Date.now() - 1_000).toISOString() })).toBe('expiration_time')
    const soon = new Date(Date.now() + 400).toISOString()
    const created = valueOf(
      await wompi.create(await payment({ type: 'BANCOLOMBIA_COLLECT' }, { expiration_time: soon })),
    )
    expect(await settled(created.id)).toMatchObject({ status: 'DECLINED' })
  },
)
