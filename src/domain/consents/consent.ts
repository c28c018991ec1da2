import * as z from 'zod/mini'

/** The purposes that a client may authorise, each separately and never preselected (R5.9). The check of the table `consents` has the same values. */
export const PURPOSES = [
  'data',
  'electronic_invoice',
  'contact_email',
  'contact_phone',
  'commercial',
  'credit_bureau',
] as const
export const Purpose = z.enum(PURPOSES, { error: 'Esa autorización no existe' })
export type Purpose = z.output<typeof Purpose>

export const PURPOSE_LABELS: Readonly<Record<Purpose, string>> = {
  data: 'Tratamiento de sus datos para prestar y cobrar el servicio',
  electronic_invoice: 'Recibir la factura solamente por medios electrónicos',
  contact_email: 'Mensajes de cobro por correo',
  contact_phone: 'Mensajes de cobro por WhatsApp, texto o llamada',
  commercial: 'Ofertas y promociones',
  credit_bureau: 'Consulta y reporte en centrales de riesgo',
}

/** The same texts as the client reads them about itself. */
export const OWN_PURPOSE_LABELS: Readonly<Record<Purpose, string>> = {
  ...PURPOSE_LABELS,
  data: 'Tratamiento de tus datos para prestarte y cobrarte el servicio',
}

/** The version of the texts above. Change it with any of them, so that each row records the text that the client read. */
export const CONSENT_TEXT_VERSION = '2026-11'

/** Where an answer was given. `link`: in the signing link of a mail, without a session. The check of the table `consents` has the same values. */
const CONSENT_CHANNELS = ['desk', 'portal', 'link', 'whatsapp'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]
export const CHANNEL_LABELS: Readonly<Record<ConsentChannel, string>> = {
  desk: 'en la oficina',
  portal: 'en el portal',
  link: 'con el enlace del correo',
  whatsapp: 'por WhatsApp',
}

/** The current consent for a purpose: the last recorded answer, or none. */
export const Consent = z.object({
  purpose: Purpose,
  is_granted: z.boolean(),
  /** Null while no answer is recorded. */
  said: z.nullable(
    z.object({ at: z.iso.datetime(), by: z.string(), channel: z.enum(CONSENT_CHANNELS), text_version: z.string() }),
  ),
})
export type Consent = z.output<typeof Consent>

/** `client_id`: the client, when the desk records the answer. A client omits it: the answer is its own. */
export const NewConsent = z.strictObject({
  client_id: z.optional(z.uuid()),
  purpose: Purpose,
  is_granted: z.boolean({ error: 'Di si autoriza o no' }),
})
export type NewConsent = z.output<typeof NewConsent>
