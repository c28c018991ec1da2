import { expect, test } from 'vitest'
import { bankApi } from '#domain/banks/api.ts'
import { bankDesk, collectionFile } from '#test/bank-desk.ts'
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
