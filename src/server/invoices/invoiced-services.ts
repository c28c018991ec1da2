import { type RawBuilder, sql } from 'kysely'
import { chargeInForce } from '#domain/contracts/charges.ts'
import { reconnectionPrice } from '#domain/contracts/reconnection.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { InvoicedService } from '#domain/invoices/invoiced-service.ts'
import { parameterOn, valueOn } from '#domain/parameters/parameter.ts'
import { CHARGE_KINDS, lineAmounts } from '#domain/taxes/charge.ts'
import { chargeVat, vatRulesOn } from '#domain/taxes/vat.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import { getContractDefaults } from '#server/contracts/defaults-queries.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { readParameters } from '#server/parameters/parameters.ts'

/** An invoice. `service`: what was read together with its contract, of the first day that it bills. */
type Invoiced = {
  contract_id: string | null
  bounds: { from_on: Day } | null
  issued_on: Day
  service?: ServiceRow | undefined
}

/** What a contract, its plan of a day and its signed charges say of its service. */
export type ServiceRow = {
  address: string
  city: string
  prices_include_vat: boolean
  download_speed: string
  upload_speed: string
  signed_cost: Money | null
}

/**
 * The facts of the service of each invoice on its day of issue, in the order of the invoices: its address, the speeds of the plan that
 * it bills, and the price of a reconnection. Undefined for one without a contract. The invoices are of one day.
 */
export async function readInvoicedServices(
  tx: Tx,
  invoices: readonly Invoiced[],
): Promise<(InvoicedService | undefined)[]> {
  const on = invoices[0]?.issued_on
  if (on === undefined) return []
  const [rows, parameters, regimes, defaults] = await Promise.all([
    listServices(
      tx,
      invoices.filter(({ service }) => service === undefined),
    ),
    readParameters(tx),
    readTaxRegimes(tx),
    getContractDefaults(tx),
  ])
  const vat = chargeVat(CHARGE_KINDS.reconnection.vatMode, null, vatRulesOn(parameters, on, regimes))
  const limit = parameterOn(parameters, 'service.reconnection_cap', on)
  const cap = limit?.unit === 'pesos' ? { value: limit.value, legal_basis: limit.legal_basis } : null
  const claim_months = valueOn(parameters, 'billing.claim_months', on)
  return invoices.map((invoice) => {
    const row = invoice.service ?? rows.get(invoice)
    if (row === undefined) return undefined
    const { address, city, download_speed, upload_speed } = row
    const cost = reconnectionPrice(chargeInForce(row.signed_cost, defaults?.reconnection_cost ?? ZERO), cap)
    const reconnection = vat === null ? cost : lineAmounts(cost, 1, vat, row.prices_include_vat).total
    return { address, city, download_speed, upload_speed, reconnection, claim_months }
  })
}

/** The speeds of a plan, as `p`. */
export const speedsOf = (plan: RawBuilder<unknown>) => sql`
  cross join lateral (
    select p.download_speed, p.upload_speed from plans p
    where p.company_id = (select current_company()) and p.id = ${plan} limit 1
  ) p`

/** The price of a reconnection that a contract `c` signed; null without signed charges. */
export const SIGNED_COST = sql`(
  select s.reconnection_cost from contract_charges s
  where s.company_id = (select current_company()) and s.contract_id = c.id order by s.version desc limit 1)`

/** Looks each contract up by key, as `readBillables` does (docs/decisions/0016). */
async function listServices(tx: Tx, invoices: readonly Invoiced[]): Promise<Map<Invoiced | undefined, ServiceRow>> {
  if (invoices.length === 0) return new Map()
  const { rows } = await sql<ServiceRow & { place: number }>`${REPLAN_EACH_TIME}
    select key.place::int - 1 as place, c.address, c.city, c.prices_include_vat, p.download_speed, p.upload_speed, ${SIGNED_COST} as signed_cost
    from unnest(${uuidArray(invoices.map(({ contract_id }) => contract_id))}::uuid[],
      ${plainArray(invoices.map(({ bounds, issued_on }) => bounds?.from_on ?? issued_on))}::date[]) with ordinality key (id, billed_on, place)
    cross join lateral (
      select c.id, c.address, c.city, c.prices_include_vat, c.plan_id, c.active_from from contracts c
      where c.company_id = (select current_company()) and c.id = key.id limit 1
    ) c
    left join lateral (
      select t.plan_id from contract_terms t
      where t.company_id = (select current_company()) and t.contract_id = c.id and t.from_on <= greatest(c.active_from, key.billed_on)
      order by t.from_on desc limit 1
    ) t on true
    ${speedsOf(sql`coalesce(t.plan_id, c.plan_id)`)}`.execute(tx)
  return new Map(rows.map(({ place, ...row }) => [invoices[place], row]))
}
