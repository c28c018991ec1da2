import * as z from 'zod/mini'
import { type Day, dayLabel, dayOf, instantLabel } from '#domain/core/days.ts'
import { minus, pesosLabel } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import { APPEAL_RIGHT_TITLE, appealRight, filedLine } from '#domain/pqr/answer-words.ts'
import type { PqrCase, PqrEntry } from '#domain/pqr/case.ts'
import { isDeliveredByDesk } from '#domain/pqr/delivered.ts'
import { isAppealableCase } from '#domain/pqr/steps.ts'
import {
  type AppealKind,
  appealOfType,
  DATA_REQUEST_LABELS,
  PQR_CHANNEL_LABELS,
  PQR_DECISION_LABELS,
  PQR_SERVICE_LABELS,
  PQR_TYPE_LABELS,
  RESPONSE_CHANNEL_LABELS,
  TYPOLOGY_LABELS,
} from '#domain/pqr/topics.ts'
import type { World } from '#server/core/context.ts'
import { boundedQueue } from '#server/core/queue.ts'
import type { Letterhead } from '#server/documents/letterhead.ts'
import { type Logo, storedWithLogo } from '#server/documents/logo.ts'
import { runThread } from '#server/files/thread.ts'
import { citedReportOf } from './cited-report.ts'
import { type Block, casePdf, type Drawn } from './drawing.ts'
import type { ThreadEntry } from './entries.ts'
import { labelOf, type StoredCase } from './queries.ts'

/** Draws a document of a case, once for each content; a long one outside the server's thread. */
export const drawDocument = (world: World, companyId: string, issuer: Letterhead, drawn: Drawn): Promise<Buffer> =>
  storedWithLogo(world, companyId, { issuer, ...drawn }, (logo) =>
    lengthOf(drawn) > IN_THREAD_CHARS
      ? queueDrawing(() => drawInThread({ issuer, logo, drawn }))
      : casePdf(issuer, logo, drawn),
  )

/** A document of this length takes some tenths of a second to draw, and every other call would wait for it. */
const IN_THREAD_CHARS = 20_000
const DRAW_MAX_MS = 60_000
const DRAW_MAX_MB = 512
const WORKER = new URL('case-pdf-worker.ts', import.meta.url)
const Bytes = z.instanceof(Uint8Array)

const lengthOf = ({ blocks }: Drawn): number => blocks.reduce((length, block) => length + block.text.length, 0)

const queueDrawing = boundedQueue({
  concurrency: 1,
  waitingMax: 10,
  refusal: () =>
    new Refusal('unavailable', 'Se están preparando otros expedientes. Intenta de nuevo en un minuto.', {
      retryAfterS: 10,
    }),
})

async function drawInThread(work: { issuer: Letterhead; logo: Logo | null; drawn: Drawn }): Promise<Buffer> {
  const limits = { timeMaxMs: DRAW_MAX_MS, resourceLimits: { maxOldGenerationSizeMb: DRAW_MAX_MB } }
  return Buffer.from(z.parse(Bytes, await runThread(WORKER, work, limits)))
}

/** The name of a reference: never 'CUN' for an internal one. */
export const referenceLine = (stored: StoredCase): string =>
  stored.cun === null ? `Radicado interno ${labelOf(stored)}` : `CUN ${labelOf(stored)}`

export const text = (content: string): Block => ({ kind: 'text', text: content })
export const note = (content: string): Block => ({ kind: 'note', text: content })
export const heading = (content: string): Block => ({ kind: 'heading', text: content })

/** What every document says of a case and of the person who filed it. */
export function aboutBlocks(stored: StoredCase, claimed: Block[]): Block[] {
  const address = stored.response_address ?? stored.petitioner_address
  const contact = [stored.petitioner_email, stored.petitioner_phone, address].filter((part) => part !== null)
  return [
    heading('Quien radica'),
    text(`${stored.petitioner_name}, ${stored.petitioner_type} ${stored.petitioner_identification}`),
    ...(contact.length === 0 ? [] : [text(`Notificación: ${contact.join(' · ')}`)]),
    heading('Lo que se radicó'),
    text(
      `${PQR_TYPE_LABELS[stored.type]}. Tema: ${topicOf(stored)}. Servicio: ${PQR_SERVICE_LABELS[stored.filed_service]}. Recibida por: ${PQR_CHANNEL_LABELS[stored.channel]}.`,
    ),
    ...(stored.no_contract === null ? [] : [text(`Contrato ${stored.no_contract}.`)]),
    ...claimed,
    ...citedBlocks(stored),
    text(`Asunto: ${stored.subject}`),
    text(stored.text),
  ]
}

/** 'Facturación', 'Datos personales (consulta)'. */
const topicOf = ({ filed_typology, data_request }: StoredCase): string =>
  `${TYPOLOGY_LABELS[filed_typology]}${data_request === null ? '' : ` (${DATA_REQUEST_LABELS[data_request].toLowerCase()})`}`

/** The cited report with a slow speed test. */
function citedBlocks(stored: StoredCase): Block[] {
  const cited = citedReportOf(stored)
  if (cited === null) return []
  return [
    text(
      `Cita el acta ${cited.consecutive} de ${cited.city}, del ${dayLabel(cited.visit_on)}, con una prueba de velocidad por debajo de la contratada.`,
    ),
  ]
}

/** The claimed invoice as it was filed, and what of it is not collected: nothing of an invoice that was paid, annulled or written off then. */
function filedClaimBlocks(stored: StoredCase): Block[] {
  const { claimed_amount, filed_disputed, linked_at } = stored
  const line = claimLine(stored)
  if (line === null || linked_at !== null) return []
  const kept =
    filed_disputed === null
      ? 'La factura no tenía saldo por cobrar.'
      : filed_disputed === claimed_amount
        ? 'No se cobra mientras se resuelve.'
        : `De ese valor, ${pesosLabel(filed_disputed)} no se habían pagado y no se cobran mientras se resuelve.`
  return [text(`${line} ${kept}`)]
}

const claimLine = ({ claimed_amount, invoice_prefix, invoice_number, linked_at }: StoredCase): string | null =>
  claimed_amount === null || invoice_prefix === null || invoice_number === null
    ? null
    : `Factura ${invoiceNumber(invoice_prefix, invoice_number)}${linked_at === null ? '' : `, que se vinculó el ${dayLabel(dayOf(linked_at))}`}. Valor reclamado: ${pesosLabel(claimed_amount)}.`

/** The claimed invoice in a document of later than the filing: what was given back, and what is in dispute then. */
export function laterClaimBlocks(stored: StoredCase, claim: PqrCase['claim']): Block[] {
  const line = claimLine(stored)
  if (line === null) return []
  return [text([line, ...(claim === null ? [] : claimSentences(claim))].join(' '))]
}

/** 'Se devolvieron $ 8.000,00 (NC-1). En reclamo, sin cobrarse: $ 12.000,00.' Empty when nothing was given back or is in dispute. */
export function claimSentences({ amount, left, disputed, notes }: NonNullable<PqrCase['claim']>): string[] {
  return [
    ...(notes.length === 0
      ? []
      : [`Se devolvieron ${pesosLabel(minus(amount, left))} con nota crédito (${notes.join(', ')}).`]),
    ...(disputed === 0 ? [] : [`En reclamo, sin cobrarse: ${pesosLabel(disputed)}.`]),
  ]
}

/** Whether the invoice was linked after a step, whose receipt does not name it. */
const isLinkedAfter = ({ linked_at }: StoredCase, { at }: PqrEntry): boolean => (linked_at?.toISOString() ?? '') > at

type FiledFile = { name: string; added_at: string }

/** The names of the files that were filed with the case: those of its instant. Later ones are in its thread. */
function filedFilesBlocks({ filed_at }: StoredCase, files: readonly FiledFile[]): Block[] {
  const names = files.filter(({ added_at }) => added_at === filed_at.toISOString()).map(({ name }) => name)
  return names.length === 0 ? [] : [text(`Archivos que se recibieron: ${names.join(', ')}.`)]
}

/** The receipt of a filing, with its number, its date and the last day of the answer (R3.2). */
export const constancia = (stored: StoredCase, files: readonly FiledFile[]): Drawn => ({
  title: 'Constancia de radicación',
  facts: [referenceLine(stored), filedLine(stored, instantLabel(stored.filed_at))],
  createdAt: stored.filed_at.toISOString(),
  blocks: [
    ...(stored.cun === null
      ? [note('Este número es un radicado interno de la empresa, no un Código Único Numérico (CUN).')]
      : []),
    ...aboutBlocks(stored, filedClaimBlocks(stored)),
    ...filedFilesBlocks(stored, files),
    heading('Qué sigue'),
    text(
      `Le responderemos a más tardar el ${dayLabel(stored.first_answer_by)}, por: ${RESPONSE_CHANNEL_LABELS[stored.response_channel]}.`,
    ),
    text(
      'Si no le respondemos a tiempo, su solicitud se entiende resuelta a su favor (silencio administrativo positivo) y la aplicamos dentro de las 72 horas siguientes.',
    ),
    ...afterAnswerBlocks(appealOfType(stored.type)),
    note(
      'Radicar no tiene costo y no exige pagar la factura. Consulte el estado con este número y su documento en nuestra página.',
    ),
  ],
})

/** What follows the answer: an appeal, for a case that is not one; the file for the SIC, for an appeal that asks for it (R3.7, R3.8). */
function afterAnswerBlocks(kind: AppealKind | null): Block[] {
  if (kind === 'reposicion') return []
  return [
    text(
      kind === null
        ? 'Cuando reciba la respuesta, si no está de acuerdo puede interponer recurso de reposición y, si procede, en subsidio apelación ante la Superintendencia de Industria y Comercio.'
        : 'Si no cambiamos la respuesta, enviaremos el expediente a la Superintendencia de Industria y Comercio para que decida.',
    ),
  ]
}

/** The receipt of an appeal, with the number of its case, its date and the last day of its answer (R3.2, R3.8). */
export const appealConstancia = (stored: StoredCase, entry: PqrEntry): Drawn => ({
  title: 'Constancia del recurso',
  facts: [referenceLine(stored), `Recibido el ${dayLabel(stored.appealed_on ?? dayOf(new Date(entry.at)))}`],
  createdAt: entry.at,
  blocks: [
    note(`Escrito en nuestro sistema: ${instantLabel(new Date(entry.at))}`),
    ...aboutBlocks(stored, isLinkedAfter(stored, entry) ? [] : laterClaimBlocks(stored, null)),
    // Its words begin with what it asks for, and what was in dispute then.
    heading('El recurso'),
    text(entry.text),
    heading('Qué sigue'),
    text(
      `Le responderemos el recurso a más tardar el ${dayLabel(stored.answer_by)}, por: ${RESPONSE_CHANNEL_LABELS[stored.response_channel]}.`,
    ),
    ...(stored.appeal_kind === null ? [] : afterAnswerBlocks(stored.appeal_kind)),
    note('Interponer el recurso no tiene costo y no exige pagar la factura.'),
  ],
})

/** The receipt of a withdrawal: what ended, when, and what of the claimed invoice is owed again. */
export const withdrawalConstancia = (stored: StoredCase, entry: PqrEntry): Drawn => ({
  title: 'Constancia de desistimiento',
  facts: [referenceLine(stored), `Recibido el ${dayLabel(stored.withdrawn_on ?? dayOf(new Date(entry.at)))}`],
  createdAt: entry.at,
  blocks: [
    note(`Escrito en nuestro sistema: ${instantLabel(new Date(entry.at))}`),
    ...aboutBlocks(stored, laterClaimBlocks(stored, null)),
    // Its words begin with what was withdrawn, and until when what was in dispute is paid.
    heading('El desistimiento'),
    text(entry.text),
    heading('Qué sigue'),
    text(
      stored.appealed_on === null
        ? 'El caso terminó sin respuesta: su plazo ya no corre y no opera el silencio administrativo positivo.'
        : 'El recurso terminó sin decisión: su plazo ya no corre y no opera el silencio administrativo positivo.',
    ),
    text('Si lo necesita, puede radicar otra vez su solicitud, sin costo: recibe otro número y otro plazo.'),
  ],
})

/** The answer to a case or to its appeal, with the right to appeal (R3.7). */
export function answerDocument(current: StoredCase, entry: ThreadEntry): Drawn {
  const stored = statedCase(current, entry)
  const isAppeal = entry.kind === 'appeal_answered'
  const on = new Date(entry.at)
  return {
    title: isAppeal ? 'Decisión del recurso' : 'Respuesta a su PQR',
    facts: [referenceLine(stored), dayLabel(dayOf(on))],
    createdAt: entry.at,
    blocks: [
      text(`${stored.petitioner_name}, ${stored.petitioner_type} ${stored.petitioner_identification}`),
      ...recipientBlocks(stored),
      text(`Asunto: ${stored.subject}`),
      note(`${filedLine(stored, dayLabel(dayOf(stored.filed_at)))}.`),
      ...(entry.decision === null ? [] : [heading(`Decisión: ${PQR_DECISION_LABELS[entry.decision].toLowerCase()}`)]),
      text(entry.text),
      ...rightsBlocks(stored, { isAppeal, answeredOn: dayOf(on) }),
      text(`Respondió: ${entry.author}.`),
    ],
  }
}

/** A case as its answer states it: a later CUN or a later term to appeal does not change what the user received (R3.11). */
const statedCase = (current: StoredCase, { stated_reference, stated_until }: ThreadEntry): StoredCase => ({
  ...current,
  // A CUN that is typed after the answer is not in it.
  ...(stated_reference === current.reference && current.cun !== current.reference ? { cun: null } : {}),
  appeal_until: stated_until ?? current.appeal_until,
})

/** Where the answer goes: the address of one on paper, and the chosen channel of another. */
function recipientBlocks(stored: StoredCase): Block[] {
  const { response_channel: by, petitioner_email: email, petitioner_phone: phone } = stored
  const address = stored.response_address ?? stored.petitioner_address
  const to = by === 'telefono' ? (phone ?? address) : by === 'correo' ? (email ?? address) : address
  return to === null ? [] : [text(to)]
}

function rightsBlocks(stored: StoredCase, { isAppeal, answeredOn }: { isAppeal: boolean; answeredOn: Day }): Block[] {
  if (isAppeal)
    return stored.transfer_by === null
      ? []
      : [
          text(
            `Su recurso pide que decida la Superintendencia de Industria y Comercio: le enviaremos el expediente a más tardar el ${dayLabel(stored.transfer_by)}.`,
          ),
        ]
  const { appeal_until: until, filed_typology, answered_typology } = stored
  if (until === null) return []
  const isToSic = isAppealableCase({ filed_typology, answered_typology })
  return [
    heading(APPEAL_RIGHT_TITLE),
    text(appealRight({ isToSic, until, answeredOn, isDeliveredByDesk: isDeliveredByDesk(stored) })),
  ]
}
