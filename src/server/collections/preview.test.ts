import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { parameterApi } from '#domain/parameters/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { newId } from '#server/core/ids.ts'
import { bill, type Debtor, makeDebtor, nine, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { makeClient } from '#test/factory.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** The day that is previewed on the last day of the year before: the first one on which a service may be cut after the notice. */
const CUT_DAY = '2027-01-04'

type Debtors = { company: Company; financial: Person; make: () => Promise<Debtor> }

/** A company whose debtors are notified on December 29 of an invoice that could be paid until December 10. */
async function debtors(): Promise<Debtors> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id)
  const financial = await company.person('financial')
  const make = async () => {
    t.setNow(new Date(nine('2026-11-20')))
    const one = await makeDebtor(t, company, financial)
    await bill(one)
    return one
  }
  return { company, financial, make }
}

/** What is previewed for the day, and what the run of that day decided: of each contract, and the sums. */
async function previewAndRun({ financial }: Debtors) {
  t.setNow(new Date('2026-12-31T22:00:00Z'))
  const { data, summary } = await financial.call(collectionApi.preview, { query: { on: CUT_DAY } })
  const acted = data.filter(({ action }) => action !== 'none')
  // The jobs of the days in between, and then the run.
  t.setNow(new Date('2027-01-01T05:30:00Z'))
  await applyDueChanges(t.world)
  await runAt(t, nine(CUT_DAY))
  const run = (await financial.call(collectionApi.runs)).data[0]
  const decided = await financial.call(collectionApi.run, { params: { id: run?.id ?? '' } })
  const { rows } = await t.owner.query<{ spared: object }>('select spared from collection_runs where id = $1', [
    run?.id,
  ])
  const sides = [acted, decided.data].map((list) =>
    list.map(({ no_contract, action, debt }) => `${no_contract} ${action} ${debt}`).toSorted(),
  )
  return {
    preview: { decisions: sides[0], cut: summary.cut, notify: summary.notify, spared: summary.spared },
    run: { decisions: sides[1], cut: run?.to_cut, notify: run?.to_notify, spared: rows[0]?.spared },
    reasons: new Map(data.map(({ no_contract, action, reason }) => [no_contract, reason ?? action])),
  }
}

/** Gives the contract of a debtor to another client from the next period on: December 31. */
async function cede({ company, financial }: Debtors, { no_contract }: Debtor): Promise<void> {
  const params = { no: no_contract }
  const { id } = await makeClient(t.owner, company.id)
  await financial.call(cessionApi.cession, { params, body: { client_id: id } })
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
}

const promise = ({ financial, no_contract }: Debtor, until_on: string) =>
  financial.call(promiseApi.promise, { body: { promise: { no_contract, until_on } } })

test('SUS-02 lo que se simula para un día es lo que se decide ese día: con promesas, un pago en proceso y una cesión de por medio', async () => {
  const all = await debtors()
  const [owes, promised, broken, paying, ceded] = [
    await all.make(),
    await all.make(),
    await all.make(),
    await all.make(),
    await all.make(),
  ]
  await runAt(t, nine('2026-12-29'))
  t.setNow(new Date(nine('2026-12-30')))
  await promise(promised, CUT_DAY)
  await promise(broken, '2027-01-03')
  await t.owner.query(
    `insert into payment_attempts (company_id, client_id, user_id, key, request_hash, method, environment, reference, amount, status,
       payer, accepted) values ($1, $2, $3, $4, '\\x00', 'nequi', 'test', $4, 6000000, 'pending', '{}', '{}')`,
    [all.company.id, paying.clientId, paying.userId, newId()],
  )
  await cede(all, ceded)
  const { preview, run, reasons } = await previewAndRun(all)
  expect(preview).toEqual(run)
  // What the earlier holder owes cuts no other client: the contract has no debt of its holder of that day.
  expect([owes, promised, broken, paying, ceded].map((one) => reasons.get(one.no_contract))).toEqual([
    'cut',
    'promise',
    'cut',
    'pending_payment',
    undefined,
  ])
  expect([await statusOf(owes), await statusOf(ceded)]).toEqual(['suspended', 'active'])
})

test('SUS-04 R2.12 la promesa del titular anterior no aplaza el corte del nuevo', async () => {
  const all = await debtors()
  await putPolicy(t, all.company.id, { promise_days: 30 })
  const one = await all.make()
  t.setNow(new Date(nine('2026-12-30')))
  await promise(one, '2027-01-28')
  await cede(all, one)
  t.setNow(new Date(nine('2026-12-31')))
  await applyDueChanges(t.world)
  await bill(one)
  t.setNow(new Date(nine('2027-01-25')))
  const { data } = await one.financial.call(collectionApi.preview, { query: { on: '2027-01-27' } })
  // The new holder did not authorise collection messages.
  expect(data.map(({ reason }) => reason)).toEqual(['no_channel'])
})

test('SUS-02 CON-07 una pausa del día simulado no se corta, y la que termina antes sí se decide, como hace la corrida', async () => {
  const all = await debtors()
  const [paused, back] = [await all.make(), await all.make()]
  const pause = (one: Debtor, from: string) =>
    all.financial.call(contractApi.pause, { params: { no: one.no_contract }, body: { from, months: 1 } })
  await pause(paused, '2026-12-31')
  await pause(back, '2026-12-01')
  t.setNow(new Date('2026-12-01T05:30:00Z'))
  await applyDueChanges(t.world)
  expect(await statusOf(back)).toBe('suspended')
  await runAt(t, nine('2026-12-29'))
  const { preview, run, reasons } = await previewAndRun(all)
  expect(preview).toEqual(run)
  expect([reasons.get(paused.no_contract), reasons.get(back.no_contract)]).toEqual([undefined, 'notify'])
})

test('SUS-02 R2.22 el día simulado de una emergencia no tiene cortes, y el siguiente sí, como la corrida', async () => {
  const all = await debtors()
  const one = await all.make()
  await runAt(t, nine('2026-12-29'))
  const superadmin = await all.company.person('superadmin')
  const parameter = {
    key: 'service.emergency_no_cut',
    value: 1,
    valid_from: '2027-01-02',
    valid_to: CUT_DAY,
    legal_basis: 'Decreto 1 de 2027',
    certainty: 'verified',
  }
  await superadmin.call(parameterApi.add, { body: { parameter } })
  const { preview, run, reasons } = await previewAndRun(all)
  expect(preview).toEqual(run)
  expect(reasons.get(one.no_contract)).toBe('emergency')
  const { data } = await one.financial.call(collectionApi.preview, { query: { on: '2027-01-05' } })
  expect(data[0]).toMatchObject({ action: 'cut' })
  await runAt(t, nine('2027-01-05'))
  expect(await statusOf(one)).toBe('suspended')
})

test('SUS-01 SUS-04 la previsión dice si la política recibe promesas: apagada, de prueba o con cero días no se ofrece ninguna', async () => {
  const { company, financial, make } = await debtors()
  const one = await make()
  t.setNow(new Date(nine('2026-12-14')))
  const offered = async () => {
    const { summary } = await financial.call(collectionApi.preview)
    const { data } = await financial.call(promiseApi.offer, { query: { client_id: one.clientId } })
    return [summary.takes_promises, data[0]?.problem ?? null]
  }
  const refused = [false, 'Tu empresa no recibe promesas de pago por ahora']
  expect(await offered()).toEqual([true, null])
  await putPolicy(t, company.id, { promise_days: 0 })
  expect(await offered()).toEqual(refused)
  for (const mode of ['trial', 'off'] as const) {
    await putPolicy(t, company.id, { mode })
    expect(await offered()).toEqual(refused)
  }
})
