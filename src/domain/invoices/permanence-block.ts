import * as z from 'zod/mini'
import { PriceVat } from '#domain/contracts/paid.ts'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'

/** The permanence clause on an invoice (R2.2). The amounts are before VAT: clauseLabels has what is paid. */
export const PermanenceBlock = z.object({
  connection_cost: Pesos,
  discounted_value: Pesos,
  from_on: DayText,
  ends_on: DayText,
  exit_value: Pesos,
  /** Absent in the document of an invoice that was issued before its permanence block had the VAT. */
  price_vat: z.optional(PriceVat),
})
export type PermanenceBlock = z.output<typeof PermanenceBlock>
