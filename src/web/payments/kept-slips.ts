import * as z from 'zod/mini'
import { type Money, money } from '#domain/core/money.ts'
import type { Slip } from '#domain/payments/slip-api.ts'
import type { Failure } from '#web/core/failure.ts'
import { localItems } from '#web/core/items.ts'

/** A slip with its two numbers, as this browser keeps it to be read without a connection. */
export type ShownSlip = Slip & { agreement: string; intention: string }

const KEPT_KEY = 'payment-slips'
const KEPT_MAX = 5

const amount = z.pipe(
  z.int(),
  z.transform((centavos): Money => money(centavos)),
)
const Kept = z.array(
  z.object({
    id: z.string(),
    company: z.object({
      name: z.string(),
      nit: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
    numbers: z.array(z.string()),
    amount,
    owed: amount,
    agreement: z.string(),
    intention: z.string(),
    expires_at: z.string(),
  }),
)

/** The slips that this browser has shown and that can still be paid. */
export function readKeptSlips(): ShownSlip[] {
  const kept = z.safeParse(Kept, parseJson(localItems.get(KEPT_KEY)))
  return kept.success ? kept.data.filter((slip) => !isPast(slip)) : []
}

/** Whether the days to pay a slip are over. */
export const isPast = ({ expires_at }: Slip): boolean => Date.parse(expires_at) <= Date.now()

/** The slip of a payment among the kept ones. */
export const keptSlipOf = (id: string): ShownSlip | undefined => readKeptSlips().find((slip) => slip.id === id)

/** Keeps a slip, which replaces what was kept of it. */
export function keepSlip(slip: ShownSlip): void {
  const others = readKeptSlips().filter(({ id }) => id !== slip.id)
  localItems.set(KEPT_KEY, JSON.stringify([slip, ...others].slice(0, KEPT_MAX)))
}

/** Whether a read has no data because there is no connection: what is kept may be shown. */
export const isWithoutSignal = (read: { data: unknown; error: Failure | null; fetchStatus: string }): boolean =>
  read.data === undefined && (read.error?.status === 0 || read.fetchStatus === 'paused')

/** Forgets the slips that are no longer open. */
export function forgetSlips(isOver: (slip: ShownSlip) => boolean): void {
  const kept = readKeptSlips()
  const open = kept.filter((slip) => !isOver(slip))
  if (open.length < kept.length) localItems.set(KEPT_KEY, JSON.stringify(open))
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
