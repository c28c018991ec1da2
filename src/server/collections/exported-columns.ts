import { BUREAU_STATE_LABELS } from '#domain/collections/bureau.ts'
import { SPARED_LABELS } from '#domain/collections/decision.ts'
import { DECISION_LABELS } from '#domain/collections/preview.ts'

/** The columns of the file of the cuts of a day. */
export const PREVIEW_COLUMNS = [
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Contrato', at: 'no_contract' },
  { header: 'Plan', at: 'plan' },
  { header: 'Municipio', at: 'city' },
  { header: 'Vencido (COP)', at: 'debt' },
  { header: 'Días de mora', at: 'overdue_days' },
  { header: 'Qué se hace', at: 'action', words: DECISION_LABELS },
  { header: 'Por qué no', at: 'reason', words: SPARED_LABELS },
  { header: 'Corte desde', at: 'cut_from' },
] as const

/** The columns of the file of the debts to report to a credit bureau. */
export const BUREAU_COLUMNS = [
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Estado', at: 'state', words: BUREAU_STATE_LABELS },
  { header: 'Día', at: 'on' },
  { header: 'Deuda (COP)', at: 'debt' },
  { header: 'Facturas', at: 'invoices.number' },
  { header: 'Avisos', at: 'notices.written_on' },
  { header: 'Reportada', at: 'reported_on' },
  { header: 'Pagada', at: 'paid_on' },
] as const
