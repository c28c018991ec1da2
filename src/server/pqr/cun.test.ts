import type { PoolClient } from 'pg'
import { expect, test, vi } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

async function opened() {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, filed } = await filedCase(t, company)
  const set = (cun: string, reason?: string) =>
    by.ask(pqrApi.setCun, { params: { id: filed.id }, body: { cun, ...(reason === undefined ? {} : { reason }) } })
  const saveRange = async (operator_code: string, numbers: { first?: number; last?: number } = {}) =>
    (await company.person('admin')).ask(pqrRegulatorApi.saveRange, {
      body: { range: { year: 2026, operator_code, first: 1, ...numbers } },
    })
  const file = async () => (await filedCase(t, company)).filed.cun
  return { company, by, filed, set, saveRange, file }
}

test('R3.3 PQR-01 un CUN es de un solo caso en toda la instalación, y un código de operador de una sola empresa', async () => {
  const [own, rival] = [await opened(), await opened()]
  expect((await own.set('4331-26-0000475900')).status).toBe(200)
  const taken = await rival.set('4331260000475900')
  expect([taken.status, taken.json.message]).toEqual([409, 'Ese CUN es de otra PQR o de otro operador: revísalo'])
  expect((await own.saveRange('4488')).status).toBe(200)
  const code = await rival.saveRange('4488')
  expect([code.status, code.json.errors?.[0]?.field]).toEqual([409, 'range.operator_code'])
  expect((await rival.set('4488-26-0000000001')).status).toBe(409)
  // The range of the company says its code: a CUN of another operator is not its own.
  const other = await filedCase(t, rival.company)
  expect((await rival.saveRange('4120')).status).toBe(200)
  const foreign = await other.by.ask(pqrApi.setCun, {
    params: { id: other.filed.id },
    body: { cun: '4331-26-0000475901' },
  })
  expect([foreign.status, foreign.json.message]).toEqual([
    422,
    'Ese CUN es de otro operador: el código de la empresa es 4120',
  ])
})

test('R3.3 PQR-09 un CUN escrito a mano se corrige con un motivo hasta la respuesta, y el expediente dice el de antes', async () => {
  const { by, filed, set, company } = await opened()
  await set('4331-26-0000475911')
  expect((await set('4331-26-0000475912')).json.errors?.[0]?.field).toBe('reason')
  expect((await set('4331-26-0000475912', 'El último dígito')).status).toBe(200)
  const params = { id: filed.id }
  const { data } = await by.call(pqrApi.get, { params })
  expect([data.cun, data.entries.at(-1)?.text]).toEqual([
    '4331-26-0000475912',
    'El CUN de este caso es 4331-26-0000475912; antes decía 4331-26-0000475911. Motivo: El último dígito',
  ])
  await by.call(pqrApi.answer, { params, body: { text: 'Revisamos la red.', decision: 'contra' } })
  const late = await set('4331-26-0000475913', 'Otra vez')
  expect([late.status, late.json.message]).toEqual([
    409,
    'El CUN 4331-26-0000475912 ya está en la respuesta que recibió el usuario y no se cambia',
  ])
  const { rows } = await t.owner.query<{ identification: string }>(
    'select petitioner_identification as identification from pqr_cases where company_id = $1',
    [company.id],
  )
  const query = { cun: '4331260000475912', identification: rows[0]?.identification ?? '' }
  expect((await t.ask(publicPqrApi.lookup, { query })).status).toBe(200)
})

test('R3.3 PQR-01 un CUN de otro año se rechaza en su campo, y el caso queda como estaba', async () => {
  const { by, filed, set } = await opened()
  for (const cun of ['4331-25-0000475930', '4331-27-0000475930']) {
    const refused = await set(cun)
    expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([422, 'cun'])
    expect(refused.json.message).toContain('el de esta PQR es de 2026')
  }
  expect((await by.call(pqrApi.get, { params: { id: filed.id } })).data.cun).toBeNull()
})

/** A transaction of a company as the server opens it, on a connection of its own. */
async function openTx(companyId: string): Promise<PoolClient> {
  const client = await t.world.pool.connect()
  await client.query(`begin; set local role enlace_app; set local app.company_id = '${companyId}'`)
  return client
}

test('R3.3 PQR-01 dos empresas escriben el mismo CUN en el mismo instante: la base de datos deja pasar una sola', async () => {
  const [own, rival] = [await opened(), await opened()]
  const cun = '4777260000000001'
  const [first, second] = [await openTx(own.company.id), await openTx(rival.company.id)]
  try {
    const write = (client: PoolClient) => client.query('update pqr_cases set cun = $1', [cun])
    await write(first)
    const waiting = write(second).then(
      () => 'written',
      (error: { constraint?: string }) => error.constraint,
    )
    await first.query('commit')
    expect(await waiting).toBe('pqr_taken_numbers_pkey')
  } finally {
    for (const client of [first, second]) {
      await client.query('rollback')
      client.release()
    }
  }
  // Over HTTP the one that loses gets the sentence of its field.
  const [ours, theirs] = [await opened(), await opened()]
  const replies = await Promise.all([ours, theirs].map((one) => one.set('4777-26-0000000002')))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.json.errors?.[0]?.field).toBe('cun')
})

test('R3.3 PQR-01 dos empresas guardan el mismo código de operador a la vez: queda de una, y la otra lo ve en su campo', async () => {
  const two = [await opened(), await opened()]
  const replies = await Promise.all(two.map((one) => one.saveRange('4778')))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.json.errors?.[0]?.field).toBe('range.operator_code')
})

test('R3.3 PQR-01 un código corregido antes de su primer CUN queda libre, y uno con un CUN escrito por otra empresa no se guarda', async () => {
  const [own, rival] = [await opened(), await opened()]
  expect((await own.saveRange('4779')).status).toBe(200)
  expect((await own.saveRange('4780')).status).toBe(200)
  expect((await rival.set('4779-26-0000000005')).status).toBe(200)
  expect((await own.saveRange('4779')).json.errors?.[0]?.field).toBe('range.operator_code')
  // A corrected CUN is free again.
  expect((await rival.set('4779-26-0000000006', 'El último dígito')).status).toBe(200)
  const third = await opened()
  expect((await third.set('4779-26-0000000005')).status).toBe(200)
})

test('R3.3 PQR-09 un CUN escrito a mano no impide guardar un rango que no lo tiene, y fuera del rango se sigue escribiendo', async () => {
  const { company, set, saveRange, file } = await opened()
  await set('4781-26-0000000005')
  const within = [{}, { first: 5 }, { first: 1, last: 5 }]
  for (const numbers of within) {
    const refused = await saveRange('4781', numbers)
    expect([refused.status, refused.json.errors?.[0]?.message]).toEqual([
      422,
      'El CUN 4781-26-0000000005 ya se escribió a mano en una PQR: empieza después de él, o termina antes',
    ])
  }
  expect((await saveRange('4781', { first: 6, last: 7 })).status).toBe(200)
  // The typed one is corrected to another one below the range, and not to one of it.
  expect((await set('4781-26-0000000007', 'El último dígito')).json.errors?.[0]?.field).toBe('cun')
  expect((await set('4781-26-0000000004', 'El último dígito')).status).toBe(200)
  expect([await file(), await file(), await file()]).toEqual(['4781-26-0000000006', '4781-26-0000000007', null])
  const above = await filedCase(t, company)
  const params = { id: above.filed.id }
  expect((await above.by.ask(pqrApi.setCun, { params, body: { cun: '4781-26-0000000901' } })).status).toBe(200)
})

test('R3.3 PQR-09 un rango se corrige hasta su primer CUN, hacia arriba y hacia abajo, y sus números empiezan donde dice', async () => {
  for (const [code, wrong] of [
    ['4782', 1],
    ['4783', 800],
  ] as const) {
    const { company, saveRange, file } = await opened()
    const used = async () =>
      (await (await company.person('admin')).call(pqrRegulatorApi.ranges, {})).data.map((one) => [one.first, one.used])
    await saveRange(code, { first: wrong, last: 900 })
    expect((await saveRange(code, { first: 500, last: 900 })).status).toBe(200)
    expect(await used()).toEqual([[500, 0]])
    expect([await file(), await file()]).toEqual([`${code}-26-0000000500`, `${code}-26-0000000501`])
    expect(await used()).toEqual([[500, 501]])
    for (const numbers of [{ first: 400 }, { first: 500, last: 500 }])
      expect((await saveRange(code, numbers)).status).toBeGreaterThanOrEqual(400)
    expect((await saveRange(code, { first: 500, last: 950 })).status).toBe(200)
    expect(await file()).toBe(`${code}-26-0000000502`)
  }
})

test('R3.3 PQR-09 un rango sin ningún CUN dado se corrige aunque su contador quedó adelante por una corrección de antes', async () => {
  const { company, saveRange, file } = await opened()
  await saveRange('4784', { first: 1, last: 900 })
  await t.owner.query(`update counters set last = 499 where company_id = $1 and kind = 'pqr' and prefix = '4784-26'`, [
    company.id,
  ])
  expect((await saveRange('4784', { first: 500, last: 900 })).status).toBe(200)
  expect(await file()).toBe('4784-26-0000000500')
})

test('R3.3 PQR-09 un rango no se corrige mientras una PQR toma su primer CUN', async () => {
  const { company, saveRange, file } = await opened()
  await saveRange('4785', { first: 500, last: 900 })
  const held = await t.owner.connect()
  try {
    // The filing waits for the range, and the correction for the filing.
    await held.query('begin')
    await held.query(`select last from counters where company_id = $1 and prefix = '4785-26' for update`, [company.id])
    const filing = file()
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 20_000 })
    const correcting = saveRange('4786', { first: 1, last: 900 })
    await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 20_000 })
    await held.query('commit')
    expect(await filing).toBe('4785-26-0000000500')
    expect((await correcting).json.errors?.[0]?.message).toContain('ya se usaron números hasta el 500')
  } finally {
    held.release()
  }
})

/** The connections to this database that wait for a row of another transaction. */
const waiting = async (): Promise<number> =>
  (
    await t.owner.query<{ waiting: number }>(
      `select count(distinct pid)::int as waiting from pg_locks where not granted and pid in (
         select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`,
    )
  ).rows[0]?.waiting ?? 0
