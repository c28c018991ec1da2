import { expect, test } from 'vitest'
import { bankApi } from '#domain/banks/api.ts'
import { billingFileApi } from '#domain/banks/billing-file-api.ts'
import { bulkApi } from '#domain/bulk/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { bankAgreementApi } from '#domain/invoices/bank-agreement-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { writeXlsx } from '#server/files/xlsx.ts'
import { bankDesk, collectionFile, STATEMENT_HEAD, statement } from '#test/bank-desk.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const { once, makeDesk, debtor, load, linesOf, paymentsOf, invoiceOf, payCertain } = bankDesk(t)

test('TRX-03 un extracto separa lo seguro, lo dudoso, lo desconocido y lo que no entró, con su razón', async () => {
  const desk = await makeDesk()
  const [ana, luis, eva] = [await debtor(desk, 30_000), await debtor(desk, 20_000, 15_000), await debtor(desk, 47_123)]
  const answer = await load(
    desk,
    statement(
      `2026-12-15;Pago;${ana.number};30.000`,
      `15/12/2026;Pago ${luis.identification};;35.000`,
      `2026-12-15;Pago;${luis.no_contract};1.000`,
      '2026-12-15;Consignación nacional;;47.123',
      '2026-12-15;Nada coincide;zzz;99.999',
      '2026-12-15;Cuota de manejo;;-5.000',
    ),
  )
  expect([answer.status, answer.json.message]).toEqual([
    201,
    'Leímos el archivo: 2 seguros, 2 por revisar, 1 sin identificar',
  ])
  expect(answer.json.data).toMatchObject({
    total: 213_122,
    states: { certain: 2, doubtful: 2, unknown: 1, ignored: 1 },
  })
  expect((await linesOf(desk)).map(({ state, reason, client }) => [state, reason, client?.id ?? null])).toEqual([
    ['certain', 'por el número de la factura', ana.id],
    ['certain', 'por el documento', luis.id],
    ['doubtful', 'El valor no es lo que debe', null],
    ['doubtful', 'Solo coincide el valor', null],
    ['unknown', 'Ninguna factura, contrato o documento coincide', null],
    ['ignored', 'No es dinero que entró', null],
  ])
  const [, , doubtful, weak] = await linesOf(desk)
  expect(doubtful?.candidates).toMatchObject([{ client: { id: luis.id }, kind: 'contract', debt: 3_500_000 }])
  expect(weak?.candidates).toMatchObject([{ client: { id: eva.id }, invoice: { number: eva.number }, kind: 'amount' }])
})

test('TRX-03 R2.15 de una factura reclamada en parte se reconoce lo que se cobra, y lo que debe el cliente no cuenta el reclamo', async () => {
  const desk = await makeDesk()
  const [ana, eva] = [await debtor(desk, 47_123), await debtor(desk, 61_457)]
  for (const { invoices } of [ana, eva]) {
    const body = { amount: 10_000, reason: 'No fueron a la visita' }
    await desk.financial.call(invoiceApi.dispute, { params: { id: invoices[0]?.id ?? '' }, body })
  }
  await load(
    desk,
    statement(
      '2026-12-15;Consignación nacional;;37.123',
      `2026-12-15;Pago ${eva.identification};;1.000`,
      '2026-12-15;Consignación nacional;;61.457',
    ),
  )
  expect((await linesOf(desk)).map(({ candidates }) => candidates)).toMatchObject([
    [{ client: { id: ana.id }, invoice: { number: ana.number }, kind: 'amount', debt: 3_712_300 }],
    [{ client: { id: eva.id }, kind: 'document', debt: 5_145_700 }],
    [{ client: { id: eva.id }, invoice: { number: eva.number }, kind: 'amount' }],
  ])
})

test('TRX-03 lo seguro se registra en una acción, cada uno con recibo, día y cuenta del banco, y otra vez no hace nada', async () => {
  const desk = await makeDesk()
  const [ana, luis] = [await debtor(desk, 30_000), await debtor(desk, 20_000, 15_000)]
  await load(desk, statement(`2026-12-15;Pago;${ana.number};30000`, `2026-12-14;Pago;${luis.identification};35000`))
  expect(await payCertain(desk)).toMatchObject({ status: 'done', total: 2, done: 2, failed: 0 })
  expect((await linesOf(desk)).map(({ state, payment }) => [state, payment?.number])).toEqual([
    ['paid', 1],
    ['paid', 2],
  ])
  expect(await paymentsOf(desk)).toMatchObject([
    { number: 2, amount: 3_500_000, paid_on: '2026-12-14', method: 'transferencia', account: { name: 'Ahorros' } },
    { number: 1, amount: 3_000_000, paid_on: '2026-12-15', reference: ana.number, credit: 0 },
  ])
  expect((await invoiceOf(desk, ana.invoices[0]?.id)).balance).toBe(0)
  const again = await desk.financial.ask(bulkApi.start, { body: { action: 'pay_bank_lines', query: 'state=certain' } })
  expect(again.status).toBe(409)
  expect(await t.events(desk.company.id)).toEqual(
    expect.arrayContaining(['bank_file.loaded', 'bank_line.paid', 'payment.registered']),
  )
})

test('TRX-05 el mismo archivo o el mismo movimiento dos veces no suma nada, tampoco con dos personas a la vez', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000)
  const other = await desk.company.person('financial')
  const row = `2026-12-15;Pago;${ana.number};30000`
  const answers = await Promise.all([load(desk, statement(row, row)), load(desk, statement(row, row), other)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers.map(({ json }) => `${json.message}`).toSorted()).toEqual([
    'Ese archivo ya estaba cargado: no se repitió nada',
    'Leímos el archivo: 1 seguros, 1 por revisar, 0 sin identificar',
  ])
  // The next statement overlaps: only its new movement is added.
  const longer = await load(desk, statement(row, row, '2026-12-16;Otro;;1000'))
  expect(longer.json.data).toMatchObject({ repeated: 2, states: { certain: 0, unknown: 1 } })
  const lines = await linesOf(desk)
  expect(lines.map(({ state }) => state).toSorted()).toEqual(['certain', 'doubtful', 'unknown'])
  const certain = lines.find(({ state }) => state === 'certain')?.id ?? ''
  const pay = (by: Person) =>
    by.ask(bankApi.pay, { params: { id: certain }, body: { payment: { client_id: ana.id } }, headers: once() })
  expect((await Promise.all([pay(desk.financial), pay(other)])).map(({ status }) => `${status}`).toSorted()).toEqual([
    '201',
    '409',
  ])
  expect(await paymentsOf(desk)).toHaveLength(1)
})

test('TRX-03 lo dudoso lo asigna una persona: paga lo más antiguo, el resto queda a favor y la referencia se recuerda', async () => {
  const desk = await makeDesk()
  const luis = await debtor(desk, 20_000, 15_000)
  await load(desk, statement('2026-12-15;Transferencia;LUIS 445566;50000'))
  const [line] = await linesOf(desk)
  const { data, message } = await desk.financial.call(bankApi.pay, {
    params: { id: line?.id ?? '' },
    body: { payment: { client_id: luis.id } },
  })
  expect([data.state, message]).toEqual(['paid', expect.stringMatching(/^Registramos \$ 50\.000,00 de .+, recibo 1$/)])
  expect(await paymentsOf(desk)).toMatchObject([
    { credit: 1_500_000, applied: [{ amount: 2_000_000 }, { amount: 1_500_000 }] },
  ])
  await debtor(desk, 9_000)
  const { id } = (await linesOf(desk))[0] ?? { id: '' }
  expect((await desk.financial.ask(bankApi.ignore, { params: { id }, body: { reason: 'Otro' } })).status).toBe(409)
  await load(desk, statement('2026-12-16;Transferencia;Luis 44-55-66;7000'))
  expect((await linesOf(desk, { state: 'doubtful' }))[0]).toMatchObject({
    reason: 'El valor no es lo que debe',
    candidates: [{ client: { id: luis.id }, kind: 'remembered' }],
  })
})

test('TRX-03 un día cerrado se rechaza con su razón, y la persona puede contabilizarlo hoy', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000)
  await load(desk, statement(`2026-12-15;Pago;${ana.number};30000`))
  await t.owner.query(
    `insert into book_closings (company_id, position, closed_through, actor_name) values ($1, 1, '2026-12-15', 'Ana')`,
    [desk.company.id],
  )
  expect(await payCertain(desk)).toMatchObject({ done: 0, failed: 1 })
  const [line] = await linesOf(desk)
  expect([line?.state, line?.reason]).toEqual(['doubtful', expect.stringMatching(/cerrada hasta el 15 de diciembre/)])
  const pay = (posts_today: boolean) =>
    desk.financial.ask(bankApi.pay, {
      params: { id: line?.id ?? '' },
      body: { payment: { client_id: ana.id, posts_today } },
    })
  expect((await pay(false)).status).toBe(409)
  expect((await pay(true)).status).toBe(201)
  expect(await paymentsOf(desk)).toMatchObject([{ paid_on: '2026-12-15', posted_on: '2026-12-16' }])
})

test('TRX-04 el pago de un movimiento se reversa como cualquiera, y el movimiento se puede asignar a otro cliente', async () => {
  const desk = await makeDesk()
  const [ana, luis] = [await debtor(desk, 30_000), await debtor(desk, 30_000)]
  await load(desk, statement(`2026-12-15;Pago;${ana.number};30000`))
  await payCertain(desk)
  const [line] = await linesOf(desk)
  const params = { id: line?.id ?? '' }
  expect((await desk.financial.ask(bankApi.restore, { params })).status).toBe(409)
  await desk.financial.call(manualPaymentApi.reverse, {
    params: { id: line?.payment?.id ?? '' },
    body: { reason: 'Era de otro cliente' },
    headers: once(),
  })
  expect((await linesOf(desk))[0]?.payment?.is_reversed).toBe(true)
  expect((await desk.financial.call(bankApi.restore, { params })).data).toMatchObject({
    state: 'unknown',
    payment: null,
  })
  await desk.financial.call(bankApi.pay, { params, body: { payment: { client_id: luis.id } } })
  expect((await invoiceOf(desk, ana.invoices[0]?.id)).balance).toBe(3_000_000)
  expect((await invoiceOf(desk, luis.invoices[0]?.id)).balance).toBe(0)
})

test('TRX-03 un archivo Asobancaria cuadra sus totales, es de la empresa y no entra dos veces con el mismo encabezado', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000)
  const { rows } = await t.owner.query<{ nit: string }>('select nit from companies where id = $1', [desk.company.id])
  const nit = rows[0]?.nit ?? ''
  const number = ana.number.split('-')[1] ?? ''
  const file = collectionFile(nit, [[number, 3_000_000]])
  const foreign = await load(desk, collectionFile('900123456-8', [[number, 3_000_000]]))
  expect([foreign.status, foreign.json.message]).toEqual([400, expect.stringMatching(/es de otra empresa/)])
  const broken = await load(desk, Buffer.from(file.toString().replace('080000000010000', '080000000020001')))
  expect([broken.status, broken.json.errors?.map(({ message }) => message)]).toEqual([
    400,
    [expect.stringMatching(/^Línea 4, posiciones 3 a 11/), expect.stringMatching(/^Línea 4, posiciones 12 a 29/)],
  ])
  expect(await linesOf(desk)).toEqual([])
  expect((await load(desk, file, desk.financial, { reference_kind: 'invoice' })).status).toBe(201)
  expect(await linesOf(desk)).toMatchObject([
    { state: 'certain', client: { id: ana.id }, description: 'Efectivo en ventanilla' },
  ])
  const changed = await load(desk, collectionFile(nit, [[number, 3_100_000]]))
  expect([changed.status, changed.json.message]).toEqual([
    409,
    expect.stringMatching(/Ya cargaste otro archivo de ese banco/),
  ])
  await payCertain(desk)
  expect(await paymentsOf(desk)).toMatchObject([{ method: 'consignacion', amount: 3_000_000 }])
})

test('TRX-03 se lee un XLSX y un CSV en Latin-1, y un archivo que no sirve dice por qué', async () => {
  const desk = await makeDesk()
  const xlsx = await writeXlsx([
    ['Fecha', 'Descripción', 'Referencia', 'Valor'],
    ['2026-12-15', 'Pago', 'x', '1500.50'],
  ])
  expect((await load(desk, Buffer.from(xlsx))).status).toBe(201)
  const latin = Buffer.from(`${STATEMENT_HEAD}\n2026-12-15;Consignación;Señor Núñez;2.500`, 'latin1')
  expect((await load(desk, latin)).status).toBe(201)
  expect((await linesOf(desk)).map(({ reference, amount }) => [reference, amount])).toEqual([
    ['Señor Núñez', 250_000],
    ['x', 150_050],
  ])
  for (const [bytes, message] of [
    [Buffer.from('%PDF-1.7'), /Es un PDF/],
    [Buffer.from('hola'), /títulos/],
    [statement('2026-12-15;a;b;cien'), /^Línea 2: el valor no es un número$/],
  ] as const)
    expect((await load(desk, bytes)).json.message).toMatch(message)
  const cash = { name: 'Caja', kind: 'cash', bank: null, last_digits: null, default_for: [] }
  const box = (await desk.financial.call(moneyAccountApi.create, { body: { account: cash } })).data
  const wrong = await load(desk, latin, desk.financial, { account_id: box.id })
  expect([wrong.status, wrong.json.errors?.[0]?.field]).toEqual([404, 'account_id'])
})

test('TRX-03 un extracto en Latin-1 de 13 columnas, con títulos repetidos y totales al final, se lee por sus títulos', async () => {
  const desk = await makeDesk()
  const head =
    'Banco de Tunja;;;;;;;;;;;;\nExtracto de noviembre;;;;;;;;;;;;\nN°;Fecha Operación;Hora;Oficina;Ciudad;Concepto;Documento;Referencia 1;Referencia 2;Débitos;Créditos;Saldo;Observación'
  const row = (day: string, concept: string, reference: string, out: string, into: string) =>
    `1;${day};10:35;Centro;Tunja;${concept};123;${reference};;${out};${into};9.999.999,00;año`
  const file = Buffer.from(
    [
      head,
      row('15/12/2026', 'Consignación señor Peña', 'FV-1', '', '71.400,50'),
      row('15/12/2026', 'Comisión', '', '1.807,00', ''),
      ';;;;;Totales;;;;1.807,00;71.400,50;;',
    ].join('\r\n'),
    'latin1',
  )
  expect((await load(desk, file)).status).toBe(201)
  expect(
    (await linesOf(desk)).map(({ on_day, reference, description, amount }) => [on_day, reference, description, amount]),
  ).toEqual([
    ['2026-12-15', '123 FV-1', 'Consignación señor Peña', 7_140_050],
    ['2026-12-15', '123', 'Comisión', -180_700],
  ])
})

test('TRX-03 el archivo de facturación lleva lo que se debe con la referencia del convenio, y sin convenio se explica', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000, 5_000.5)
  const refused = await desk.financial.ask(billingFileApi.download)
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringMatching(/convenio de recaudo/)])
  const agreement = {
    gln: '7709998000018',
    bank_code: '007',
    reference_length: 12,
    amount_length: 10,
    has_due_day: true,
    qr: null,
  }
  const fileWith = async (reference: string) => {
    await desk.financial.call(bankAgreementApi.save, { body: { agreement: { ...agreement, reference } } })
    const { bytes } = await desk.financial.ask(billingFileApi.download)
    return bytes.toString('ascii').split('\r\n')
  }
  const byInvoice = await fileWith('invoice')
  const [number] = ana.number.split('-').toReversed()
  expect(byInvoice).toHaveLength(7)
  expect(byInvoice[2]?.slice(2, 50)).toBe(`${number}`.padStart(48, '0'))
  expect([byInvoice[2]?.slice(85, 99), byInvoice[3]?.slice(85, 99)]).toEqual(['00000003000000', '00000000500100'])
  const byDocument = await fileWith('document')
  expect(byDocument).toHaveLength(6)
  expect([byDocument[2]?.slice(2, 50), byDocument[2]?.slice(80, 82)]).toEqual([
    ana.identification.padStart(48, '0'),
    '02',
  ])
  expect(byDocument[4]?.slice(2, 29)).toBe('000000001000000000003500100')
})
