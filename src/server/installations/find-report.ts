import { notFound } from '#domain/core/refusal.ts'
import type { Report } from '#domain/installations/report.ts'
import { findContract } from '#server/contracts/contract-change.ts'
import type { ContractRow } from '#server/contracts/contract-queries.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { getEquipment } from './equipment-queries.ts'
import { reportOf } from './report-of.ts'
import { getReport, getReportOf, isReportOfUser, type ReportRecord } from './report-queries.ts'

type Named = { report?: string | undefined; identification?: string | undefined }

/** A visible contract. The same 404 when the identification of the address is not the client's (ACT-01). */
export async function findVisited(tx: Tx, ctx: Ctx, no: string, { identification }: Named): Promise<ContractRow> {
  const contract = await findContract(tx, ctx, no)
  if (identification !== undefined && identification !== contract.identification)
    throw notFound('Ese contrato no existe')
  return contract
}

/** The latest report of a visible contract, or the named one. */
export async function findReport(tx: Tx, ctx: Ctx, no: string, query: Named): Promise<ReportRecord> {
  const contract = await findVisited(tx, ctx, no, query)
  const row = await getReportOf(tx, contract.id, query.report)
  if (!row) throw notFound(query.report === undefined ? 'Este contrato todavía no tiene actas' : 'Esa acta no existe')
  return row
}

/** A report by its id: any of the company for the staff, the own ones for a client. */
export async function findReportById(tx: Tx, { actor }: Ctx, id: string): Promise<ReportRecord> {
  const row = await getReport(tx, id)
  if (!row || (actor.role === 'client' && !(await isReportOfUser(tx, id, actor.userId))))
    throw notFound('Esa acta no existe')
  return row
}

/** The report for its reader: the task only for the staff, the equipment only for the role network. */
export async function shownReport(tx: Tx, { actor }: Ctx, row: ReportRecord): Promise<Report> {
  const report = reportOf(row, { forStaff: actor.role !== 'client' })
  return actor.role === 'network' ? { ...report, equipment: await getEquipment(tx, row.id) } : report
}

/** The fields of a report that every event of it has. */
export const reportEventData = ({ consecutive, contract }: Report) => ({
  consecutive,
  city: contract.city,
  no_contract: contract.no_contract,
})
