import { canHoldEquipment } from '#domain/contracts/lifecycle.ts'
import { notFound, refuseField } from '#domain/core/refusal.ts'
import { canCorrectMac, equipmentApi, type Move } from '#domain/equipment/api.ts'
import {
  EQUIPMENT_STATE_LABELS,
  equipmentName,
  LINES_MAX,
  lineProblem,
  readLines,
} from '#domain/equipment/equipment.ts'
import { findContract } from '#server/contracts/contract-change.ts'
import { getTechnician, lockContract } from '#server/contracts/contract-queries.ts'
import type { Ctx } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { addEquipment, IN_STORE, moveEquipment, placeAt, placeWithout, readEquipment } from './equipment-move.ts'
import {
  countEquipment,
  hasOther,
  listEquipment,
  listMoves,
  lockEquipment,
  type Place,
  updateNumbers,
} from './queries.ts'
import { chargeUnreturned, ofContract } from './unreturned.ts'

const REPEATED = 'Ya hay un equipo con ese serial o esa MAC'

export const equipment = implement(equipmentApi, {
  list: (ctx, { query }) =>
    ctx.tx((tx) => {
      const filter = { ...query, today: ctx.today }
      return listReply(query, {
        rows: (range) => listEquipment(tx, filter, range),
        total: () => countEquipment(tx, filter),
        whole: ctx.wholeList,
      })
    }),

  get: (ctx, { params }) =>
    ctx.tx(async (tx) => ({
      data: { ...(await readEquipment(tx, ctx, params.id)), moves: await listMoves(tx, params.id) },
    })),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const { serial, mac, model, ...fields } = body.equipment
      const row = { ...fields, model: model || null, serial: serial || null, mac: mac || null }
      const id = await addEquipment(tx, ctx, row, IN_STORE)
      if (id === null) throw refuseField('duplicate', 'equipment.serial', REPEATED)
      await tx.record('equipment.created', {
        entity_id: id,
        after: { name: equipmentName(row), property: row.property },
      })
      return { data: await readEquipment(tx, ctx, id), message: 'Equipo agregado a la bodega' }
    }),

  importLines: (ctx, { body: { equipment: asked } }) =>
    ctx.tx(async (tx) => {
      const { kind, brand, model, property } = asked
      const lines = readLines(asked.lines)
      if (lines.length > LINES_MAX) {
        throw refuseField('refused', 'equipment.lines', `Pega hasta ${LINES_MAX} líneas por vez`)
      }
      const errors: { line: number; problem: string }[] = []
      for (const { line, serial, mac } of lines) {
        const problem = lineProblem({ serial, mac })
        const row = { kind, brand, property, model: model || null, serial, mac }
        const id = problem === null ? await addEquipment(tx, ctx, row, IN_STORE) : null
        if (id === null) errors.push({ line, problem: `${serial}: ${problem ?? REPEATED}` })
      }
      const created = lines.length - errors.length
      if (created === 0)
        throw refuseField('refused', 'equipment.lines', errors[0]?.problem ?? 'Pega al menos un serial')
      await tx.record('equipment.imported', { after: { name: brand, created, refused: errors.length } })
      const message = created === 1 ? 'Agregamos 1 equipo' : `Agregamos ${created} equipos`
      return { data: { created, errors }, message: errors.length === 0 ? message : `${message}; ${errors.length} no` }
    }),

  update: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const before = await lockEquipment(tx, { id: params.id })
      if (!before) throw notFound('Ese equipo no existe')
      const { serial, mac } = body.equipment
      const numbers = { serial: serial || before.serial, mac: mac || before.mac }
      if (before.serial !== null && numbers.serial !== before.serial) {
        throw refuseField('conflict', 'equipment.serial', 'Este equipo ya tiene su serial, que no cambia')
      }
      if (before.mac !== null && numbers.mac !== before.mac && !canCorrectMac(ctx.actor.role)) {
        throw refuseField('conflict', 'equipment.mac', 'Este equipo ya tiene su MAC: pide a la bodega que la corrija')
      }
      if (await hasOther(tx, before.id, numbers)) throw refuseField('duplicate', 'equipment.serial', REPEATED)
      await updateNumbers(tx, before.id, numbers)
      const data = await readEquipment(tx, ctx, before.id)
      await tx.record('equipment.updated', {
        entity_id: before.id,
        before: { serial: before.serial, mac: before.mac },
        after: { name: equipmentName(data), ...numbers },
      })
      return { data, message: 'Equipo actualizado' }
    }),

  move: (ctx, { params, body: { note, ...target } }) =>
    ctx.tx(async (tx) => {
      const place = await placeOf(tx, ctx, target)
      const { equipment: data, ofCharge } = await moveEquipment(tx, ctx, { id: params.id }, place, {
        note: note ?? null,
      })
      const message = `${equipmentName(data)}: ${EQUIPMENT_STATE_LABELS[data.state].toLowerCase()}`
      return { data, message: ofCharge === null ? message : `${message}. ${ofCharge}` }
    }),

  ofContract,
  charge: chargeUnreturned,
})

/** The place of the body of a move. Throws Refusal without its technician or its contract. */
async function placeOf(tx: Tx, ctx: Ctx, { to, technician_id, no_contract }: Omit<Move, 'note'>): Promise<Place> {
  if (to === 'at_client') {
    if (no_contract === undefined) throw refuseField('refused', 'no_contract', 'Escribe el contrato')
    // A termination at the same time waits, and sets the day of the pick-up.
    await lockContract(tx, no_contract)
    const contract = await findContract(tx, ctx, no_contract)
    if (!canHoldEquipment(contract.status)) {
      throw refuseField('conflict', 'no_contract', 'Ese contrato no tiene servicio')
    }
    return placeAt(contract.id)
  }
  if (to !== 'assigned') return placeWithout(to)
  if (technician_id === undefined || !(await getTechnician(tx, technician_id))) {
    throw refuseField('refused', 'technician_id', 'Elige un técnico activo de la empresa')
  }
  return { ...IN_STORE, state: to, technician_id }
}
