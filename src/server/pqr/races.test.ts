import { expect, test } from 'vitest'
import type { Day } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { after, filedCase, morningOf } from '#test/cases/filed.ts'
import { type Answer, type Company, testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()

const TEXT = 'Revisamos la red y el equipo quedó cambiado.'
const ORDERS = ['answer', 'clock'] as const

/** How many transactions of this database wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await t.owner.query<{ count: number }>(
    `select count(distinct l.pid)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}

/** Runs both while the case is locked by another transaction: the first of them has the case first when it is free. */
async function inOrder<First, Second>(
  caseId: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const holder = await t.owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from pqr_cases where id = $1 for update', [caseId])
    const one = first()
    await expect.poll(waiting).toBe(1)
    const other = second()
    await expect.poll(waiting).toBe(2)
    await holder.query('commit')
    return await Promise.all([one, other])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

type Race = { order: (typeof ORDERS)[number]; decision: string; answerAt: (last: Day) => Date; clockAt: Date | null }

/** A case whose answer and silence arrive together, in an order: the reply to the answer, and the case after both. */
async function race(company: Company, { order, decision, answerAt, clockAt }: Race) {
  t.setNow(morningOf('2026-11-20'))
  const { by, filed } = await filedCase(t, company, { subject: `${decision} ${order}` })
  const params = { id: filed.id }
  t.setNow(answerAt(filed.answer_by))
  const world = { ...t.world, clock: () => clockAt ?? t.world.clock() }
  const replies: Answer[] = []
  const answer = async () => void replies.push(await by.ask(pqrApi.answer, { params, body: { text: TEXT, decision } }))
  const clock = () => runClock(world)
  await (order === 'answer' ? inOrder(filed.id, answer, clock) : inOrder(filed.id, clock, answer))
  await runClock(world)
  const { data } = await by.call(pqrApi.get, { params })
  const count = (kind: string) => data.entries.filter((entry) => entry.kind === kind).length
  return {
    outcome: [
      replies.map(({ status }) => status),
      data.status,
      data.silence_on,
      data.decision,
      { silences: count('silence'), answers: count('answered'), tasks: data.tasks.length },
    ],
    refused: replies[0]?.json.errors?.[0]?.field,
  }
}

test('PQR-06 la respuesta de las 23:59:59 y el silencio de las 00:00:00 en el mismo minuto: queda uno de los dos, nunca ambos', async () => {
  const company = await t.company()
  const answerAt = (last: Day) => new Date(`${last}T23:59:59-05:00`)
  const clockAt = new Date('2026-12-15T00:00:00-05:00')
  const first = await race(company, { order: 'answer', decision: 'contra', answerAt, clockAt })
  expect(first.outcome).toEqual([[200], 'respondida', null, 'contra', { silences: 0, answers: 1, tasks: 0 }])
  const second = await race(company, { order: 'clock', decision: 'contra', answerAt, clockAt })
  expect(second.outcome).toEqual([[422], 'sap', '2026-12-14', null, { silences: 1, answers: 0, tasks: 2 }])
  expect(second.refused).toBe('decision')
})

test('PQR-06 la respuesta a favor que llega con el silencio deja un silencio, una respuesta y sus tareas una vez', async () => {
  const company = await t.company()
  for (const order of ORDERS) {
    const { outcome } = await race(company, { order, decision: 'favor', answerAt: after, clockAt: null })
    expect([order, outcome]).toEqual([
      order,
      [[200], 'sap', '2026-12-14', 'favor', { silences: 1, answers: 1, tasks: 2 }],
    ])
  }
})

test('PQR-06 sin orden que las separe, la respuesta y el silencio del mismo minuto tampoco quedan ambos', async () => {
  const company = await t.company()
  for (let n = 0; n < 8; n += 1) {
    t.setNow(morningOf('2026-11-20'))
    const { by, filed } = await filedCase(t, company, { subject: `Mismo minuto ${n}` })
    const params = { id: filed.id }
    t.setNow(new Date('2026-12-14T23:59:59-05:00'))
    const world = { ...t.world, clock: () => new Date('2026-12-15T00:00:00-05:00') }
    const body = { text: TEXT, decision: 'contra' }
    const [reply] = await Promise.all([by.ask(pqrApi.answer, { params, body }), runClock(world)])
    const { data } = await by.call(pqrApi.get, { params })
    const kinds = data.entries.map(({ kind }) => kind).filter((kind) => kind === 'silence' || kind === 'answered')
    expect([reply.status, kinds]).toEqual(data.silence_on === null ? [200, ['answered']] : [422, ['silence']])
  }
})
