import { expect, test, vi } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { installationApi, installationReportApi } from '#domain/installations/api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { makeReport, reportBody } from '#test/reporting.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const TODAY = '2026-11-20'
const ONU = { kind: 'onu', brand: 'Huawei', property: 'comodato' } as const
const at = (day: string) => ({ start_time: `${day}T14:00:00Z`, end_time: `${day}T15:00:00Z` })

async function desk() {
  t.setNow(new Date(`${TODAY}T17:00:00Z`))
  const company = await t.company()
  const [financial, technical, network] = [
    await company.person('financial'),
    await company.person('technical', { first_name: 'Julián' }),
    await company.person('network'),
  ]
  const client = await makeClient(t.owner, company.id)
  const contract = async () => (await makeContract(t.owner, company.id, client.id)).no_contract
  const user = { id: client.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  return { company, financial, technical, network, contract, user }
}

const add = async (by: Person, piece: object = {}) =>
  (await by.call(equipmentApi.create, { body: { equipment: { ...ONU, ...piece } } })).data
const list = async (by: Person, query: object = {}) => (await by.call(equipmentApi.list, { query: { ...query } })).data
const move = async (by: Person, id: string, body: object) =>
  (await by.ask(equipmentApi.move, { params: { id }, body })).status
const installed = (serial: string, more: object = {}) => ({ serial, action: 'install', ...more })

test('ACT-12 un equipo pasa de la bodega al técnico, al cliente y de vuelta, y cada paso queda en su historia', async () => {
  const { company, financial, technical, network, contract } = await desk()
  const no_contract = await contract()
  const { id } = await add(network, { serial: ' hwtc 1a2b3c4d ', mac: 'aabbcc001122' })
  const params = { id }
  expect(await list(technical, { q: 'hwtc1a2b' })).toMatchObject([
    { id, serial: 'HWTC1A2B3C4D', mac: 'AA:BB:CC:00:11:22', state: 'in_store' },
  ])
  const body = { to: 'assigned', technician_id: technical.id }
  await financial.call(equipmentApi.move, { params, body })
  expect(await move(financial, id, body)).toBe(409)
  await technical.call(equipmentApi.move, { params, body: { to: 'at_client', no_contract, note: 'Sala' } })
  const refused = await financial.ask(equipmentApi.move, { params, body: { to: 'in_store' } })
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'ONU Huawei HWTC1A2B3C4D está instalado donde un cliente: primero recógelo',
  ])
  await technical.call(equipmentApi.move, { params, body: { to: 'returned' } })
  await financial.call(equipmentApi.move, { params, body: { to: 'damaged', note: 'Quemada' } })
  const { data } = await network.call(equipmentApi.get, { params })
  expect(data.moves.map(({ from, to, technician, no_contract: where }) => [from, to, technician, where])).toEqual([
    ['returned', 'damaged', null, null],
    ['at_client', 'returned', null, no_contract],
    ['assigned', 'at_client', null, no_contract],
    ['in_store', 'assigned', 'Julián Pinzón', null],
    [null, 'in_store', null, null],
  ])
  expect(await t.events(company.id)).toEqual(['equipment.created', ...Array<string>(4).fill('equipment.moved')])
})

test('ACT-12 diez técnicos que piden a la vez el mismo serial: uno lo recibe, y el contrato que no, un 409', async () => {
  const { company, financial, contract } = await desk()
  const { id } = await add(financial, { serial: 'ZTEG00000001' })
  const people = await Promise.all(Array.from({ length: 10 }, () => company.person('technical')))
  const taken = await Promise.all(people.map((one) => move(one, id, { to: 'assigned', technician_id: one.id })))
  expect([200, 409].map((code) => taken.filter((status) => status === code).length)).toEqual([1, 9])
  const contracts = [await contract(), await contract()]
  const at_client = contracts.map((no_contract) => move(financial, id, { to: 'at_client', no_contract }))
  expect(new Set(await Promise.all(at_client))).toEqual(new Set([200, 409]))
  expect(await list(financial, { state: 'at_client' })).toHaveLength(1)
})

test('ACT-12 una lista pegada agrega los que se puede y dice la línea de los demás; un serial no se repite', async () => {
  const { financial, network } = await desk()
  await add(financial, { serial: 'HWTC11111111' })
  const lines = 'HWTC22222222, aabbcc001122\n\nhwtc11111111\n?\nHWTC33333333\nhwtc 4444 AA-BB-CC-00-11-33'
  const { data, message } = await network.call(equipmentApi.importLines, { body: { equipment: { ...ONU, lines } } })
  expect(message).toBe('Agregamos 3 equipos; 2 no')
  // Only a blank between the serial and the MAC.
  expect(await list(network, { q: 'HWTC4444' })).toMatchObject([{ serial: 'HWTC4444', mac: 'AA:BB:CC:00:11:33' }])
  expect(data.errors.map(({ line }) => line)).toEqual([3, 4])
  expect(data.errors[0]?.problem).toContain('Ya hay un equipo con ese serial')
  const twice = await financial.ask(equipmentApi.create, { body: { equipment: { ...ONU, serial: 'HWTC22222222' } } })
  expect([twice.status, twice.json.errors]).toMatchObject([409, [{ field: 'equipment.serial' }]])
})

test('ACT-12 redes ve cuántos equipos no tienen serial, los encuentra y lo escribe una sola vez', async () => {
  const { network } = await desk()
  const { id } = await add(network)
  await add(network, { serial: 'HWTC11111111' })
  const figure = async () =>
    (await network.call(dashboardApi.get)).data.figures.find(({ key }) => key === 'without_serial')?.value
  expect(await figure()).toBe(1)
  expect(await list(network, { without_serial: 'true' })).toMatchObject([{ id }])
  const write = (equipment: object) => network.ask(equipmentApi.update, { params: { id }, body: { equipment } })
  expect((await write({ serial: 'HWTC11111111' })).status).toBe(409)
  expect((await write({ serial: 'HWTC22222222', mac: 'AABBCC001122' })).status).toBe(200)
  expect((await write({ serial: 'HWTC44444444' })).status).toBe(409)
  expect(await figure()).toBe(0)
})

test('ACT-12 un técnico completa la MAC que falta y no cambia la que está; la bodega la corrige', async () => {
  const { network, technical } = await desk()
  const { id } = await add(network, { serial: 'HWTC55555555' })
  const write = (by: Person, mac: string) =>
    by.ask(equipmentApi.update, { params: { id }, body: { equipment: { mac } } })
  expect((await write(technical, 'AABBCC005501')).status).toBe(200)
  const refused = await write(technical, 'AABBCC005502')
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'equipment.mac'])
  expect((await write(technical, 'AA:BB:CC:00:55:01')).status).toBe(200)
  expect((await write(network, 'AABBCC005503')).status).toBe(200)
  expect((await list(network, { q: 'HWTC55555555' }))[0]?.mac).toBe('AA:BB:CC:00:55:03')
})

test('ACT-12 un acta firmada instala los equipos que nombra, y agrega los que la bodega no tiene', async () => {
  const { financial, technical, network, contract } = await desk()
  const no = await contract()
  await add(financial, { serial: 'HWTC11111111' })
  const moves = [installed('hwtc 11111111'), installed('TPLK22222222', { kind: 'router', brand: 'TP-Link' })]
  const report = await makeReport(t, technical, no, {
    ...at(TODAY),
    type_order_job: 'cambio_equipo',
    equipment_moves: moves,
  })
  expect([report.task, report.equipment_moves]).toEqual([
    null,
    [installed('HWTC11111111', { kind: 'onu', brand: 'Huawei' }), moves[1]],
  ])
  // What the stock added is no difference of a second report.
  const second = { ...at(TODAY), type_order_job: 'cambio_equipo', equipment_moves: moves }
  const body = await reportBody(t, financial, second)
  const refused = await financial.ask(installationApi.create, { params: { id: no }, body })
  expect(refused.json.code).toBe('REPORT_EXISTS')
  expect(refused.json.errors?.filter(({ field }) => field.includes('equipment_moves'))).toEqual([])
  const pieces = await list(network, { no_contract: no })
  expect(new Set(pieces.map(({ serial, kind, state }) => `${serial} ${kind} ${state}`))).toEqual(
    new Set(['HWTC11111111 onu at_client', 'TPLK22222222 router at_client']),
  )
  const { data } = await network.call(equipmentApi.get, { params: { id: pieces[0]?.id ?? '' } })
  expect(data.moves[0]?.report_id).toBe(report.id)
  const visit = await technical.call(installationReportApi.visit, { params: { id: no }, query: {} })
  expect(visit.data.installed).toHaveLength(2)
})

test('ACT-12 un acta que nombra el equipo de otro cliente se guarda y deja una tarea al escritorio', async () => {
  const { financial, technical, contract } = await desk()
  const [no, other] = [await contract(), await contract()]
  const { id } = await add(financial, { serial: 'HWTC11111111' })
  await move(financial, id, { to: 'at_client', no_contract: other })
  const moves = [installed('HWTC11111111'), installed('HWTC99999999')]
  const report = await makeReport(t, technical, no, {
    ...at(TODAY),
    type_order_job: 'cambio_equipo',
    equipment_moves: moves,
  })
  expect(report.task?.reason).toBe(
    'ONU Huawei HWTC11111111 está instalado donde un cliente: primero recógelo. El equipo HWTC99999999 no está en el inventario: agrégalo',
  )
  expect(await list(financial, { no_contract: other })).toHaveLength(1)
  expect(await list(financial, { no_contract: no })).toEqual([])
})

test('ACT-12 un acta de Retiro deja como recogidos los equipos del contrato; si los nombra, solo esos', async () => {
  const { financial, technical, contract } = await desk()
  const [no, other] = [await contract(), await contract()]
  for (const [serial, no_contract] of [
    ['HWTC11111111', no],
    ['HWTC22222222', no],
    ['HWTC33333333', other],
    ['HWTC44444444', other],
  ] as const) {
    await move(financial, (await add(financial, { serial })).id, { to: 'at_client', no_contract })
  }
  const removal = { ...at(TODAY), type_order_job: 'retiro' }
  await makeReport(t, technical, no, removal)
  expect(await list(financial, { no_contract: no })).toEqual([])
  const equipment_moves = [{ serial: 'HWTC33333333', action: 'return' }]
  await makeReport(t, technical, other, { ...removal, equipment_moves })
  expect(await list(financial, { no_contract: other })).toMatchObject([{ serial: 'HWTC44444444' }])
  expect(await list(financial, { state: 'returned' })).toHaveLength(3)
})

test('R2.21 ACT-12 el acta de un Retiro que no nombra equipos dice cuáles se recogieron, en la página, al cliente y en el PDF', async () => {
  const { financial, technical, contract, user } = await desk()
  const client = t.as(await t.session(user), user)
  const no = await contract()
  const pieces = [
    { serial: 'HWTC11111111' },
    { serial: '', mac: 'AA:BB:CC:00:11:22' },
    { serial: 'HWTC22222222', property: 'vendido' },
  ]
  for (const piece of pieces)
    await move(financial, (await add(financial, piece)).id, { to: 'at_client', no_contract: no })
  const removal = { ...at(TODAY), type_order_job: 'retiro' }
  const report = await makeReport(t, technical, no, removal)
  const taken = [
    { serial: 'HWTC11111111', action: 'return', kind: 'onu', brand: 'Huawei' },
    { serial: 'AA:BB:CC:00:11:22', action: 'return', kind: 'onu', brand: 'Huawei' },
  ]
  expect(report.equipment_moves).toEqual(taken)
  const params = { id: report.id }
  const shown = [
    await financial.call(installationApi.get, { params: { id: no }, query: {} }),
    await client.call(installationReportApi.view, { params }),
  ]
  expect(shown.map(({ data }) => data.equipment_moves)).toEqual([taken, taken])
  const { text } = readPdf((await client.ask(installationReportApi.viewPdf, { params })).bytes)
  const line = text.replaceAll(/\s+/g, ' ')
  for (const { serial } of taken) expect(line).toContain(`${serial} ONU Huawei Se recogió`)
  expect(line).not.toContain('HWTC22222222')
  // The same visit again, without pieces: they are not a difference with the report that is stored.
  const body = await reportBody(t, technical, removal)
  const again = await technical.ask(installationApi.create, { params: { id: no }, body })
  expect([again.status, JSON.stringify(again.json)]).toEqual([409, expect.not.stringContaining('equipment_moves')])
})

test('CON-06 ACT-12 después del último día de un retiro, el escritorio ve los equipos por recoger; si se anula, ya no', async () => {
  const { financial, contract } = await desk()
  const no = await contract()
  const { id } = await add(financial, { serial: 'HWTC11111111' })
  await move(financial, id, { to: 'at_client', no_contract: no })
  const sold = await add(financial, { serial: 'HWTC22222222', property: 'vendido' })
  await move(financial, sold.id, { to: 'at_client', no_contract: no })
  const kept = await contract()
  const stays = await add(financial, { serial: 'HWTC33333333' })
  await move(financial, stays.id, { to: 'at_client', no_contract: kept })
  const toPickUp = async () => (await list(financial, { to_pick_up: 'true' })).map(({ serial }) => serial)
  const todo = async () =>
    (await financial.call(dashboardApi.get)).data.next.find(({ key }) => key === 'pick_ups')?.count
  const body = { requested_on: TODAY, reason: 'Se muda' }
  const { data } = await financial.call(contractApi.terminate, { params: { no }, body })
  const params = { no: kept }
  await financial.call(contractApi.terminate, { params, body })
  await financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } })
  expect([await toPickUp(), await todo()]).toEqual([[], undefined])
  t.setNow(new Date(`${data.active_to}T17:00:00Z`))
  t.setNow(new Date(t.world.clock().getTime() + 86_400_000))
  expect([await toPickUp(), await todo()]).toEqual([['HWTC11111111'], 1])
  await move(financial, id, { to: 'returned' })
  expect(await toPickUp()).toEqual([])
})

/** Does a request while another transaction holds the rows of a statement, which commits once the request waits for them. */
async function during<T>(statement: string, values: readonly unknown[], request: () => Promise<T>): Promise<T> {
  const other = await t.owner.connect()
  try {
    await other.query('begin')
    await other.query(statement, [...values])
    const reply = request()
    await vi.waitFor(async () => {
      const { rows } = await t.owner.query(
        'select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
      )
      expect(rows).not.toEqual([])
    })
    await other.query('commit')
    return await reply
  } finally {
    await other.query('rollback')
    other.release()
  }
}

test('R2.21 ACT-12 un acta de Retiro no se lleva lo que se vendió', async () => {
  const { financial, technical, contract } = await desk()
  const no_contract = await contract()
  const lent = await add(financial, { serial: 'LENT00000001' })
  const sold = await add(financial, { serial: 'SOLD00000001', property: 'vendido' })
  for (const { id } of [lent, sold]) expect(await move(financial, id, { to: 'at_client', no_contract })).toBe(200)
  await makeReport(t, technical, no_contract, { ...at(TODAY), type_order_job: 'retiro' })
  expect(await list(financial, { no_contract })).toMatchObject([{ id: sold.id, state: 'at_client' }])
})

test('R2.21 los equipos de un contrato anulado están por recoger, y la visita del retiro se puede programar', async () => {
  const { company, financial, technical } = await desk()
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id, { status: 'awaiting_installation' })
  const { id } = await add(financial, { serial: 'LENT00000002' })
  expect(await move(technical, id, { to: 'at_client', no_contract })).toBe(200)
  const params = { no: no_contract }
  await financial.call(contractApi.cancel, { params, body: { reason: 'El cliente desistió' } })
  t.setNow(null)
  expect(await list(financial, { to_pick_up: 'true' })).toMatchObject([{ id }])
  const now = new Date()
  const { data: visits } = await financial.call(visitApi.list, { query: { no_contract } })
  expect(visits).toMatchObject([{ kind: 'retiro', state: 'planned', day: null }])
  const day = addDays(dayOf(now), 1)
  await financial.call(visitApi.move, { params: { id: visits[0]?.id ?? '' }, body: { day } })
  const times = { start_time: new Date(now.getTime() - 3_600_000).toISOString(), end_time: now.toISOString() }
  const report = await makeReport(t, technical, no_contract, { ...times, type_order_job: 'retiro' })
  expect([report.task, report.effect.sentence]).toEqual([null, 'El contrato ya estaba anulado'])
  expect(await list(financial, { to_pick_up: 'true' })).toEqual([])
})

test('R2.21 un equipo que llega al contrato mientras se registra su retiro también queda por recoger', async () => {
  const { financial, contract } = await desk()
  const no_contract = await contract()
  const { id } = await add(financial, { serial: 'LENT00000003' })
  const status = await during(
    `update contracts set active_to = '2026-11-30' where no_contract = $1 and company_id = $2`,
    [no_contract, financial.companyId],
    () => move(financial, id, { to: 'at_client', no_contract }),
  )
  expect(status).toBe(200)
  const { rows } = await t.owner.query('select pick_up_from from equipment where id = $1', [id])
  expect(rows).toEqual([{ pick_up_from: '2026-12-01' }])
})
