import { createLifecycle } from '#domain/core/lifecycle.ts'

/** The states of a case (R3.11). The check of the table `pqr_cases` has the same values. */
export const PQR_STATUSES = [
  'radicada',
  'en_tramite',
  'prorrogada',
  'respondida',
  'sap',
  'en_reposicion',
  'repuesta',
  'confirmada',
  'trasladada_sic',
  'decidida_sic',
  'cerrada',
  'desistida',
] as const
export type PqrStatus = (typeof PQR_STATUSES)[number]

export const PQR_STATUS_LABELS: Readonly<Record<PqrStatus, string>> = {
  radicada: 'Radicada',
  en_tramite: 'En trámite',
  prorrogada: 'Prorrogada',
  respondida: 'Respondida',
  sap: 'Silencio positivo',
  en_reposicion: 'En reposición',
  repuesta: 'Repuesta a favor',
  confirmada: 'Confirmada',
  trasladada_sic: 'Trasladada a la SIC',
  decidida_sic: 'Decidida por la SIC',
  cerrada: 'Cerrada',
  desistida: 'Desistida',
}

/** What moves a case. `answer` and `expire` also exist in a state that they do not change: their rules are in steps.ts. */
const PQR_MOVES = [
  'take',
  'extend',
  'answer',
  'expire',
  'appeal',
  'appeal_late',
  'replace',
  'confirm',
  'transfer',
  'decide',
  'close',
  'withdraw',
] as const
export type PqrMove = (typeof PQR_MOVES)[number]

/**
 * The lifecycle of a case. `expire`: positive silence, also of an appeal (Ley 1341 de 2009, art. 54). `replace` and `confirm`: the
 * answer to an appeal, for or against the user. `appeal_late`: an appeal that arrived within its term and is written down after the case
 * closed. `transfer` and `decide`: the SIC. `withdraw`: by its person, while the company owes an answer (Ley 1437 de 2011, arts. 18 and 81).
 */
export const pqrLifecycle = createLifecycle<PqrStatus, PqrMove>(PQR_STATUSES, {
  radicada: {
    take: 'en_tramite',
    extend: 'prorrogada',
    answer: 'respondida',
    expire: 'sap',
    withdraw: 'desistida',
  },
  en_tramite: { extend: 'prorrogada', answer: 'respondida', expire: 'sap', withdraw: 'desistida' },
  prorrogada: { answer: 'respondida', expire: 'sap', withdraw: 'desistida' },
  respondida: { appeal: 'en_reposicion', close: 'cerrada' },
  sap: { answer: 'sap', close: 'cerrada' },
  en_reposicion: { replace: 'repuesta', confirm: 'confirmada', expire: 'sap', withdraw: 'desistida' },
  repuesta: { close: 'cerrada' },
  confirmada: { transfer: 'trasladada_sic', close: 'cerrada' },
  trasladada_sic: { decide: 'decidida_sic' },
  decidida_sic: { close: 'cerrada' },
  cerrada: { appeal_late: 'en_reposicion' },
  desistida: {},
})

/** The states in which the company owes an answer, and positive silence follows without it. */
export const AWAITING_ANSWER = pqrLifecycle.from('expire')
export const isAwaitingAnswer = (status: PqrStatus): boolean => AWAITING_ANSWER.includes(status)

/** The states of a case that ended: nothing is written in it any more, but what is internal. */
export const ENDED = ['cerrada', 'desistida'] as const satisfies readonly PqrStatus[]
export const isEnded = (status: PqrStatus): boolean => ENDED.some((one) => one === status)
