/** The types of a case (R3.1). A queja includes the reclamo. */
export const PQR_TYPES = ['peticion', 'queja', 'recurso_reposicion', 'recurso_reposicion_subsidio_apelacion'] as const
export type PqrType = (typeof PQR_TYPES)[number]

export const PQR_TYPE_LABELS: Readonly<Record<PqrType, string>> = {
  peticion: 'Petición',
  queja: 'Queja o reclamo',
  recurso_reposicion: 'Recurso de reposición',
  recurso_reposicion_subsidio_apelacion: 'Recurso de reposición y en subsidio apelación',
}

/** What an appeal asks for: that the company decides again, or also that the SIC decides when the company does not change its answer. */
export const APPEAL_KINDS = ['reposicion', 'reposicion_subsidio_apelacion'] as const
export type AppealKind = (typeof APPEAL_KINDS)[number]

export const APPEAL_LABELS: Readonly<Record<AppealKind, string>> = {
  reposicion: 'Reposición: que la empresa lo revise otra vez',
  reposicion_subsidio_apelacion: 'Reposición y en subsidio apelación: si la empresa no cambia, que decida la SIC',
}

/** The appeal of a case that is filed as one; null for the other types. */
export const appealOfType = (type: PqrType): AppealKind | null =>
  type === 'recurso_reposicion'
    ? 'reposicion'
    : type === 'recurso_reposicion_subsidio_apelacion'
      ? 'reposicion_subsidio_apelacion'
      : null

/** What a case is about. The number of each in the dictionary of the regulator is a row of `pqr_regulator_codes`. */
export const TYPOLOGIES = [
  'facturacion',
  'calidad',
  'sin_servicio',
  'instalacion',
  'traslado',
  'cambio_plan',
  'permanencia',
  'negativa_contrato',
  'suspension',
  'corte',
  'terminacion',
  'cesion',
  'atencion',
  'datos_personales',
  'fraude',
  'otra',
] as const
export type Typology = (typeof TYPOLOGIES)[number]

export const TYPOLOGY_LABELS: Readonly<Record<Typology, string>> = {
  facturacion: 'Facturación',
  calidad: 'Velocidad o calidad del servicio',
  sin_servicio: 'Falla o falta de servicio',
  instalacion: 'Instalación',
  traslado: 'Traslado',
  cambio_plan: 'Cambio de plan',
  permanencia: 'Permanencia mínima',
  negativa_contrato: 'Negativa del contrato',
  suspension: 'Suspensión',
  corte: 'Corte',
  terminacion: 'Terminación del contrato',
  cesion: 'Cesión del contrato',
  atencion: 'Atención al usuario',
  datos_personales: 'Datos personales',
  fraude: 'Fraude o suplantación',
  otra: 'Otra',
}

/** What a person asks about its personal data: to know them, or that they are corrected or removed (Ley 1581 de 2012, arts. 14 and 15). */
export const DATA_REQUESTS = ['consulta', 'reclamo'] as const
export type DataRequest = (typeof DATA_REQUESTS)[number]
export const DATA_REQUEST_LABELS: Readonly<Record<DataRequest, string>> = {
  consulta: 'Consulta',
  reclamo: 'Reclamo',
}

/** Whether a case of this type and subject is a query or a claim about personal data: an appeal is neither. */
export const isDataCase = (type: PqrType | null, typology: Typology | null): boolean =>
  typology === 'datos_personales' && type !== null && appealOfType(type) === null

/** The kind of a case about personal data whose person did not choose: a petition asks to know, a complaint that something changes. */
export const dataRequestOf = (type: PqrType): DataRequest => (type === 'peticion' ? 'consulta' : 'reclamo')

/** The only subjects of an appeal to the SIC (R3.7). */
const APPEALABLE: readonly Typology[] = ['negativa_contrato', 'suspension', 'terminacion', 'corte', 'facturacion']
export const isAppealableToSic = (typology: Typology): boolean => APPEALABLE.includes(typology)

/** The technical subjects: their case also needs a visit (R3.14). */
const TECHNICAL: readonly Typology[] = ['calidad', 'sin_servicio', 'instalacion', 'traslado']
export const isTechnical = (typology: Typology): boolean => TECHNICAL.includes(typology)

/** By which channel a case was filed. */
export const PQR_CHANNELS = ['portal', 'web', 'telefono', 'oficina', 'correo', 'redes'] as const
export type PqrChannel = (typeof PQR_CHANNELS)[number]
export const PQR_CHANNEL_LABELS: Readonly<Record<PqrChannel, string>> = {
  portal: 'Portal del cliente',
  web: 'Página web',
  telefono: 'Teléfono',
  oficina: 'Oficina',
  correo: 'Correo',
  redes: 'Redes sociales',
}

/** By which channel the desk asks for the rating of a person who does not enter the portal. */
export const SATISFACTION_CHANNELS = ['telefono', 'oficina', 'correo', 'redes'] as const satisfies readonly PqrChannel[]
export type SatisfactionChannel = (typeof SATISFACTION_CHANNELS)[number]

/** By which channel the user wants the answer (R3.13). */
export const RESPONSE_CHANNELS = ['correo', 'portal', 'direccion', 'telefono'] as const
export type ResponseChannel = (typeof RESPONSE_CHANNELS)[number]
export const RESPONSE_CHANNEL_LABELS: Readonly<Record<ResponseChannel, string>> = {
  correo: 'Correo',
  portal: 'Portal del cliente',
  direccion: 'Dirección física',
  telefono: 'Teléfono',
}

export const PQR_SERVICES = ['internet', 'telefonia', 'television'] as const
export type PqrService = (typeof PQR_SERVICES)[number]
export const PQR_SERVICE_LABELS: Readonly<Record<PqrService, string>> = {
  internet: 'Internet fijo',
  telefonia: 'Telefonía fija',
  television: 'Televisión',
}

/** The decision of an answer: for the user, against the user, for a part of what was asked. */
export const PQR_DECISIONS = ['favor', 'contra', 'parcial'] as const
export type PqrDecision = (typeof PQR_DECISIONS)[number]
export const PQR_DECISION_LABELS: Readonly<Record<PqrDecision, string>> = {
  favor: 'A favor',
  contra: 'En contra',
  parcial: 'A favor en una parte',
}

/** The decisions of the SIC (R3.9). */
export const SIC_OUTCOMES = ['confirma', 'modifica', 'revoca', 'improcedente'] as const
export type SicOutcome = (typeof SIC_OUTCOMES)[number]
export const SIC_OUTCOME_LABELS: Readonly<Record<SicOutcome, string>> = {
  confirma: 'Confirma nuestra decisión',
  modifica: 'Modifica nuestra decisión',
  revoca: 'Revoca nuestra decisión',
  improcedente: 'Recurso improcedente',
}
