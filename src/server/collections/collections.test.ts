import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { consentApi } from '#domain/consents/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { addDays, day } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import {
  bill,
  DEFAULTS_OF_DEBTORS,
  type Debtor,
  makeDebtor,
  nine,
  pay,
  putPolicy,
  runAt,
  statusOf,
  TEST_POLICY,
} from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { testApp } from '#test/world.ts'
import { runCollections } from './run.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A debtor whose only invoice could be paid until Thursday, December 10, 2026. */
async function debtor(
  policy: Parameters<typeof putPolicy>[2] = {},
  fields: { email?: string | null } = {},
): Promise<Debtor> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const one = await makeDebtor(t, company, await company.person('financial'), fields)
  await bill(one)
  return one
}

/** Notified on Friday 11: Monday 14 and Tuesday 15 are the business days of the notice, and Wednesday 16 is the first day of a cut. */
async function notifiedDebtor(policy: Parameters<typeof putPolicy>[2] = {}): Promise<Debtor> {
  const one = await debtor(policy)
  await runAt(t, nine('2026-12-11'))
  return one
}

const previewOn = async ({ financial }: Debtor, on: string) =>
  (await financial.call(collectionApi.preview, { query: { on } })).data[0]
const lastRun = async ({ financial }: Debtor) => (await financial.call(collectionApi.runs)).data[0]
const decisionsOf = async (one: Debtor) => {
  const run = await lastRun(one)
  return (await one.financial.call(collectionApi.run, { params: { id: run?.id ?? '' } })).data
}

test('SUS-02 quien no paga recibe el aviso, se corta sin la mano de nadie y cada paso dice con qué política', async () => {
  const one = await notifiedDebtor()
  expect(t.mails.at(-1)).toMatchObject({
    to: 'yenny@correo.test',
    subject: 'Tu servicio se puede suspender desde el 16 de diciembre de 2026',
    text: expect.stringContaining('$ 60.000,00 vencidos'),
  })
  await runAt(t, nine('2026-12-15'))
  expect(await statusOf(one)).toBe('active')
  expect(await previewOn(one, '2026-12-16')).toMatchObject({ action: 'cut', debt: 6_000_000, overdue_days: 6 })
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  expect(await lastRun(one)).toMatchObject({
    on_day: '2026-12-16',
    to_cut: 1,
    cut: 1,
    status: 'done',
    policy_version: 1,
  })
  const { rows } = await t.owner.query(
    `select after ->> 'policy_version' as version, actor_name from events where name = 'contract.suspended' and company_id = $1`,
    [one.company.id],
  )
  expect(rows).toEqual([{ version: '1', actor_name: 'Enlace' }])
  expect(t.mails.at(-1)).toMatchObject({ subject: 'Suspendimos tu servicio por falta de pago' })
})

test('SUS-03 al pagar todo, el servicio vuelve en la transacción del pago; la reconexión se cobra una vez y con tope', async () => {
  const one = await notifiedDebtor()
  await one.financial.call(contractDefaultsApi.save, { body: { billing_config: DEFAULTS_OF_DEBTORS } })
  await runAt(t, nine('2026-12-16'))
  t.setNow(new Date(nine('2026-12-18')))
  await pay(one, 30_000, '2026-12-18')
  expect(await statusOf(one)).toBe('suspended')
  await pay(one, 30_000, '2026-12-18')
  expect(await statusOf(one)).toBe('active')
  const { data } = await one.financial.call(collectionApi.reconnections)
  // Three business days after Friday 18: Monday 21, Tuesday 22, Wednesday 23.
  expect(data).toMatchObject([{ state: 'done', due_on: '2026-12-23', cause: 'payment', problem: null }])
  const { rows } = await t.owner.query('select kind, price from pending_charges where contract_id = $1', [
    one.contractId,
  ])
  expect(rows).toEqual([{ kind: 'reconnection', price: 198_100 }])
})

test('SUS-03 sin reconexión automática el plazo de tres días corre y la mesa recibe la alarma', async () => {
  const one = await notifiedDebtor({ reconnects: false })
  await runAt(t, nine('2026-12-16'))
  t.setNow(new Date(nine('2026-12-18')))
  await pay(one, 60_000, '2026-12-18')
  expect(await statusOf(one)).toBe('suspended')
  const state = async () =>
    (await one.financial.call(collectionApi.reconnections, { query: { open: 'true' } })).data[0]?.state
  expect(await state()).toBe('on_time')
  await runAt(t, nine('2026-12-22'))
  expect(await state()).toBe('near')
  expect(await t.events(one.company.id)).toContain('reconnection.near')
  t.setNow(new Date(nine('2026-12-24')))
  expect(await state()).toBe('late')
  await one.financial.call(contractApi.reconnect, { params: { no: one.no_contract } })
  await runAt(t, nine('2026-12-24'))
  expect(await state()).toBeUndefined()
})

test('SUS-03 sin política el plazo de quien pagó también corre, avisa, y termina cuando la mesa reconecta', async () => {
  t.setNow(new Date(nine('2026-12-15')))
  const company = await t.company()
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  const params = { no: one.no_contract }
  await one.financial.call(contractApi.suspend, { params, body: { reason: 'No pagó' } })
  await pay(one, 60_000, '2026-12-15')
  const terms = async () => (await one.financial.call(collectionApi.reconnections)).data
  expect(await terms()).toHaveLength(1)
  await runAt(t, nine('2026-12-18'))
  const { rows } = await t.owner.query(
    `select count(*)::int as warned from events where company_id = $1 and name = 'reconnection.near'`,
    [company.id],
  )
  expect(rows).toEqual([{ warned: 1 }])
  await one.financial.call(contractApi.reconnect, { params, body: {} })
  await runAt(t, nine('2026-12-19'))
  expect(await terms()).toMatchObject([{ state: 'done' }])
})

test('SUS-02 quien paga entre la decisión y el corte no se corta', async () => {
  const one = await debtor({ brake_percent: 1 })
  const other = await makeDebtor(t, one.company, one.financial)
  await bill(other)
  await runAt(t, nine('2026-12-11'))
  await runAt(t, nine('2026-12-16'))
  const run = await lastRun(one)
  expect(run).toMatchObject({ status: 'braked', to_cut: 2 })
  await pay(one, 60_000, '2026-12-16')
  await one.financial.call(collectionApi.approve, { params: { id: run?.id ?? '' } })
  await runAt(t, nine('2026-12-16'))
  expect([await statusOf(one), await statusOf(other)]).toEqual(['active', 'suspended'])
  const decisions = await decisionsOf(one)
  expect(decisions.find(({ no_contract }) => no_contract === one.no_contract)).toMatchObject({
    outcome: 'skipped',
    reason: 'Ya pagó, o el servicio cambió',
  })
})

test('SUS-02 no se corta de noche, ni cuando la empresa declara libre el día, ni con la política apagada', async () => {
  const one = await notifiedDebtor()
  await runAt(t, '2026-12-16T11:00:00Z')
  expect(await lastRun(one)).toMatchObject({ on_day: '2026-12-11' })
  await runAt(t, '2026-12-16T21:30:00Z')
  expect(await statusOf(one)).toBe('active')
  await putPolicy(t, one.company.id, { days_off: ['2026-12-17' as never] })
  await runAt(t, nine('2026-12-17'))
  expect([await statusOf(one), await previewOn(one, '2026-12-17')]).toMatchObject(['active', { reason: 'day_off' }])
  await putPolicy(t, one.company.id, { mode: 'off' })
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('active')
})

test('SUS-01 en prueba se decide cada día y no se avisa ni se corta; después de una semana se puede encender', async () => {
  t.setNow(new Date(nine('2026-12-14')))
  const company = await t.company()
  const financial = await company.person('financial')
  const save = (mode: 'trial' | 'on') => {
    const { minimum_debt: _debt, ...policy } = TEST_POLICY
    return financial.ask(collectionApi.savePolicy, { body: { policy: { ...policy, minimum_debt: 10_000, mode } } })
  }
  const refused = await save('on')
  expect([refused.status, refused.json.errors]).toEqual([
    422,
    [{ field: 'policy.mode', message: expect.stringContaining('Primero pruébala 7 días') }],
  ])
  expect((await save('trial')).status).toBe(200)
  t.setNow(new Date(nine('2026-11-20')))
  const one = await makeDebtor(t, company, financial)
  await bill(one)
  const sent = t.mails.length
  await runAt(t, nine('2026-12-16'))
  expect(await lastRun(one)).toMatchObject({ is_trial: true, status: 'done', to_notify: 1, notified: 0 })
  expect(await decisionsOf(one)).toMatchObject([{ outcome: 'simulated', action: 'notify' }])
  expect(t.mails.length).toBe(sent)
  t.setNow(new Date(nine('2026-12-21')))
  expect((await save('on')).json.data).toMatchObject({ mode: 'on', version: 2, trial_from: '2026-12-14' })
})

test('SUS-02 el freno detiene más cortes que los de la política, y nada se corta hasta que una persona aprueba', async () => {
  const one = await debtor({ brake_percent: 50 })
  const others = [await makeDebtor(t, one.company, one.financial), await makeDebtor(t, one.company, one.financial)]
  for (const other of others) await bill(other)
  await runAt(t, nine('2026-12-11'))
  await runAt(t, nine('2026-12-16'))
  const run = await lastRun(one)
  expect(run).toMatchObject({ status: 'braked', to_cut: 3, cuts_max: 1, cut: 0 })
  const params = { id: run?.id ?? '' }
  const approved = await one.financial.call(collectionApi.approve, { params })
  expect(approved.message).toBe('Aprobaste 3 cortes: empiezan ahora')
  expect(approved.data).toMatchObject({ status: 'running', approved_by: 'Laura Pinzón' })
  await runAt(t, nine('2026-12-16'))
  expect(await Promise.all([one, ...others].map(statusOf))).toEqual(['suspended', 'suspended', 'suspended'])
})

test('SUS-02 tres procesos a la vez y uno que se repite cortan a cada quien una vez', async () => {
  const one = await debtor()
  const others = [await makeDebtor(t, one.company, one.financial), await makeDebtor(t, one.company, one.financial)]
  for (const other of others) await bill(other)
  await runAt(t, nine('2026-12-11'))
  t.setNow(new Date(nine('2026-12-16')))
  await Promise.all([runCollections(t.world), runCollections(t.world), runCollections(t.world)])
  await runCollections(t.world)
  const names = (await t.events(one.company.id)).filter((name) => name === 'contract.suspended')
  expect(names).toHaveLength(3)
  const { rows } = await t.owner.query(
    'select count(*)::int as count from suspension_intervals where company_id = $1',
    [one.company.id],
  )
  expect(rows).toEqual([{ count: 3 }])
})

test('SUS-02 lo que está en reclamo no se corta, y quien reclama todo lo vencido vuelve a tener servicio', async () => {
  const one = await notifiedDebtor()
  const { rows } = await t.owner.query<{ id: string }>('select id from invoices where company_id = $1', [
    one.company.id,
  ])
  const dispute = { params: { id: rows[0]?.id ?? '' }, body: { amount: 60_000, reason: 'No vinieron' } }
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  await one.financial.call(invoiceApi.dispute, dispute)
  await runAt(t, nine('2026-12-17'))
  expect(await statusOf(one)).toBe('active')
  expect(await previewOn(one, '2026-12-18')).toMatchObject({ action: 'none', reason: 'disputed' })
})

test('SUS-03 reversar el pago después de la reconexión no corta: se avisa otra vez y corre el plazo', async () => {
  const one = await notifiedDebtor()
  await runAt(t, nine('2026-12-16'))
  t.setNow(new Date(nine('2026-12-17')))
  const { data: payment } = await pay(one, 60_000, '2026-12-17')
  expect(await statusOf(one)).toBe('active')
  const reversal = { params: { id: payment.id }, body: { reason: 'Cheque devuelto' }, headers: newKey() }
  await one.financial.call(manualPaymentApi.reverse, reversal)
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('active')
  expect(await decisionsOf(one)).toMatchObject([{ action: 'notify', outcome: 'done' }])
  await runAt(t, nine('2026-12-22'))
  expect(await statusOf(one)).toBe('active')
  await runAt(t, nine('2026-12-23'))
  expect(await statusOf(one)).toBe('suspended')
})

test('SUS-02 un pago que se reversa sin que el servicio se cortara pide otro aviso antes de un corte', async () => {
  const one = await notifiedDebtor()
  t.setNow(new Date(nine('2026-12-14')))
  const { data: payment } = await pay(one, 60_000, '2026-12-14')
  t.setNow(new Date(nine('2026-12-16')))
  const reversal = { params: { id: payment.id }, body: { reason: 'Cheque devuelto' }, headers: newKey() }
  await one.financial.call(manualPaymentApi.reverse, reversal)
  await runAt(t, nine('2026-12-17'))
  expect(await statusOf(one)).toBe('active')
  expect(await decisionsOf(one)).toMatchObject([{ action: 'notify', outcome: 'done' }])
})

test('SUS-05 a quien no autoriza el correo no se le avisa por ahí: la mesa le avisa por otro medio y queda registrado', async () => {
  const one = await debtor({}, { email: null })
  await runAt(t, nine('2026-12-14'))
  expect(await previewOn(one, '2026-12-14')).toMatchObject({ action: 'none', reason: 'no_channel' })
  const consent = { client_id: one.clientId, purpose: 'contact_phone' as const, is_granted: true }
  await one.financial.call(consentApi.say, { body: { consent } })
  const notice = { no_contract: one.no_contract, channel: 'call' as const, given_on: '2026-12-14' }
  const notice_reply = await one.financial.call(collectionApi.notice, { body: { notice } })
  expect(notice_reply).toMatchObject({
    data: { reason: 'notice_running', cut_from: '2026-12-17' },
    message: 'Registramos el aviso: se puede cortar desde el 17 de diciembre de 2026',
  })
  await runAt(t, nine('2026-12-17'))
  expect(await statusOf(one)).toBe('suspended')
})

test('SUS-02 el recordatorio sale los días antes que dice la política, una vez, y no por lo que está en reclamo', async () => {
  const one = await debtor({ reminder_days: 3 })
  const { data } = await one.financial.call(invoiceApi.list)
  const due = data[0]?.due_on ?? ''
  // What the companies of the other tests still send is sent before the count.
  await runAt(t, nine(addDays(day(due), -5)))
  const before = t.mails.length
  await runAt(t, nine(addDays(day(due), -4)))
  expect(t.mails).toHaveLength(before)
  await runAt(t, nine(addDays(day(due), -3)))
  await runAt(t, nine(addDays(day(due), -3)))
  expect(t.mails.slice(before)).toEqual([
    expect.objectContaining({ to: 'yenny@correo.test', text: expect.stringContaining('$ 60.000,00') }),
  ])
})

test('SUS-03 R2.4 el plazo de reconexión cuenta desde el día del pago y no desde el día en que se registra', async () => {
  const one = await notifiedDebtor({ reconnects: false })
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  // Paid on Thursday 17 at the bank, registered on Tuesday 22: Friday 18, Monday 21 and Tuesday 22 are the term.
  t.setNow(new Date(nine('2026-12-22')))
  await pay(one, 30_000, '2026-12-16')
  await pay(one, 30_000, '2026-12-17')
  const term = async () => (await one.financial.call(collectionApi.reconnections)).data[0]
  expect(await term()).toMatchObject({ due_on: '2026-12-22', state: 'near', paid_at: '2026-12-18T04:59:59.999Z' })
  t.setNow(new Date(nine('2026-12-23')))
  expect(await term()).toMatchObject({ state: 'late' })
})

test('SUS-03 quien paga en dos días y se registra al revés, paga el último de los dos', async () => {
  const one = await notifiedDebtor({ reconnects: false })
  await runAt(t, nine('2026-12-16'))
  t.setNow(new Date(nine('2026-12-22')))
  await pay(one, 30_000, '2026-12-18')
  await pay(one, 30_000, '2026-12-17')
  const [term] = (await one.financial.call(collectionApi.reconnections)).data
  expect(term).toMatchObject({ due_on: '2026-12-23' })
})

test('SUS-04 una promesa que se pagó a tiempo queda cumplida aunque el pago se registre después', async () => {
  const one = await notifiedDebtor()
  t.setNow(new Date(nine('2026-12-14')))
  const promise = { no_contract: one.no_contract, until_on: '2026-12-15' }
  await one.financial.call(promiseApi.promise, { body: { promise } })
  await runAt(t, nine('2026-12-16'))
  const outcome = async () => (await one.financial.call(promiseApi.promises)).data[0]
  expect(await outcome()).toMatchObject({ outcome: 'broken' })
  t.setNow(new Date(nine('2026-12-17')))
  await pay(one, 60_000, '2026-12-15')
  expect(await outcome()).toMatchObject({ outcome: 'kept', ended_on: '2026-12-15' })
})
