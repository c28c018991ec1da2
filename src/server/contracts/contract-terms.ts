import { plannedPermanenceOf } from '#domain/contracts/clause.ts'
import { contractNumbersOn } from '#domain/contracts/contract-numbers.ts'
import { installationDueOn } from '#domain/contracts/deadlines.ts'
import { exitPrice } from '#domain/contracts/paid.ts'
import { permanenceEndsOn, permanenceTable } from '#domain/contracts/permanence.ts'
import type { Choices } from '#domain/contracts/signature.ts'
import type { SignedTerms } from '#domain/contracts/signed-terms.ts'
import type { ChangeReason } from '#domain/contracts/version.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { ZERO } from '#domain/core/money.ts'
import { serviceVat, vatRulesOn } from '#domain/taxes/vat.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import { acceptsElectronicInvoice } from '#server/consents/consents.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { getHeldSince } from './cession-queries.ts'
import { getSignedCharges } from './contract-charges.ts'
import type { ContractRow } from './contract-queries.ts'
import { getContractDefaults } from './defaults-queries.ts'
import { getContractValues, getEquipmentValues } from './equipment-values-queries.ts'
import { getContractParties, getPlanSpeeds } from './terms-queries.ts'

/** The terms of a draft on a day, and what its client may choose. */
export type OfferedTerms = { terms: SignedTerms; isElectronicAccepted: boolean }

/** The terms that the client would sign on a day. The permanence clause is the offered one, not accepted yet; null without one. */
export async function readOfferedTerms(tx: Tx, contract: ContractRow, on: Day): Promise<OfferedTerms> {
  const terms = await readCommonTerms(tx, contract, on)
  const months = contract.permanence_months
  const hasClause = months > 0 && contract.discounted_value > 0
  return {
    isElectronicAccepted: terms.accepts_electronic_invoice,
    terms: {
      ...terms,
      permanence: hasClause
        ? {
            months,
            from_on: on,
            ends_on: permanenceEndsOn(on, months),
            table: permanenceTable(contract.discounted_value, months),
            is_accepted: false,
          }
        : null,
    },
  }
}

/** The terms with the choices of the client. A declined clause is not in the text, nor the discount that it was given for (R2.8). */
export function chosenTerms({ terms, isElectronicAccepted }: OfferedTerms, chosen: Choices): SignedTerms {
  const permanence =
    chosen.accepts_permanence && terms.permanence !== null ? { ...terms.permanence, is_accepted: true } : null
  return {
    ...terms,
    permanence,
    has_declined_permanence: terms.permanence !== null && permanence === null,
    accepts_renewal: chosen.accepts_renewal,
    discounted_value: permanence === null ? ZERO : terms.discounted_value,
    accepts_electronic_invoice: chosen.accepts_electronic_invoice || isElectronicAccepted,
  }
}

/** The terms of a signed contract on a day, with its plan from a later day when it changes. `change`: the sentence of the change. */
export async function readSignedTerms(
  tx: Tx,
  contract: ContractRow,
  { on, change, vat_from_on = null }: { on: Day; change: string | null; vat_from_on?: Day | null },
): Promise<SignedTerms> {
  const terms = await readCommonTerms(tx, contract, on)
  const clause = plannedPermanenceOf(contract, on, false)
  // The table that the client accepted: another VAT of the service does not raise it.
  const table = clause?.table.map((value) => exitPrice(value, contract.signed_vat_bps, terms)) ?? []
  return { ...terms, change, vat_from_on, permanence: clause && { ...clause, table, is_accepted: true } }
}

/** The sentence of a change in the text after it. `on`: the first day of the change. */
export const CHANGE_SENTENCES: Readonly<Record<ChangeReason, (contract: ContractRow, on: Day) => string>> = {
  plan_change: ({ next_plan_name, plan_name }, on) =>
    `Cambio de plan: el plan ${next_plan_name ?? plan_name} rige desde el ${dayLabel(on)}. Lo demás sigue igual.`,
  plan_kept: ({ plan_name }) => `Cambio de plan anulado: el contrato sigue con el plan ${plan_name}.`,
  transfer: ({ address, city }, on) =>
    `Traslado: el servicio se presta en ${address}, ${city}, desde el ${dayLabel(on)}. Lo demás sigue igual.`,
  cession: ({ client_name }, on) =>
    `Cesión: el titular es ${client_name} desde el ${dayLabel(on)}. Lo demás sigue igual.`,
  termination_withdrawn: ({ plan_name }) => `Retiro anulado: el contrato sigue, con el plan ${plan_name}.`,
}

async function readCommonTerms(tx: Tx, contract: ContractRow, on: Day): Promise<SignedTerms> {
  const { company, client } = await getContractParties(tx, contract.client_id)
  const parameters = await readParameters(tx)
  const defaults = await getContractDefaults(tx)
  const numbers = contractNumbersOn(parameters, on)
  const rules = vatRulesOn(parameters, on, await readTaxRegimes(tx))
  const signedOn = contract.signed_at === null ? on : dayOf(contract.signed_at)
  return {
    no_contract: contract.no_contract,
    change: null,
    company,
    client,
    place: contract,
    plan: await nextPlanOf(tx, contract),
    price: contract.next_price ?? contract.price,
    until_next: untilNext(contract),
    price_includes_vat: contract.price_includes_vat,
    is_vat_responsible: rules.isResponsible,
    vat: serviceVat(contract, rules),
    vat_from_on: null,
    date_contract: contract.date_contract,
    billing_cut_day: contract.billing_cut_day,
    connection_cost: contract.connection_cost,
    discounted_value: contract.discounted_value,
    signed_on: signedOn,
    ceded_on: contract.signed_at === null ? null : await getHeldSince(tx, contract.id),
    installation_due_on: contract.installation_due_on ?? installationDueOn(signedOn, numbers.installationDays),
    active_from: contract.active_from,
    permanence: null,
    has_declined_permanence: false,
    accepts_renewal: contract.accepts_renewal,
    accepts_electronic_invoice: await acceptsElectronicInvoice(tx, contract.client_id),
    // The charges and the values of the signature go with the contract: a change that the client asks for does not change them.
    charges: (contract.signed_at === null ? null : await getSignedCharges(tx, contract.id)) ?? defaults ?? null,
    equipment_values: await (contract.signed_at === null ? getEquipmentValues(tx) : getContractValues(tx, contract.id)),
    numbers,
  }
}

/** The plan of a contract, or the one that follows it. */
async function nextPlanOf(tx: Tx, contract: ContractRow): Promise<SignedTerms['plan']> {
  const { next_plan_id: next, next_plan_name } = contract
  if (next === null) return { ...contract, name: contract.plan_name }
  return { ...(await getPlanSpeeds(tx, next)), name: next_plan_name ?? '' }
}

/** The plan until the one that follows it begins; null when none follows. */
const untilNext = ({ next_from_on, plan_name, price }: ContractRow): SignedTerms['until_next'] =>
  next_from_on === null ? null : { next_from_on, plan_name, price }
