import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PesosSum } from '#domain/core/money.ts'
import { patternText } from '#domain/core/text.ts'
import { CHART_USES } from './chart.ts'
import { TEMPLATE_NAMES } from './templates.ts'

const roles = ['admin', 'financial'] as const
const number = patternText(9, /^[1-9]\d*$/, 'Escribe el número del lote')

/** The vouchers that were handed to the accountant together. `downloads`: how many times its file was downloaded. */
const VoucherBatch = z.object({
  number: z.number(),
  through_on: DayText,
  entries: z.number(),
  vouchers: z.number(),
  amount: PesosSum,
  downloads: z.number(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
})
export type VoucherBatch = z.output<typeof VoucherBatch>

const ChartAccount = z.object({
  use: z.enum(CHART_USES),
  label: z.string(),
  account: z.string(),
  /** The account of the usual chart. */
  is_default: z.boolean(),
})
export type ChartAccount = z.output<typeof ChartAccount>

export const voucherApi = api({
  chart: {
    method: 'GET',
    path: '/accounting/chart',
    summary: 'Las cuentas PUC de la empresa para sus comprobantes',
    roles,
    reply: z.object({ data: z.array(ChartAccount) }),
  },
  saveAccount: {
    method: 'PUT',
    path: '/accounting/chart',
    summary: 'Cambia la cuenta PUC de un uso',
    roles,
    body: z.strictObject({
      account: z.strictObject({
        use: z.enum(CHART_USES, { error: 'Elige para qué es la cuenta' }),
        account: patternText(10, /^\d{4,10}$/, 'Escribe de 4 a 10 números, sin puntos'),
      }),
    }),
    reply: z.object({ data: z.array(ChartAccount), message: z.string() }),
  },
  list: {
    method: 'GET',
    path: '/accounting/voucher-batch',
    summary: 'Los lotes de comprobantes entregados al contador, y cuántos asientos faltan por entregar',
    roles,
    reply: z.object({
      data: z.array(VoucherBatch),
      pending: z.object({ entries: z.number(), from_on: z.nullable(DayText) }),
    }),
  },
  create: {
    method: 'POST',
    path: '/accounting/voucher-batch',
    summary: 'Hace un lote con los asientos que no se han entregado, hasta un día; cada asiento va en un solo lote',
    roles,
    status: 201,
    body: z.strictObject({ batch: z.strictObject({ through_on: DayText }) }),
    reply: z.object({ data: VoucherBatch, message: z.string() }),
  },
  file: {
    method: 'POST',
    path: '/accounting/voucher-batch/:number/file',
    summary: 'El archivo de un lote para otro programa; la segunda descarga lo dice en su nombre',
    stepUp: true,
    listFile: 'Comprobantes contables',
    roles,
    idempotency: 'never',
    params: z.object({ number }),
    body: z.strictObject({ template: z.enum(TEMPLATE_NAMES, { error: 'Elige el programa de tu contador' }) }),
    replyAs: 'file',
    reply: z.unknown(),
  },
})
