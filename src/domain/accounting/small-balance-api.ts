import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Pesos } from '#domain/core/money.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import {
  BalanceReversal,
  BalanceTotals,
  ClosedBalance,
  NewBalanceClosing,
  NewLimit,
  SmallBalance,
} from './small-balance.ts'

const roles = ['financial', 'admin'] as const
const Limits = z.object({
  /** The company's limit. */
  limit: z.nullable(Pesos),
  /** The highest limit that a company can choose; null while no value is in force. */
  limit_max: z.nullable(Pesos),
})

export const smallBalanceApi = api({
  list: {
    method: 'GET',
    path: '/accounting/small-balance',
    summary: 'Los saldos de facturas que se pueden cerrar por pequeños, el vencimiento más antiguo primero, y su total',
    roles,
    clientRows: 'data',
    query: z.strictObject(pageQuery),
    reply: z.object({ data: z.array(SmallBalance), meta: PageMeta, totals: BalanceTotals, limits: Limits }),
  },
  setLimit: {
    method: 'PATCH',
    path: '/accounting/small-balance/limit',
    summary: 'Hasta qué valor un saldo es pequeño en esta empresa; null para no cerrar ninguno',
    roles,
    body: z.strictObject({ limit: NewLimit }),
    reply: z.object({ data: Limits, message: z.string() }),
  },
  close: {
    method: 'POST',
    path: '/accounting/small-balance/closing',
    summary: 'Cierra saldos pequeños por ajuste, los elegidos o todos; no es un pago y no genera recibo',
    stepUp: true,
    roles,
    status: 201,
    idempotency: 'required',
    body: z.strictObject({ closing: NewBalanceClosing }),
    reply: z.object({
      data: z.object({
        id: z.uuid(),
        closed: BalanceTotals,
        skipped: z.array(z.object({ number: z.string(), why: z.string() })),
      }),
      message: z.string(),
    }),
  },
  closed: {
    method: 'GET',
    path: '/accounting/small-balance/closed',
    summary: 'Los saldos que se cerraron, el último primero',
    roles,
    clientRows: 'data',
    query: z.strictObject(pageQuery),
    reply: z.object({ data: z.array(ClosedBalance), meta: PageMeta }),
  },
  reverse: {
    method: 'POST',
    path: '/accounting/small-balance/closed/:id/reversal',
    summary: 'Reversa el cierre de un saldo: la factura se vuelve a deber',
    stepUp: true,
    roles,
    status: 201,
    idempotency: 'required',
    params: z.object({ id: z.uuid() }),
    body: BalanceReversal,
    reply: z.object({ data: ClosedBalance, message: z.string() }),
  },
})
