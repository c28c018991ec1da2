import { afterEach, expect, test } from 'vitest'
import { closingApi } from '#domain/accounting/api.ts'
import { voucherApi } from '#domain/accounting/voucher-api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { readXlsx } from '#server/files/xlsx-read.ts'
import { apply, charge, type Desk, makeDesk, note, pay, refund, reverse } from '#test/credit-desk.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))
const on = (date: string) => t.setNow(new Date(`${date}T17:00:00Z`))

const take = (desk: Desk, through_on: string) =>
  desk.financial.ask(voucherApi.create, { body: { batch: { through_on } } })
const fileOf = (desk: Desk, number: number, template = 'plain') =>
  desk.financial.ask(voucherApi.file, { params: { number: String(number) }, body: { template } })

async function rowsOf(desk: Desk, number: number, template: string): Promise<string[][]> {
  const { bytes } = await fileOf(desk, number, template)
  const isWorkbook = template === 'siigo' || template === 'alegra'
  const rows = isWorkbook
    ? (await readXlsx(bytes)).map((row) => row.map(String))
    : bytes
        .toString('latin1')
        .trim()
        .split('\r\n')
        .map((row) => row.split(';'))
  return rows.slice(1)
}

/** A desk with each kind of document of the journal. */
async function busyDesk(): Promise<Desk> {
  on('2026-11-20')
  const desk = await makeDesk(t)
  const first = await charge(desk, 119_000)
  await note(desk, first.id, 11_900)
  await pay(desk, 50_000)
  const wrong = await pay(desk, 10_000, { method: 'transferencia' })
  await reverse(desk, wrong.id)
  await pay(desk, 100_000, { method: 'consignacion' })
  await refund(desk, 5_000)
  await charge(desk, 23_800)
  await apply(desk)
  return desk
}

test('ACC-01 cada asiento va en un solo lote, y el lote cuadra con el diario', async () => {
  const desk = await busyDesk()
  const { json, status } = await take(desk, '2026-11-20')
  expect(status).toBe(201)
  const { rows } = await t.owner.query<{ entries: number }>(
    `select count(*)::int as entries from journal where company_id = $1`,
    [desk.company.id],
  )
  const { data, pending } = await desk.financial.call(voucherApi.list)
  expect(data.map(({ number, entries, downloads }) => [number, entries, downloads])).toEqual([[1, rows[0]?.entries, 0]])
  expect(pending).toEqual({ entries: 0, from_on: null })
  expect(json.message).toContain('Lote 1')
  const { text } = await fileOf(desk, 1)
  const [, ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
  const add = (at: number) =>
    lines.reduce((total, line) => total + Math.round(Number((line.split(';')[at] ?? '').replace(',', '.')) * 100), 0)
  expect([add(7), add(8)]).toEqual([data[0]?.amount, data[0]?.amount])
  expect(new Set(lines.map((line) => line.split(';')[0]))).toEqual(new Set(['FV', 'NC', 'RC', 'RV', 'DV', 'CR']))
  expect(data[0]?.amount).toBeGreaterThan(0)
})

test('ACC-02 el saldo a favor que llegó de otro sistema va en el lote sin comprobante, y no le quita el número a una factura', async () => {
  on('2026-11-20')
  const desk = await makeDesk(t)
  const list = [
    'type_identification,identification,first_name,last_name,phone,stratum,department,city,address,date_contract,payment_date,plan_code,opening_balance',
    'CC,10203040,Ana,Ruiz,3001234567,2,Antioquia,Medellín,Calle 1,2025-01-01,10,,-30000',
  ]
  const file = { name: 'clientes.csv', bytes: Buffer.from(list.join('\n')) }
  const imported = await upload(t, desk.financial, clientImportApi.upload, file)
  expect(imported.json).toMatchObject({ details: { createdClients: 1 } })
  expect((await take(desk, '2026-11-20')).status).toBe(201)
  expect(await rowsOf(desk, 1, 'plain')).toEqual([])
  const sold = await charge(desk, 11_900)
  expect((await take(desk, '2026-11-20')).status).toBe(201)
  const consecutives = (await rowsOf(desk, 2, 'siigo')).map(([, consecutive]) => consecutive)
  expect([...new Set(consecutives)]).toEqual([sold.number.split('-').at(-1)])
  expect((await desk.financial.call(voucherApi.list)).pending).toEqual({ entries: 0, from_on: null })
})

test('ACC-01 nada se entrega dos veces: un lote sin asientos nuevos se rechaza y dos a la vez no repiten ninguno', async () => {
  const desk = await busyDesk()
  const answers = await Promise.all([take(desk, '2026-11-20'), take(desk, '2026-11-20')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect((await take(desk, '2026-11-20')).json.message).toContain('todos están en un lote anterior')
})

test('ACC-01 CSH-02 un turno de caja cerrado es un comprobante: gasto, consignación y faltante, con las cuentas de la empresa y una sola vez', async () => {
  on('2026-11-20')
  const desk = await makeDesk(t)
  const add = async (account: object) =>
    (await desk.financial.call(moneyAccountApi.create, { body: { account } })).data.id
  const box = await add({ name: 'Caja', kind: 'cash', bank: null, last_digits: null, default_for: [] })
  const bank = await add({ name: 'Ahorros', kind: 'bank', bank: null, last_digits: null, default_for: [] })
  const { data: turn } = await desk.financial.call(cashTurnApi.open, {
    body: { turn: { account_id: box, base: 100_000 } },
  })
  const params = { id: turn.id }
  for (const movement of [
    { kind: 'expense', amount: 8_000, reason: 'Papelería' },
    { kind: 'deposit', amount: 50_000, to_account_id: bank, reference: '778' },
  ])
    await desk.financial.call(cashTurnApi.move, {
      params,
      body: { movement },
      headers: { 'idempotency-key': movement.kind },
    })
  const { data: count } = await desk.financial.call(cashTurnApi.count, { params, body: { count: { total: 41_000 } } })
  expect((await take(desk, '2026-11-20')).status).toBe(409)
  await desk.financial.call(cashTurnApi.close, {
    params,
    body: { closing: { count_id: count.id, reason: 'Vueltas mal dadas' } },
  })
  await desk.financial.call(voucherApi.saveAccount, {
    body: { account: { use: 'cash_short', account: '13653001' } },
  })
  expect((await desk.financial.call(voucherApi.list)).pending).toEqual({ entries: 1, from_on: '2026-11-20' })
  expect((await take(desk, '2026-11-20')).status).toBe(201)
  expect((await desk.financial.call(voucherApi.list)).pending).toEqual({ entries: 0, from_on: null })
  const { text } = await fileOf(desk, 1)
  const [, ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
  expect(lines.map((line) => line.split(';')[0])).toEqual(['CJ', 'CJ', 'CJ', 'CJ'])
  for (const [account, amount] of [
    ['51959501', '8000'],
    ['11100501', '50000'],
    ['13653001', '1000'],
    ['11050501', '59000'],
  ])
    expect(lines.filter((line) => line.includes(`${account}`) && line.includes(`${amount}`))).toHaveLength(1)
  expect((await take(desk, '2026-11-20')).status).toBe(409)
})

/** A desk with an open turn of a cash box, and what is done in it. */
async function deskWithTurn() {
  const desk = await makeDesk(t)
  const account = { name: 'Caja', kind: 'cash', bank: null, last_digits: null, default_for: [] }
  const box = (await desk.financial.call(moneyAccountApi.create, { body: { account } })).data.id
  const { data: turn } = await desk.financial.call(cashTurnApi.open, {
    body: { turn: { account_id: box, base: 100_000 } },
  })
  const params = { id: turn.id }
  const spend = (amount: number, reason: string) =>
    desk.financial.call(cashTurnApi.move, {
      params,
      body: { movement: { kind: 'expense', amount, reason } },
      headers: { 'idempotency-key': reason },
    })
  const closeWith = async (total: number) => {
    const { data: count } = await desk.financial.call(cashTurnApi.count, { params, body: { count: { total } } })
    const closing = { count_id: count.id, reason: 'Vueltas mal dadas' }
    return (await desk.financial.call(cashTurnApi.close, { params, body: { closing } })).data
  }
  return { desk, spend, closeWith }
}

/** The lines of the vouchers of a batch: kind, document, day, debit and credit. */
const linesOf = async (desk: Desk, number: number) =>
  (await fileOf(desk, number)).text
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';'))
    .map((line) => [line[0], line[1], line[2], line[7], line[8]])

test('ACC-01 CSH-02 el gasto de las 23:59 del último día del mes es de ese mes, y el faltante del cierre es del día siguiente', async () => {
  const at = (instant: string) => t.setNow(new Date(instant))
  at('2026-12-01T04:50:00Z')
  const { desk, spend, closeWith } = await deskWithTurn()
  at('2026-12-01T04:59:00Z')
  await spend(8_000, 'Taxi')
  at('2026-12-01T05:05:00Z')
  await spend(2_000, 'Tinto')
  await closeWith(89_000)
  expect((await desk.financial.call(voucherApi.list)).pending).toEqual({ entries: 2, from_on: '2026-11-30' })
  expect((await take(desk, '2026-11-30')).status).toBe(201)
  expect((await take(desk, '2026-12-01')).status).toBe(201)
  expect((await desk.financial.call(voucherApi.list)).pending).toEqual({ entries: 0, from_on: null })
  expect(await linesOf(desk, 1)).toEqual([
    ['CJ', 'CJ-1', '2026-11-30', '8000', ''],
    ['CJ', 'CJ-1', '2026-11-30', '', '8000'],
  ])
  expect(await linesOf(desk, 2)).toEqual([
    ['CJ', 'CJ-1', '2026-12-01', '2000', ''],
    ['CJ', 'CJ-1', '2026-12-01', '1000', ''],
    ['CJ', 'CJ-1', '2026-12-01', '', '3000'],
  ])
})

test('ACC-01 ACC-03 CSH-02 los gastos de un turno que sigue abierto van en el lote de su mes, y después de cerrar el mes no sale ninguno', async () => {
  on('2026-11-30')
  const { desk, spend, closeWith } = await deskWithTurn()
  await spend(8_000, 'Taxi')
  const pending = async () => (await desk.financial.call(voucherApi.list)).pending
  // Today is not over: the turn may still spend.
  expect(await pending()).toEqual({ entries: 0, from_on: null })
  expect((await take(desk, '2026-11-30')).status).toBe(409)
  on('2026-12-01')
  await spend(2_000, 'Tinto')
  expect(await pending()).toEqual({ entries: 1, from_on: '2026-11-30' })
  expect((await take(desk, '2026-11-30')).status).toBe(201)
  const closing = { closed_through: '2026-11-30' }
  expect((await desk.financial.ask(closingApi.close, { body: { closing } })).status).toBe(201)
  const { bytes: before } = await fileOf(desk, 1)
  await closeWith(90_000)
  expect(await pending()).toEqual({ entries: 1, from_on: '2026-12-01' })
  expect((await take(desk, '2026-12-01')).status).toBe(201)
  expect([await linesOf(desk, 1), (await fileOf(desk, 1)).bytes.equals(before)]).toEqual([
    [
      ['CJ', 'CJ-1', '2026-11-30', '8000', ''],
      ['CJ', 'CJ-1', '2026-11-30', '', '8000'],
    ],
    true,
  ])
  expect((await linesOf(desk, 2)).map(([, , day, debit]) => [day, debit])).toEqual([
    ['2026-12-01', '2000'],
    ['2026-12-01', ''],
  ])
})

test('ACC-01 CSH-02 un gasto y un cierre que empezaron antes de medianoche no cambian el día que el contador ya tiene', async () => {
  on('2026-11-30')
  const { desk, spend, closeWith } = await deskWithTurn()
  await spend(8_000, 'Taxi')
  on('2026-12-01')
  expect((await take(desk, '2026-11-30')).status).toBe(201)
  on('2026-11-30')
  await spend(2_000, 'Tinto')
  expect((await closeWith(89_000)).closed?.on).toBe('2026-12-01')
  on('2026-12-01')
  expect((await take(desk, '2026-12-01')).status).toBe(201)
  expect((await linesOf(desk, 1)).map(([, , day, debit]) => [day, debit])).toEqual([
    ['2026-11-30', '8000'],
    ['2026-11-30', ''],
  ])
  expect((await linesOf(desk, 2)).map(([, , day, debit]) => [day, debit])).toEqual([
    ['2026-12-01', '2000'],
    ['2026-12-01', '1000'],
    ['2026-12-01', ''],
  ])
})

test('ACC-01 la segunda descarga tiene los mismos bytes y lo dice en su nombre', async () => {
  const desk = await busyDesk()
  await take(desk, '2026-11-20')
  const [first, second] = [await fileOf(desk, 1), await fileOf(desk, 1)]
  expect(second.bytes.equals(first.bytes)).toBe(true)
  expect(String(first.headers['content-disposition'])).toContain('comprobantes-lote-1-plain.csv')
  expect(String(second.headers['content-disposition'])).toContain('comprobantes-lote-1-plain-descarga-2.csv')
  const { data } = await desk.financial.call(voucherApi.list)
  expect(data[0]?.downloads).toBe(2)
  for (const template of ['siigo', 'world_office', 'alegra'])
    expect([template, (await fileOf(desk, 1, template)).status]).toEqual([template, 200])
})

test('ACC-01 ACC-03 un pago con fecha de un mes cerrado se rechaza, el que llega después va en el lote siguiente, y el anterior no cambia', async () => {
  const desk = await busyDesk()
  await charge(desk, 60_000)
  await take(desk, '2026-11-20')
  const before = (await fileOf(desk, 1)).bytes
  on('2026-12-05')
  await desk.financial.call(closingApi.close, { body: { closing: { closed_through: '2026-11-30' } } })
  await expect(pay(desk, 20_000, { paid_on: '2026-11-28' })).rejects.toThrow('La contabilidad está cerrada')
  await pay(desk, 20_000, { paid_on: '2026-12-05' })
  expect((await take(desk, '2026-11-30')).status).toBe(409)
  expect((await take(desk, '2026-12-05')).status).toBe(201)
  const { text } = await fileOf(desk, 2)
  expect(text).toContain('2026-12-05')
  expect(text).not.toContain('2026-11-28')
  expect((await fileOf(desk, 1)).bytes.equals(before)).toBe(true)
})

test('ACC-02 la cuenta que el contador cambia sale en los comprobantes, y un nombre no es una fórmula', async () => {
  const desk = await busyDesk()
  await t.owner.query(
    `update clients set first_name = '=HYPERLINK("http://mal.test")', business_name = null where id = $1`,
    [desk.clientId],
  )
  await desk.financial.call(voucherApi.saveAccount, { body: { account: { use: 'cash', account: '11050599' } } })
  await take(desk, '2026-11-20')
  for (const template of ['plain', 'world_office']) {
    const { text } = await fileOf(desk, 1, template)
    expect(text).toContain('11050599')
    expect(text.split(/[;\r\n]/).filter((cell) => /^"?[=+@]/.test(cell))).toEqual([])
  }
})

test('ACC-02 ningún número de comprobante se repite en los archivos de un programa, tampoco con dos cruces de una factura', async () => {
  const desk = await busyDesk()
  await take(desk, '2026-11-20')
  // Another series of invoices begins at 1, and its first one is paid with credit in favour.
  await t.owner.query(`update companies set initial_letter = 'ZZZ' where id = $1`, [desk.company.id])
  await pay(desk, 200_000)
  await charge(desk, 20_000)
  await apply(desk)
  await take(desk, '2026-11-20')
  for (const [template, columns] of [
    ['siigo', [0, 1]],
    ['world_office', [1, 2, 3]],
    ['alegra', [1]],
    ['plain', [1]],
  ] as const) {
    const files = [await rowsOf(desk, 1, template), await rowsOf(desk, 2, template)]
    // The rows of one voucher follow each other: a number that comes back is another voucher with the same number.
    const keys = files.flat().map((row) => columns.map((at) => row[at]).join(' '))
    const starts = keys.filter((key, index) => key !== keys[index - 1])
    expect([template, starts.length]).toEqual([template, new Set(starts).size])
    expect(starts.length).toBeGreaterThan(8)
  }
})

test('ACC-02 una letra que World Office no lee no abre una columna ni una fórmula, y el nombre del archivo lo dice', async () => {
  const desk = await busyDesk()
  await take(desk, '2026-11-20')
  const before = await rowsOf(desk, 1, 'world_office')
  const { id } = await charge(desk, 30_000)
  // The low bytes of these characters are '=', ';' and a line break.
  await desk.financial.call(invoiceApi.creditNote, {
    params: { id },
    body: { concept: 'н1 Ļ Ċ Peña €', lines: [{ position: 1, amount: 10_000 }] },
    headers: { 'idempotency-key': 'note-of-world-office' },
  })
  await take(desk, '2026-11-20')
  const file = await fileOf(desk, 2, 'world_office')
  const text = new TextDecoder('windows-1252').decode(file.bytes)
  expect(text).toContain('?1 L C Peña €')
  const widths = text
    .trim()
    .split('\r\n')
    .map((row) => row.split(';').length)
  expect(new Set(widths)).toEqual(new Set([47]))
  expect(before.flat().some((cell) => cell.includes('?'))).toBe(false)
  expect(String(file.headers['content-disposition'])).toMatch(/-2-world_office-1-textos-cambiados\.csv/)
})
