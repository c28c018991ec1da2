import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { EVENTS, eventSentence, isEventName } from '#domain/audit/sentences.ts'
import type { Endpoint } from '#domain/core/api.ts'
import { noticesOf } from '#domain/notifications/notification.ts'
import { routes } from '#server/app.ts'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { readable, send } from './authorization/wires.ts'
import { CASES } from './cases/all-cases.ts'
import type { Sample } from './cases/case.ts'
import { SAMPLE_MERCHANT } from './cases/integrations.ts'
import { merchantOf } from './wompi-keys.ts'
import { testApp } from './world.ts'

// An online payment calls the provider.
const simulator = await startWompiSimulator({ settleMs: 1, merchants: [merchantOf(SAMPLE_MERCHANT)] })
const t = testApp({ WOMPI_TEST_URL: simulator.url })
afterAll(() => simulator.close())
const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`
const SAMPLES = CASES.flatMap(({ name, endpoint, sample }) => (sample ? [{ name, endpoint, sample }] : []))

/** Prepares a sample in a new company. Returns what sends it. */
async function prepare({ endpoint, sample }: { endpoint: Endpoint; sample: Sample }) {
  const { by, wire } = await sample(t, await t.company())
  return () => send(t, endpoint, wire, by?.token ?? null)
}

/**
 * A digest of the tables, without those that a failed request may write: the counters of failures, and the announcement of a file that
 * is being stored, which is written before the file and removed later.
 */
async function digest(): Promise<string> {
  const { rows: tables } = await t.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('attempts', 'file_storings') order by 1`,
  )
  const hash = createHash('sha256')
  for (const { name } of tables) {
    const { rows } = await t.owner.query<{ digest: string | null }>(
      `select md5(string_agg(r::text, '' order by r::text)) as digest from ${name} r`,
    )
    hash.update(`${name}=${rows[0]?.digest}\n`)
  }
  return hash.digest('hex')
}

test('every call that changes something has a sample in its cases, and no other call has one', () => {
  const changing = routes
    .filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.readOnly && !endpoint.ownMarks)
    .map((route) => nameOf(route.endpoint))
  expect(SAMPLES.map(({ name }) => name).toSorted()).toEqual(changing.toSorted())
})

for (const sample of SAMPLES) {
  test(`${sample.name} leaves an event that reads as a Spanish sentence`, async () => {
    const call = await prepare(sample)
    const before = await t.owner.query<{ id: string }>('select id from events')
    const answer = await call()
    expect([answer.status < 300, readable(answer)]).toEqual([true, readable(answer)])
    const known = new Set(before.rows.map((row) => row.id))
    const { rows } = await t.owner.query('select id, name, before, after, actor_name from events order by at')
    const fresh = rows.filter((row) => !known.has(row.id))
    expect(fresh.length).toBeGreaterThan(0)
    for (const event of fresh) {
      expect(isEventName(event.name)).toBe(true)
      expect(eventSentence(event.actor_name, event)).toMatch(/^\S+.* \S+/)
      expect(JSON.stringify(event)).not.toMatch(/argon2|password_hash|secreto largo/)
      for (const notice of noticesOf(event.name)) {
        if (notice.when?.(event) === false) continue
        expect(notice.text(event)).toMatch(/^\S+( \S+)+$/)
        expect(notice.href(event, 'financial')).toMatch(/^\/[a-z-]+/i)
      }
    }
  })

  test(`${sample.name} changes nothing when its event cannot be written`, async () => {
    const call = await prepare(sample)
    await t.owner.query(
      `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$`,
    )
    await t.owner.query('create trigger poison before insert on events for each row execute function poison()')
    const before = await digest()
    const answer = await call()
    const after = await digest()
    await t.owner.query('drop function poison() cascade')
    expect([answer.status, JSON.parse(answer.bytes.toString()).code]).toEqual([500, 'UNEXPECTED'])
    expect(answer.bytes.toString()).not.toContain('poison')
    expect(after).toBe(before)
  })
}

test('every event has a sentence that ends without a loose blank', () => {
  for (const name of Object.keys(EVENTS)) {
    const sentence = eventSentence('Ana', {
      name,
      before: null,
      after: {
        name: 'X',
        username: 'x',
        count: 2,
        no_contract: 'AF-1',
        period: '2026-11',
        created: 3,
        number: 'AF-1',
        reference: 'AF-1-x',
        status: 'approved',
        says: 'x',
        label: 'UVT',
        valid_from: '2027-01-01',
        read: 'Una lista: con sus filtros',
        resolution: 'x',
        assignee: 'Luz',
        answer_by: '2026-12-14',
        satisfaction: 5,
        year: 2026,
        key: 'calidad',
        account: '110505',
        amount: 1_000,
        cause: 'corte de fibra',
        city: 'Cali',
        client: 'X',
        closed_through: '2026-10-31',
        consecutive: 1,
        day: '2026-12-14',
        document: 'FV-1',
        documents: 1,
        done: 1,
        due: '14 de diciembre',
        failed: 1,
        kind: 'Instalación',
        lasted: '2 h',
        left: 1,
        limit: 1,
        list: 'Clientes',
        max_megabytes: 1,
        mode_label: 'de prueba',
        on: '2026-12-14',
        order: 1,
        people: 1,
        prefix: 'SETP',
        problem: 'x',
        reason: 'x',
        rows: 1,
        technician: 'Luz',
        time: '8:00',
        title: 'x',
        to: 'x',
        to_cut: 1,
        to_notify: 1,
        until_on: '2026-12-14',
        updated: 1,
        value: 1,
        version: 1,
        vouchers: 1,
      },
    })
    expect(sentence).toMatch(/^Ana [a-záéíóúñ]/)
    expect(sentence).toBe(sentence.trim())
  }
  expect(eventSentence('Ana', { name: 'de_otra.version', before: null, after: null })).toBe('Ana de_otra.version')
})
