import type { SURVEY_ANSWERS, TECHNOLOGIES, WorkOrder } from './report.ts'

export const REPORT_TITLE = 'ACTA DE CONECTIVIDAD DE SERVICIO'

export const WORK_ORDER_LABELS: Readonly<Record<WorkOrder, string>> = {
  retiro: 'Retiro',
  instalacion: 'Instalación',
  translado: 'Translado',
  reinstalacion: 'Reinstalación',
  cambio_equipo: 'Cambio de equipo',
}

export const TECHNOLOGY_LABELS: Readonly<Record<(typeof TECHNOLOGIES)[number], string>> = {
  radio_enlace: 'Radio-Enlace',
  television: 'Televisión',
  fibra_optica: 'Fibra Óptica',
}

export const SURVEY_LABELS: Readonly<Record<(typeof SURVEY_ANSWERS)[number], string>> = {
  E: 'Excelente',
  B: 'Bueno',
  R: 'Regular',
  M: 'Malo',
  NA: 'No aplica',
}

/** The questions of satisfaction_survey_1 to satisfaction_survey_3 (ACT-09). */
export const SURVEY_QUESTIONS = [
  '¿Cómo califica la atención y el trato de quien hizo la visita?',
  '¿Cómo califica la puntualidad y el tiempo de la visita?',
  '¿Cómo califica el servicio después de la visita?',
] as const

export const WEEKDAY_LABELS = {
  monday: 'Lunes',
  tuesday: 'Martes',
  wednesday: 'Miércoles',
  thursday: 'Jueves',
  friday: 'Viernes',
  saturday: 'Sábado',
  sunday: 'Domingo',
} as const

/** The notice of ACT-07, in the formal address of a legal text. */
export const LAW_1273_NOTICE =
  'De acuerdo con la Ley 1273 de 2009, que protege la información y los datos, es delito el acceso abusivo a un sistema informático, interceptar o dañar datos, y usar programas maliciosos o suplantar sitios web. El titular responde por el uso que se haga de la conexión en su predio. Los datos de esta acta se tratan según la Ley 1581 de 2012 y la política de datos del proveedor.'

/** The statement of the final condition of the service (ACT-09). */
export const CERTIFICATION =
  'Con su firma, el usuario certifica que recibió la visita, que el servicio quedó en el estado que describe esta acta y que se le explicó cómo usar el servicio y los equipos, y cómo presentar peticiones, quejas y recursos.'

/** 'Técnico' for the role technical, otherwise 'Administrador' (ACT-01). */
export const positionOf = (role: string): string => (role === 'technical' ? 'Técnico' : 'Administrador')

/**
 * The mark in the place of the logo of the government programme (ACT-02), in its words: no logo of the Government is part of Enlace.
 * `stripes`: the colours of the flag, each with its share of the height.
 */
export const PROGRAMME = {
  name: 'Programa de Gobierno',
  country: 'Colombia',
  stripes: [
    { color: '#fcd116', share: 0.5 },
    { color: '#003893', share: 0.25 },
    { color: '#ce1126', share: 0.25 },
  ],
} as const
