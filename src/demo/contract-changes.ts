import { sql } from 'kysely'
import { cessionAnswerBy, cessionEffectiveOn } from '#domain/contracts/cession.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import { billedPeriods } from '#server/contracts/billed-periods.ts'
import { decideCession, getOpenCession, insertCession, setCededOn } from '#server/contracts/cession-queries.ts'
import { rulesOn } from '#server/contracts/contract-change.ts'
import { insertTransfer } from '#server/contracts/transfer-queries.ts'
import { applyTransfer } from '#server/contracts/transfers.ts'
import type { Tx } from '#server/core/tx.ts'
import { placeOf } from '#server/places/places.ts'

type DemoContract = {
  id: string
  no_contract: string
  client_id: string
  billing_cut_day: number
  department: string
  city: string
  segment: Segment
  stratum: number | null
  moves_on: Day | null
}

/**
 * The contracts of a company that change: a transfer on the day of the visit that is planned for it, one that was made today, a
 * cession that waits for its answer, and one that is accepted and has its day at the next period. `charge`: of a transfer, in pesos.
 */
export async function createDemoChanges(tx: Tx, at: { today: Day; now: Date }, charge: number): Promise<void> {
  const [planned] = await listWithVisit(tx)
  const [moved, asked, accepted, receiver] = await listOld(tx)
  if (planned?.moves_on) await transfer(tx, planned, { on: planned.moves_on, address: 'Calle 34 # 18-52', charge })
  if (moved) {
    await transfer(tx, moved, { on: at.today, address: 'Carrera 20 # 11-07 Casa 2', charge })
    await applyTransfer(tx, moved, at.today, at.today)
  }
  if (!asked || !accepted || !receiver) return
  await cede(tx, asked, { to: receiver, requested_on: addDays(at.today, -3) }, at.today)
  await cede(tx, accepted, { to: receiver, requested_on: addDays(at.today, -8) }, at.today)
  await accept(tx, accepted, at)
}

async function transfer(
  tx: Tx,
  { id, no_contract, department, city, segment, stratum }: DemoContract,
  { on, address, charge }: { on: Day; address: string; charge: number },
): Promise<void> {
  await insertTransfer(tx, id, {
    ...placeOf(department, city),
    address,
    latitude: null,
    longitude: null,
    segment,
    stratum: segment === 'residential' ? (stratum ?? 3) : stratum,
    moves_on: on,
    charge: pesos(charge),
  })
  await tx.record('contract.transfer_planned', {
    entity_id: id,
    after: { no_contract, moves_on: on, new_address: address, new_city: city },
  })
}

async function cede(
  tx: Tx,
  { id, no_contract, client_id }: DemoContract,
  { to, requested_on }: { to: DemoContract; requested_on: Day },
  today: Day,
): Promise<void> {
  const answer_by = cessionAnswerBy(requested_on, (await rulesOn(tx, today)).cessionAnswer)
  const request = { contract_id: id, from_client_id: client_id, to_client_id: to.client_id, requested_on, answer_by }
  await insertCession(tx, request)
  await tx.record('contract.cession_requested', { entity_id: id, after: { no_contract, requested_on, answer_by } })
}

async function accept(
  tx: Tx,
  { id, no_contract, billing_cut_day }: DemoContract,
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  const open = await getOpenCession(tx, id)
  if (!open) return
  const billedUntil = await billedPeriods().billedUntil(tx, id, today)
  const effective_on = cessionEffectiveOn(addDays(today, 1), billedUntil, billing_cut_day)
  const acceptance = 'Carta firmada, que queda en los anexos'
  await decideCession(tx, open.id, { at: now, reason: acceptance, effective_on })
  await setCededOn(tx, id, effective_on)
  await tx.record('contract.cession_accepted', {
    entity_id: id,
    after: { no_contract, new_client: open.to_name, effective_on, acceptance },
  })
}

/** The contract with a planned visit for its transfer, and the day of the visit. */
async function listWithVisit(tx: Tx): Promise<DemoContract[]> {
  const { rows } = await sql<DemoContract>`
    select c.id, c.no_contract, c.client_id, c.billing_cut_day, c.department, c.city, c.segment, c.stratum, v.day as moves_on
    from visits v join contracts c on c.company_id = v.company_id and c.id = v.contract_id
    where v.company_id = (select current_company()) and v.kind = 'translado' and v.state = 'planned' and v.day is not null
    limit 1`.execute(tx)
  return rows
}

/** The first contracts are left as they are: they are the ones that a new user opens. */
const SKIPPED = 30

/** Old contracts in service of people, without those of the demo accounts. */
async function listOld(tx: Tx): Promise<DemoContract[]> {
  const { rows } = await sql<DemoContract>`
    select c.id, c.no_contract, c.client_id, c.billing_cut_day, c.department, c.city, c.segment, c.stratum, null::date as moves_on from contracts c
    join clients k on k.company_id = c.company_id and k.id = c.client_id
    left join users u on u.company_id = k.company_id and u.id = k.user_id
    where c.company_id = (select current_company()) and c.status = 'active' and c.segment = 'residential' and c.stratum is not null
      and u.email is distinct from u.username and k.type_identification = 'CC'
    order by c.no_contract offset ${SKIPPED} limit 4`.execute(tx)
  return rows
}
