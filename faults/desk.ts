import { randomUUID } from 'node:crypto'
import { makeClient, makeCompany, makeContract, makeSession, makeUser } from '#test/factory.ts'
import type { Machine } from './machine.ts'

/** Pesos that each client owes: more than the payments of a campaign. */
const OWED = 40_000_000
const ANSWER_MAX_MS = 20_000

/** A company whose clients owe, and the session of the person who registers their payments. */
export type Desk = { companyId: string; token: string; clients: readonly string[] }

/** Creates the company, and over HTTP an invoice for each of its clients. */
export async function openDesk({ owner }: Machine, url: string, count = 12): Promise<Desk> {
  const companyId = await makeCompany(owner)
  const token = await makeSession(owner, await makeUser(owner, companyId, 'financial'))
  const clients: string[] = []
  while (clients.length < count) {
    const { id } = await makeClient(owner, companyId, { stratum: 1 })
    const { no_contract } = await makeContract(owner, companyId, id, { stratum: 1 })
    const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: OWED }]
    const answer = await send(`${url}/api/invoice`, { token, body: { invoice: { no_contract, lines } } })
    if (answer.status !== 201) throw new Error(`an invoice was answered ${answer.status}`)
    clients.push(id)
  }
  return { companyId, token, clients }
}

/** An answer; status 0 when the connection was refused or cut, -1 when there was none in time. */
export type Answer = { status: number; retryAfter: string | null; json: unknown }

export type Sending = { token?: string; key?: string; body?: object; maxMs?: number }

/** One request on its own connection: a reused connection of a killed process would hide what the new process does. */
export async function send(url: string, { token, key, body, maxMs = ANSWER_MAX_MS }: Sending): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        connection: 'close',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': key ?? randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(maxMs),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      json: text === '' ? {} : JSON.parse(text),
    }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { status: isLate ? -1 : 0, retryAfter: null, json: {} }
  }
}
