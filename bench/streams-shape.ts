import * as z from 'zod/mini'

/** A request to the listeners: open a stream for each token, or wait until every stream was notified this many times. */
export const StreamsQuestion = z.union([
  z.object({ open: z.object({ url: z.string(), tokens: z.array(z.string()) }) }),
  z.object({ notified: z.number() }),
])
export type StreamsQuestion = z.output<typeof StreamsQuestion>

/** How long it took until every stream was ready to receive notifications. */
export const Opened = z.object({ ms: z.number() })
/** When the last stream was notified, in milliseconds of the machine's clock. */
export const Notified = z.object({ last_at: z.number() })
