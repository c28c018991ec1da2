import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { type Money, Pesos, pesosField } from '#domain/core/money.ts'
import { SEGMENTS } from '#domain/core/segment.ts'
import { lineOfText, text } from '#domain/core/text.ts'
import { VAT_TREATMENTS } from '#domain/taxes/charge.ts'
import { OpenCession } from './cession.ts'
import { CutDay } from './defaults.ts'
import { CONTRACT_STATUSES } from './lifecycle.ts'
import { VoidRefund } from './refund.ts'
import { MadeRetraction, OpenRetraction } from './retraction.ts'
import { PlannedTransfer } from './transfer.ts'

/** The cut day of a company without a configured one. */
export const CUT_DAY_DEFAULT = 30

/** The parameters of a call about one contract: its number. */
export const ContractParams = z.object({ no: text(11).check(z.regex(/^[A-Z]{1,4}-\d{6}$/)) })

const PlanName = z.object({ id: z.uuid(), name: z.string(), reference_code: z.string() })

/** The clause of minimum permanence of a signed contract (R2.8). Null when the client did not accept it. */
export const Permanence = z.object({
  months: z.number(),
  from_on: DayText,
  ends_on: DayText,
  /** The exit value in each month of the clause. */
  table: z.array(Pesos),
  exit_value_today: Pesos,
})
export type Permanence = z.output<typeof Permanence>

/** A contract, in lists and pages. */
export const Contract = z.object({
  id: z.uuid(),
  no_contract: z.string(),
  status: z.enum(CONTRACT_STATUSES),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  /** The plan in force today. */
  plan: PlanName,
  address: z.string(),
  department: z.string(),
  city: z.string(),
  municipality_code: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  segment: z.enum(SEGMENTS),
  stratum: z.nullable(z.number()),
  date_contract: DayText,
  billing_cut_day: z.number(),
  connection_cost: Pesos,
  discounted_value: Pesos,
  /** For a draft, whether it includes the clause; for a signed contract, whether the client accepted it. */
  accepts_permanence: z.boolean(),
  permanence: z.nullable(Permanence),
  /** Whether the client accepted at the signature that it renews by itself; true for a draft. */
  accepts_renewal: z.boolean(),
  /** Per month. Fixed at the signature; for a draft, the current price of the plan. */
  price: Pesos,
  price_includes_vat: z.boolean(),
  /** Null while a residential contract has no estrato. `rate_bps`: 1900 is 19 %. */
  vat: z.nullable(z.object({ treatment: z.enum(VAT_TREATMENTS), rate_bps: z.number() })),
  signed_at: z.nullable(z.iso.datetime()),
  installation_due_on: z.nullable(DayText),
  scheduled_on: z.nullable(DayText),
  technician: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  active_from: z.nullable(DayText),
  /** The last day of service; null while it is unknown. */
  active_to: z.nullable(DayText),
  /** The reason of the termination or cancellation. */
  termination_reason: z.nullable(z.string()),
  /** The first day without service, while the contract is suspended. */
  suspended_from: z.nullable(DayText),
  /** The first day without the equipment, which was taken back: those days are not charged. Null while it is at the service. */
  removed_from: z.nullable(DayText),
  /** The pause at the request of the client that is in force or planned. */
  pause: z.nullable(z.object({ from_on: DayText, to_on: DayText })),
  /** The plan and price that apply from a later day. */
  upcoming_terms: z.nullable(z.object({ from_on: DayText, plan: PlanName, price: Pesos })),
  createdAt: z.iso.datetime(),
})
export type Contract = z.output<typeof Contract>

/** A charge that waits for the next invoice of a contract. `price`: of one unit, with or without VAT as the prices of the contract. */
const WaitingCharge = z.object({ kind: z.string(), description: z.string(), quantity: z.number(), price: Pesos })

/** A contract on its page. */
export const ContractDetail = z.extend(Contract, {
  pending_charges: z.array(WaitingCharge),
  upcoming_transfer: z.nullable(PlannedTransfer),
  /** Only the desk reads it. */
  cession: z.nullable(OpenCession),
  /** The retraction that it still admits, and the one that was made. */
  retraction: z.object({ open: z.nullable(OpenRetraction), made: z.nullable(MadeRetraction) }),
  /** What is paid back of a signed contract that was cancelled before its installation and not retracted; null for any other. */
  cancelled: z.nullable(VoidRefund),
})
export type ContractDetail = z.output<typeof ContractDetail>

const isNotNegative = (amount: Money): boolean => amount >= 0
const amount = (required: string) =>
  pesosField({ required, invalid: 'Debe ser un valor válido mayor o igual a 0' }).check(
    z.refine(isNotNegative, { error: 'Debe ser un valor válido mayor o igual a 0' }),
  )
const degrees = (max: number, error: string) =>
  z.optional(z.nullable(z.number({ error }).check(z.gte(-max, { error }), z.lte(max, { error }))))
const STRATUM_COPY = 'El estrato va de 1 a 6'

/** The fields of the address of a service. */
export const addressFields = {
  address: lineOfText('La dirección es requerida', 160),
  department: lineOfText('El departamento es requerido', 60),
  city: lineOfText('El municipio es requerido', 60),
  latitude: degrees(90, 'La latitud va de -90 a 90'),
  longitude: degrees(180, 'La longitud va de -180 a 180'),
  stratum: z.optional(
    z.nullable(
      z
        .number({ error: STRATUM_COPY })
        .check(
          z.gte(1, { error: STRATUM_COPY }),
          z.lte(6, { error: STRATUM_COPY }),
          z.multipleOf(1, { error: STRATUM_COPY }),
        ),
    ),
  ),
  segment: z.optional(z.enum(SEGMENTS, { error: 'Elige el uso del servicio' })),
}

const fields = {
  ...addressFields,
  plan_id: z.uuid({ error: 'Elige el plan' }),
  date_contract: DayText,
  billing_cut_day: z.optional(CutDay),
  connection_cost: z.optional(amount('Escribe el cargo de conexión')),
  discounted_value: z.optional(amount('Escribe el valor descontado')),
  /** Whether a contract with a discount includes the permanence clause. The client accepts it separately, at the signature. */
  accepts_permanence: z.optional(z.boolean()),
}

/** Absent fields take the defaults of the company (cut day, charges) and of the client (segment, estrato). */
export const NewContract = z.strictObject({ client_id: z.uuid({ error: 'Elige el cliente' }), ...fields })
export type NewContract = z.output<typeof NewContract>

/** Only the fields that change: any of them in a draft, only SIGNED_FIELDS in a signed contract. */
export const ContractChanges = z.partial(z.strictObject(fields))
export type ContractChanges = z.output<typeof ContractChanges>

/** The fields that can be completed after the signature: the coordinates, and an estrato that was missing. */
export const SIGNED_FIELDS = ['latitude', 'longitude', 'stratum'] as const

export const DISCOUNT_TOO_HIGH = 'El valor descontado no puede ser mayor que el costo de conexión'
