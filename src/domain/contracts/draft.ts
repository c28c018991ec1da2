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

/** What a person decides about a contract, as it is stored. `permanence_months`: of the clause, 0 without one. */
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
 * A new contract with what was left out filled in: charges and cut day from the company's defaults, use and estrato from the
 * client. A clause of permanence goes in wherever something is discounted, unless it was declined.
 */
export function newContractValues(
  asked: NewContract,
  known: {
    place: Place
    client: { segment: Segment; stratum: number | null }
    defaults: ContractDefaults | null
    permanenceMax: number
  },
): ContractValues {
  const { defaults, client, place } = known
  const connection_cost = asked.connection_cost ?? defaults?.connection_cost ?? ZERO
  const usual = defaults?.discounted_value ?? ZERO
  const discounted_value = asked.discounted_value ?? (usual > connection_cost ? connection_cost : usual)
  assertDiscount(connection_cost, discounted_value)
  return {
    plan_id: asked.plan_id,
    address: asked.address,
    ...place,
    latitude: asked.latitude ?? null,
    longitude: asked.longitude ?? null,
    segment: asked.segment ?? client.segment,
    stratum: asked.stratum === undefined ? client.stratum : asked.stratum,
    date_contract: asked.date_contract,
    billing_cut_day: asked.billing_cut_day ?? defaults?.billing_cut_day ?? CUT_DAY_DEFAULT,
    connection_cost,
    discounted_value,
    permanence_months: clauseMonths(discounted_value, asked.accepts_permanence ?? true, known.permanenceMax),
  }
}

/**
 * A contract with some changes. A draft takes all of them; once signed, only the coordinates and an estrato that was missing.
 * Refuses everything else. `place`: of the department and the municipality that result.
 */
export function changedValues(
  before: ContractValues & { status: ContractStatus },
  changes: ContractChanges,
  known: { place: Place; permanenceMax: number },
): ContractValues {
  assertChanges(before, changes)
  const { accepts_permanence, department: _typed, city: _alike, ...plain } = changes
  const { status: _status, ...values } = before
  const connection_cost = plain.connection_cost ?? values.connection_cost
  const discounted_value = plain.discounted_value ?? values.discounted_value
  assertDiscount(connection_cost, discounted_value)
  const accepts = accepts_permanence ?? (values.discounted_value === 0 || values.permanence_months > 0)
  return {
    ...values,
    ...plain,
    ...known.place,
    latitude: plain.latitude === undefined ? values.latitude : plain.latitude,
    longitude: plain.longitude === undefined ? values.longitude : plain.longitude,
    stratum: plain.stratum === undefined ? values.stratum : plain.stratum,
    permanence_months:
      before.status === 'draft'
        ? clauseMonths(discounted_value, accepts, known.permanenceMax)
        : values.permanence_months,
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

/** The clause exists only where part of the connection is discounted (R2.8). */
const clauseMonths = (discounted: Money, accepts: boolean, max: number): number => (discounted > 0 && accepts ? max : 0)

/** Refuses a plan that is no longer offered. */
export function assertOffered(plan: { is_active: boolean }, field: string): void {
  if (!plan.is_active) throw refuseField('refused', field, 'Ese plan está inactivo: elige otro')
}

/** What still has to be written down before a contract can be signed (CON-03). */
export function missingToSign(contract: {
  segment: Segment
  stratum: number | null
}): { field: string; message: string }[] {
  return contract.segment === 'residential' && contract.stratum === null
    ? [{ field: 'stratum', message: 'Falta el estrato de la dirección' }]
    : []
}

/** Refuses to sign while something is missing. */
export function assertComplete(missing: readonly { field: string; message: string }[]): void {
  if (missing[0]) throw new Refusal('refused', missing[0].message, { errors: missing })
}
