import { dayLabel, dayOf, instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import type { PqrEntry } from '#domain/pqr/case.ts'
import { PQR_STATUS_LABELS } from '#domain/pqr/lifecycle.ts'
import {
  APPEAL_LABELS,
  isAppealableToSic,
  PQR_CHANNEL_LABELS,
  PQR_DECISION_LABELS,
  PQR_SERVICE_LABELS,
  PQR_TYPE_LABELS,
  RESPONSE_CHANNEL_LABELS,
  SIC_OUTCOME_LABELS,
  TYPOLOGY_LABELS,
} from '#domain/pqr/topics.ts'
import type { World } from '#server/core/context.ts'
import type { Letterhead } from '#server/documents/letterhead.ts'
import { storedWithLogo } from '#server/documents/logo.ts'
import { makePdf } from '#server/documents/pdf.ts'
import { type Block, drawBlocks } from './drawing.ts'
import { labelOf, type StoredCase } from './queries.ts'

type Drawn = { title: string; facts: readonly string[]; createdAt: string; blocks: readonly Block[] }

/** Draws a document of a case, once for each content. */
export const drawDocument = (world: World, companyId: string, issuer: Letterhead, drawn: Drawn): Promise<Buffer> =>
  storedWithLogo(world, companyId, { issuer, ...drawn }, (logo) =>
    makePdf(
      { title: `${drawn.title} ${drawn.facts[0] ?? ''}`, author: issuer.name, createdAt: new Date(drawn.createdAt) },
      (sheet) => drawBlocks(sheet, { issuer, logo, ...drawn }, drawn.blocks),
    ),
  )

/** The name of a reference: never 'CUN' for an internal one. */
const referenceLine = (stored: StoredCase): string =>
  stored.cun === null ? `Radicado interno ${labelOf(stored)}` : `CUN ${labelOf(stored)}`

const text = (content: string): Block => ({ kind: 'text', text: content })
const note = (content: string): Block => ({ kind: 'note', text: content })
const heading = (content: string): Block => ({ kind: 'heading', text: content })

/** What every document says of a case and of the person who filed it. */
function aboutBlocks(stored: StoredCase): Block[] {
  const address = stored.response_address ?? stored.petitioner_address
  const contact = [stored.petitioner_email, stored.petitioner_phone, address].filter((part) => part !== null)
  return [
    heading('Quien radica'),
    text(`${stored.petitioner_name}, ${stored.petitioner_type} ${stored.petitioner_identification}`),
    ...(contact.length === 0 ? [] : [text(`Notificación: ${contact.join(' · ')}`)]),
    heading('Lo que se radicó'),
    text(
      `${PQR_TYPE_LABELS[stored.type]}. Tema: ${TYPOLOGY_LABELS[stored.typology]}. Servicio: ${PQR_SERVICE_LABELS[stored.service]}. Recibida por: ${PQR_CHANNEL_LABELS[stored.channel]}.`,
    ),
    ...(stored.no_contract === null ? [] : [text(`Contrato ${stored.no_contract}.`)]),
    ...(stored.claimed_amount === null
      ? []
      : [
          text(
            `Valor reclamado de la factura: ${pesosLabel(stored.claimed_amount)}. No se cobra mientras se resuelve.`,
          ),
        ]),
    text(`Asunto: ${stored.subject}`),
    text(stored.text),
  ]
}

/** When a case was filed; with the day on which it arrived, when the desk wrote it down later. */
const filedLine = ({ filed_on, filed_at }: StoredCase, filed: string): string =>
  filed_on === dayOf(filed_at) ? `Radicada el ${filed}` : `Recibida el ${dayLabel(filed_on)} y radicada el ${filed}`

/** The receipt of a filing, with its number, its date and the last day of the answer (R3.2). */
export const constancia = (stored: StoredCase): Drawn => ({
  title: 'Constancia de radicación',
  facts: [referenceLine(stored), filedLine(stored, instantLabel(stored.filed_at))],
  createdAt: stored.filed_at.toISOString(),
  blocks: [
    ...(stored.cun === null
      ? [note('Este número es un radicado interno de la empresa, no un Código Único Numérico (CUN).')]
      : []),
    ...aboutBlocks(stored),
    heading('Qué sigue'),
    text(
      `Le responderemos a más tardar el ${dayLabel(stored.first_answer_by)}, por: ${RESPONSE_CHANNEL_LABELS[stored.response_channel]}.`,
    ),
    text(
      'Si no le respondemos a tiempo, su solicitud se entiende resuelta a su favor (silencio administrativo positivo) y la aplicamos dentro de las 72 horas siguientes.',
    ),
    text(
      'Cuando reciba la respuesta, si no está de acuerdo puede interponer recurso de reposición y, si procede, en subsidio apelación ante la Superintendencia de Industria y Comercio.',
    ),
    note(
      'Radicar no tiene costo y no exige pagar la factura. Consulte el estado con este número y su documento en nuestra página.',
    ),
  ],
})

/** The answer to a case or to its appeal, with the right to appeal (R3.7). */
export function answerDocument(stored: StoredCase, entry: PqrEntry): Drawn {
  const isAppeal = entry.kind === 'appeal_answered'
  const on = new Date(entry.at)
  return {
    title: isAppeal ? 'Decisión del recurso' : 'Respuesta a su PQR',
    facts: [referenceLine(stored), dayLabel(dayOf(on))],
    createdAt: entry.at,
    blocks: [
      text(`${stored.petitioner_name}, ${stored.petitioner_type} ${stored.petitioner_identification}`),
      text(`Asunto: ${stored.subject}`),
      note(`${filedLine(stored, dayLabel(dayOf(stored.filed_at)))}.`),
      ...(entry.decision === null ? [] : [heading(`Decisión: ${PQR_DECISION_LABELS[entry.decision].toLowerCase()}`)]),
      text(entry.text),
      ...rightsBlocks(stored, isAppeal),
      text(`Respondió: ${entry.author}.`),
    ],
  }
}

function rightsBlocks(stored: StoredCase, isAppeal: boolean): Block[] {
  if (isAppeal)
    return stored.transfer_by === null
      ? []
      : [
          text(
            `Su recurso pide que decida la Superintendencia de Industria y Comercio: le enviaremos el expediente a más tardar el ${dayLabel(stored.transfer_by)}.`,
          ),
        ]
  if (stored.appeal_until === null) return []
  const kinds = isAppealableToSic(stored.typology)
    ? 'recurso de reposición, o reposición y en subsidio apelación para que decida la Superintendencia de Industria y Comercio'
    : 'recurso de reposición'
  return [
    heading('Si no está de acuerdo'),
    text(
      `Puede interponer ${kinds}, hasta el ${dayLabel(stored.appeal_until)}. No necesita abogado ni pagar la factura.`,
    ),
  ]
}

/** The whole file of a case: what was filed, each step with its date and author, the decisions and the list of files. */
export const dossier = (
  stored: StoredCase,
  entries: readonly PqrEntry[],
  files: readonly { name: string; added_at: string; added_by: string }[],
  madeAt: string,
): Drawn => ({
  title: 'Expediente',
  facts: [
    referenceLine(stored),
    `Estado: ${PQR_STATUS_LABELS[stored.status]}`,
    `Generado el ${instantLabel(new Date(madeAt))}`,
  ],
  createdAt: madeAt,
  blocks: [
    ...aboutBlocks(stored),
    ...(stored.appeal_kind === null ? [] : [note(`Recurso: ${APPEAL_LABELS[stored.appeal_kind]}.`)]),
    ...(stored.sic_outcome === null ? [] : [note(`SIC: ${SIC_OUTCOME_LABELS[stored.sic_outcome]}.`)]),
    heading('Actuaciones'),
    ...entries.flatMap((entry): Block[] => [
      note(
        `${instantLabel(new Date(entry.at))} · ${entry.author}${entry.to_status === null ? '' : ` · ${PQR_STATUS_LABELS[entry.to_status]}`}${entry.decision === null ? '' : ` · ${PQR_DECISION_LABELS[entry.decision]}`}`,
      ),
      text(entry.text),
    ]),
    ...(files.length === 0
      ? []
      : [
          heading('Archivos'),
          ...files.map(({ name, added_at, added_by }) =>
            text(`${name} · ${added_by} · ${instantLabel(new Date(added_at))}`),
          ),
        ]),
  ],
})
