import { afterEach, expect, test } from 'vitest'
import { newId } from '#server/core/ids.ts'
import { bill, makeDebtor, nine, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A debtor that was notified and may be cut from December 16, 2026 on. `begin` and `endAll`: its online payments. */
async function debtor() {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id)
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  await runAt(t, nine('2026-12-11'))
  const begin = (at: string, isByLink: boolean, method = 'nequi') =>
    t.owner.query(
      `insert into payment_attempts (company_id, client_id, user_id, key, request_hash, method, environment, reference, amount, status,
         payer, accepted, created_at, is_by_link, expires_at)
       values ($1, $2, $3, $4, '\\x00', $7, 'test', $4, 6000000, 'pending', '{}', '{}', $5, $6,
         case when $7 = 'bancolombia_collect' then $5::timestamptz + interval '3 days' end)`,
      [company.id, one.clientId, one.userId, newId(), at, isByLink, method],
    )
  const endAll = (status: string) =>
    t.owner.query(`update payment_attempts set status = $2 where company_id = $1`, [company.id, status])
  return { one, begin, endAll }
}

test('SUS-02 un pago empezado con el enlace aplaza el corte un día, y empezar otro cada día no lo aplaza más', async () => {
  const { one, begin, endAll } = await debtor()
  await begin('2026-12-16T13:00:00Z', false)
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('active')
  await endAll('expired')
  await begin('2026-12-17T13:00:00Z', true)
  await runAt(t, nine('2026-12-17'))
  expect(await statusOf(one)).toBe('active')
  await endAll('expired')
  await begin('2026-12-18T13:30:00Z', true)
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('suspended')
})

test('SUS-02 un pago con el enlace que el banco rechazó hace semanas no deja cortar mientras otro está en proceso', async () => {
  const { one, begin, endAll } = await debtor()
  await begin('2026-11-28T13:00:00Z', true)
  await endAll('declined')
  await begin('2026-12-16T01:00:00Z', true)
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('active')
  await endAll('declined')
  await begin('2026-12-17T13:30:00Z', true)
  await runAt(t, nine('2026-12-17'))
  expect(await statusOf(one)).toBe('suspended')
})

test('SUS-02 un pago del portal que se empieza cada mañana y nunca se aprueba no aplaza el corte para siempre', async () => {
  const { one, begin, endAll } = await debtor()
  for (const day of ['16', '17', '18']) {
    await begin(`2026-12-${day}T13:00:00Z`, false)
    await runAt(t, nine(`2026-12-${day}`))
    expect([day, await statusOf(one)]).toEqual([day, 'active'])
    await endAll('expired')
  }
  await begin('2026-12-21T13:00:00Z', false)
  await runAt(t, nine('2026-12-21'))
  expect(await statusOf(one)).toBe('suspended')
})

test('SUS-02 un comprobante de efectivo aplaza el corte su día y el siguiente, aunque se pueda pagar más días', async () => {
  const { one, begin } = await debtor()
  await begin('2026-12-16T13:00:00Z', false, 'bancolombia_collect')
  for (const day of ['16', '17']) {
    await runAt(t, nine(`2026-12-${day}`))
    expect([day, await statusOf(one)]).toEqual([day, 'active'])
  }
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('suspended')
})
