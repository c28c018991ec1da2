import * as z from 'zod/mini'
import { PesosSum } from '#domain/core/money.ts'

/** The figures of a dashboard, by unit. The server sends the values; the web has the labels. */
const MONEY_FIGURES = ['collected_month', 'collected_today', 'invoiced_month', 'overdue', 'due_soon'] as const
const COUNT_FIGURES = [
  'to_invoice',
  'active',
  'suspended',
  'to_reconnect',
  'installed_today',
  'failed_orders',
  'without_serial',
  'open_outages',
  'terminated',
  'companies',
  'unconnected',
  'failed_messages',
  'stuck_jobs',
] as const
const SHARE_FIGURES = ['collection_rate', 'pqr_on_time'] as const
export type FigureKey = (typeof MONEY_FIGURES)[number] | (typeof COUNT_FIGURES)[number] | (typeof SHARE_FIGURES)[number]

/** The details of a figure: numbers of documents or clients, a day. */
const Parts = z.record(z.string(), z.union([z.number(), z.string()]))

/**
 * One figure. `previous`: the same figure for the same days of the previous month, where a comparison makes sense. `href`: the list
 * of the web with the rows of the figure; null for a role that cannot open it.
 */
export const Figure = z.discriminatedUnion('unit', [
  z.object({
    unit: z.literal('COP'),
    key: z.enum(MONEY_FIGURES),
    value: PesosSum,
    previous: z.nullable(PesosSum),
    parts: Parts,
    href: z.nullable(z.string()),
  }),
  z.object({
    unit: z.literal('count'),
    key: z.enum(COUNT_FIGURES),
    value: z.number(),
    previous: z.nullable(z.number()),
    parts: Parts,
    href: z.nullable(z.string()),
  }),
  z.object({
    unit: z.literal('percent'),
    key: z.enum(SHARE_FIGURES),
    value: z.number(),
    previous: z.nullable(z.number()),
    parts: Parts,
    href: z.nullable(z.string()),
  }),
])
export type Figure = z.output<typeof Figure>

/** The data of a chart: money by month or by age, or new and ended contracts by month. */
export const Chart = z.discriminatedUnion('key', [
  z.object({ key: z.literal('collected_by_month'), bars: z.array(z.object({ period: z.string(), amount: PesosSum })) }),
  z.object({
    key: z.literal('ageing'),
    bars: z.array(z.object({ age: z.enum(['0-30', '31-60', '61-90', '91+']), amount: PesosSum, invoices: z.number() })),
  }),
  z.object({
    key: z.literal('growth'),
    bars: z.array(z.object({ period: z.string(), joined: z.number(), left: z.number() })),
  }),
])
export type Chart = z.output<typeof Chart>

const TODOS = [
  'payment_cases',
  'failed_messages',
  'disputes',
  'to_sign',
  'to_install',
  'late_installations',
  'near_installations',
  'cessions',
  'renewals',
  'pick_ups',
  'outages',
  'refunds',
  'logo',
  'wompi',
  'factus',
  'financial',
  'people',
  'plans',
  'clients',
  'invoices',
  'first_plan',
  'first_clients',
  'first_invoice',
  'parameters',
] as const
export type TodoKey = (typeof TODOS)[number]

/** A pending task. `is_done`: a finished item of the checklist. */
export const Todo = z.object({
  key: z.enum(TODOS),
  count: z.number(),
  is_done: z.boolean(),
  href: z.nullable(z.string()),
})
export type Todo = z.output<typeof Todo>

/** A next cut day, and its number of contracts. */
export const NextCutDay = z.object({ on: z.string(), contracts: z.number() })
export type NextCutDay = z.output<typeof NextCutDay>

/**
 * The change from `before` to `now`, in percent with one decimal. Null when `before` is null or zero.
 */
export const changePercent = (now: number, before: number | null): number | null =>
  before === null || before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10
