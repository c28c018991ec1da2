import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { correctPassedCuts } from '#server/invoices/jobs.ts'
import { bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { applyDueChanges } from './jobs.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** Makes every change of one contract in a table fail, until the returned function is called. */
async function breakContract(table: 'contracts' | 'suspension_intervals', id: string): Promise<() => Promise<void>> {
  const column = table === 'contracts' ? 'id' : 'contract_id'
  await t.owner.query(`create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
  await t.owner.query(
    `create trigger broken before update on ${table} for each row when (new.${column} = '${id}') execute function broken()`,
  )
  return async () => void (await t.owner.query('drop function broken cascade'))
}

test('CON-01 un contrato cuyo cambio falla no detiene los demás de su empresa ni las otras empresas, y se hace cuando puede', async () => {
  const first = await makeDesk(t, { activeFrom: '2029-05-01' })
  const beside = await makeContract(t.owner, first.company.id, first.clientId, { activeFrom: '2029-05-01', cutDay: 31 })
  const other = await makeDesk(t, { activeFrom: '2029-05-01' })
  const contracts = [first, { financial: first.financial, params: { no: beside.no_contract } }, other]
  on(t, '2029-05-10')
  for (const { financial, params } of contracts)
    await financial.call(contractApi.terminate, { params, body: { requested_on: '2029-05-10', reason: 'Se muda' } })
  const repair = await breakContract('contracts', first.id)
  on(t, '2029-06-02')
  await applyDueChanges(t.world)
  const ended = async () =>
    (
      await t.owner.query('select no_contract, company_id, status from contracts where status = $1', ['terminated'])
    ).rows.map(({ company_id, no_contract }) => `${company_id} ${no_contract}`)
  const all = contracts.map(({ financial, params }) => `${financial.companyId} ${params.no}`)
  expect((await ended()).toSorted()).toEqual(all.slice(1).toSorted())
  await repair()
  await applyDueChanges(t.world)
  expect((await ended()).toSorted()).toEqual(all.toSorted())
})

test('R2.6 un contrato cuya corrección falla no detiene la de los otros', async () => {
  const first = await makeDesk(t)
  const other = await makeDesk(t)
  on(t, '2029-05-21')
  for (const desk of [first, other]) await bill(t, desk, '2029-05')
  on(t, '2029-05-22')
  for (const { financial, params } of [first, other])
    await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
  const repair = await breakContract('suspension_intervals', first.id)
  on(t, '2029-06-01')
  await correctPassedCuts(t.world)
  expect([await owed(t, first), await owed(t, other)]).toEqual([30_000, 20_000])
  await repair()
  await correctPassedCuts(t.world)
  expect([await owed(t, first), await owed(t, other)]).toEqual([20_000, 20_000])
})

test('CON-01 R2.6 un proceso con el reloj corrido no decide nada de los contratos ni de sus facturas', async () => {
  const { financial, params } = await makeDesk(t, { activeFrom: '2029-05-01' })
  on(t, '2029-05-10')
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2029-05-10', reason: 'Se muda' } })
  const suspended = await makeDesk(t)
  on(t, '2029-05-21')
  await bill(t, suspended, '2029-05')
  on(t, '2029-05-22')
  await suspended.financial.call(contractApi.suspend, { params: suspended.params, body: { reason: 'Mora' } })
  on(t, '2029-06-02')
  const wrong = () => new Date(Date.now() - 3_600_000)
  const stored = async () =>
    (
      await t.owner.query('select status from contracts where no_contract = $1 and company_id = $2', [
        params.no,
        financial.companyId,
      ])
    ).rows
  await applyDueChanges(t.world, wrong)
  await correctPassedCuts(t.world, wrong)
  expect([await stored(), await owed(t, suspended)]).toEqual([[{ status: 'active' }], 30_000])
  await applyDueChanges(t.world)
  await correctPassedCuts(t.world)
  expect([await stored(), await owed(t, suspended)]).toEqual([[{ status: 'terminated' }], 20_000])
})

test('CON-07 R2.20 una cesión que el trabajo aplica tarde rige, en el texto del contrato, desde su primer día', async () => {
  const { company, financial, params, id } = await makeDesk(t, { activeFrom: '2026-11-01' })
  const client = await makeClient(t.owner, company.id)
  on(t, '2026-12-04')
  await financial.call(cessionApi.cession, { params, body: { client_id: client.id } })
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta firmada' } })
  on(t, '2027-01-05')
  await applyDueChanges(t.world)
  const { rows } = await t.owner.query<{ from_on: string; text: string }>(
    `select from_on, text from contract_versions where contract_id = $1 and reason = 'cession'`,
    [id],
  )
  expect(rows).toEqual([{ from_on: '2027-01-01', text: expect.stringContaining('desde el 1 de enero de 2027') }])
})

test('CON-06 CON-07 al terminar un contrato se anulan su traslado, sus visitas y su cesión por responder; la recogida queda', async () => {
  const { company, financial, params } = await makeDesk(t, { activeFrom: '2026-11-01' })
  const client = await makeClient(t.owner, company.id)
  on(t, '2026-12-04')
  const move = { address: 'Calle 5', department: 'Antioquia', city: 'Medellín', on: '2027-02-01', stratum: 3 }
  await financial.call(transferApi.transfer, { params, body: move })
  await financial.call(visitApi.create, {
    body: { visit: { no_contract: params.no, kind: 'revision', day: '2027-02-01' } },
  })
  const visits = async () =>
    (await financial.call(visitApi.list, { query: { no_contract: params.no } })).data
      .map(({ kind, state, reason }) => [kind, state, reason])
      .toSorted(([a = null], [b = null]) => String(a).localeCompare(String(b)))
  // A move that is taken back takes its visit with it.
  await financial.call(transferApi.cancelTransfer, { params, body: { reason: 'Se queda' } })
  const gone = ['translado', 'cancelled', 'El traslado se anuló']
  expect(await visits()).toEqual([['revision', 'planned', null], gone])
  await financial.call(cessionApi.cession, { params, body: { client_id: client.id } })
  await financial.call(transferApi.transfer, { params, body: move })
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2026-12-04', reason: 'Se muda' } })
  on(t, '2027-01-02')
  await applyDueChanges(t.world)
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({
    status: 'terminated',
    upcoming_transfer: null,
    cession: null,
  })
  expect(await visits()).toEqual([
    ['retiro', 'planned', null],
    ['revision', 'cancelled', 'El contrato terminó'],
    gone,
    gone,
  ])
  on(t, '2027-02-02')
  await applyDueChanges(t.world)
  const said = await t.events(company.id)
  expect(said.filter((name) => /near|late|transferred/.test(name))).toEqual([])
  expect(said.filter((name) => name === 'contract.transfer_cancelled')).toHaveLength(2)
  expect(said).toContain('contract.cession_refused')
})

test('CON-07 el traslado de un día en que había servicio se hace, aunque el trabajo corra después del último día', async () => {
  for (const day of ['2026-12-20', '2026-12-31']) {
    const { company, financial, params } = await makeDesk(t, { activeFrom: '2026-11-01' })
    on(t, '2026-12-04')
    const move = { address: 'Calle 5', department: 'Antioquia', city: 'Medellín', on: day, stratum: 3 }
    await financial.call(transferApi.transfer, { params, body: move })
    await financial.call(contractApi.terminate, { params, body: { requested_on: '2026-12-04', reason: 'Se muda' } })
    const names = async () => (await t.events(company.id)).filter((name) => /transfer|ended/.test(name))
    on(t, day)
    await applyDueChanges(t.world)
    expect(await names()).toEqual(['contract.transfer_planned'])
    on(t, '2027-01-02')
    await applyDueChanges(t.world)
    expect(await names()).toEqual(['contract.transfer_planned', 'contract.transferred', 'contract.ended'])
  }
})

test('CON-07 el primer día de una pausa nadie suspende el servicio, aunque su estado no haya cambiado todavía', async () => {
  const desk = await makeDesk(t)
  on(t, '2029-05-22')
  const { financial, params } = desk
  await financial.call(contractApi.pause, { params, body: { from: '2029-06-01', months: 1 } })
  on(t, '2029-06-01')
  expect((await financial.call(contractApi.get, { params })).data.status).toBe('active')
  const refused = [
    await financial.ask(contractApi.suspendPreview, { params }),
    await financial.ask(contractApi.suspend, { params, body: { reason: 'Mora' } }),
  ]
  expect(refused.map(({ status, json }) => [status, json.message])).toEqual([
    [409, 'El servicio ya está suspendido'],
    [409, 'El servicio ya está suspendido'],
  ])
})
