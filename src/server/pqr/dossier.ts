import { dayLabel, instantLabel } from '#domain/core/days.ts'
import { MESSAGE_STATUS_LABELS } from '#domain/messages/message.ts'
import type { PqrCase, PqrEntry } from '#domain/pqr/case.ts'
import { PQR_STATUS_LABELS } from '#domain/pqr/lifecycle.ts'
import {
  APPEAL_LABELS,
  PQR_DECISION_LABELS,
  PQR_SERVICE_LABELS,
  SIC_OUTCOME_LABELS,
  TYPOLOGY_LABELS,
} from '#domain/pqr/topics.ts'
import type { WrittenEmail } from '#server/messages/deliveries.ts'
import { aboutBlocks, heading, laterClaimBlocks, note, referenceLine, text } from './documents.ts'
import type { Block, Drawn } from './drawing.ts'
import type { StoredCase } from './queries.ts'

const entryLine = (content: string): Block => ({ kind: 'entry', text: content })

/** The subject of the reports, when the desk corrected it. */
const reportBlocks = ({ typology, service, filed_typology, filed_service }: StoredCase): Block[] =>
  typology === filed_typology && service === filed_service
    ? []
    : [note(`Para los reportes: ${TYPOLOGY_LABELS[typology]}, ${PQR_SERVICE_LABELS[service]}.`)]

/** Which e-mails went to whom, and whether the mail server accepted each: the proof of what was notified by e-mail. */
const emailBlocks = (emails: readonly WrittenEmail[]): Block[] =>
  emails.length === 0 ? [] : [heading('Correos enviados a quien radicó'), ...emails.map((one) => text(emailLine(one)))]

const emailLine = ({ subject, to_email, status, sent_at }: WrittenEmail): string => {
  const became = sent_at === null ? MESSAGE_STATUS_LABELS[status] : `Enviado el ${instantLabel(sent_at)}`
  return `${subject} · ${to_email ?? ''} · ${became}`
}

/** The whole file of a case: what was filed, each step with its date and author, the decisions and the list of files. */
export const dossier = (
  stored: StoredCase,
  entries: readonly PqrEntry[],
  files: readonly { name: string; added_at: string; added_by: string }[],
  { madeAt, claim, emails }: { madeAt: string; claim: PqrCase['claim']; emails: readonly WrittenEmail[] },
): Drawn => ({
  title: 'Expediente',
  facts: [
    referenceLine(stored),
    `Estado: ${PQR_STATUS_LABELS[stored.status]}`,
    `Generado el ${instantLabel(new Date(madeAt))}`,
  ],
  createdAt: madeAt,
  isNumbered: true,
  blocks: [
    ...aboutBlocks(stored, laterClaimBlocks(stored, claim)),
    ...reportBlocks(stored),
    note(`Plazo de la respuesta al radicarla: ${dayLabel(stored.first_answer_by)}.`),
    ...(stored.appeal_kind === null ? [] : [note(`Recurso: ${APPEAL_LABELS[stored.appeal_kind]}.`)]),
    ...(stored.sic_outcome === null ? [] : [note(`SIC: ${SIC_OUTCOME_LABELS[stored.sic_outcome]}.`)]),
    heading('Actuaciones'),
    ...entries.flatMap((entry): Block[] => [
      entryLine(
        `${instantLabel(new Date(entry.at))} · ${entry.author}${entry.to_status === null ? '' : ` · ${PQR_STATUS_LABELS[entry.to_status]}`}${entry.decision === null ? '' : ` · ${PQR_DECISION_LABELS[entry.decision]}`}${entry.kind === 'info_request' ? ' · Pidió más datos' : ''}`,
      ),
      text(entry.text),
    ]),
    ...emailBlocks(emails),
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
