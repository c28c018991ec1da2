import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Municipality } from '#domain/places/place.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray, uuidArray } from '#server/db/arrays.ts'
import { dayStart } from '#server/db/days.ts'
import { lockNumbers, takeNumbers } from '#server/ledger/numbers.ts'

/**
 * A contract of another system. `price`: what it costs; null for the price of its plan. `suspended_from`: the first day of its suspension
 * for arrears; null for an active one.
 */
export type ListedContract = {
  id: string
  client_id: string
  plan_code: string | null
  price: Money | null
  from_on: Day
  suspended_from: Day | null
  address: string | null
  place: Municipality
}

/** The cut day of a company without contract defaults: the last day of the month. */
const LAST_DAY = 31

/**
 * Inserts contracts of another system: active or suspended, at its own price or that of its plan today, without a signature in Enlace:
 * they were signed on the day of the contract. Throws a Refusal 'conflict' when a plan is no longer there.
 */
export async function insertContracts(
  tx: Tx,
  contracts: readonly ListedContract[],
  company: { initial_letter: string; prices_include_vat: boolean },
): Promise<void> {
  if (contracts.length === 0) return
  const ids = uuidArray(contracts.map(({ id }) => id))
  const places = contracts.map(({ place }) => place)
  const defaults = await tx.selectFrom('contract_defaults').select('billing_cut_day').executeTakeFirst()
  const first = await takeNumbers(tx, await lockNumbers(tx, 'contract', company.initial_letter), contracts.length)
  const { numAffectedRows } = await sql`
    insert into contracts (id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, segment, stratum,
      date_contract, billing_cut_day, prices_include_vat, signed_at, active_from)
    select n.id, ${company.initial_letter} || '-' || lpad(n.number::text, 6, '0'), p.id, n.status, k.id, n.address, n.department, n.city,
      n.code, k.segment, k.stratum, n.from_on, ${defaults?.billing_cut_day ?? LAST_DAY}, ${company.prices_include_vat},
      least(now(), ${dayStart(sql`n.from_on`)}), n.from_on
    from unnest(${ids}::uuid[], ${plainArray(contracts.map((_, index) => first + index))}::bigint[],
      ${uuidArray(contracts.map(({ client_id }) => client_id))}::uuid[], ${textArray(contracts.map(({ plan_code }) => plan_code))}::text[],
      ${plainArray(contracts.map(({ from_on }) => from_on))}::date[],
      ${plainArray(contracts.map(({ suspended_from }) => (suspended_from === null ? 'active' : 'suspended')))}::text[],
      ${textArray(contracts.map(({ address }) => address))}::text[], ${textArray(places.map(({ department }) => department))}::text[],
      ${textArray(places.map(({ municipality }) => municipality))}::text[], ${plainArray(places.map(({ code }) => code))}::text[]
    ) n (id, number, client_id, plan_code, from_on, status, address, department, city, code)
    cross join lateral (select * from clients k where k.company_id = (select current_company()) and k.id = n.client_id offset 0) k
    join plans p on p.company_id = (select current_company()) and p.reference_code = n.plan_code`.execute(tx)
  // The rows were checked against the plans before this transaction: a plan removed since then leaves its clients without a contract.
  if (numAffectedRows !== BigInt(contracts.length)) {
    throw new Refusal('conflict', 'Los planes cambiaron mientras leíamos el archivo. Vuelve a subirlo.')
  }
  await sql`
    insert into contract_terms (contract_id, from_on, plan_id, plan_name, price)
    select c.id, c.active_from, p.id, p.name, coalesce(n.price, p.price)
    from unnest(${ids}::uuid[], ${plainArray(contracts.map(({ price }) => price))}::bigint[]) n (id, price)
    cross join lateral (select * from contracts c where c.company_id = (select current_company()) and c.id = n.id offset 0) c
    join plans p on p.company_id = c.company_id and p.id = c.plan_id`.execute(tx)
  const suspended = contracts.filter(({ suspended_from }) => suspended_from !== null)
  if (suspended.length === 0) return
  await sql`
    insert into suspension_intervals (contract_id, kind, from_on, is_imported)
    select s.id, 'arrears', s.from_on, true from unnest(${uuidArray(suspended.map(({ id }) => id))}::uuid[],
      ${plainArray(suspended.map(({ suspended_from }) => suspended_from))}::date[]) s (id, from_on)`.execute(tx)
}
