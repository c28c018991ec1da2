import type { PqrAction } from '#domain/pqr/case.ts'

/** A step of the desk that has a dialog. */
export type CaseStep =
  | 'answer'
  | 'assign'
  | 'classify'
  | 'request_info'
  | 'extend'
  | 'appeal'
  | 'escalate'
  | 'sic_decision'
  | 'deliver'
  | 'set_cun'
  | 'visit'
  | 'withdraw'
  | 'link_invoice'
  | 'raise_claim'

export const STEP_LABELS: Readonly<Record<CaseStep, string>> = {
  answer: 'Responder',
  assign: 'Asignar a otra persona',
  classify: 'Corregir el tema',
  request_info: 'Pedir más datos',
  extend: 'Ampliar el plazo',
  appeal: 'Registrar un recurso',
  escalate: 'Registrar el envío a la SIC',
  sic_decision: 'Registrar lo que decidió la SIC',
  deliver: 'Registrar la entrega de la respuesta',
  set_cun: 'Agregar o corregir el CUN',
  visit: 'Programar una visita',
  withdraw: 'Registrar el desistimiento',
  link_invoice: 'Vincular factura',
  raise_claim: 'Agregar valor al reclamo',
}

/** The steps of the menu in their order; the answer has its own button. */
const MENU_STEPS: readonly CaseStep[] = [
  'assign',
  'visit',
  'request_info',
  'extend',
  'classify',
  'link_invoice',
  'raise_claim',
  'appeal',
  'escalate',
  'sic_decision',
  'deliver',
  'withdraw',
  'set_cun',
]

/** The steps that a case allows now, of those of the menu. */
export const allowedSteps = (actions: readonly PqrAction[]): CaseStep[] =>
  MENU_STEPS.filter((step) => actions.some((action) => action === step))
