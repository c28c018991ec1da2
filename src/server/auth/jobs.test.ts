import { expect, test } from 'vitest'
import { member, signIn, statusOf, tryLogin } from '#test/sign-in.ts'
import { testApp } from '#test/world.ts'
import { authTasks } from './jobs.ts'

const app = testApp()

test('an email of the queue is sent unchanged, and a payload of another shape is refused', async () => {
  const email = { id: 'carta-1', to: 'ana@correo.test', subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' }
  await authTasks['mail.send'](app.world, email)
  expect(app.mails).toEqual([email])
  await expect(authTasks['mail.send'](app.world, { to: 'ana@correo.test' })).rejects.toThrow()
})

test('the cleanup job deletes the rows that ended long ago and keeps the others', async () => {
  const { id } = await app.company()
  const ana = await member(app, id, 'client')
  const old = await signIn(app, ana)
  await app.owner.query(`update sessions set ends_at = now() - interval '31 days'`)
  const open = await signIn(app, ana)
  await tryLogin(app, 'viejo', 'adivinando')
  await app.owner.query(`update attempts set window_started_at = now() - interval '3 days'`)
  await tryLogin(app, 'nuevo', 'adivinando')
  await authTasks['auth.sweep'](app.world)
  const { rows } = await app.owner.query('select count(*)::int as left from sessions')
  expect(rows[0].left).toBe(1)
  expect(await statusOf(app, open)).toBe(200)
  expect(await statusOf(app, old)).toBe(401)
  const counters = await app.owner.query(`select count(*)::int as left from attempts where subject like 'login:%'`)
  expect(counters.rows[0].left).toBe(1)
})
