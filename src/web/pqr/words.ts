import { type Day, fieldsOf, monthName, shortDayLabel } from '#domain/core/days.ts'
import type { EntryKind, PqrRow } from '#domain/pqr/case.ts'
import type { Colour } from '#domain/pqr/deadlines.ts'
import type { PqrStatus } from '#domain/pqr/lifecycle.ts'
import type { AppealKind, DataRequest, PqrChannel, PqrType } from '#domain/pqr/topics.ts'
import type { Tone } from '#web/ui/Badge.tsx'

/** One line about each type, for a person who does not know the words of the law. */
export const TYPE_ABOUT: Readonly<Record<PqrType, string>> = {
  peticion: 'Pides algo o una información: un traslado, un cambio, una certificación.',
  queja: 'Algo no salió bien: un cobro, una falla, una demora o la atención. Un reclamo también va aquí.',
  recurso_reposicion:
    'No estás de acuerdo con una respuesta que recibiste por fuera de este portal y pides que la revisemos otra vez.',
  recurso_reposicion_subsidio_apelacion:
    'Lo mismo, y si no cambiamos la respuesta pides que decida la Superintendencia de Industria y Comercio (SIC).',
}

/** The same for the desk, which files what another person says. */
export const DESK_TYPE_ABOUT: Readonly<Record<PqrType, string>> = {
  peticion: 'Pide algo o una información: un traslado, un cambio, una certificación.',
  queja: TYPE_ABOUT.queja,
  recurso_reposicion: 'No está de acuerdo con una respuesta que no está en Enlace, y pide que se revise otra vez.',
  recurso_reposicion_subsidio_apelacion:
    'Lo mismo, y si no se cambia la respuesta pide que decida la Superintendencia de Industria y Comercio (SIC).',
}

/** What a person may ask about its personal data, without the days: those are parameters. */
export const DATA_ABOUT: Readonly<Record<DataRequest, string>> = {
  consulta: 'Quieres saber qué datos tuyos tiene la empresa, de dónde los sacó y para qué los usa.',
  reclamo: 'Quieres que corrija, actualice o borre tus datos, o que deje de usarlos.',
}

/** The same for the desk. */
export const DESK_DATA_ABOUT: Readonly<Record<DataRequest, string>> = {
  consulta: 'Quiere saber qué datos suyos tiene la empresa, de dónde los sacó y para qué los usa.',
  reclamo: 'Quiere que se corrijan, actualicen o borren sus datos, o que no se usen más.',
}

/** By which channels something arrives that the desk writes down. */
export const DESK_CHANNELS: readonly PqrChannel[] = ['telefono', 'oficina', 'correo', 'redes']

/** What each appeal means, in plain words. */
export const APPEAL_ABOUT: Readonly<Record<AppealKind, string>> = {
  reposicion: 'Nosotros leemos de nuevo tu caso y te respondemos. Si no cambiamos la respuesta, ahí termina.',
  reposicion_subsidio_apelacion:
    'Nosotros leemos de nuevo tu caso. Si no cambiamos la respuesta, enviamos todo a la Superintendencia de Industria y Comercio (SIC), que es quien decide.',
}

/** The same for the desk, which writes down the appeal of another person. */
export const DESK_APPEAL_ABOUT: Readonly<Record<AppealKind, string>> = {
  reposicion: 'La empresa lee de nuevo el caso y lo responde. Si no cambia la respuesta, ahí termina.',
  reposicion_subsidio_apelacion:
    'La empresa lee de nuevo el caso. Si no cambia la respuesta, envía el expediente a la Superintendencia de Industria y Comercio (SIC), que decide.',
}

export const APPEAL_NAMES: Readonly<Record<AppealKind, string>> = {
  reposicion: 'Reposición',
  reposicion_subsidio_apelacion: 'Reposición y en subsidio apelación',
}

/** The state of a case, as its client reads it. */
export const CLIENT_STATUS_LABELS: Readonly<Record<PqrStatus, string>> = {
  radicada: 'Recibida',
  en_tramite: 'En trámite',
  prorrogada: 'En trámite, con más plazo',
  respondida: 'Respondida',
  sap: 'A tu favor: no respondimos a tiempo',
  en_reposicion: 'En recurso',
  repuesta: 'Cambiamos la respuesta',
  confirmada: 'Mantuvimos la respuesta',
  trasladada_sic: 'La decide la SIC',
  decidida_sic: 'Decidida por la SIC',
  cerrada: 'Cerrada',
  desistida: 'Desististe',
}

const STATUS_TONES: Readonly<Record<PqrStatus, Tone>> = {
  radicada: 'info',
  en_tramite: 'info',
  prorrogada: 'warn',
  respondida: 'good',
  sap: 'bad',
  en_reposicion: 'warn',
  repuesta: 'good',
  confirmada: 'info',
  trasladada_sic: 'warn',
  decidida_sic: 'good',
  cerrada: 'quiet',
  desistida: 'quiet',
}
export const statusTone = (status: PqrStatus): Tone => STATUS_TONES[status]
/** For the client a positive silence is good: the case is resolved in its favour. */
export const clientTone = (status: PqrStatus): Tone => (status === 'sap' ? 'good' : STATUS_TONES[status])

export const COLOUR_TONES: Readonly<Record<Colour, Tone>> = { green: 'good', amber: 'warn', red: 'bad' }
export const COLOUR_LABELS: Readonly<Record<Colour, string>> = {
  green: 'A tiempo',
  amber: 'Por vencer',
  red: 'Urgente',
}

/** 'Vence hoy', 'Vence el 28/11/2026' for a Saturday on its Friday, 'Queda 1 día hábil', 'Quedan 3 días hábiles', 'Vencida hace 2 días hábiles'. */
export function dueLabel({ on, days_left: daysLeft }: { on: Day; days_left: number }, today: Day): string {
  if (on === today) return 'Vence hoy'
  if (daysLeft === 0) return `Vence el ${shortDayLabel(on)}`
  const days = Math.abs(daysLeft) === 1 ? '1 día hábil' : `${Math.abs(daysLeft)} días hábiles`
  if (daysLeft < 0) return `Vencida hace ${days}`
  return `${daysLeft === 1 ? 'Queda' : 'Quedan'} ${days}`
}

const DUE_KINDS = {
  answer: 'Responder',
  silence: 'Cumplir el silencio',
  transfer: 'Enviar a la SIC',
  task: 'Hacer la tarea',
} as const

/** What the company must do next: 'Responder'. */
export const dueAction = (due: NonNullable<PqrRow['due']>): string => DUE_KINDS[due.kind]

/** '26 de marzo', and with the year when it is not the year of `today`. */
export function dateLabel(value: Day, today: Day): string {
  const { year, month, date } = fieldsOf(value)
  const text = `${date} de ${monthName(month)}`
  return year === fieldsOf(today).year ? text : `${text} de ${year}`
}

/** The heading of an entry that its own reader wrote. */
export const OWN_ENTRY_LABELS: Readonly<Partial<Record<EntryKind, string>>> = {
  filed: 'Radicaste',
  message: 'Escribiste',
  file: 'Agregaste un archivo',
  appealed: 'Interpusiste un recurso',
  closed: 'Cerraste el caso',
  rated: 'Calificaste la respuesta',
  withdrawn: 'Desististe',
  raised: 'Agregaste valor al reclamo',
}

/** The heading of each entry of a thread. */
export const ENTRY_LABELS: Readonly<Record<EntryKind, string>> = {
  filed: 'Radicó',
  message: 'Escribió',
  note: 'Nota interna',
  info_request: 'Pidió más datos',
  taken: 'Tomó el caso',
  assigned: 'Asignó el caso',
  classified: 'Corrigió el tema',
  file: 'Agregó un archivo',
  extended: 'Amplió el plazo',
  answered: 'Respondió',
  silence: 'Silencio positivo',
  task_done: 'Cumplió una tarea',
  appealed: 'Interpuso un recurso',
  appeal_answered: 'Respondió el recurso',
  window_closed: 'Terminó el plazo para el recurso',
  transferred: 'Envió el caso a la SIC',
  sic_decided: 'Decidió la SIC',
  cun_set: 'Agregó el CUN',
  notified: 'Avisó',
  delivered: 'Entregó la respuesta',
  closed: 'Cerró el caso',
  rated: 'Calificó la respuesta',
  visit: 'Programó una visita',
  withdrawn: 'Desistió',
  linked: 'Vinculó una factura',
  raised: 'Agregó valor al reclamo',
}

/** The entries that have a text to read; the others are one line of the history. */
const READ_KINDS: readonly EntryKind[] = [
  'filed',
  'message',
  'note',
  'info_request',
  'extended',
  'answered',
  'silence',
  'appealed',
  'appeal_answered',
  'sic_decided',
  'notified',
  'delivered',
  'withdrawn',
  'linked',
  'raised',
]
export const isRead = (kind: EntryKind): boolean => READ_KINDS.includes(kind)

export const SATISFACTION_LABELS = ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'] as const
