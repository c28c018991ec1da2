import { readdir, readlink } from 'node:fs/promises'
import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { exportApi } from '#domain/exports/api.ts'
import { buildServer } from '#server/core/serve.ts'
import type { Route } from '#server/core/verb.ts'
import { EXPORTED_LISTS } from '#server/exported-lists.ts'
import { type Person, testApp } from '#test/world.ts'
import { EXPORTS_AT_ONCE, exports } from './exports.ts'

const t = testApp()
const SOON = { timeout: 20_000 }
const BODY = { list: 'plans', format: 'csv', query: '' } as const

/** A server whose list of plans is read only after `release`, and the count of those who wait for it. */
async function heldServer() {
  const { plans } = EXPORTED_LISTS
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let waiting = 0
  const run: Route['run'] = async (ctx, input) => {
    waiting += 1
    await released
    return plans.route.run(ctx, input)
  }
  const lists = { ...EXPORTED_LISTS, plans: { ...plans, route: { ...plans.route, run } } }
  const server = await buildServer(t.world, exports(lists))
  onTestFinished(async () => {
    release()
    await server.close()
  })
  const download = async ({ token }: Person) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await server.inject({ method: 'POST', url: `/api${exportApi.create.path}`, headers, payload: BODY })
    return { status: answer.statusCode, text: answer.body, retryAfter: answer.headers['retry-after'] }
  }
  return { server, release, download, countWaiting: () => waiting }
}

/** The temporary files that this process has open: they have no name in a folder. */
async function countOpenFiles(): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link.includes('.part')).length
}

test('OPS-06 la descarga de más de una persona o de una empresa espera a que termine otra, y las demás empresas siguen', async () => {
  const [company, other] = [await t.company(), await t.company()]
  const roles = ['financial', 'admin', 'financial', 'admin'] as const
  const [first, ...colleagues] = await Promise.all(roles.map((role) => company.person(role)))
  const outsider = await other.person('financial')
  const last = colleagues.at(-1)
  if (!first || !last) throw new Error('four people')
  const { release, download, countWaiting } = await heldServer()
  const open = [download(first), download(first)]
  await expect.poll(countWaiting, SOON).toBe(EXPORTS_AT_ONCE.person)
  const refused = await download(first)
  expect([refused.status, refused.retryAfter]).toEqual([429, '10'])
  expect(refused.text).toContain('Ya tienes dos descargas en curso. Espera a que termine una e intenta de nuevo.')
  open.push(...colleagues.slice(0, 2).flatMap((person) => [download(person), download(person)]))
  await expect.poll(countWaiting, SOON).toBe(EXPORTS_AT_ONCE.company)
  expect((await download(last)).text).toContain(
    'Tu empresa tiene muchas descargas en curso. Espera a que termine una e intenta de nuevo.',
  )
  open.push(download(outsider))
  await expect.poll(countWaiting, SOON).toBe(EXPORTS_AT_ONCE.company + 1)
  release()
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual(open.map(() => 200))
  for (const person of [first, first, first, last]) expect((await download(person)).status).toBe(200)
  // The refused ones do not count for the limit of the hour.
  const { rows } = await t.owner.query<{ failures: number }>(
    "select failures from attempts where subject like 'export:%' order by failures desc",
  )
  expect(rows.map(({ failures }) => failures)).toEqual([5, 2, 2, 1, 1])
})

test('OPS-06 el archivo de una descarga que se abandonó no queda en el disco, y su lugar queda libre', async () => {
  const company = await t.company()
  const person = await company.person('financial')
  const { server, release, download, countWaiting } = await heldServer()
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  for (let n = 0; n < EXPORTS_AT_ONCE.person; n += 1) {
    const sending = request({
      port,
      path: `/api${exportApi.create.path}`,
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    })
    sending.on('error', () => undefined)
    sending.end(JSON.stringify(BODY))
    await expect.poll(countWaiting, SOON).toBe(n + 1)
    sending.destroy()
  }
  expect(await countOpenFiles()).toBeGreaterThan(0)
  release()
  await expect.poll(countOpenFiles, SOON).toBe(0)
  for (let n = 0; n < EXPORTS_AT_ONCE.person + 1; n += 1) expect((await download(person)).status).toBe(200)
})
