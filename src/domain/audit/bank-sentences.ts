import type { EventName } from '#domain/core/event.ts'
import { fieldText, type Sentence } from './field-text.ts'

/** The sentences of the events of banks. */
export const BANK_SENTENCES = {
  'bank_file.loaded': (event) =>
    `cargó el archivo de banco ${fieldText(event, 'file')}: ${fieldText(event, 'movements')} movimientos`,
  'bank_file.removed': (event) => `quitó el archivo de banco ${fieldText(event, 'file')}, sin pagos registrados`,
  'bank_layout.saved': (event) =>
    `dijo qué trae cada columna de los archivos de la cuenta ${fieldText(event, 'account')}`,
  'bank_line.paid': (event) => `registró como pago un movimiento del banco, recibo ${fieldText(event, 'number')}`,
  'bank_line.ignored': (event) => `descartó un movimiento del banco: ${fieldText(event, 'reason')}`,
  'bank_line.restored': () => 'dejó otra vez por revisar un movimiento del banco',
  'bank_agreement.saved': () => 'guardó el convenio de recaudo con el banco',
  'bank_agreement.removed': () => 'quitó el convenio de recaudo con el banco',
} satisfies Partial<Record<EventName, Sentence>>
