import { afterAll, afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { addDays, day } from '#domain/core/days.ts'
import { networkApi } from '#domain/network/api.ts'
import { startReceiver } from '#simulators/network/receiver.ts'
import { bill, type Debtor, makeDebtor, nine, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const receivers: { close(): Promise<void> }[] = []
afterEach(() => t.setNow(null))
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())))

/** Debtors of one company with a connection each, notified on Friday, December 11, who may be cut from Wednesday 16 on. */
async function notified(count: number): Promise<Debtor[]> {
  t.setNow(new Date(nine('2026-11-20')))
  const receiver = await startReceiver('secreto-de-la-empresa')
  receivers.push(receiver)
  const company = await t.company()
  await putPolicy(t, company.id)
  const [admin, network] = [await company.person('admin'), await company.person('network')]
  const device = { name: 'Sistema propio', kind: 'webhook', url: receiver.url, secret: 'secreto-de-la-empresa' }
  const { data } = await admin.call(networkApi.addDevice, { body: { device } })
  const financial = await company.person('financial')
  const debtors: Debtor[] = []
  while (debtors.length < count) debtors.push(await makeDebtor(t, company, financial))
  for (const one of debtors) {
    const service = { device_id: data.id, username: `ana${one.no_contract.toLowerCase()}` }
    await network.call(networkApi.assign, { params: { no: one.no_contract }, body: { service } })
    await bill(one)
  }
  await runAt(t, nine('2026-12-11'))
  return debtors
}

/** What a cut wrote of a contract, as counts. */
async function writtenOf({ company, contractId, userId }: Debtor) {
  const count = async (what: string, values: string[]) =>
    (await t.owner.query<{ count: number }>(`select count(*)::int as count from ${what}`, values)).rows[0]?.count
  return {
    events: await count(`events where company_id = $1 and entity_id = $2 and name = 'contract.suspended'`, [
      company.id,
      contractId,
    ]),
    intervals: await count(
      `suspension_intervals where company_id = $1 and contract_id = $2 and from_on = '2026-12-16' and to_on is null`,
      [company.id, contractId],
    ),
    orders: await count(
      `network_orders o join network_services s on s.id = o.service_id
       where o.company_id = $1 and s.contract_id = $2 and o.action = 'suspend' and o.version = s.version`,
      [company.id, contractId],
    ),
    messages: await count(`messages where company_id = $1 and contract_id = $2 and only_while = 'cut'`, [
      company.id,
      contractId,
    ]),
    notifications: await count(
      `notifications n join events e on e.id = n.event_id
       where n.company_id = $1 and n.user_id = $2 and e.name = 'contract.suspended' and e.entity_id = $3`,
      [company.id, userId, contractId],
    ),
    openNotices: await count(`collection_notices where company_id = $1 and contract_id = $2 and used_at is null`, [
      company.id,
      contractId,
    ]),
  }
}

const CUT = { events: 1, intervals: 1, orders: 1, messages: 1, notifications: 1, openNotices: 0 }
const NOT_CUT = { events: 0, intervals: 0, orders: 0, messages: 0, notifications: 0, openNotices: 1 }

test('SUS-02 un contrato que no se puede cortar no detiene el corte de los demás: queda como fallido, y cada uno de los otros tiene un evento, una orden, una notificación y un aviso', async () => {
  const debtors = await notified(6)
  const [, odd, , late] = debtors
  if (!odd || !late) throw new Error('no debtor')
  const cutDay = day('2026-12-16')
  // A row that the cut of this contract contradicts, and a service that begins later.
  await t.owner.query(
    `insert into suspension_intervals (company_id, contract_id, kind, from_on) values ($1, $2, 'arrears', $3)`,
    [odd.company.id, odd.contractId, addDays(cutDay, 30)],
  )
  await t.owner.query('update contracts set active_from = $3 where company_id = $1 and id = $2', [
    late.company.id,
    late.contractId,
    addDays(cutDay, 1),
  ])
  await runAt(t, nine(cutDay))
  await runAt(t, '2026-12-16T14:05:00Z')
  for (const one of debtors) {
    const isCut = one !== odd && one !== late
    expect([one.no_contract, await statusOf(one), await writtenOf(one)]).toEqual([
      one.no_contract,
      isCut ? 'suspended' : 'active',
      isCut ? CUT : NOT_CUT,
    ])
  }
  const [run] = (await odd.financial.call(collectionApi.runs)).data
  expect(run).toMatchObject({ on_day: cutDay, to_cut: 6, cut: 4, skipped: 2, status: 'done' })
  const { data } = await odd.financial.call(collectionApi.run, { params: { id: run?.id ?? '' } })
  const reasons = new Map(data.map(({ no_contract, outcome, reason }) => [no_contract, { outcome, reason }]))
  expect(reasons.get(odd.no_contract)).toEqual({
    outcome: 'failed',
    reason: 'Sus datos no lo permiten: revisa el contrato',
  })
  expect(reasons.get(late.no_contract)).toEqual({
    outcome: 'failed',
    reason: 'El servicio empieza el 17 de diciembre de 2026',
  })
})

test('SUS-02 cada corte de un lote queda en la bitácora con su contrato antes y después, su deuda y su corrida', async () => {
  const [one, other] = await notified(2)
  if (!one || !other) throw new Error('no debtor')
  await runAt(t, nine('2026-12-16'))
  const [run] = (await one.financial.call(collectionApi.runs)).data
  for (const { company, contractId, no_contract } of [one, other]) {
    const { rows } = await t.owner.query(
      `select before->>'status' as was, after from events where company_id = $1 and entity_id = $2 and name = 'contract.suspended'`,
      [company.id, contractId],
    )
    expect(rows).toEqual([
      {
        was: 'active',
        after: expect.objectContaining({
          no_contract,
          status: 'suspended',
          kind: 'arrears',
          overdue_days: 6,
          run_id: run?.id,
        }),
      },
    ])
  }
})
