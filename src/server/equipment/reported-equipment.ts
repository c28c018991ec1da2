import { Refusal } from '#domain/core/refusal.ts'
import { equipmentName, type ReportedEquipment, type StoredMove, serialLabel } from '#domain/equipment/equipment.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { addEquipment, moveEquipment, placeAt, placeWithout } from './equipment-move.ts'
import { listLent, listNamed, lockEquipment } from './queries.ts'

/** A signed report of a contract, as the stock needs it. `moves` null: the report says nothing about equipment. */
type SignedReport = {
  id: string
  contract_id: string
  /** Equipment can be installed at the contract: it is signed, and not over. */
  holdsEquipment: boolean
  /** The equipment of the contract is taken back when the report says nothing about it (R2.21). */
  isRemoval: boolean
  moves: readonly ReportedEquipment[] | null
}

/** What a report did in the stock: the pieces that it took back without a name, and what the stock refuses, as sentences for the desk. */
type Moved = { taken: readonly StoredMove[]; problems: string[] }

/**
 * Moves the equipment that a signed report names: installed at its contract, or taken back from it. A removal that names no piece takes
 * back all that was lent; its report lists each, as the proof of the client. The report is always kept (ACT-12).
 */
export async function moveReported(tx: Tx, ctx: Ctx, report: SignedReport): Promise<Moved> {
  const problems: string[] = []
  const taken: StoredMove[] = []
  if (report.moves === null) {
    const lent = report.isRemoval ? await listLent(tx, report.contract_id) : []
    for (const piece of lent) {
      const { kind, brand } = piece
      const isMoved = await collect(problems, () => takeBackLent(tx, ctx, report, piece.id))
      if (isMoved) taken.push({ serial: serialLabel(piece), action: 'return', kind, brand })
    }
    return { taken, problems }
  }
  // In the order of the serials: two reports that name the same pieces lock them in the same order.
  for (const move of report.moves.toSorted((a, b) => (a.serial < b.serial ? -1 : 1))) {
    await collect(problems, () =>
      move.action === 'install' ? install(tx, ctx, report, move) : takeBack(tx, ctx, report, move),
    )
  }
  return { taken, problems }
}

/**
 * The moves of a report with the kind and the brand of each piece that the stock has: the technician writes only those of a new one, and
 * the paper names every piece as it was on that day (ACT-12).
 */
export async function nameReported(tx: Tx, moves: readonly ReportedEquipment[]): Promise<ReportedEquipment[]> {
  if (moves.length === 0) return []
  const stock = await listNamed(
    tx,
    moves.map(({ serial }) => serial),
  )
  return moves.map((move) => {
    const piece = stock.find(({ serial }) => serial === move.serial)
    return piece ? { ...move, kind: move.kind ?? piece.kind, brand: move.brand || piece.brand } : move
  })
}

/** Does one move; a refusal, and what the desk must know of the charge of the piece, are added to the problems. False when it is refused. */
async function collect(problems: string[], move: () => Promise<string | null>): Promise<boolean> {
  try {
    const ofCharge = await move()
    if (ofCharge !== null) problems.push(ofCharge)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problems.push(error.message)
    return false
  }
}

/** Installs a piece; one that the stock does not have is added where it is. */
async function install(tx: Tx, ctx: Ctx, report: SignedReport, move: ReportedEquipment): Promise<string | null> {
  const { serial, kind, brand } = move
  if (!report.holdsEquipment) {
    throw new Refusal('conflict', `El equipo ${serial} no se movió en el inventario: este contrato no tiene servicio`)
  }
  const place = placeAt(report.contract_id)
  if (brand) {
    const row = { kind: kind ?? 'otro', brand, model: null, serial, mac: null, property: 'comodato' as const }
    const id = await addEquipment(tx, ctx, row, place, report.id)
    if (id !== null) {
      await tx.record('equipment.created', {
        entity_id: id,
        after: { name: equipmentName(row), property: row.property },
      })
      return null
    }
  }
  const before = await lockEquipment(tx, { serial })
  if (!before) throw new Refusal('conflict', `El equipo ${serial} no está en el inventario: agrégalo`)
  if (before.contract_id === report.contract_id) return null
  return (await moveEquipment(tx, ctx, { serial }, place, { reportId: report.id })).ofCharge
}

async function takeBack(tx: Tx, ctx: Ctx, report: SignedReport, { serial }: ReportedEquipment): Promise<string | null> {
  const before = await lockEquipment(tx, { serial })
  if (!before) throw new Refusal('conflict', `El equipo ${serial} se recogió y no está en el inventario: agrégalo`)
  if (before.contract_id !== report.contract_id) {
    throw new Refusal(
      'conflict',
      `${equipmentName(before)} se recogió y no figuraba en este contrato: revisa dónde está`,
    )
  }
  return (await moveEquipment(tx, ctx, { serial }, placeWithout('returned'), { reportId: report.id })).ofCharge
}

/** Takes back a piece that was lent to the contract when the report began. Throws Refusal when another user moved it meanwhile. */
async function takeBackLent(tx: Tx, ctx: Ctx, report: SignedReport, id: string): Promise<string | null> {
  const before = await lockEquipment(tx, { id })
  if (before && before.contract_id !== report.contract_id) {
    throw new Refusal('conflict', `${equipmentName(before)} ya no figuraba en este contrato: revisa dónde está`)
  }
  return (await moveEquipment(tx, ctx, { id }, placeWithout('returned'), { reportId: report.id })).ofCharge
}
