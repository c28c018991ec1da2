import { fieldText, type Sentence } from './field-text.ts'

/** The sentences of the notices before a report to a credit bureau. */
export const BUREAU_SENTENCES = {
  'bureau_policy.saved': (event) =>
    `${event.after?.['is_on'] === true ? 'encendió' : 'apagó'} los avisos antes de un reporte a la central «${fieldText(event, 'bureau')}»`,
  'bureau.worked': (event) =>
    `puso ${fieldText(event, 'opened')} deudas en la lista de centrales de riesgo y escribió ${fieldText(event, 'written')} avisos`,
  'bureau.notice_written': (event) =>
    `escribió a ${fieldText(event, 'client')} el aviso ${fieldText(event, 'number')} antes de un reporte a la central «${fieldText(event, 'bureau')}»`,
  'bureau.reported': (event) =>
    `marcó la deuda de ${fieldText(event, 'client')} como reportada a una central de riesgo`,
  'bureau.updated': (event) => `marcó el pago de ${fieldText(event, 'client')} como actualizado en la central`,
  'bureau.paper_sent': (event) =>
    `registró la carta a ${fieldText(event, 'client')} antes de un reporte a la central «${fieldText(event, 'bureau')}»`,
  'bureau.dispute_notified': (event) => `marcó que la central ya sabe del reclamo de ${fieldText(event, 'client')}`,
  'bureau.left_out': (event) =>
    `sacó a ${fieldText(event, 'client')} de la lista de centrales de riesgo: «${fieldText(event, 'reason')}»`,
} satisfies Record<string, Sentence>
