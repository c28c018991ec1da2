import * as z from 'zod/mini'

const Call = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.string()),
})

/** The requests that each client repeats on its own keep-alive connection. */
export const Load = z.object({ url: z.string(), seconds: z.number(), clients: z.array(z.array(Call)) })
export type Load = z.output<typeof Load>

/** The result of a load: successful replies a second, and the 95th percentile of the reply time in milliseconds. */
export const Found = z.object({ per_s: z.number(), p95_ms: z.number() })
export type Found = z.output<typeof Found>
