import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { testApp } from '#test/world.ts'
import { VERSION } from './version.ts'

const t = testApp()
const health = (what: string) => t.app.inject({ method: 'GET', url: `/api/health/${what}` })

test('OPS-02 the health has the version; while the database refuses, ready answers 503 with Retry-After, and live answers 200', async () => {
  expect((await health('ready')).json()).toEqual({ data: { status: 'ok', version: VERSION } })
  await t.owner.query('alter table companies rename to companies_aside')
  try {
    const refused = await health('ready')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect((await health('live')).statusCode).toBe(200)
  } finally {
    await t.owner.query('alter table companies_aside rename to companies')
  }
  expect((await health('ready')).statusCode).toBe(200)
})

test('API-04 the document is printed once: asking for it again does not occupy the process', async () => {
  const costOf = async (): Promise<number> => {
    const before = process.cpuUsage()
    expect((await t.app.inject({ method: 'GET', url: '/api/openapi.json' })).statusCode).toBe(200)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const first = await costOf()
  const later = [await costOf(), await costOf(), await costOf(), await costOf(), await costOf()]
  expect(Math.min(...later) * 3).toBeLessThan(first)
  // Making its text takes a tenth of that and more, so it is kept too.
  const printed = vi.spyOn(JSON, 'stringify')
  try {
    await costOf()
    expect(printed.mock.results.filter(({ value }) => String(value).length > 100_000)).toEqual([])
  } finally {
    printed.mockRestore()
  }
})

test('OPS-02 many questions at once about the readiness take one connection', async () => {
  const holder = await t.owner.connect()
  await holder.query('begin; lock table companies in access exclusive mode')
  const waiting = async (): Promise<number> => {
    const { rows } = await holder.query(
      `select count(*)::int as count from pg_locks where relation = 'companies'::regclass and not granted`,
    )
    return rows[0].count
  }
  const questions = Array.from({ length: 10 }, async () => (await health('ready')).statusCode)
  try {
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
    await setTimeout(300)
    expect(await waiting()).toBe(1)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await Promise.all(questions)).toEqual(questions.map(() => 200))
})
