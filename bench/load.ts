import autocannon from 'autocannon'
import * as z from 'zod/mini'
import { answerParent } from './child.ts'

const Call = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.string()),
})

/** What each client asks, over and over, on a kept-alive connection of its own. */
export type Load = { url: string; seconds: number; clients: z.output<typeof Call>[][] }

const Load = z.object({ url: z.string(), seconds: z.number(), clients: z.array(z.array(Call)) })

/** The load generator, in a process of its own. Answers good replies a second; one bad reply makes the figure void. */
answerParent(async (question) => {
  const { url, seconds, clients } = z.parse(Load, question)
  let next = 0
  const result = await autocannon({
    url,
    connections: clients.length,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(structuredClone(clients[next % clients.length] ?? []))
      next += 1
    },
  })
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0 || result['2xx'] === 0) throw new Error(`${bad} bad replies, ${result['2xx']} good ones from ${url}`)
  return result['2xx'] / result.duration
})
