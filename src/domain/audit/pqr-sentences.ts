import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import { fieldText } from './field-text.ts'

/** What happened to the cases of a company, and to what they need. */
export const PQR_SENTENCES = {
  'pqr.filed': (event) => `radicó la PQR ${fieldText(event, 'reference')}`,
  'pqr.taken': (event) => `tomó la PQR ${fieldText(event, 'reference')}`,
  'pqr.assigned': (event) => `asignó la PQR ${fieldText(event, 'reference')} a ${fieldText(event, 'assignee')}`,
  'pqr.classified': (event) => `corrigió el tema de la PQR ${fieldText(event, 'reference')}`,
  'pqr.messaged': (event) =>
    event.after?.['is_internal'] === true
      ? `dejó una nota interna en la PQR ${fieldText(event, 'reference')}`
      : `escribió en la PQR ${fieldText(event, 'reference')}`,
  'pqr.info_requested': (event) => `pidió más datos en la PQR ${fieldText(event, 'reference')}`,
  'pqr.file_added': (event) => `agregó un archivo a la PQR ${fieldText(event, 'reference')}`,
  'pqr.extended': (event) =>
    `prorrogó la respuesta de la PQR ${fieldText(event, 'reference')} hasta el ${fieldText(event, 'answer_by')}`,
  'pqr.answered': (event) => `respondió la PQR ${fieldText(event, 'reference')}`,
  'pqr.silence_applied': (event) => `aplicó el silencio positivo a la PQR ${fieldText(event, 'reference')}`,
  'pqr.task_done': (event) => `hizo una tarea de la PQR ${fieldText(event, 'reference')}`,
  'pqr.visit_planned': (event) => `pidió una visita para la PQR ${fieldText(event, 'reference')}`,
  'pqr.appealed': (event) => `interpuso un recurso en la PQR ${fieldText(event, 'reference')}`,
  'pqr.window_closed': (event) => `cerró la PQR ${fieldText(event, 'reference')}: se venció el plazo del recurso`,
  'pqr.window_ended': (event) =>
    `dejó abierta por sus tareas la PQR ${fieldText(event, 'reference')}, cuyo plazo del recurso se venció`,
  'pqr.not_notified': (event) =>
    `avisó que la respuesta de la PQR ${fieldText(event, 'reference')} no le llegó al usuario`,
  'pqr.delivered': (event) => `registró que entregó la respuesta de la PQR ${fieldText(event, 'reference')}`,
  'pqr.term_moved': (event) =>
    `contó el plazo del recurso de la PQR ${fieldText(event, 'reference')} desde el día en que se notificó la respuesta`,
  'pqr.transfer_due': (event) => `avisó que hoy vence el traslado a la SIC de la PQR ${fieldText(event, 'reference')}`,
  'pqr.transferred': (event) => `trasladó a la SIC la PQR ${fieldText(event, 'reference')}`,
  'pqr.sic_decided': (event) => `registró la decisión de la SIC sobre la PQR ${fieldText(event, 'reference')}`,
  'pqr.closed': (event) => `cerró la PQR ${fieldText(event, 'reference')}`,
  'pqr.withdrawn': (event) =>
    `${event.after?.['side'] === 'empresa' ? 'registró el desistimiento' : 'desistió'} de la PQR ${fieldText(event, 'reference')}`,
  'pqr.invoice_linked': (event) =>
    `vinculó la factura ${fieldText(event, 'invoice')} a la PQR ${fieldText(event, 'reference')}`,
  'pqr.claim_raised': (event) =>
    `agregó valor al reclamo de la factura ${fieldText(event, 'invoice')} en la PQR ${fieldText(event, 'reference')}`,
  'pqr.rated': (event) => `calificó con ${fieldText(event, 'satisfaction')} la PQR ${fieldText(event, 'reference')}`,
  'pqr.cun_set': (event) => `agregó el CUN a la PQR ${fieldText(event, 'reference')}`,
  'pqr.template_saved': (event) => `guardó la plantilla de PQR ${fieldText(event, 'name')}`,
  'pqr.template_removed': (event) => `quitó la plantilla de PQR ${fieldText(event, 'name')}`,
  'pqr.range_saved': (event) => `guardó el rango de CUN de ${fieldText(event, 'year')}`,
  'pqr.code_saved': (event) => `guardó un código del diccionario de la CRC: ${fieldText(event, 'key')}`,
} as const satisfies Partial<Record<EventName, (event: RecordedEvent) => string>>
