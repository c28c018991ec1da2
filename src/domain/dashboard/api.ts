import * as z from 'zod/mini'
import { CONTRACT_STATUSES } from '#domain/contracts/lifecycle.ts'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { RoleName } from '#domain/core/roles.ts'
import { FactusHealth, WompiHealth } from '#domain/integrations/integration.ts'
import { Debts } from '#domain/payments/online.ts'
import { Transaction } from '#domain/payments/transaction.ts'
import { Visit } from '#domain/visits/visit.ts'
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
  /** The open visits from today on. */
  visits: z.array(Visit),
  /** There are outages of the last weeks, or something is given back for one: GET /outage/own has them. */
  has_outages: z.boolean(),
  /** The next cut of an active service. */
  next_invoice_on: z.nullable(DayText),
})
export type ClientHome = z.output<typeof ClientHome>

/** The day of a technician (DSH-04). */
export const TechnicianDay = z.object({
  /** Of today, in the order of their hour, without the cancelled ones. */
  visits: z.array(Visit),
  /** Open, of an earlier day. */
  late: z.array(Visit),
  /** The open visits of tomorrow. */
  tomorrow: z.number(),
})
export type TechnicianDay = z.output<typeof TechnicianDay>

const Dashboard = z.object({
  role: RoleName,
  client: z.optional(ClientHome),
  day: z.optional(TechnicianDay),
  /** The integrations of the company, for its administrator (DSH-03). Null while it has no keys. */
  health: z.optional(z.object({ wompi: z.nullable(WompiHealth), factus: z.nullable(FactusHealth) })),
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
    roles: ['client', 'financial', 'technical', 'network', 'admin', 'superadmin'],
    /** `client`: the dashboard of a client; `day`: that of a technician. The other roles have figures, charts, the next cuts and pending tasks. */
    reply: z.object({ data: Dashboard }),
  },
})
