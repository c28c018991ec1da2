import { addDays, type Day } from '#domain/core/days.ts'
import type { TechnicianDay } from '#domain/dashboard/api.ts'
import type { Tx } from '#server/core/tx.ts'
import { countVisits, listVisits } from '#server/visits/queries.ts'

const VISITS_MAX = 50

/** DSH-04: the visits of a technician today, those that were left open, and how many there are tomorrow. */
export async function readDay(tx: Tx, technicianId: string, today: Day): Promise<TechnicianDay> {
  const filter = { technician_id: technicianId, ownerId: null, today }
  const first = { offset: 0, limit: VISITS_MAX }
  const tomorrow = addDays(today, 1)
  const [visits, late, count] = await Promise.all([
    listVisits(tx, { ...filter, from: today, to: today }, first),
    listVisits(tx, { ...filter, to: addDays(today, -1), isOpen: true }, first),
    countVisits(tx, { ...filter, from: tomorrow, to: tomorrow, isOpen: true }),
  ])
  return { visits: visits.filter(({ state }) => state !== 'cancelled'), late, tomorrow: count }
}
