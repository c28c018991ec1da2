import type { CaseResult, Fact } from '#domain/pqr/list-query.ts'
import type { RegulatorCode, Sheet } from '#domain/pqr/regulator-api.ts'

export const SHEET_NAMES: Readonly<Record<Sheet['name'], string>> = {
  MONITOREO_QUEJAS: 'Monitoreo de quejas',
  QUEJAS_Y_PETICIONES: 'Quejas y peticiones',
  QUEJAS_SEGUNDA_INSTANCIA: 'Quejas en segunda instancia',
  SATISFACCION_USUARIOS: 'Satisfacción de usuarios',
}

/** How the figures of each sheet are made, in a sentence that can be checked against the queue. */
export const SHEET_HOW: Readonly<Record<Sheet['name'], string>> = {
  MONITOREO_QUEJAS:
    'NUMERO_QUEJAS cuenta las quejas y reclamos por el mes en que se radicaron, separadas por servicio, tema y medio por el que llegaron. Las peticiones y los recursos no entran aquí. EMPAQUETADO es SI cuando el plan del contrato se vendía en paquete al radicar.',
  QUEJAS_Y_PETICIONES:
    'Las presentadas y las peticiones se cuentan por el mes en que se radicaron; las decididas a favor o en contra, por el mes en que se respondieron. Un silencio positivo cuenta a favor; una decisión a favor en una parte cuenta en contra.',
  QUEJAS_SEGUNDA_INSTANCIA:
    'Los recursos se cuentan por el mes en que se interpusieron, y su decisión por el mes en que se respondieron. Los de apelación son los que pidieron que decida la SIC.',
  SATISFACCION_USUARIOS:
    'Cada calificación de 1 a 5 que dio un usuario, por el mes en que la dio y el medio por el que radicó.',
}

export const LIST_NAMES: Readonly<Record<RegulatorCode['list'], string>> = {
  typology: 'Tema',
  channel: 'Medio de atención',
  service: 'Servicio',
}

/** What each figure counts, as the list of its cases names it. */
export const FACT_NAMES: Readonly<Record<Fact, string>> = {
  queja: 'Quejas presentadas',
  peticion: 'Peticiones presentadas',
  queja_favor: 'Quejas a favor',
  queja_contra: 'Quejas en contra',
  reposicion: 'Recursos de reposición',
  reposicion_favor: 'Reposiciones a favor',
  reposicion_contra: 'Reposiciones en contra',
  apelacion: 'Recursos de apelación',
  satisfaccion: 'Calificaciones',
}

/** How the cases of a list ended, as the list names it. */
export const RESULT_NAMES: Readonly<Record<CaseResult, string>> = {
  respondida: 'respondidas',
  a_tiempo: 'respondidas a tiempo',
  silencio: 'con silencio positivo',
  favor: 'a favor',
  parcial: 'a favor en parte',
  contra: 'en contra',
}
