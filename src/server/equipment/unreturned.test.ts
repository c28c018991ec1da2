import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { equipmentValuesApi } from '#domain/contracts/equipment-values-api.ts'
import { pesos } from '#domain/core/money.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { makeReport } from '#test/reporting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const on = (date: string) => t.setNow(new Date(`${date}T17:00:00Z`))
const NO_VALUES = { onu: null, router: null, antena: null, decodificador: null, otro: null }
const ONU = { kind: 'onu', brand: 'Huawei', property: 'comodato' }

/** A home of stratum 1 in service since May 2, 2029, whose periods end with the month: its internet is exempt of VAT. */
async function desk({ includesVat = true }: { includesVat?: boolean } = {}) {
  on('2029-05-21')
  const company = await t.company()
  const [financial, technical] = [await company.person('financial'), await company.person('technical')]
  await t.owner.query('update companies set prices_include_vat = $2 where id = $1', [company.id, includesVat])
  const client = await makeClient(t.owner, company.id)
  const contract = await makeContract(t.owner, company.id, client.id, { cutDay: 31, activeFrom: '2029-05-02' })
  await t.owner.query(`update contracts set stratum = 1, prices_include_vat = $2 where id = $1`, [
    contract.id,
    includesVat,
  ])
  const no = contract.no_contract
  const save = (equipment_values: object) =>
    financial.call(equipmentValuesApi.save, { body: { equipment_values: { ...NO_VALUES, ...equipment_values } } })
  const move = (id: string, body: object) => financial.ask(equipmentApi.move, { params: { id }, body })
  const place = async (no_contract: string, more: object = {}) => {
    const { data } = await financial.call(equipmentApi.create, { body: { equipment: { ...ONU, ...more } } })
    await move(data.id, { to: 'at_client', no_contract })
    return data.id
  }
  const pieces = async (of = no) => (await financial.call(equipmentApi.ofContract, { params: { no: of } })).data
  const charge = (id: string, price: unknown) => financial.ask(equipmentApi.charge, { params: { id }, body: { price } })
  const terminate = (of = no) =>
    financial.call(contractApi.terminate, {
      params: { no: of },
      body: { requested_on: '2029-05-22', reason: 'Se muda' },
    })
  /** The contract ends on May 31; it is June. */
  const end = async () => {
    on('2029-05-22')
    await terminate()
    on('2029-06-05')
    await applyDueChanges(t.world)
  }
  const bill = async (period: string) => {
    const { data: run } = await financial.call(runApi.start, { body: { period } })
    await runMassive(t.world, { company_id: company.id, run_id: run.id })
    const [row] = (await financial.call(invoiceApi.list, { query: { period } })).data
    return row ? (await financial.call(invoiceApi.get, { params: { id: row.id } })).data : null
  }
  const waiting = async () =>
    (await financial.call(contractApi.get, { params: { no } })).data.pending_charges.filter(
      ({ kind }) => kind === 'equipment',
    )
  return { company, financial, technical, client, no, save, move, place, pieces, charge, end, bill, waiting }
}

test('R2.21 R1.8 lo que no se devolvió se cobra una vez, con IVA del 19 % en cualquier estrato, en la próxima factura', async () => {
  const { company, save, place, pieces, charge, end, bill, no } = await desk()
  await save({ onu: 180_000 })
  const id = await place(no, { serial: 'HWTC11111111' })
  await end()
  const [piece] = await pieces()
  expect(piece).toMatchObject({
    id,
    problem: null,
    charge: null,
    reminder: null,
    proposal: { source: 'company', value: pesos(180_000), most: null, vat: { treatment: 'gravado', rate_bps: 1900 } },
  })
  const answers = await Promise.all(Array.from({ length: 5 }, () => charge(id, 180_000)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 200)?.json.message).toBe(
    `ONU Huawei HWTC11111111: $ 180.000,00 van en la próxima factura del contrato ${no}`,
  )
  expect((await pieces())[0]).toMatchObject({
    problem: 'Ya se cobró: va en la próxima factura del contrato',
    charge: { price: pesos(180_000), invoice: null },
  })
  const invoice = await bill('2029-06')
  expect(invoice?.lines).toMatchObject([
    {
      kind: 'equipment',
      description: 'Equipo no devuelto: ONU Huawei HWTC11111111',
      vat_treatment: 'gravado',
      base: pesos(151_260.5),
      vat: pesos(28_739.5),
      total: pesos(180_000),
    },
  ])
  expect((await pieces())[0]).toMatchObject({ problem: `Ya se cobró en la factura ${invoice?.number}` })
  expect((await charge(id, 180_000)).status).toBe(409)
  expect((await t.events(company.id)).filter((name) => name === 'equipment.charged')).toHaveLength(1)
})

test('R2.21 CON-06 nada se cobra solo: sin que el escritorio lo pida, la factura después del retiro no existe', async () => {
  const { save, place, end, bill, no, waiting } = await desk()
  await save({ onu: 180_000 })
  const id = await place(no)
  await end()
  expect(await waiting()).toEqual([])
  expect(await bill('2029-06')).toBe(null)
  expect(id).not.toBe('')
})

test('R2.21 ACT-12 solo se cobra lo que está en comodato y no ha vuelto: perdido, o sin devolver cuando el contrato terminó', async () => {
  const { place, move, pieces, charge, no, end } = await desk()
  const [there, sold, back, lost, lostInStore] = [
    await place(no, { serial: 'AAA1' }),
    await place(no, { serial: 'AAA2', property: 'vendido' }),
    await place(no, { serial: 'AAA3' }),
    await place(no, { serial: 'AAA4' }),
    await place(no, { serial: 'AAA5' }),
  ]
  await move(back, { to: 'returned' })
  await move(lost, { to: 'lost' })
  await move(lostInStore, { to: 'returned' })
  await move(lostInStore, { to: 'lost' })
  const refusals = async () =>
    Promise.all([there, sold, back, lostInStore].map(async (id) => (await charge(id, 50_000)).json.message))
  expect(await refusals()).toEqual([
    'Se cobra si se pierde, o si no se devuelve cuando el contrato termine',
    'Solo se cobra un equipo en comodato: este es del cliente',
    'El equipo volvió: no se cobra',
    'El equipo volvió: no se cobra',
  ])
  expect(new Set((await pieces()).map(({ serial }) => serial))).toEqual(new Set(['AAA1', 'AAA2', 'AAA4']))
  expect((await charge(lost, 50_000)).status).toBe(200)
  await end()
  expect((await charge(there, 50_000)).status).toBe(200)
  expect((await charge(sold, 50_000)).status).toBe(409)
})

test('R2.21 CON-04 se propone el valor del contrato firmado y no se cobra más; sin él, el de la empresa de hoy', async () => {
  const { company, financial, client, save, place, move, pieces, charge } = await desk()
  await save({ onu: 180_000 })
  const planId = await makePlan(t.owner, company.id)
  const { data } = await financial.call(contractApi.create, { body: contractBody(client.id, planId) })
  const params = { no: data.no_contract }
  await financial.call(contractApi.sign, { params, body: signatureBody(client.identification) })
  await save({ onu: 300_000, router: 95_000 })
  const onu = await place(params.no, { serial: 'BBB1' })
  const router = await place(params.no, { kind: 'router', serial: 'BBB2' })
  const other = await place(params.no, { kind: 'otro', serial: 'BBB3' })
  for (const id of [onu, router, other]) await move(id, { to: 'lost' })
  const found = Object.fromEntries((await pieces(params.no)).map(({ serial, proposal }) => [serial, proposal]))
  expect(found).toMatchObject({
    BBB1: { source: 'contract', value: pesos(180_000), most: pesos(180_000) },
    BBB2: { source: 'company', value: pesos(95_000), most: null },
    BBB3: { source: null, value: null, most: null },
  })
  const above = await charge(onu, 180_000.01)
  expect([above.status, above.json.errors]).toEqual([
    422,
    [{ field: 'price', message: 'El contrato dice que este equipo vale $ 180.000,00: no se cobra más' }],
  ])
  for (const price of [0, -1, 1.005, 'x', undefined, 2_000_000_000]) {
    const { status, json } = await charge(onu, price)
    expect([price, status, json.errors?.[0]?.field]).toEqual([price, 400, 'price'])
  }
  expect((await charge(onu, 120_000)).status).toBe(200)
})

test('R2.21 R1.8 si la empresa cambió cómo escribe sus precios, el total propuesto es el mismo', async () => {
  const { company, save, place, move, pieces, charge, bill, no } = await desk({ includesVat: false })
  await t.owner.query('update companies set prices_include_vat = true where id = $1', [company.id])
  await save({ onu: 119_000 })
  const id = await place(no, { serial: 'CCC1' })
  await move(id, { to: 'lost' })
  expect((await pieces())[0]?.proposal).toMatchObject({ value: pesos(100_000), price_includes_vat: false })
  await charge(id, 100_000)
  const invoice = await bill('2029-05')
  expect(invoice?.lines.find(({ kind }) => kind === 'equipment')).toMatchObject({
    base: pesos(100_000),
    vat: pesos(19_000),
    total: pesos(119_000),
  })
})

test('R2.21 ACT-12 si vuelve antes de facturarse el cobro se quita, y prestado otra vez se puede cobrar otra vez', async () => {
  const { company, place, move, charge, waiting, bill, no } = await desk()
  const id = await place(no, { serial: 'DDD1' })
  await move(id, { to: 'lost' })
  await charge(id, 90_000)
  expect(await waiting()).toMatchObject([{ price: pesos(90_000) }])
  const back = await move(id, { to: 'in_store' })
  expect(back.json.message).toBe(
    `ONU Huawei DDD1: en bodega. El cobro de $ 90.000,00 que iba en la próxima factura del contrato ${no} se quitó`,
  )
  expect(await waiting()).toEqual([])
  expect((await t.events(company.id)).filter((name) => name === 'equipment.charge_removed')).toHaveLength(1)
  await move(id, { to: 'at_client', no_contract: no })
  await move(id, { to: 'lost' })
  expect((await charge(id, 70_000)).status).toBe(200)
  const invoice = await bill('2029-05')
  expect(invoice?.lines.filter(({ kind }) => kind === 'equipment').map(({ total }) => total)).toEqual([pesos(70_000)])
})

test('R2.21 ACT-12 si vuelve después de facturado, se dice qué nota crédito hacer hasta que se hace', async () => {
  const { financial, place, move, charge, pieces, end, bill, no } = await desk()
  const id = await place(no, { serial: 'EEE1' })
  await end()
  await charge(id, 119_000)
  const invoice = await bill('2029-06')
  // Still not back: nothing to give back.
  await move(id, { to: 'lost' })
  expect(await pieces()).toMatchObject([{ state: 'lost', reminder: null, charge: { price: pesos(119_000) } }])
  const reminder = `ONU Huawei EEE1 volvió y la factura ${invoice?.number} ya lo cobró: devuelve $ 119.000,00 con una nota crédito de la línea "Equipo no devuelto: ONU Huawei EEE1"`
  const back = await move(id, { to: 'in_store' })
  expect(back.json.message).toBe(`ONU Huawei EEE1: en bodega. ${reminder}`)
  expect(await pieces()).toMatchObject([{ reminder, charge: { invoice: { number: invoice?.number } } }])
  const credit = (amount: number) =>
    financial.call(invoiceApi.creditNote, {
      params: { id: invoice?.id ?? '' },
      headers: { 'idempotency-key': randomUUID() },
      body: { concept: 'El equipo volvió', lines: [{ position: 1, amount }] },
    })
  await credit(19_000)
  expect((await pieces())[0]?.reminder).toContain('devuelve $ 100.000,00 con una nota crédito')
  await credit(100_000)
  expect(await pieces()).toEqual([])
})

test('R2.21 ACT-12 el acta que lo recoge después de facturado deja la tarea de la nota crédito al escritorio', async () => {
  const { technical, place, charge, waiting, end, bill, no } = await desk()
  const [billed, unbilled] = [await place(no, { serial: 'FFF1' }), await place(no, { serial: 'FFF2' })]
  await end()
  await charge(billed, 119_000)
  const invoice = await bill('2029-06')
  await charge(unbilled, 50_000)
  const report = await makeReport(t, technical, no, {
    start_time: '2029-06-05T14:00:00Z',
    end_time: '2029-06-05T15:00:00Z',
    type_order_job: 'retiro',
  })
  expect(report.task?.reason).toContain(
    `ONU Huawei FFF1 volvió y la factura ${invoice?.number} ya lo cobró: devuelve $ 119.000,00 con una nota crédito`,
  )
  expect(await waiting()).toEqual([])
})
