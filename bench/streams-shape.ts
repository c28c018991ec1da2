import * as z from 'zod/mini'

/** What the listeners are asked: to open a stream for each token, or to wait until all were told so many times. */
export const StreamsQuestion = z.union([
  z.object({ open: z.object({ url: z.string(), tokens: z.array(z.string()) }) }),
  z.object({ told: z.number() }),
])
export type StreamsQuestion = z.output<typeof StreamsQuestion>

/** How long it took until every stream said that nothing new can be missed. */
export const Opened = z.object({ ms: z.number() })
/** When the last of them was told, in milliseconds of the machine's clock. */
export const Told = z.object({ last_at: z.number() })
