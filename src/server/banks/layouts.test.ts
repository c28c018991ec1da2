import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bankApi } from '#domain/banks/api.ts'
import { type BankDesk, bankDesk, collectionFile } from '#test/bank-desk.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const { makeDesk, makeAccount, debtor, load, linesOf } = bankDesk(t)

/** The file of a cash network without known titles: the payment of a reference, its money and its day. */
const networkFile = (...rows: string[]) => Buffer.from(['PAGOS DEL PUNTO 2026|||', ...rows].join('\n'))
const COLUMNS = ['reference', 'amount', 'day', '']
const named = (columns: readonly string[]) => ({ columns: JSON.stringify(columns) })

test('TRX-03 de un banco que nadie conoce se dice qué trae cada columna, y el extracto siguiente de esa cuenta se lee solo', async () => {
  const desk = await makeDesk()
  const ana = await debtor(desk, 30_000)
  const file = networkFile(`"${ana.number}"|30000|15/12/2026|x`)
  expect((await load(desk, file)).json.message).toMatch(/dinos qué trae cada columna/)
  const sample = await upload(
    t,
    desk.financial,
    bankApi.columns,
    { name: 'pagos.txt', bytes: file },
    { account_id: desk.account },
  )
  expect(sample.json.data).toEqual({
    rows: [
      ['PAGOS DEL PUNTO 2026', '', '', ''],
      [ana.number, '30000', '15/12/2026', 'x'],
    ],
    columns: ['', '', '', ''],
    is_remembered: false,
  })
  expect((await load(desk, file, desk.financial, named(COLUMNS))).status).toBe(201)
  expect((await linesOf(desk)).map(({ state, amount, on_day, client }) => [state, amount, on_day, client?.id])).toEqual(
    [['certain', 3_000_000, '2026-12-15', ana.id]],
  )
  const next = networkFile('zzz|15.000|16/12/2026|x')
  expect((await load(desk, next)).status).toBe(201)
  const again = await upload(
    t,
    desk.financial,
    bankApi.columns,
    { name: 'pagos.txt', bytes: next },
    { account_id: desk.account },
  )
  expect(again.json.data).toMatchObject({ columns: COLUMNS, is_remembered: true })
})

test('TRX-03 lo que se dijo de una cuenta no cambia otra, ni un extracto con los títulos de siempre', async () => {
  const desk = await makeDesk()
  await load(desk, networkFile('zzz|15000|15/12/2026|x'), desk.financial, named(COLUMNS))
  const other = await makeAccount(desk.financial, 'Corriente')
  const file = networkFile('yyy|16000|15/12/2026|x')
  expect((await load(desk, file, desk.financial, { account_id: other })).status).toBe(400)
  const titled = Buffer.from('Fecha;Descripción;Referencia;Valor\n2026-12-14;Pago;w;20000')
  expect((await load(desk, titled)).status).toBe(201)
  expect((await linesOf(desk)).map(({ reference, amount }) => [reference, amount])).toEqual([
    ['w', 2_000_000],
    ['zzz', 1_500_000],
  ])
})

test('TRX-03 con débitos y créditos, y con los títulos que el banco puso mal, la persona manda', async () => {
  const desk = await makeDesk()
  const file = Buffer.from('Fecha;Descripción;Valor;Neto\n2026-12-14;Pago;1;20000\n2026-12-14;Comisión;1;-300')
  expect((await load(desk, file, desk.financial, named(['day', 'description', '', 'amount']))).status).toBe(201)
  expect((await linesOf(desk)).map(({ amount }) => amount)).toEqual([2_000_000, -30_000])
})

test('TRX-03 lo que falta o sobra al decir qué trae cada columna se explica en su campo, y no se recuerda', async () => {
  const desk = await makeDesk()
  const file = networkFile('zzz|15000|15/12/2026|x')
  for (const [columns, message] of [
    ['["amount"]', 'Falta decir qué columna trae la fecha'],
    ['["day"]', 'Falta decir qué columna trae el valor, o lo que entró'],
    ['["day","amount","in"]', 'Elige el valor, o lo que entró y lo que salió, pero no ambos'],
    ['["day","day","amount"]', '«Fecha» está en dos columnas: elige una'],
    ['["fecha","amount"]', 'Elige qué trae cada columna, de la primera a la última'],
    ['no', 'Elige qué trae cada columna, de la primera a la última'],
  ] as const) {
    const answer = await load(desk, file, desk.financial, { columns })
    expect([answer.status, answer.json.errors]).toEqual([400, [{ field: 'columns', message }]])
  }
  const wrong = await load(desk, file, desk.financial, named(['day', 'amount', '', '']))
  expect(wrong.json.message).toBe(
    'Línea 1: en la columna de la fecha no hay ninguna fecha. Revisa qué trae cada columna',
  )
  expect((await load(desk, file)).status).toBe(400)
  const asobancaria = collectionFile('900123456-8', [['1', 100]])
  const sample = await upload(t, desk.financial, bankApi.columns, { name: 'a.txt', bytes: asobancaria })
  expect(sample.json.message).toMatch(/Asobancaria/)
})

/** The file of a bank with unknown titles, in the given order. */
const titledFile = (titles: string, ...rows: string[]) => Buffer.from([titles, ...rows].join('\n'))
const idOf = ({ json }: { json: { data?: unknown } }): string => z.parse(z.object({ id: z.string() }), json.data).id
const sampleOf = async (desk: BankDesk, bytes: Buffer) =>
  (await upload(t, desk.financial, bankApi.columns, { name: 'p.csv', bytes }, { account_id: desk.account })).json.data

test('TRX-03 cuando los títulos del archivo cambian se pregunta otra vez, y lo que se dijo de cada título va con él', async () => {
  const desk = await makeDesk()
  const first = titledFile('Cuándo;Quién;Cuánto;Comisión', '15/12/2026;uno;30000;900')
  const columns = ['day', 'reference', 'amount', '']
  expect((await load(desk, first, desk.financial, named(columns))).status).toBe(201)
  expect((await load(desk, titledFile('CUANDO;Quien;Cuánto;Comisión', '16/12/2026;dos;31000;900'))).status).toBe(201)
  const moved = titledFile('Cuándo;Quién;Comisión;Cuánto', '16/12/2026;tres;900;32000')
  const refused = await load(desk, moved)
  expect([refused.status, refused.json.errors]).toEqual([
    400,
    [
      {
        field: 'file',
        message:
          'Línea 1: los títulos de las columnas no son los del archivo que ya conocíamos de esta cuenta. Di otra vez qué trae cada columna',
      },
    ],
  ])
  expect((await linesOf(desk)).map(({ reference }) => reference)).toEqual(['dos', 'uno'])
  expect(await sampleOf(desk, moved)).toMatchObject({
    columns: ['day', 'reference', '', 'amount'],
    is_remembered: false,
  })
  expect((await load(desk, moved, desk.financial, named(['day', 'reference', '', 'amount']))).status).toBe(201)
  expect((await load(desk, titledFile('Cuándo;Quién;Comisión;Cuánto', '16/12/2026;seis;900;35000'))).status).toBe(201)
  expect((await load(desk, networkFile('siete|36000|16/12/2026|x'))).status).toBe(400)
  expect(new Set((await linesOf(desk)).map(({ reference, amount }) => `${reference} ${amount}`))).toEqual(
    new Set(['seis 3500000', 'tres 3200000', 'dos 3100000', 'uno 3000000']),
  )
})

test('TRX-03 el archivo siguiente con títulos que el banco puso mal se lee como la persona dijo', async () => {
  const desk = await makeDesk()
  const columns = named(['day', 'description', '', 'amount'])
  await load(desk, titledFile('Fecha;Descripción;Valor;Neto', '2026-12-14;Pago;1;20000'), desk.financial, columns)
  const next = titledFile('Fecha;Descripción;Valor;Neto', '2026-12-15;Pago;1;21000')
  expect((await load(desk, next)).status).toBe(201)
  expect((await linesOf(desk)).map(({ amount }) => amount)).toEqual([2_100_000, 2_000_000])
})

test('TRX-03 cambiar qué trae cada columna queda en la bitácora con lo que decía antes, y repetirlo no', async () => {
  const desk = await makeDesk()
  const file = titledFile('Cuándo;Quién;Cuánto;Neto', '15/12/2026;uno;30000;29000')
  const another = titledFile('Cuándo;Quién;Cuánto;Neto', '16/12/2026;dos;30000;29000')
  const [first, second] = [
    ['day', 'reference', 'amount', ''],
    ['day', 'reference', '', 'amount'],
  ]
  await load(desk, file, desk.financial, named(first))
  await load(desk, another, desk.financial, named(first))
  await load(desk, another, desk.financial, named(second))
  const { rows } = await t.owner.query(
    `select before, after from events where company_id = $1 and name = 'bank_layout.saved' order by id`,
    [desk.company.id],
  )
  const headings = ['cuando', 'quien', 'cuanto', 'neto']
  const account = expect.stringContaining('Ahorros')
  expect(rows).toEqual([
    { before: null, after: { account, columns: first, headings } },
    { before: { columns: first, headings }, after: { account, columns: second, headings } },
  ])
})

test('TRX-03 corregir las columnas de un archivo ya cargado dice que sigue como estaba y cómo leerlo de nuevo', async () => {
  const desk = await makeDesk()
  const file = titledFile('Cuándo;Quién;Cuánto;Neto', '15/12/2026;uno;30000;29000')
  const wrong = await load(desk, file, desk.financial, named(['day', 'reference', 'amount', '']))
  const right = named(['day', 'reference', '', 'amount'])
  for (const again of [await load(desk, file, desk.financial, right), await load(desk, file)])
    expect([idOf(again), again.json.message]).toEqual([
      idOf(wrong),
      'Ese archivo ya estaba cargado con otras columnas y sus movimientos no cambiaron. Para leerlo con estas, quítalo y cárgalo de nuevo',
    ])
  expect((await linesOf(desk)).map(({ amount }) => amount)).toEqual([3_000_000])
  await desk.financial.call(bankApi.remove, { params: { id: idOf(wrong) } })
  expect((await load(desk, file)).json.message).toMatch(/^Leímos el archivo/)
  expect((await linesOf(desk)).map(({ amount }) => amount)).toEqual([2_900_000])
  expect((await load(desk, file)).json.message).toBe('Ese archivo ya estaba cargado: no se repitió nada')
})
