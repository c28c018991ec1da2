/** One reason of the provider or of DIAN. `field`: the field of the provider's document. */
export type ProviderReason = {
  rule?: string | undefined
  field?: string | undefined
  /** The word of DIAN in the reason; null without one. Only a 'Rechazo' refuses the document. */
  severity?: 'rejection' | 'notification' | null | undefined
  message: string
}

/** Why a document was not validated, and what must be mended. */
export const REASONS = {
  check_digit: {
    words: 'El dígito de verificación del NIT del cliente falta o está mal.',
    mend: 'Corrige el NIT del cliente, con su dígito después del guion.',
    field: 'identification',
  },
  identification: {
    words: 'La DIAN no reconoce la identificación del cliente.',
    mend: 'Revisa el tipo y el número de documento del cliente.',
    field: 'identification',
  },
  name: {
    words: 'El nombre del cliente falta o no es el del RUT.',
    mend: 'Escribe el nombre o la razón social como está en el RUT.',
    field: 'name',
  },
  email: {
    words: 'El correo del cliente no es válido.',
    mend: 'Corrige el correo del cliente.',
    field: 'email',
  },
  address: {
    words: 'La dirección del cliente falta o no es válida.',
    mend: 'Corrige la dirección del cliente.',
    field: 'address',
  },
  municipality: {
    words: 'El municipio del cliente no está en la lista de la DIAN.',
    mend: 'Elige de nuevo el departamento y el municipio del cliente.',
    field: 'city',
  },
  phone: {
    words: 'El teléfono del cliente no es válido.',
    mend: 'Corrige el celular del cliente.',
    field: 'phone',
  },
  range: {
    words: 'El rango de numeración no sirve: se acabó, venció o no está activo.',
    mend: 'Pide a la DIAN otra autorización de numeración y asóciala en Factus.',
    field: null,
  },
  date: {
    words: 'La fecha del documento no es la del día del envío.',
    mend: 'Reenvíalo: sale con la fecha de hoy.',
    field: null,
  },
  totals: {
    words: 'Los valores del documento no cuadran según la DIAN.',
    mend: 'Avísale a soporte de Enlace con el número del documento: los valores no se cambian a mano.',
    field: null,
  },
  note_reference: {
    words: 'La factura que corrige esta nota no está validada en la DIAN.',
    mend: 'Revisa primero el estado de esa factura, y después reenvía la nota.',
    field: null,
  },
  processed: {
    words: 'La DIAN ya tiene un documento con este número.',
    mend: 'No lo reenvíes. Usa «Conciliar» y, si no aparece, pregunta a soporte de Factus.',
    field: null,
  },
  not_answered: {
    words: 'La DIAN no decidió en el tiempo que da la norma para transmitirlo.',
    mend: 'Reinténtalo. Si la DIAN sigue sin responder, pregunta a soporte de Factus.',
    field: null,
  },
  account: {
    words: 'Factus no deja emitir a la empresa.',
    mend: 'Revisa en Factus que el plan esté vigente y que la empresa pueda emitir.',
    field: null,
  },
  answer: {
    words: 'Factus respondió con datos que no son los del documento enviado.',
    mend: 'No lo reenvíes. Usa «Conciliar» y, si sigue igual, pregunta a soporte de Factus.',
    field: null,
  },
  error: {
    words: 'Enlace no pudo terminar el envío de este documento.',
    mend: 'Avísale a soporte de Enlace con el número del documento.',
    field: null,
  },
  file: {
    words: 'El archivo UBL está listo: falta firmarlo y transmitirlo.',
    mend: 'Descarga el XML, fírmalo y transmítelo hoy con tu programa. Cuando la DIAN lo valide, confírmalo aquí con su CUFE.',
    field: null,
  },
  other: {
    words: 'La DIAN no aceptó el documento.',
    mend: 'Lee el mensaje de la DIAN, corrige lo que diga y reenvía.',
    field: null,
  },
} as const satisfies Readonly<Record<string, { words: string; mend: string; field: ClientField | null }>>
export type ReasonCode = keyof typeof REASONS

/** A field of the client's form. */
export type ClientField = 'identification' | 'name' | 'email' | 'address' | 'city' | 'phone'

export const REASON_CODES = Object.keys(REASONS).filter((code): code is ReasonCode => code in REASONS)

/** The reasons that the data of the client mend: a change of the client sends its document again. */
export const CLIENT_REASONS = REASON_CODES.filter((code) => REASONS[code].field !== null)

/** The rules of annex 1.9 that name their field, before any word of the text. */
const RULES: readonly (readonly [RegExp, ReasonCode])[] = [
  [/^(FAK24|FAK25|CAK24|FAK47|FAK48)$/i, 'check_digit'],
  [/^(FAD09|CAD09)/i, 'date'],
  [/^(90|RG90|LGC01)$/i, 'processed'],
  [/^(FAB(05|06|07|08|10|11|12|13|14)|CAB)/i, 'range'],
  [/^(FAU|CAU)/i, 'totals'],
  [/^(CBF|CBH)/i, 'note_reference'],
]

/** The words of a text or of a field, in the order in which they decide. */
const WORDS: readonly (readonly [RegExp, ReasonCode])[] = [
  [/procesado anteriormente/i, 'processed'],
  [/due_date|vencimiento/i, 'date'],
  [/\bdv\b|d[ií]gito de verificaci[oó]n/i, 'check_digit'],
  [/rango|resoluci[oó]n|numeraci[oó]n|numbering_range|consecutivo/i, 'range'],
  [/municip|divipola/i, 'municipality'],
  [/correo|e-?mail/i, 'email'],
  [/direcci[oó]n|address/i, 'address'],
  [/tel[eé]fono|phone/i, 'phone'],
  [/bill_number|factura (de )?referencia|documento referenciado/i, 'note_reference'],
  [/identificaci[oó]n|identification|\bnit\b|c[eé]dula/i, 'identification'],
  [/nombre|raz[oó]n social|\bnames?\b|company/i, 'name'],
  [/total|suma|payment_details|valor/i, 'totals'],
  [/fecha/i, 'date'],
]

/**
 * The code of one reason: by its rule, then by its field, then by the words of its message. Only a message without rule, field or word of
 * DIAN may be of the range, which stops the queue: 'fuera del rango permitido' is of the field that it names.
 */
function reasonCodeOf({ rule, field, severity, message }: ProviderReason): ReasonCode {
  const isOfDocument = rule !== undefined || field !== undefined || severity === 'rejection'
  const byRule = rule === undefined ? undefined : RULES.find(([pattern]) => pattern.test(rule))
  const byField = field === undefined ? undefined : WORDS.find(([pattern]) => pattern.test(field))
  const byWords = WORDS.find(([pattern, code]) => pattern.test(message) && !(isOfDocument && code === 'range'))
  return (byRule ?? byField ?? byWords)?.[1] ?? 'other'
}

/**
 * The code of a rejection: of the first reason that says what to mend. A 'Notificación' rejects nothing, whatever its rule: it decides
 * only when there is no other reason.
 */
export function rejectionCodeOf(reasons: readonly ProviderReason[]): ReasonCode {
  const rejecting = reasons.filter(({ severity }) => severity === 'rejection')
  const others = reasons.filter(({ severity }) => severity !== 'notification')
  const deciding = [rejecting, others, reasons].find((some) => some.length > 0) ?? []
  const codes = deciding.map(reasonCodeOf)
  return codes.find((code) => code === 'processed') ?? codes.find((code) => code !== 'other') ?? 'other'
}
