import { afterEach, expect, test, vi } from 'vitest'
import { isFailure } from '#web/core/failure.ts'
import { cardToken } from './card-token.ts'

afterEach(() => void vi.unstubAllGlobals())

const CARD = { number: '4242424242424242', holder: 'Ana Ruiz', expiry: '06/31', cvc: '123' }
const ACCEPTANCE = {
  terms_url: '',
  personal_data_url: '',
  acceptance_token: '',
  is_test: true,
  cards: { url: 'https://wompi.test/v1/tokens/cards', public_key: 'pub_test_1' },
}

/** Answers the call of the card. Returns what was sent. */
function answer(status: number, body: unknown) {
  const call = vi.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(body), { status })))
  vi.stubGlobal('fetch', call)
  return call
}
const failure = async () => {
  const error: unknown = await cardToken(CARD, ACCEPTANCE).catch((reason: unknown) => reason)
  if (!isFailure(error)) throw error
  return error
}

test('PAY-04 la tarjeta se manda a Wompi con la llave pública, sin las cookies, y devuelve su token', async () => {
  const call = answer(201, { status: 'CREATED', data: { id: 'tok_test_1' } })
  expect(await cardToken(CARD, ACCEPTANCE)).toBe('tok_test_1')
  const [url, init] = call.mock.calls[0] ?? []
  expect([url, init?.credentials, init?.headers]).toEqual([
    ACCEPTANCE.cards.url,
    'omit',
    { authorization: 'Bearer pub_test_1', 'content-type': 'application/json' },
  ])
  expect(typeof init?.body === 'string' && JSON.parse(init.body)).toEqual({
    number: '4242424242424242',
    cvc: '123',
    exp_month: '06',
    exp_year: '31',
    card_holder: 'Ana Ruiz',
  })
})

test('PAY-04 lo que Wompi rechaza se dice en su campo', async () => {
  answer(422, { error: { messages: { number: ['El número de tarjeta es inválido. Luhn check falló.'] } } })
  expect((await failure()).errors).toEqual([
    { field: 'card.number', message: 'Revisa el número de la tarjeta: un dígito no coincide' },
  ])
})

test.each([
  [404, { error: { type: 'NOT_FOUND' } }],
  [500, null],
  [201, { data: {} }],
])('PAY-04 otra respuesta de Wompi (%i) dice que no se cobró nada', async (status, body) => {
  answer(status, body)
  expect((await failure()).message).toBe(
    'Wompi no responde en este momento. No se hizo ningún cobro: intenta en unos minutos.',
  )
})
