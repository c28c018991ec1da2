import * as z from 'zod/mini'
import { Equipment, type NewEquipment, TechnicalData } from '#domain/installations/equipment.ts'
import type { Report } from '#domain/installations/report.ts'
import type { Tx } from '#server/core/tx.ts'

/** The equipment and the technical data that were saved last; null before the first save. */
export async function getEquipment(tx: Tx, reportId: string): Promise<NonNullable<Report['equipment']> | null> {
  const row = await tx
    .selectFrom('report_equipment')
    .select(['equipment', 'technical_data', 'saved_at', 'saved_by_name'])
    .where('report_id', '=', reportId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...z.parse(Equipment, row.equipment),
    technical_data: z.parse(TechnicalData, row.technical_data),
    saved_at: row.saved_at.toISOString(),
    saved_by: row.saved_by_name,
  }
}

/** Adds a save; the earlier ones stay. */
export async function insertEquipment(
  tx: Tx,
  reportId: string,
  { technical_data, ...equipment }: NewEquipment,
  by: { id: string; name: string },
): Promise<void> {
  await tx
    .insertInto('report_equipment')
    .values({
      report_id: reportId,
      equipment: JSON.stringify(equipment),
      technical_data: JSON.stringify(technical_data),
      saved_by: by.id,
      saved_by_name: by.name,
    })
    .execute()
}
