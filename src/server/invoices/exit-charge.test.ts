import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { runMassive } from './run-worker.ts'

const t = testApp()
const on = (date: string) => t.setNow(new Date(`${date}T17:00:00Z`))

/** A contract with a permanence clause, active since May 2, whose periods end with the month, and the run of a period for it. */
async function makeBound() {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const contract = await makeContract(t.owner, company.id, client.id, { cutDay: 31, activeFrom: '2029-05-02' })
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12,
       permanence_from = '2029-05-02' where id = $1`,
    [contract.id],
  )
  const bill = async (period: string) => {
    const { data: run } = await financial.call(runApi.start, { body: { period } })
    await runMassive(t.world, { company_id: company.id, run_id: run.id })
    const [row] = (await financial.call(invoiceApi.list, { query: { period } })).data
    return (await financial.call(invoiceApi.get, { params: { id: row?.id ?? '' } })).data
  }
  const params = { no: contract.no_contract }
  const terminate = async () => {
    const body = { requested_on: '2029-05-22', reason: 'Se muda' }
    const { data } = await financial.call(contractApi.terminate, { params, body })
    expect(data.active_to).toBe('2029-05-31')
  }
  const withdraw = () => financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } })
  return { financial, bill, terminate, withdraw }
}

test('R7.10 el valor por retirarse después de facturado el último período no lleva las fechas de un mes sin contrato', async () => {
  const { financial, bill, terminate } = await makeBound()
  on('2029-05-21')
  const last = await bill('2029-05')
  on('2029-05-22')
  await terminate()
  on('2029-06-21')
  await applyDueChanges(t.world)
  const exit = await bill('2029-06')
  expect(exit.lines.map(({ kind }) => kind)).toEqual(['early_exit'])
  expect([exit.from_on, exit.to_on]).toEqual([null, null])
  const pdf = await financial.ask(invoiceApi.pdf, { params: { id: exit.id } })
  expect(readPdf(pdf.bytes).text).not.toMatch(/01\/06\/2029|30\/06\/2029|Fecha de corte/)
  expect(last.to_on).toBe('2029-05-31')
  t.setNow(null)
})

test('R2.9 R7.10 anular el retiro cobra el mes que se facturó solo con el valor por retirarse, y nombra ese cobro', async () => {
  const { bill, terminate, withdraw } = await makeBound()
  on('2029-05-21')
  await bill('2029-05')
  on('2029-05-22')
  await terminate()
  on('2029-05-25')
  const exit = await bill('2029-06')
  expect(exit.lines.map(({ kind }) => kind)).toEqual(['early_exit'])
  on('2029-05-28')
  const { message } = await withdraw()
  expect(message).toContain(`La factura ${exit.number} ya cobró la terminación anticipada`)
  expect(message).toContain('junio de 2029')
  on('2029-06-25')
  const next = await bill('2029-07')
  expect(next.lines.map(({ kind }) => kind)).toEqual(['plan', 'plan_adjustment'])
  const [july, june] = next.lines
  // June and July have the same price: a whole month of service each.
  expect(june?.total).toBe(july?.total)
  expect(june?.description).toContain('junio de 2029')
  t.setNow(null)
})
