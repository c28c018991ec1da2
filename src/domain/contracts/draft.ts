import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { Place } from '#domain/places/place.ts'
import {
  type ContractChanges,
  CUT_DAY_DEFAULT,
  DISCOUNT_TOO_HIGH,
  type NewContract,
  SIGNED_FIELDS,
} from './contract.ts'
import type { ContractDefaults } from './defaults.ts'
import { assertAction, type ContractStatus } from './lifecycle.ts'
import { assertUse, problemOfUse } from './use.ts'

/** The values of a contract that users edit, as they are stored. `permanence_months`: the months of the clause, 0 without a clause. */
export type ContractValues = {
  plan_id: string
  address: string
  department: string
  city: string
  municipality_code: string
  latitude: number | null
  longitude: number | null
  segment: Segment
  stratum: number | null
  date_contract: Day
  billing_cut_day: number
  connection_cost: Money
  discounted_value: Money
  permanence_months: number
}

/**
 * The values of a new contract. Absent charges and cut day come from the defaults of the company; absent use and estrato come from
 * the client. The permanence clause is included when there is a discount, unless it was declined: then there is no discount either,
 * because it is what the clause is given for (R2.8). Throws Refusal for a discount larger than the connection cost, and for a home of a
 * business.
 */
export function newContractValues(
  input: NewContract,
  context: {
    place: Place
    client: { segment: Segment; stratum: number | null }
    defaults: ContractDefaults | null
    permanenceMax: number
  },
): ContractValues {
  const { defaults, client, place } = context
  const segment = input.segment ?? client.segment
  assertUse(segment, client.segment, 'contract.segment')
  const connection_cost = input.connection_cost ?? defaults?.connection_cost ?? ZERO
  const defaultDiscount = defaults?.discounted_value ?? ZERO
  const discounted_value =
    input.discounted_value ?? (defaultDiscount > connection_cost ? connection_cost : defaultDiscount)
  assertDiscount(connection_cost, discounted_value)
  const accepts = input.accepts_permanence ?? true
  return {
    plan_id: input.plan_id,
    address: input.address,
    ...place,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
    segment,
    stratum: input.stratum === undefined ? client.stratum : input.stratum,
    date_contract: input.date_contract,
    billing_cut_day: input.billing_cut_day ?? defaults?.billing_cut_day ?? CUT_DAY_DEFAULT,
    connection_cost,
    ...clauseOf(discounted_value, accepts, context.permanenceMax),
  }
}

/**
 * The values of a contract after some changes. A draft accepts all of them; a signed contract only the coordinates and a missing
 * estrato. Throws Refusal for other changes. `place`: the place of the resulting department and municipality.
 */
export function changedValues(
  before: ContractValues & { status: ContractStatus },
  changes: ContractChanges,
  context: { place: Place; permanenceMax: number },
): ContractValues {
  assertChanges(before, changes)
  const { accepts_permanence, department: _department, city: _city, ...rest } = changes
  const { status: _status, ...values } = before
  const connection_cost = rest.connection_cost ?? values.connection_cost
  const discounted_value = rest.discounted_value ?? values.discounted_value
  assertDiscount(connection_cost, discounted_value)
  const accepts = accepts_permanence ?? (values.discounted_value === 0 || values.permanence_months > 0)
  return {
    ...values,
    ...rest,
    ...context.place,
    latitude: rest.latitude === undefined ? values.latitude : rest.latitude,
    longitude: rest.longitude === undefined ? values.longitude : rest.longitude,
    stratum: rest.stratum === undefined ? values.stratum : rest.stratum,
    ...(before.status === 'draft' && clauseOf(discounted_value, accepts, context.permanenceMax)),
  }
}

function assertChanges(before: ContractValues & { status: ContractStatus }, changes: ContractChanges): void {
  const isCompleting = Object.keys(changes).every((field) => SIGNED_FIELDS.some((allowed) => allowed === field))
  assertAction(isCompleting && before.status !== 'draft' ? 'complete' : 'edit', before.status)
  if (before.status === 'draft' || changes.stratum === undefined || changes.stratum === before.stratum) return
  if (before.stratum !== null) {
    throw refuseField('conflict', 'contract.stratum', 'El estrato quedó fijo con la firma del contrato')
  }
}

function assertDiscount(cost: Money, discounted: Money): void {
  if (discounted > cost) throw refuseField('invalid', 'contract.discounted_value', DISCOUNT_TOO_HIGH)
}

/** The clause exists only where part of the connection is discounted, and the discount only with the clause (R2.8). */
const clauseOf = (
  discounted: Money,
  accepts: boolean,
  max: number,
): Pick<ContractValues, 'discounted_value' | 'permanence_months'> =>
  discounted > 0 && accepts
    ? { discounted_value: discounted, permanence_months: max }
    : { discounted_value: ZERO, permanence_months: 0 }

/** Throws Refusal for a plan that is not active. */
export function assertOffered(plan: { is_active: boolean }, field: string): void {
  if (!plan.is_active) throw refuseField('refused', field, 'Ese plan está inactivo: elige otro')
}

/** The fields that are missing or wrong before a contract can be signed (CON-03). */
export function missingToSign(contract: {
  segment: Segment
  stratum: number | null
  client_segment: Segment
}): { field: string; message: string }[] {
  const { segment, stratum, client_segment } = contract
  const message = problemOfUse(segment, client_segment)
  if (message !== null) return [{ field: 'segment', message }]
  return segment === 'residential' && stratum === null
    ? [{ field: 'stratum', message: 'Falta el estrato de la dirección' }]
    : []
}

/** Throws Refusal when a field is missing for the signature. */
export function assertComplete(missing: readonly { field: string; message: string }[]): void {
  if (missing[0]) throw new Refusal('refused', missing[0].message, { errors: missing })
}
