import { notFound } from '#domain/core/refusal.ts'
import { assertMove, type Equipment, type EquipmentState, equipmentName } from '#domain/equipment/equipment.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { insertEquipment, insertMove, listEquipment, lockEquipment, type Place, updatePlace } from './queries.ts'
import { giveUpCharge } from './unreturned.ts'

/** A piece as a caller reads it. The same 404 for a missing one and for one of another company. */
export async function readEquipment(tx: Tx, ctx: Pick<Ctx, 'today'>, id: string): Promise<Equipment> {
  const [equipment] = await listEquipment(tx, { id, today: ctx.today }, { offset: 0, limit: 1 })
  if (!equipment) throw notFound('Ese equipo no existe')
  return equipment
}

export const IN_STORE: Place = { state: 'in_store', technician_id: null, contract_id: null }
/** The place of a piece that no technician and no client has. */
export const placeWithout = (state: Exclude<EquipmentState, 'assigned' | 'at_client'>): Place => ({
  ...IN_STORE,
  state,
})
/** The place of a piece at the address of a contract. */
export const placeAt = (contractId: string): Place => ({
  state: 'at_client',
  technician_id: null,
  contract_id: contractId,
})

/**
 * Moves a piece to a place. It is locked first, so that of two moves at the same time the second one finds the place of the first.
 * Throws Refusal when it cannot go there from where it is. `ofCharge`: what the desk must know of the charge of a piece that came back.
 */
export async function moveEquipment(
  tx: Tx,
  ctx: Pick<Ctx, 'today' | 'actor'>,
  which: { id: string } | { serial: string },
  place: Place,
  about: { note?: string | null; reportId?: string | null } = {},
): Promise<{ equipment: Equipment; ofCharge: string | null }> {
  const before = await lockEquipment(tx, which)
  if (!before) throw notFound('Ese equipo no existe')
  assertMove(before.state, place.state, equipmentName(before))
  const from = await readEquipment(tx, ctx, before.id)
  const ofCharge = place.state === 'lost' ? null : await giveUpCharge(tx, before.id)
  await updatePlace(tx, before.id, place)
  await insertMove(tx, before.id, {
    ...place,
    contract_id: place.contract_id ?? before.contract_id,
    from_state: before.state,
    report_id: about.reportId ?? null,
    note: about.note || null,
    actor_name: ctx.actor.name,
  })
  const after = await readEquipment(tx, ctx, before.id)
  await tx.record('equipment.moved', {
    entity_id: before.id,
    before: placeEventData(from),
    after: { name: equipmentName(after), ...placeEventData(after), note: about.note || null },
  })
  return { equipment: after, ofCharge }
}

const placeEventData = ({ state, technician, no_contract }: Equipment) => ({
  state,
  technician: technician?.name ?? null,
  no_contract,
})

/** Inserts a piece with its first place. Null when its serial or its MAC is stored already. */
export async function addEquipment(
  tx: Tx,
  ctx: Pick<Ctx, 'actor'>,
  row: Parameters<typeof insertEquipment>[1],
  place: Place,
  reportId: string | null = null,
): Promise<string | null> {
  const id = await insertEquipment(tx, row, place)
  if (id === null) return null
  const first = { from_state: null, report_id: reportId, note: null, actor_name: ctx.actor.name }
  await insertMove(tx, id, { ...place, ...first })
  return id
}
