import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A debtor that asked for a pause: of the period from December 31 to January 30, or from December 1 to December 30. */
async function pausing(from: '2026-12-31' | '2026-12-01', policy: Parameters<typeof putPolicy>[2] = {}) {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  const params = { no: one.no_contract }
  await one.financial.call(contractApi.pause, { params, body: { from, months: 1 } })
  return { ...one, params }
}

/** The jobs of a day, the collections at nine. */
async function work(day: string): Promise<void> {
  t.setNow(new Date(`${day}T05:30:00Z`))
  await applyDueChanges(t.world)
  await runAt(t, nine(day))
}

async function cutInDecember(one: Debtor): Promise<void> {
  await work('2026-12-11')
  await work('2026-12-16')
  expect(await statusOf(one)).toBe('suspended')
}

const eventsOf = async ({ contractId }: Debtor) => {
  const { rows } = await t.owner.query<{ name: string; kind: string | null }>(
    `select name, after ->> 'kind' as kind from events where entity_id = $1
       and name in ('contract.suspended', 'contract.reconnected') order by id`,
    [contractId],
  )
  return rows.map(({ name, kind }) => (name === 'contract.suspended' ? `${name} ${kind}` : name))
}
const mailsOf = (subject: string) => t.mails.filter((mail) => mail.subject === subject).length
const terms = async ({ financial }: Debtor) => (await financial.call(collectionApi.reconnections)).data

test('SUS-03 CON-07 quien paga durante la pausa que empezó con el servicio cortado sigue en pausa, y vuelve solo cuando termina', async () => {
  const one = await pausing('2026-12-31')
  await cutInDecember(one)
  await work('2026-12-31')
  expect(await statusOf(one)).toBe('suspended')
  t.setNow(new Date(nine('2027-01-12')))
  const announced = mailsOf('Tu servicio está activo otra vez')
  await pay(one, 60_000, '2027-01-12')
  const { data } = await one.financial.call(contractApi.get, { params: one.params })
  expect(data).toMatchObject({ status: 'suspended', pause: { to_on: '2027-01-30' } })
  expect(await terms(one)).toMatchObject([{ state: 'done', problem: null }])
  await runAt(t, nine('2027-01-13'))
  expect(mailsOf('Tu servicio está activo otra vez')).toBe(announced)
  await work('2027-01-30')
  expect(await statusOf(one)).toBe('suspended')
  await work('2027-01-31')
  expect(await statusOf(one)).toBe('active')
  expect(await eventsOf(one)).toEqual([
    'contract.suspended arrears',
    'contract.reconnected',
    'contract.suspended voluntary',
    'contract.reconnected',
  ])
  // The client is notified of the cut, of its end with the pause that goes on, and of the end of the pause.
  const { rows } = await t.owner.query<{ name: string; paused_until: string | null }>(
    `select e.name, e.after ->> 'paused_until' as paused_until from notifications n join events e on e.company_id = n.company_id and e.id = n.event_id
     where n.user_id = $1 and e.name in ('contract.suspended', 'contract.reconnected') order by e.id`,
    [one.userId],
  )
  expect(rows).toEqual([
    { name: 'contract.suspended', paused_until: null },
    { name: 'contract.reconnected', paused_until: '2027-01-30' },
    { name: 'contract.reconnected', paused_until: null },
  ])
})

test('SUS-03 CON-07 sin reconexión automática, la mesa termina el corte y la pausa sigue: la respuesta lo dice', async () => {
  const one = await pausing('2026-12-31', { reconnects: false })
  await cutInDecember(one)
  await work('2027-01-04')
  t.setNow(new Date(nine('2027-01-12')))
  await pay(one, 60_000, '2027-01-12')
  const { data, message } = await one.financial.call(contractApi.reconnect, { params: one.params })
  expect([data.status, data.suspended_from]).toEqual(['suspended', '2026-12-31'])
  expect(message).toContain(
    'El corte por mora terminó. La pausa que pidió el cliente sigue hasta el 30 de enero de 2027.',
  )
  await work('2027-01-13')
  expect(await statusOf(one)).toBe('suspended')
  expect(await terms(one)).toMatchObject([{ state: 'done' }])
  await work('2027-01-31')
  expect(await statusOf(one)).toBe('active')
})

test('SUS-03 CON-07 al terminar la pausa, el servicio cortado sin pagar sigue cortado, y vuelve con el pago', async () => {
  const one = await pausing('2026-12-31')
  await cutInDecember(one)
  await work('2026-12-31')
  await work('2027-01-31')
  expect(await statusOf(one)).toBe('suspended')
  t.setNow(new Date(nine('2027-02-02')))
  await pay(one, 60_000, '2027-02-02')
  expect(await statusOf(one)).toBe('active')
  await work('2027-02-03')
  expect(await statusOf(one)).toBe('active')
})

test('SUS-02 CON-07 durante la pausa no se avisa ni se corta; quien paga en ella vuelve al terminar, y quien no, recibe otro aviso', async () => {
  const owes = await pausing('2026-12-01')
  const pays = await pausing('2026-12-01')
  const notices = async ({ company }: Debtor) =>
    (await t.owner.query('select 1 from collection_notices where company_id = $1', [company.id])).rows.length
  for (const day of ['2026-12-01', '2026-12-16', '2026-12-29']) await work(day)
  expect([await notices(owes), await notices(pays)]).toEqual([0, 0])
  t.setNow(new Date(nine('2026-12-29')))
  await pay(pays, 60_000, '2026-12-29')
  expect(await statusOf(pays)).toBe('suspended')
  expect(await terms(pays)).toEqual([])
  await work('2026-12-31')
  expect([await statusOf(owes), await statusOf(pays)]).toEqual(['active', 'active'])
  expect([await notices(owes), await notices(pays)]).toEqual([1, 0])
  await work('2027-01-05')
  await work('2027-01-06')
  expect([await statusOf(owes), await statusOf(pays)]).toEqual(['suspended', 'active'])
  expect(await eventsOf(pays)).toEqual(['contract.suspended voluntary', 'contract.reconnected'])
})
