import { sql } from 'kysely'
import { addBusinessDays } from '#domain/core/calendar.ts'
import type { Day } from '#domain/core/days.ts'
import type { VisitKind, VisitState, VisitTime } from '#domain/visits/visit.ts'
import { setInstallationDay } from '#server/contracts/transition-queries.ts'
import type { Tx } from '#server/core/tx.ts'
import { insertVisit, insertVisitChange, updateVisit } from '#server/visits/queries.ts'

type DemoVisit = {
  kind: VisitKind
  state: VisitState
  /** Business days after today; 0 is today, and null is without a day. */
  in: number | null
  time: VisitTime
  /** The place of the technician in the list of the company; null without one. */
  technician: number | null
  bring?: string
  note?: string
  reason?: string
}

const DAY: VisitTime = { slot: 'dia', from_time: null, to_time: null }
const MORNING: VisitTime = { slot: 'manana', from_time: null, to_time: null }
const AFTERNOON: VisitTime = { slot: 'tarde', from_time: null, to_time: null }
const between = (from_time: string, to_time: string): VisitTime => ({ slot: 'horas', from_time, to_time })

/** Of the contracts that wait for their installation, in order; the others wait to be assigned. */
const INSTALLATIONS: readonly Omit<DemoVisit, 'kind'>[] = [
  { state: 'planned', in: 0, time: between('08:00', '10:00'), technician: 0, bring: 'ONU, 60 m de fibra, roseta' },
  { state: 'planned', in: 1, time: MORNING, technician: 1, bring: 'ONU y escalera de 6 m' },
  { state: 'moved', in: 2, time: AFTERNOON, technician: 0, reason: 'El cliente pidió otro día' },
]

/** Of contracts in service, one for each; the first is of the client of the demo. */
const OTHERS: readonly DemoVisit[] = [
  { kind: 'revision', state: 'planned', in: 1, time: MORNING, technician: 0, note: 'Dice que se corta en las noches' },
  { kind: 'revision', state: 'planned', in: 0, time: AFTERNOON, technician: 0, bring: 'Medidor de potencia' },
  { kind: 'cambio_equipo', state: 'planned', in: 0, time: AFTERNOON, technician: 0, bring: 'ONU de repuesto' },
  { kind: 'revision', state: 'done', in: 0, time: MORNING, technician: 0 },
  { kind: 'revision', state: 'planned', in: -1, time: AFTERNOON, technician: 0, note: 'Timbre dañado: llamar antes' },
  { kind: 'translado', state: 'planned', in: 1, time: between('14:00', '16:00'), technician: 1 },
  { kind: 'revision', state: 'missed', in: -1, time: MORNING, technician: 1, reason: 'No había nadie en la casa' },
  { kind: 'revision', state: 'cancelled', in: 2, time: DAY, technician: 1, reason: 'El cliente ya tiene señal' },
  { kind: 'reinstalacion', state: 'planned', in: 3, time: DAY, technician: null },
  { kind: 'retiro', state: 'planned', in: null, time: DAY, technician: null, note: 'Recoger ONU y cargador' },
]

/** Creates the visits of a company: of today and of the days around it, in every state, and some to assign. */
export async function createDemoVisits(tx: Tx, today: Day): Promise<void> {
  // Their ids may be of one millisecond, and then in any order.
  const { rows: technicians } = await sql<{ id: string }>`
    select id from users where company_id = (select current_company()) and role = 'technical' order by first_name, id`.execute(
    tx,
  )
  const add = async (contractId: string, { kind, in: days, time, technician, ...rest }: DemoVisit): Promise<void> => {
    const id = await insertVisit(tx, { contract_id: contractId, kind, created_by: 'La demostración' })
    if (id === null) return
    await updateVisit(tx, id, {
      ...time,
      state: rest.state,
      day: days === null ? null : addBusinessDays(today, days),
      technician_id: (technician === null ? undefined : technicians[technician % technicians.length])?.id ?? null,
      bring: rest.bring ?? null,
      note: rest.note ?? null,
      reason: rest.reason ?? null,
    })
    await insertVisitChange(tx, id, 'La demostración')
  }
  for (const [index, id] of (await listWaiting(tx)).entries()) {
    const visit = INSTALLATIONS[index] ?? { state: 'planned' as const, in: null, time: DAY, technician: null }
    await add(id, { kind: 'instalacion', ...visit })
    const technician_id =
      visit.technician === null ? null : (technicians[visit.technician % technicians.length]?.id ?? null)
    await setInstallationDay(tx, id, {
      scheduled_on: visit.in === null ? null : addBusinessDays(today, visit.in),
      technician_id,
    })
  }
  for (const [index, id] of (await listInService(tx)).entries()) {
    const visit = OTHERS[index]
    if (visit) await add(id, visit)
  }
}

/** The contracts that wait for their installation. */
async function listWaiting(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from contracts where company_id = (select current_company()) and status = 'awaiting_installation' order by no_contract`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** The contract of the client of the demo, and some others in service. */
async function listInService(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from contracts c
    join clients k on k.company_id = c.company_id and k.id = c.client_id
    join users u on u.company_id = k.company_id and u.id = k.user_id
    where c.company_id = (select current_company()) and c.status = 'active' and u.is_first_login <> (u.email = u.username)
    order by (u.email = u.username) desc, c.no_contract desc limit 20`.execute(tx)
  return rows.map(({ id }) => id)
}
