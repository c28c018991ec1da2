import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod/mini'
import { dayOf } from '#domain/core/days.ts'
import { makeSession, makeUser } from '#test/factory.ts'

const AT_ONCE = 3
const CLIENTS_MAX = 20_000

const Registered = z.object({ data: z.object({ id: z.string() }) })

/** A confirmed payment, as the caller sees it. Instants of this machine's clock, which is also the database's. */
export type Acknowledged = { id: string; askedAt: Date; answeredAt: Date }

/** Users of every company who register payments without a pause. `stop` waits for the last answers. */
export type Paying = { acknowledged: readonly Acknowledged[]; stop(): Promise<void> }

/** Registers payments over HTTP. A payment that is not accepted makes `stop` throw. */
export async function startPaying(url: string, owner: pg.Pool, companies: readonly string[]): Promise<Paying> {
  const acknowledged: Acknowledged[] = []
  const ending = new AbortController()
  const workers = companies.slice(0, AT_ONCE).map(async (company) => {
    const token = await makeSession(owner, await makeUser(owner, company, 'financial'))
    const { rows } = await owner.query<{ id: string }>('select id from clients where company_id = $1 limit $2', [
      company,
      CLIENTS_MAX,
    ])
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const askedAt = new Date()
      const id = await pay(url, token, rows[turn % rows.length]?.id ?? '')
      acknowledged.push({ id, askedAt, answeredAt: new Date() })
    }
  })
  const all = Promise.all(workers)
  // `stop`, which is always called, throws this error.
  all.catch(() => undefined)
  return {
    acknowledged,
    async stop() {
      ending.abort()
      await all
    },
  }
}

async function pay(url: string, token: string, clientId: string): Promise<string> {
  const answer = await fetch(`${url}/api/payment/manual`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      payment: { client_id: clientId, amount: 20_000, method: 'efectivo', paid_on: dayOf(new Date()) },
    }),
  })
  if (answer.status !== 201) throw new Error(`a payment was answered ${answer.status}: ${await answer.text()}`)
  return z.parse(Registered, await answer.json()).data.id
}
