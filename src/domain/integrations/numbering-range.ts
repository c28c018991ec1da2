import * as z from 'zod/mini'
import { type Day, DayText, dayLabel, daysBetween } from '#domain/core/days.ts'
import { Environment } from '#domain/core/environment.ts'

const esCo = new Intl.NumberFormat('es-CO')

/** '5.000.001'. */
export const countLabel = (value: number): string => esCo.format(value)

/** A range is announced as nearly spent below this share of its numbers, and as nearly expired from this many days before its end. */
const WARNING_SHARE = 0.1
const WARNING_DAYS = 30

/** Who wrote a range: Factus, whose ranges are read from it, or the company itself for its files of 'Archivo UBL'. */
const RANGE_PROVIDERS = ['factus', 'ubl_file'] as const

export const NumberingRange = z.object({
  id: z.uuid(),
  provider: z.enum(RANGE_PROVIDERS),
  environment: Environment,
  document: z.enum(['invoice', 'credit_note']),
  prefix: z.string(),
  from_number: z.nullable(z.number()),
  to_number: z.nullable(z.number()),
  /** The number of the next document. */
  next_number: z.number(),
  resolution: z.nullable(z.string()),
  starts_on: z.nullable(DayText),
  ends_on: z.nullable(DayText),
  is_active: z.boolean(),
  /** Whether it numbers the documents of its kind. */
  is_chosen: z.boolean(),
  synced_at: z.iso.datetime(),
  /** The numbers left; null without an end. */
  left: z.nullable(z.number()),
  state: z.enum(['ok', 'warning', 'blocked']),
  /** Why it warns or does not number any more, and what to do. Null when it is well. */
  problem: z.nullable(z.string()),
})
export type NumberingRange = z.output<typeof NumberingRange>

export const RANGE_DOCUMENT_LABELS: Readonly<Record<NumberingRange['document'], string>> = {
  invoice: 'Facturas',
  credit_note: 'Notas crédito',
}

/** What decides whether a range still gives numbers. */
export type RangeFacts = Pick<
  NumberingRange,
  'provider' | 'prefix' | 'from_number' | 'to_number' | 'next_number' | 'starts_on' | 'ends_on' | 'is_active'
>

/** What is left of a range on a day, with its warning or its block (EIN-05). */
export function rangeState(range: RangeFacts, today: Day): Pick<NumberingRange, 'left' | 'state' | 'problem'> {
  const left = range.to_number === null ? null : Math.max(0, range.to_number - range.next_number + 1)
  const block = blockOf(range, left, today)
  if (block !== null) return { left, state: 'blocked', problem: block }
  const warning = warningOf(range, left, today)
  return { left, state: warning === null ? 'ok' : 'warning', problem: warning }
}

/** What to do for other numbers. */
const ASK = {
  factus: 'pide otra numeración en la DIAN, asóciala a Factus y elígela aquí',
  ubl_file: 'pide otra numeración en la DIAN y escríbela en Archivo UBL, con «Cambiar numeración»',
} as const satisfies Record<NumberingRange['provider'], string>

const INACTIVE = {
  factus: 'está inactivo en Factus: actívalo allá o elige otro',
  ubl_file: 'es de Archivo UBL y ya no numera: otra numeración tomó su lugar',
} as const satisfies Record<NumberingRange['provider'], string>

function blockOf(
  { provider, prefix, starts_on, ends_on, is_active }: RangeFacts,
  left: number | null,
  today: Day,
): string | null {
  if (!is_active) return `El rango ${prefix} ${INACTIVE[provider]}`
  if (starts_on !== null && today < starts_on) return `El rango ${prefix} empieza el ${dayLabel(starts_on)}`
  if (ends_on !== null && today > ends_on) return `El rango ${prefix} venció el ${dayLabel(ends_on)}: ${ASK[provider]}`
  return left === 0 ? `El rango ${prefix} no tiene más números: ${ASK[provider]}` : null
}

function warningOf(range: RangeFacts, left: number | null, today: Day): string | null {
  const { provider, prefix, from_number, to_number, ends_on } = range
  if (
    left !== null &&
    from_number !== null &&
    to_number !== null &&
    left < (to_number - from_number + 1) * WARNING_SHARE
  )
    return `Al rango ${prefix} le quedan ${countLabel(left)} números: ${ASK[provider]}`
  if (ends_on !== null && daysBetween(today, ends_on) < WARNING_DAYS)
    return `El rango ${prefix} vence el ${dayLabel(ends_on)}: ${ASK[provider]}`
  return null
}
