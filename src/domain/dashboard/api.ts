import * as z from 'zod/mini'
import { CONTRACT_STATUSES } from '#domain/contracts/lifecycle.ts'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { RoleName } from '#domain/core/roles.ts'
import { WompiHealth } from '#domain/integrations/integration.ts'
import { Debts } from '#domain/payments/online.ts'
import { Transaction } from '#domain/payments/transaction.ts'
import { Chart, Figure, NextCutDay, Todo } from './figures.ts'

/** A service of a client, on the dashboard of the portal. */
const Service = z.object({
  no_contract: z.string(),
  status: z.enum(CONTRACT_STATUSES),
  plan: z.string(),
  download_speed: z.string(),
  upload_speed: z.string(),
  address: z.string(),
})
export type Service = z.output<typeof Service>

/** The dashboard of a client (DSH-01): its debts, services and last payments. */
const ClientHome = z.object({
  debts: Debts,
  services: z.array(Service),
  last_payments: z.array(Transaction),
  /** The next cut of an active service. */
  next_invoice_on: z.nullable(DayText),
})
export type ClientHome = z.output<typeof ClientHome>

const Dashboard = z.object({
  role: RoleName,
  client: z.optional(ClientHome),
  /** The integrations of the company, for its administrator (DSH-03). `wompi` is null while it has no keys. */
  health: z.optional(z.object({ wompi: z.nullable(WompiHealth), is_factus_on: z.boolean() })),
  figures: z.array(Figure),
  charts: z.array(Chart),
  cuts: z.array(NextCutDay),
  next: z.array(Todo),
})
export type Dashboard = z.output<typeof Dashboard>

export const dashboardApi = api({
  get: {
    method: 'GET',
    path: '/dashboard',
    summary: 'Lo primero que cada quien quiere saber al entrar',
    roles: ['client', 'financial', 'admin', 'superadmin'],
    /** `client`: the dashboard of a client. The other roles have figures, charts, the next cuts and pending tasks. */
    reply: z.object({ data: Dashboard }),
  },
})
