import { plannedPermanenceOf } from '#domain/contracts/clause.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { contractStatusOn } from '#domain/contracts/lifecycle.ts'
import { exitPrice } from '#domain/contracts/paid.ts'
import { currentOrNextPause } from '#domain/contracts/pause.ts'
import type { Day } from '#domain/core/days.ts'
import { serviceVat, type VatRules } from '#domain/taxes/vat.ts'
import type { ContractRow } from './contract-queries.ts'

/** The contract record of a row on a day: its status, its VAT and its permanence clause are derived. */
export function contractOf(row: ContractRow, today: Day, vatRules: VatRules): Contract {
  const status = contractStatusOn(row.status, row.active_to, today)
  const isOver = status === 'terminated' || status === 'cancelled'
  const vat = serviceVat(row, vatRules)
  const permanence = plannedPermanenceOf(row, today, isOver)
  return {
    id: row.id,
    no_contract: row.no_contract,
    status,
    client: { id: row.client_id, name: row.client_name, identification: row.identification },
    plan: { id: row.plan_id, name: row.plan_name, reference_code: row.reference_code },
    address: row.address,
    department: row.department,
    city: row.city,
    municipality_code: row.municipality_code,
    latitude: row.latitude,
    longitude: row.longitude,
    segment: row.segment,
    stratum: row.stratum,
    date_contract: row.date_contract,
    billing_cut_day: row.billing_cut_day,
    connection_cost: row.connection_cost,
    discounted_value: row.discounted_value,
    accepts_permanence: row.permanence_months > 0,
    permanence: permanence && {
      ...permanence,
      exit_value_today: exitPrice(permanence.exit_value_today, row.signed_vat_bps, { ...row, vat }),
    },
    accepts_renewal: row.accepts_renewal,
    price: row.price,
    price_includes_vat: row.price_includes_vat,
    vat: vat && { treatment: vat.treatment, rate_bps: vat.rate_bps },
    signed_at: row.signed_at?.toISOString() ?? null,
    installation_due_on: row.installation_due_on,
    scheduled_on: row.scheduled_on,
    technician: row.technician_id === null ? null : { id: row.technician_id, name: row.technician_name ?? '' },
    active_from: row.active_from,
    active_to: row.active_to,
    termination_reason: row.termination_reason,
    suspended_from: status === 'suspended' ? row.suspended_from : null,
    removed_from: isOver ? null : row.removed_from,
    pause: isOver ? null : currentOrNextPause(row.pauses, today),
    upcoming_terms: isOver ? null : upcomingOf(row),
    createdAt: row.created_at.toISOString(),
  }
}

function upcomingOf(row: ContractRow): Contract['upcoming_terms'] {
  const { next_from_on: from_on, next_plan_id: id, next_price: price } = row
  if (from_on === null || id === null || price === null) return null
  return {
    from_on,
    price,
    plan: { id, name: row.next_plan_name ?? '', reference_code: row.next_reference_code ?? '' },
  }
}
