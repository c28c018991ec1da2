import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { day, dayLabel } from '#domain/core/days.ts'
import { messageApi } from '#domain/messages/api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { bill, type Debtor, makeDebtor, nine, putPolicy, runAt, statusOf, TEST_POLICY } from '#test/arrears.ts'
import { testApp } from '#test/world.ts'
import { runCollections } from './run.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/**
 * Debtors whose invoices could be paid until Thursday, December 10, 2026: notified on Friday 11, they may be cut from Wednesday 16 on.
 */
async function notified(count: number, policy: Parameters<typeof putPolicy>[2] = {}): Promise<Debtor[]> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const financial = await company.person('financial')
  const debtors: Debtor[] = []
  for (let index = 0; index < count; index += 1) debtors.push(await makeDebtor(t, company, financial))
  for (const one of debtors) await bill(one)
  await runAt(t, nine('2026-12-11'))
  return debtors
}

const runsOf = async ({ financial }: Debtor) => (await financial.call(collectionApi.runs)).data

test('SUS-01 SUS-02 una política que cambia a medianoche con cortes aprobados a medias decide el día nuevo, y lo que faltaba de ayer no se corta', async () => {
  const debtors = await notified(3, { brake_percent: 1 })
  const [one] = debtors
  if (!one) throw new Error('no debtor')
  await runAt(t, nine('2026-12-16'))
  const [braked] = await runsOf(one)
  expect(braked).toMatchObject({ status: 'braked', to_cut: 3, policy_version: 1 })
  // Approved after the hours of the cuts, and at midnight another minimum is saved, which no debt reaches.
  t.setNow(new Date('2026-12-17T03:00:00Z'))
  const approved = await one.financial.call(collectionApi.approve, { params: { id: braked?.id ?? '' } })
  expect(approved.message).toMatch(/^Aprobaste 3 cortes, pero hoy ya no se hacen: se corta hasta las 16:00/)
  await runAt(t, '2026-12-17T04:59:00Z')
  await putPolicy(t, one.company.id, { brake_percent: 1, minimum_debt: 10_000_000 as never })
  await runAt(t, '2026-12-17T05:00:00Z')
  expect(await Promise.all(debtors.map(statusOf))).toEqual(['active', 'active', 'active'])
  await runAt(t, nine('2026-12-17'))
  expect(await Promise.all(debtors.map(statusOf))).toEqual(['active', 'active', 'active'])
  expect(await runsOf(one)).toMatchObject([
    { on_day: '2026-12-17', policy_version: 2, to_cut: 0 },
    { on_day: '2026-12-16', policy_version: 1, cut: 0, skipped: 3, status: 'done' },
    { on_day: '2026-12-11' },
  ])
  const { data } = await one.financial.call(collectionApi.run, { params: { id: braked?.id ?? '' } })
  expect(new Set(data.map(({ reason }) => reason))).toEqual(new Set(['Se acabó el día']))
})

test('SUS-02 los cortes que esperan, por su hora o por el freno, terminan sin hacerse cuando la política se apaga, y no vuelven', async () => {
  const debtors = [...(await notified(1)), ...(await notified(3, { brake_percent: 1 }))]
  const [late, , , braked] = debtors
  if (!late || !braked) throw new Error('no debtor')
  const evening = '2026-12-16T21:30:00Z'
  await runAt(t, evening)
  const lastStatuses = async () => [(await runsOf(late))[0]?.status, (await runsOf(braked))[0]?.status]
  expect(await lastStatuses()).toEqual(['running', 'braked'])
  for (const { financial } of [late, braked]) {
    const { minimum_debt: _debt, ...policy } = TEST_POLICY
    const off = { ...policy, minimum_debt: 10_000, mode: 'off' as const }
    await financial.call(collectionApi.savePolicy, { body: { policy: off } })
  }
  await runAt(t, '2026-12-16T21:31:00Z')
  expect(await lastStatuses()).toEqual(['stopped', 'stopped'])
  for (const [{ financial }, count] of [
    [late, 1],
    [braked, 3],
  ] as const) {
    const [run] = (await financial.call(collectionApi.runs)).data
    const { data } = await financial.call(collectionApi.run, { params: { id: run?.id ?? '' } })
    const skipped = { action: 'cut', outcome: 'skipped', reason: 'La política se apagó' }
    expect([run?.cut, data]).toMatchObject([0, Array.from({ length: count }, () => skipped)])
  }
  await runAt(t, nine('2026-12-17'))
  expect(await Promise.all(debtors.map(statusOf))).toEqual(['active', 'active', 'active', 'active'])
})

test('SUS-02 un festivo que se declara para mañana no corta hoy, que es su víspera, ni mañana, y el aviso sirve para el día siguiente', async () => {
  const [one] = await notified(1)
  if (!one) throw new Error('no debtor')
  // On Tuesday evening the company declares Thursday 17 free: Wednesday 16, the first day of the cut, is its eve.
  t.setNow(new Date('2026-12-15T23:00:00Z'))
  await putPolicy(t, one.company.id, { days_off: ['2026-12-17' as never] })
  const preview = async (on: string) => (await one.financial.call(collectionApi.preview, { query: { on } })).data[0]
  expect(await preview('2026-12-16')).toMatchObject({ action: 'none', reason: 'eve', cut_from: '2026-12-18' })
  for (const [on, reason] of [
    ['2026-12-16', 'eve'],
    ['2026-12-17', 'day_off'],
  ] as const) {
    await runAt(t, nine(on))
    expect([on, await statusOf(one), (await preview(on))?.reason]).toEqual([on, 'active', reason])
  }
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('suspended')
  const notices = t.mails.filter(({ subject }) => subject.startsWith('Tu servicio se puede suspender'))
  expect(notices.at(-1)?.subject).toContain(dayLabel(day('2026-12-16')))
})

test('SUS-02 a una empresa que se suspende el día del corte no se le corta a nadie; al volver, se decide con lo de ese día', async () => {
  const [one] = await notified(1)
  if (!one) throw new Error('no debtor')
  const set = (status: string) =>
    t.owner.query('update companies set status = $2 where id = $1', [one.company.id, status])
  await set('suspended')
  await runAt(t, nine('2026-12-16'))
  const { rows } = await t.owner.query('select status from contracts where id = $1', [one.contractId])
  expect(rows).toEqual([{ status: 'active' }])
  await set('active')
  await runAt(t, '2026-12-16T16:00:00Z')
  expect(await statusOf(one)).toBe('suspended')
  expect(await runsOf(one)).toMatchObject([{ on_day: '2026-12-16', cut: 1 }, { on_day: '2026-12-11' }])
})

test('SUS-02 R5.2 un proceso con el reloj corrido no corta ni envía mensajes', async () => {
  const [one] = await notified(1)
  if (!one) throw new Error('no debtor')
  const wrong = () => new Date(Date.now() + 3_600_000)
  const cutMessage = async () =>
    (await one.financial.call(messageApi.list)).data.find(({ subject }) => subject.startsWith('Suspendimos'))
  t.setNow(new Date(nine('2026-12-16')))
  await runCollections(t.world, wrong)
  expect([await statusOf(one), (await runsOf(one)).length]).toEqual(['active', 1])
  await runCollections(t.world)
  expect([await statusOf(one), (await runsOf(one)).length]).toEqual(['suspended', 2])
  await sendDue(t.world, wrong)
  expect(await cutMessage()).toMatchObject({ status: 'queued', tries: 0 })
  await sendDue(t.world)
  expect(await cutMessage()).toMatchObject({ status: 'sent' })
})
