import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Brand } from '#domain/core/brand.ts'
import { DayText } from '#domain/core/days.ts'
import { text, trimmedText } from '#domain/core/text.ts'
import { CompanyNit, FiledPqr, longText, PublicPqr, RECEIPTS, UploadedFiles } from './case.ts'
import { ReferenceText } from './cun.ts'
import { PQR_STATUSES } from './lifecycle.ts'
import { APPEAL_KINDS, PQR_TYPES, RESPONSE_CHANNELS } from './topics.ts'

/** The kinds of row of the thread that are such a message. */
export const PUBLIC_MESSAGES = ['message', 'info_request', 'extended'] as const

/** What the person of a case does without a session. A withdrawal, which ends the case, needs more proof than its numbers. */
export const PUBLIC_ACTIONS = ['appeal', 'message'] as const

const RECEIPT_COPY = 'Falta la llave de la constancia'
const IDENTIFICATION_COPY = 'Escribe el número del documento de quien radicó'

/**
 * What anyone with the CUN and the document may know (R3.10): no name, nothing that the person wrote, no answer. `messages`: what the
 * company wrote before the answer to a person who has no portal to read it; none for a client.
 */
const PublicCase = z.object({
  company: z.object({
    /** For the steps and the upload of files. */
    nit: z.string(),
    name: z.string(),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    /** Of its office, with the city. */
    address: z.nullable(z.string()),
    brand: Brand,
  }),
  reference: z.string(),
  is_cun: z.boolean(),
  type: z.enum(PQR_TYPES),
  status: z.enum(PQR_STATUSES),
  filed_on: DayText,
  /** The last day to answer, while the company owes an answer. */
  answer_by: z.nullable(DayText),
  answered_on: z.nullable(DayText),
  appeal_until: z.nullable(DayText),
  response_channel: z.enum(RESPONSE_CHANNELS),
  /** Where the answer is notified, masked: 'a•••@correo.com'. */
  notified_to: z.nullable(z.string()),
  withdrawn_on: z.nullable(DayText),
  /** Whether what it claims of an invoice is not collected until it ends. */
  is_claim: z.boolean(),
  messages: z.array(z.object({ at: z.iso.datetime(), kind: z.enum(PUBLIC_MESSAGES), text: z.string() })),
  /** What its person may do now with the number and the document alone. */
  actions: z.array(z.enum(PUBLIC_ACTIONS)),
  /** The appeals that it may file: that to the SIC only on the subjects of the law. */
  appeals: z.array(z.enum(APPEAL_KINDS)),
})
export type PublicCase = z.output<typeof PublicCase>

/** The proof of who asks about a case without a session: its number, and the document of who filed it. */
const proof = {
  cun: ReferenceText,
  /** Without the check digit of a NIT. */
  identification: trimmedText(30, { required: IDENTIFICATION_COPY, tooLong: IDENTIFICATION_COPY }).check(
    z.overwrite((typed) => typed.replace(/[.\s]/g, '').replace(/-\d$/, '').toUpperCase()),
    z.regex(/^[A-Z0-9]{3,20}$/, { error: IDENTIFICATION_COPY }),
  ),
}

/** The proof of a step, with the company of the case that was found: two companies may have the same internal number. */
const stepProof = { ...proof, company: CompanyNit }

/** The reply of a step without a session: the case as it is now. Its receipt, which has what the look-up does not contain, goes by e-mail. */
const StepReply = z.object({
  data: z.object({ pqr: PublicCase }),
  message: z.string(),
})
export type PublicStepReply = z.output<typeof StepReply>

/** The calls without a session: look up a case, and file one without being a client. */
export const publicPqrApi = api({
  lookup: {
    method: 'GET',
    path: '/pqr/lookup',
    summary: 'En qué va una PQR, para quien sabe su CUN o radicado y el documento de quien la radicó',
    roles: 'public',
    /** `company`: of two companies that gave the same internal number to the same person, the one to read. */
    query: z.strictObject({ ...proof, company: z.optional(CompanyNit) }),
    /** `others`: the other companies where this person has a case with this number. */
    reply: z.object({ data: PublicCase, others: z.array(z.object({ nit: z.string(), name: z.string() })) }),
  },
  appeal: {
    method: 'POST',
    path: '/public/pqr/appeal',
    summary: 'Interpone un recurso dentro de su plazo, con el número de la PQR y el documento de quien la radicó',
    roles: 'public',
    idempotency: 'never',
    body: z.strictObject({
      ...stepProof,
      kind: z.enum(APPEAL_KINDS, { error: 'Elige qué pides' }),
      text: longText('Escribe por qué no estás de acuerdo'),
    }),
    reply: StepReply,
  },
  message: {
    method: 'POST',
    path: '/public/pqr/message',
    summary: 'Escribe en una PQR y le agrega archivos, con su número y el documento de quien la radicó',
    roles: 'public',
    idempotency: 'never',
    body: z.strictObject({ ...stepProof, text: longText('Escribe el mensaje'), files: z.optional(UploadedFiles) }),
    reply: StepReply,
  },
  upload: {
    method: 'POST',
    path: '/public/pqr/upload',
    summary: 'Sube una foto o un PDF para una PQR o un mensaje que se envía sin sesión en la hora siguiente',
    roles: 'public',
    bodyAs: 'upload',
    idempotency: 'never',
    readOnly: true,
    body: z.strictObject({ company: CompanyNit }),
    /** `name`: without its folder; a photo is WebP from then on. */
    reply: z.object({ data: z.object({ token: z.string(), name: z.string() }), message: z.string() }),
  },
  submit: {
    method: 'POST',
    path: '/public/pqr',
    summary: 'Radica la PQR de quien no es cliente o no quiere entrar; la constancia llega a su correo',
    roles: 'public',
    status: 201,
    idempotency: 'never',
    body: z.strictObject({ pqr: PublicPqr }),
    /** `receipt_token`: for `receipt`, during an hour. */
    reply: z.object({ data: z.extend(FiledPqr, { receipt_token: z.string() }), message: z.string() }),
  },
  receipt: {
    method: 'GET',
    path: '/public/pqr/receipt/:token',
    summary: 'Una constancia en PDF, para quien radicó, recurrió o desistió sin sesión en la última hora',
    roles: 'public',
    params: z.object({ token: text(120, { required: RECEIPT_COPY }) }),
    query: z.strictObject({ of: z.optional(z.enum(RECEIPTS, { error: `of es ${RECEIPTS.join(', ')}` })) }),
    replyAs: 'file',
    reply: z.unknown(),
  },
})
