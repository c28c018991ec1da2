import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'

/** What moves what a client owes. */
export const STATEMENT_LABELS = {
  factura: 'Factura',
  pago: 'Pago',
  retencion: 'Retención',
  nota_credito: 'Nota crédito',
  saldo_inicial: 'Saldo inicial a favor',
  reverso: 'Reverso de pago',
  ajuste: 'Ajuste al peso',
} as const
const KINDS = ['factura', 'pago', 'retencion', 'nota_credito', 'saldo_inicial', 'reverso', 'ajuste'] as const
export type StatementKind = (typeof KINDS)[number]

/** The account of a client between two days: what there was, each movement with the balance after it, what is left. */
export const Statement = z.object({
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  from: DayText,
  to: DayText,
  opening_balance: PesosSum,
  movements: z.array(
    z.object({
      day: DayText,
      kind: z.enum(KINDS),
      document: z.nullable(z.string()),
      charge: Pesos,
      payment: Pesos,
      balance: PesosSum,
    }),
  ),
  closing_balance: PesosSum,
})
export type Statement = z.output<typeof Statement>

/** Months that a statement covers when nobody says from when. */
export const STATEMENT_MONTHS = 12
