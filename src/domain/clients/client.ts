import * as z from 'zod/mini'
import { PURPOSES, Purpose } from '#domain/consents/consent.ts'
import { EMAIL_COPY, emailField, Landline, Mobile } from '#domain/core/contact-fields.ts'
import { DayText } from '#domain/core/days.ts'
import { isNit, nitProblem } from '#domain/core/identity.ts'
import { PesosSum } from '#domain/core/money.ts'
import { RoleName } from '#domain/core/roles.ts'
import { SEGMENTS, type Segment } from '#domain/core/segment.ts'
import { lineOfText } from '#domain/core/text.ts'

/** Kinds of identity document: cédula, cédula de extranjería, NIT, tarjeta de identidad, two permits to stay, passport. */
export const IDENTIFICATION_TYPES = ['CC', 'CE', 'NIT', 'TI', 'PPT', 'PEP', 'PA'] as const
const IdentificationType = z.enum(IDENTIFICATION_TYPES, { error: 'Elige el tipo de documento' })
export type IdentificationType = z.output<typeof IdentificationType>

export const IDENTIFICATION_LABELS: Readonly<Record<IdentificationType, string>> = {
  CC: 'Cédula de ciudadanía',
  CE: 'Cédula de extranjería',
  NIT: 'NIT',
  TI: 'Tarjeta de identidad',
  PPT: 'Permiso por protección temporal',
  PEP: 'Permiso especial de permanencia',
  PA: 'Pasaporte',
}

/** A contract inside a client. */
const ClientContract = z.object({
  no_contract: z.string(),
  status: z.enum(['draft', 'awaiting_installation', 'active', 'suspended', 'terminated', 'cancelled']),
  plan: z.object({ id: z.uuid(), name: z.string(), reference_code: z.string() }),
  address: z.string(),
  department: z.string(),
  city: z.string(),
  date_contract: z.nullable(DayText),
})

/** A client, with the exact field names of the specification. */
export const Client = z.object({
  id: z.uuid(),
  type_identification: IdentificationType,
  identification: z.string(),
  first_name: z.nullable(z.string()),
  second_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  second_lastname: z.nullable(z.string()),
  business_name: z.nullable(z.string()),
  /** The full name, as lists show it. */
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  segment: z.enum(SEGMENTS),
  stratum: z.nullable(z.number()),
  address: z.string(),
  department: z.string(),
  city: z.string(),
  municipality_code: z.string(),
  nacionality: z.nullable(z.string()),
  date_contract: z.nullable(DayText),
  payment_date: z.nullable(z.number()),
  avatar_url: z.nullable(z.string()),
  /** The debt of the client, less its credit in favour. */
  balance: PesosSum,
  /** What of the debt is disputed, and so not collected: it is within the balance (R2.15). */
  disputed: PesosSum,
  contracts: z.array(ClientContract),
  user: z.object({ username: z.string(), is_active: z.boolean(), role: RoleName, is_first_login: z.boolean() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Client = z.output<typeof Client>

/** Clients with an unpaid invoice, or with one whose last day to pay was more than those days ago. */
export const DEBT_FILTERS = ['any', '30', '60', '90'] as const
export type DebtFilter = (typeof DEBT_FILTERS)[number]
export const DEBT_LABELS: Readonly<Record<DebtFilter, string>> = {
  any: 'Con deuda',
  30: 'Más de 30 días',
  60: 'Más de 60 días',
  90: 'Más de 90 días',
}

const name = (required: string) => z.optional(lineOfText(required, 60))

/** The contact fields of a client, which the client may change. */
export const ClientContact = {
  email: z.optional(z.nullable(emailField(EMAIL_COPY))),
  phone: z.optional(z.nullable(Mobile)),
  telephone: z.optional(z.nullable(Landline)),
}

const fields = {
  type_identification: IdentificationType,
  identification: z.pipe(lineOfText('La identificación es requerida', 24), z.transform(plainIdentification)),
  first_name: name('El nombre es requerido'),
  second_name: z.optional(z.nullable(lineOfText('Escribe el segundo nombre', 60))),
  last_name: name('El apellido es requerido'),
  second_lastname: z.optional(z.nullable(lineOfText('Escribe el segundo apellido', 60))),
  business_name: z.optional(z.nullable(lineOfText('La razón social es requerida', 120))),
  ...ClientContact,
  segment: z.optional(z.enum(SEGMENTS, { error: 'Elige el uso: residencial o empresarial' })),
  stratum: z.optional(z.nullable(wholeBetween(1, 6, 'El estrato va de 1 a 6'))),
  address: lineOfText('La dirección es requerida', 160),
  department: lineOfText('El departamento es requerido', 60),
  city: lineOfText('El municipio es requerido', 60),
  nacionality: z.optional(z.nullable(lineOfText('Escribe la nacionalidad', 60))),
  date_contract: z.optional(z.nullable(DayText)),
  payment_date: z.optional(z.nullable(wholeBetween(1, 31, 'El día de pago va de 1 a 31'))),
}

function wholeBetween(min: number, max: number, error: string) {
  return z.number({ error }).check(z.gte(min, { error }), z.lte(max, { error }), z.multipleOf(1, { error }))
}

/** '1.020.345.678' and '900 123 456-8' as they are stored: without dots or blanks. */
function plainIdentification(text: string): string {
  return text.replace(/[.\s]/g, '').toUpperCase()
}

/** The segment of a client: the chosen one, or by default 'business' for a NIT and 'residential' for other documents. */
export const segmentOf = (client: {
  type_identification: IdentificationType
  segment?: Segment | undefined
}): Segment => client.segment ?? (client.type_identification === 'NIT' ? 'business' : 'residential')

type ClientNames = {
  type_identification: IdentificationType
  identification: string
  first_name?: string
  last_name?: string
  business_name?: string | null
}

/** Whether a document number has the format of its kind: a NIT with its check digit, a cédula of digits, a passport of alphanumeric characters. */
export function isIdentification(type: IdentificationType, text: string): boolean {
  if (type === 'NIT') return isNit(text)
  if (type === 'PA') return /^[A-Z0-9]{5,15}$/i.test(text)
  return /^\d{3,15}$/.test(text)
}

/** Why a number is not one of its type of document. */
export const identificationProblem = (type: IdentificationType, text: string): string =>
  (type === 'NIT' ? nitProblem(text) : null) ?? 'El número no corresponde al tipo de documento'

const Identified = z.object({ type_identification: z.enum(IDENTIFICATION_TYPES), identification: z.string() })

/** The sentence for a value whose number is not one of its type of document. */
export function identificationError({ input }: { input?: unknown }): string {
  const { data } = z.safeParse(Identified, input)
  return identificationProblem(data?.type_identification ?? 'CC', data?.identification ?? '')
}

/** Whether the client has a business name, or a first and a last name. */
const isNamed = (client: ClientNames): boolean =>
  Boolean(client.business_name) || (client.first_name !== undefined && client.last_name !== undefined)

/** `consents`: the purposes that the client authorised at the desk. */
export const NewClient = z
  .strictObject({ ...fields, consents: z.optional(z.array(Purpose).check(z.maxLength(PURPOSES.length))) })
  .check(
    z.refine((client) => isIdentification(client.type_identification, client.identification), {
      path: ['identification'],
      error: identificationError,
    }),
    z.refine(isNamed, { path: ['first_name'], error: 'Escribe nombre y apellido, o la razón social' }),
  )
export type NewClient = z.output<typeof NewClient>

/** Only the fields that change; type and number of the document are sent together. */
export const ClientChanges = z.partial(z.strictObject(fields)).check(
  z.refine((client) => (client.type_identification === undefined) === (client.identification === undefined), {
    path: ['identification'],
    error: 'Envía juntos el tipo y el número de documento',
  }),
  z.refine(
    (client) =>
      client.type_identification === undefined ||
      client.identification === undefined ||
      isIdentification(client.type_identification, client.identification),
    { path: ['identification'], error: identificationError },
  ),
)
export type ClientChanges = z.output<typeof ClientChanges>

/** The result of a bulk upload (API-02): the numbers of written clients, and each refused row with its reason. */
export const MassiveDetails = z.object({
  createdClients: z.number(),
  updatedClients: z.number(),
  /** Of the updated clients, those that the file did not change. */
  equalClients: z.optional(z.number()),
  errors: z.array(z.object({ client_cedula: z.string(), error: z.string(), line: z.number() })),
  /** The id of this upload, for the download of its refused rows. */
  id: z.optional(z.uuid()),
})
export type MassiveDetails = z.output<typeof MassiveDetails>
