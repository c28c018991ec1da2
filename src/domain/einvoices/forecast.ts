import * as z from 'zod/mini'
import { countLabel, type NumberingRange } from '#domain/integrations/numbering-range.ts'

/** What the numbering range allows for the documents that wait and those that a run would add. */
export const Forecast = z.object({
  /** Whether electronic invoicing is on: without it a run makes no documents. */
  is_on: z.boolean(),
  /** Documents of invoices that already wait, before those of the run. A note takes no number of the range of the invoices. */
  waiting: z.number(),
  /** Numbers left in the range of the invoices. Null without a range, and for a range without an end. */
  left: z.nullable(z.number()),
  /** Documents that stay without a number: they wait until another range is chosen. */
  beyond: z.number(),
  minutes: z.number(),
  /** `ok`: the range is enough. `short`: it ends within these documents. `blocked`: nothing is numbered now. */
  state: z.enum(['ok', 'short', 'blocked']),
  text: z.string(),
})
export type Forecast = z.output<typeof Forecast>

type Facts = {
  is_on: boolean
  waiting: number
  /** Documents that the run would add. */
  added: number
  range: Pick<NumberingRange, 'prefix' | 'left' | 'state' | 'problem'> | null
  minutes: number
}

/** Whether the range is enough for what waits and what is added (EIN-05). */
export function forecastOf({ is_on, waiting, added, range, minutes }: Facts): Forecast {
  const needed = waiting + added
  const common = { is_on, waiting, minutes, left: range?.left ?? null }
  if (!is_on) return { ...common, beyond: 0, state: 'ok', text: 'La facturación electrónica está apagada.' }
  if (range === null || range.state === 'blocked') {
    const text = range?.problem ?? 'Ningún rango de numeración está elegido para las facturas: elígelo en Integración'
    return { ...common, beyond: needed, state: 'blocked', text: `${text}. Los documentos esperan.` }
  }
  if (range.left === null) return { ...common, beyond: 0, state: 'ok', text: `El rango ${range.prefix} no tiene fin.` }
  const beyond = Math.max(0, needed - range.left)
  const enough = `El rango ${range.prefix} alcanza para ${range.left === 1 ? '1 documento' : `${countLabel(range.left)} documentos`}`
  if (beyond === 0) return { ...common, beyond, state: 'ok', text: `${enough}.` }
  const rest = beyond === 1 ? 'El último espera' : `Los últimos ${countLabel(beyond)} esperan`
  return {
    ...common,
    beyond,
    state: 'short',
    text: `${enough}. ${rest} hasta que elijas otro rango.`,
  }
}
