import * as z from 'zod/mini'

const Call = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.string()),
})

/** What each client asks, over and over, on a kept-alive connection of its own. */
export const Load = z.object({ url: z.string(), seconds: z.number(), clients: z.array(z.array(Call)) })
export type Load = z.output<typeof Load>

/** What a load found: good replies a second, and the milliseconds under which 95 of 100 were answered. */
export const Found = z.object({ per_s: z.number(), p95_ms: z.number() })
export type Found = z.output<typeof Found>
