import { LINE_STATE_LABELS } from '#domain/banks/pairing.ts'

/** The columns of the file of the movements of a bank. */
export const BANK_LINE_COLUMNS = [
  { header: 'Línea', at: 'line' },
  { header: 'Fecha', at: 'on_day' },
  { header: 'Valor (COP)', at: 'amount' },
  { header: 'Referencia', at: 'reference' },
  { header: 'Descripción', at: 'description' },
  { header: 'Estado', at: 'state', words: LINE_STATE_LABELS },
  { header: 'Motivo', at: 'reason' },
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Recibo', at: 'payment.number' },
] as const
