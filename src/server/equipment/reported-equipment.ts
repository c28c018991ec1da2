import { Refusal } from '#domain/core/refusal.ts'
import { equipmentName, type ReportedEquipment } from '#domain/equipment/equipment.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { addEquipment, moveEquipment, placeAt, placeWithout } from './equipment-move.ts'
import { listInstalled, lockEquipment } from './queries.ts'

/** A signed report of a contract, as the stock needs it. `moves` null: the report says nothing about equipment. */
type SignedReport = {
  id: string
  contract_id: string
  /** The equipment of the contract is taken back when the report says nothing about it (R2.21). */
  isRemoval: boolean
  moves: readonly ReportedEquipment[] | null
}

/**
 * Moves the equipment that a signed report names: installed at its contract, or taken back from it. Returns what the stock refuses, as
 * sentences for the desk: the report is evidence and is always kept (ACT-12).
 */
export async function moveReported(tx: Tx, ctx: Ctx, report: SignedReport): Promise<string[]> {
  const problems: string[] = []
  if (report.moves === null) {
    if (!report.isRemoval) return problems
    for (const { id } of await listInstalled(tx, report.contract_id)) {
      await moveEquipment(tx, ctx, { id }, placeWithout('returned'), { reportId: report.id })
    }
    return problems
  }
  // In the order of the serials: two reports that name the same pieces lock them in the same order.
  for (const move of report.moves.toSorted((a, b) => (a.serial < b.serial ? -1 : 1))) {
    try {
      await (move.action === 'install' ? install(tx, ctx, report, move) : takeBack(tx, ctx, report, move))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push(error.message)
    }
  }
  return problems
}

/** Installs a piece; one that the stock does not have is added where it is. */
async function install(tx: Tx, ctx: Ctx, report: SignedReport, move: ReportedEquipment): Promise<void> {
  const { serial, kind, brand } = move
  const place = placeAt(report.contract_id)
  if (brand) {
    const row = { kind: kind ?? 'otro', brand, model: null, serial, mac: null, property: 'comodato' as const }
    const id = await addEquipment(tx, ctx, row, place, report.id)
    if (id !== null) {
      await tx.record('equipment.created', {
        entity_id: id,
        after: { name: equipmentName(row), property: row.property },
      })
      return
    }
  }
  const before = await lockEquipment(tx, { serial })
  if (!before) throw new Refusal('conflict', `El equipo ${serial} no está en el inventario: agrégalo`)
  if (before.contract_id !== report.contract_id)
    await moveEquipment(tx, ctx, { serial }, place, { reportId: report.id })
}

async function takeBack(tx: Tx, ctx: Ctx, report: SignedReport, { serial }: ReportedEquipment): Promise<void> {
  const before = await lockEquipment(tx, { serial })
  if (!before) throw new Refusal('conflict', `El equipo ${serial} se recogió y no está en el inventario: agrégalo`)
  if (before.contract_id !== report.contract_id) {
    throw new Refusal(
      'conflict',
      `${equipmentName(before)} se recogió y no figuraba en este contrato: revisa dónde está`,
    )
  }
  await moveEquipment(tx, ctx, { serial }, placeWithout('returned'), { reportId: report.id })
}
