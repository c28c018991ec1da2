import autocannon from 'autocannon'
import * as z from 'zod/mini'
import { answerParent } from './child.ts'
import { type Found, Load } from './load-shape.ts'

/** The load generator, in its own process. One failed reply invalidates the figure. */
answerParent(async (question) => {
  const { url, seconds, clients } = z.parse(Load, question)
  let next = 0
  const took: number[] = []
  const running = autocannon({
    url,
    connections: clients.length,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(structuredClone(clients[next % clients.length] ?? []))
      next += 1
    },
  })
  running.on('response', (_client, _status, _bytes, ms) => took.push(ms))
  const result = await running
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0 || result['2xx'] === 0) throw new Error(`${bad} bad replies, ${result['2xx']} good ones from ${url}`)
  const p95 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0
  return { per_s: result['2xx'] / result.duration, p95_ms: Number(p95.toFixed(2)) } satisfies Found
})
