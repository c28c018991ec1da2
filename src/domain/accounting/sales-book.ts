import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'

const amounts = {
  /** The base with the general rate, and its VAT. */
  taxed: Pesos,
  vat: Pesos,
  exempt: Pesos,
  excluded: Pesos,
  /** The adjustment of a balance of another system: its sale and its VAT are not of this book. */
  opening: Pesos,
  total: Pesos,
}

/** A document of the sales book by VAT treatment; the amounts of a note are less than zero. `opening_note`: of an opening balance. */
export const SalesBookRow = z.object({
  id: z.uuid(),
  kind: z.enum(['invoice', 'credit_note', 'opening_note']),
  number: z.string(),
  issued_on: DayText,
  client: z.object({ name: z.string(), identification: z.string() }),
  ...amounts,
})
export type SalesBookRow = z.output<typeof SalesBookRow>

/** The sums of every document of the book. */
export const SalesBookTotals = z.object({
  taxed: PesosSum,
  vat: PesosSum,
  exempt: PesosSum,
  excluded: PesosSum,
  opening: PesosSum,
  total: PesosSum,
})
export type SalesBookTotals = z.output<typeof SalesBookTotals>

export const BOOK_KIND_LABELS: Readonly<Record<SalesBookRow['kind'], string>> = {
  invoice: 'Factura',
  credit_note: 'Nota crédito',
  opening_note: 'Ajuste de saldo inicial',
}
