import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bankApi } from '#domain/banks/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { type BankDesk, bankDesk, collectionFile, statement } from '#test/bank-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const { once, makeAccount, makeDesk, debtor, load, linesOf, paymentsOf, invoiceOf, payCertain } = bankDesk(t)

const payAtDesk = ({ financial }: BankDesk, payment: object) =>
  financial.call(manualPaymentApi.create, {
    body: { payment: { method: 'efectivo', paid_on: '2026-12-16', ...payment } },
    headers: once(),
  })

async function nitOf({ company }: BankDesk): Promise<string> {
  const { rows } = await t.owner.query<{ nit: string }>('select nit from companies where id = $1', [company.id])
  return rows[0]?.nit ?? ''
}

const idOf = ({ json }: { json: { data?: unknown } }): string => z.parse(z.object({ id: z.string() }), json.data).id

const statesOf = async (desk: BankDesk, query: object = {}) =>
  (await linesOf(desk, query)).map(({ line, state, reason }) => [line, state, reason])

test('TRX-03 si pagó en caja después de cargar el archivo, el movimiento espera con su razón y no se paga otra vez', async () => {
  const desk = await makeDesk()
  const [ana, luis] = [await debtor(desk, 30_000), await debtor(desk, 20_000, 15_000)]
  await load(desk, statement(`2026-12-15;Pago;${ana.number};30000`, `2026-12-15;Pago;${luis.identification};35000`))
  await payAtDesk(desk, { client_id: ana.id, amount: 30_000 })
  await payAtDesk(desk, { client_id: luis.id, amount: 20_000 })
  expect(await payCertain(desk)).toMatchObject({ done: 0, failed: 2 })
  expect(await statesOf(desk)).toEqual([
    [2, 'doubtful', 'Ya no debe eso: al leer el archivo debía $ 30.000,00 y ahora debe $ 0,00. Mira si ya pagó'],
    [3, 'doubtful', 'Ya no debe eso: al leer el archivo debía $ 35.000,00 y ahora debe $ 15.000,00. Mira si ya pagó'],
  ])
  expect(await paymentsOf(desk)).toHaveLength(2)
  // On purpose, by a person: it is in favour of the client.
  const [line] = await linesOf(desk)
  await desk.financial.call(bankApi.pay, {
    params: { id: line?.id ?? '' },
    body: { payment: { client_id: ana.id } },
  })
  expect((await paymentsOf(desk))[0]).toMatchObject({ amount: 3_000_000, credit: 3_000_000 })
})

test('TRX-03 el mismo pago en dos archivos que esperan paga una sola vez, aunque el cliente deba dos veces ese valor', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000, 30_000)
  await load(desk, statement(`2026-12-15;Pago;${ana.identification};30000`))
  await load(desk, collectionFile(await nitOf(desk), [[ana.identification, 3_000_000]]))
  expect((await linesOf(desk)).map(({ state }) => state)).toEqual(['certain', 'certain'])
  expect(await payCertain(desk)).toMatchObject({ done: 1, failed: 1 })
  expect(await paymentsOf(desk)).toHaveLength(1)
  const [number] = (await paymentsOf(desk)).map((payment) => payment.number)
  expect((await linesOf(desk)).map(({ state, reason }) => [state, reason])).toEqual(
    expect.arrayContaining([
      ['paid', 'Registrado'],
      ['repeated', `Ya registrado: recibo ${number}, del mismo día, valor y referencia`],
    ]),
  )
  expect((await invoiceOf(desk, ana.invoices[1]?.id)).balance).toBe(3_000_000)
})

test('TRX-05 un movimiento que otro formato o la caja ya registró se muestra como ya registrado, y no se paga solo', async () => {
  const desk = await makeDesk()
  const [ana, luis] = [await debtor(desk, 30_000, 30_000), await debtor(desk, 20_000, 20_000)]
  await load(desk, statement(`2026-12-15;Pago;${ana.number};30000`, '2026-12-15;Abono;ZX 9;12000'))
  await payCertain(desk)
  const [unknown] = await linesOf(desk, { state: 'unknown' })
  await desk.financial.call(bankApi.pay, {
    params: { id: unknown?.id ?? '' },
    body: { payment: { client_id: ana.id } },
  })
  const byTransfer = { method: 'transferencia', paid_on: '2026-12-15', account_id: desk.account }
  await payAtDesk(desk, { client_id: luis.id, amount: 20_000, ...byTransfer })
  const file = collectionFile(await nitOf(desk), [
    [ana.number.split('-')[1] ?? '', 3_000_000],
    [luis.identification, 2_000_000],
  ])
  const answer = await load(desk, file)
  expect([answer.json.data, answer.json.message]).toEqual([
    expect.objectContaining({ states: { certain: 0, doubtful: 1, unknown: 0, ignored: 0, repeated: 1, paid: 0 } }),
    expect.stringMatching(/0 seguros, 1 por revisar, 0 sin identificar, 1 ya registrados/),
  ])
  expect((await linesOf(desk)).slice(0, 2).map(({ client, state, reason }) => [client?.id, state, reason])).toEqual([
    [ana.id, 'repeated', 'Ya registrado: recibo 1, del mismo día, valor y referencia'],
    // The person at the desk wrote no reference: it may be another payment of Luis.
    [undefined, 'doubtful', 'Ese día ya hay un pago igual, recibo 3: mira si este es otro'],
  ])
  // The words of a reference are enough, also without a client: 'ZX 9' was given to Ana.
  await load(desk, statement('15/12/2026;Otro texto;zx-9;12000,00'))
  expect((await linesOf(desk, { state: 'repeated' })).map(({ reference }) => reference)).toContain('zx-9')
  expect(await paymentsOf(desk)).toHaveLength(3)
})

test('TRX-05 dos pagos iguales de verdad no se pierden: el segundo lo decide una persona, que confirma que es otro', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000, 30_000, 30_000)
  await load(desk, statement(`2026-12-15;Pago;${ana.identification};30000`))
  await payCertain(desk)
  const twice = collectionFile(await nitOf(desk), [
    [ana.identification, 3_000_000],
    [ana.identification, 3_000_000],
  ])
  await load(desk, twice)
  const [first, second] = await linesOf(desk)
  expect([first, second].map((line) => [line?.state, line?.reason])).toEqual([
    ['repeated', 'Ya registrado: recibo 1, del mismo día, valor y referencia'],
    ['doubtful', 'Ese día ya hay un pago igual, recibo 1: mira si este es otro'],
  ])
  const pay = (id = '', is_another?: boolean) =>
    desk.financial.ask(bankApi.pay, {
      params: { id },
      body: { payment: { client_id: ana.id, ...(is_another && { is_another }) } },
    })
  const refused = await pay(second?.id)
  expect([refused.status, refused.json.message, refused.json.errors?.[0]?.field]).toEqual([
    409,
    'Ese día ya hay un pago igual, recibo 1: confirma que este es otro',
    'payment.is_another',
  ])
  // The bank returned it: whether it is another one is not asked.
  const returned = 'update bank_lines set is_returned = $2 where id = $1'
  await t.owner.query(returned, [second?.id, true])
  expect((await pay(second?.id)).json).toMatchObject({
    message: 'Este movimiento no es dinero que entró: no se registra como pago',
  })
  await t.owner.query(returned, [second?.id, false])
  expect((await pay(second?.id, true)).status).toBe(201)
  expect((await pay(first?.id, true)).status).toBe(201)
  expect(await paymentsOf(desk)).toHaveLength(3)
})

test('TRX-05 en el extracto siguiente, un segundo movimiento igual no se toma por el primero ni se paga solo', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000, 30_000)
  const row = `2026-12-15;Pago;${ana.identification};30000`
  await load(desk, statement(row))
  await payCertain(desk)
  await load(desk, statement(row, row))
  expect(await statesOf(desk, { state: 'doubtful' })).toEqual([
    [3, 'doubtful', 'Ese día ya hay un pago igual, recibo 1: mira si este es otro'],
  ])
})

test('TRX-05 un pago reversado no cuenta: el mismo movimiento en otro archivo se puede registrar', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000)
  await load(desk, statement(`2026-12-15;Pago;${ana.number};30000`))
  await payCertain(desk)
  const [payment] = await paymentsOf(desk)
  await desk.financial.call(manualPaymentApi.reverse, {
    params: { id: payment?.id ?? '' },
    body: { reason: 'Quedó en la cuenta que no era' },
    headers: once(),
  })
  await load(desk, collectionFile(await nitOf(desk), [[ana.identification, 3_000_000]]))
  expect((await linesOf(desk))[0]?.state).toBe('certain')
})

test('TRX-03 un archivo de la cuenta que no era se quita mientras no tenga pagos, y se carga en la suya', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000)
  const other = await makeAccount(desk.financial, 'Corriente')
  const bytes = statement(`2026-12-15;Pago;${ana.number};30000`)
  const wrong = idOf(await load(desk, bytes))
  const right = await load(desk, bytes, desk.financial, { account_id: other })
  expect([right.status, right.json.message]).toEqual([
    201,
    'Leímos el archivo: 1 seguros, 0 por revisar, 0 sin identificar. Ese archivo también está en la cuenta Ahorros',
  ])
  const { message } = await desk.financial.call(bankApi.remove, { params: { id: wrong } })
  expect(message).toBe('Quitamos extracto.csv, con su movimiento')
  expect((await desk.financial.ask(bankApi.file, { params: { id: wrong } })).status).toBe(404)
  expect((await desk.financial.ask(bankApi.remove, { params: { id: wrong } })).status).toBe(404)
  expect(await payCertain(desk)).toMatchObject({ done: 1, failed: 0 })
  const refused = await desk.financial.ask(bankApi.remove, { params: { id: idOf(right) } })
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Ya se registró un pago de este archivo: reversa el recibo 1 y déjalo por revisar antes de quitarlo',
  ])
  expect(await t.events(desk.company.id)).toContain('bank_file.removed')
  // It is loaded again where it was: nothing of it was left.
  expect((await load(desk, bytes)).json.data).toMatchObject({ repeated: 0 })
})

test('TRX-04 TRX-05 un movimiento que repite un recibo se puede revisar otra vez cuando ese recibo se reversa, y no antes', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000)
  const byTransfer = { method: 'transferencia', paid_on: '2026-12-15', account_id: desk.account, reference: ana.number }
  const { data: paid } = await payAtDesk(desk, { client_id: ana.id, amount: 30_000, ...byTransfer })
  await load(desk, statement(`2026-12-15;Pago;${ana.number};30000`))
  const payment = { id: paid.id, number: paid.number, is_reversed: false }
  const [line] = await linesOf(desk)
  expect(line).toMatchObject({ state: 'repeated', payment })
  const params = { id: line?.id ?? '' }
  expect((await desk.financial.ask(bankApi.restore, { params })).status).toBe(409)
  await desk.financial.call(manualPaymentApi.reverse, {
    params: { id: paid.id },
    body: { reason: 'Era de otro cliente' },
    headers: once(),
  })
  expect(await linesOf(desk)).toMatchObject([{ state: 'repeated', payment: { ...payment, is_reversed: true } }])
  const { data } = await desk.financial.call(bankApi.restore, { params })
  expect(data).toMatchObject({ state: 'unknown', reason: `El recibo ${paid.number} se reversó`, payment: null })
  await desk.financial.call(bankApi.pay, { params, body: { payment: { client_id: ana.id } } })
  expect((await invoiceOf(desk, ana.invoices[0]?.id)).balance).toBe(0)
})
