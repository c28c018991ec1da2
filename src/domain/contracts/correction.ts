import * as z from 'zod/mini'
import { Pesos, pesosLabel } from '#domain/core/money.ts'
import { PeriodText, periodLabel } from '#domain/core/period.ts'

/**
 * What a change of a contract corrects of a period that was already billed. `credit`: a credit note; `charge`: a charge on the next
 * invoice; `withdrawal`: a pending charge of an earlier correction that is not made any more.
 */
export const Correction = z.object({
  period: PeriodText,
  kind: z.enum(['credit', 'charge', 'withdrawal']),
  /** VAT included, more than zero. */
  amount: Pesos,
  /** The number of the credit note; null for a charge, and in a preview. */
  document: z.nullable(z.string()),
})
export type Correction = z.output<typeof Correction>

/** The sentence of a correction before it is made: 'Devolveremos $ 31.000,00 de junio de 2029 con una nota crédito.' */
export function plannedSentence({ kind, amount, period }: Correction): string {
  const [pesos, month] = [pesosLabel(amount), periodLabel(period)]
  if (kind === 'credit') return `Devolveremos ${pesos} de ${month} con una nota crédito.`
  if (kind === 'charge') return `Cobraremos ${pesos} de ${month} en la próxima factura del mes.`
  return `Ya no cobraremos el ajuste de ${pesos} de ${month}.`
}

/** The sentence of a correction that was made. */
export function madeSentence({ kind, amount, period, document }: Correction): string {
  const [pesos, month] = [pesosLabel(amount), periodLabel(period)]
  if (kind === 'credit') return `Devolvimos ${pesos} de ${month} con la nota crédito ${document ?? ''}.`
  return plannedSentence({ kind, amount, period, document })
}

/** A message with the sentences of the corrections that were made. */
export const withCorrections = (message: string, corrections: readonly Correction[]): string =>
  corrections.length === 0 ? message : [`${message}.`, ...corrections.map(madeSentence)].join(' ')
