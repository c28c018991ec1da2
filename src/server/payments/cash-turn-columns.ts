import { TURN_STATE_LABELS } from '#domain/payments/cash-turn.ts'
import type { ExportedList } from '#server/exports/exports.ts'

/** The columns of the file of the turns. */
export const CASH_TURN_COLUMNS: ExportedList['columns'] = [
  { header: 'Turno', at: 'number' },
  { header: 'Caja', at: 'account.name' },
  { header: 'Persona', at: 'person.name' },
  { header: 'Estado', at: 'state', words: TURN_STATE_LABELS },
  { header: 'Abierto', at: 'opened_at' },
  { header: 'Base (COP)', at: 'base' },
  { header: 'Dejado por el turno anterior (COP)', at: 'received.counted' },
  { header: 'Diferencia de la base (COP)', at: 'received.difference' },
  { header: 'Motivo de la base', at: 'received.reason' },
  { header: 'Cerrado', at: 'closed.at' },
  { header: 'Cerrado por', at: 'closed.by' },
  { header: 'Esperado (COP)', at: 'closed.expected' },
  { header: 'Contado (COP)', at: 'closed.counted' },
  { header: 'Diferencia (COP)', at: 'closed.difference' },
  { header: 'Motivo', at: 'closed.reason' },
]
