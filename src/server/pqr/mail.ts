import * as z from 'zod/mini'
import { brandOf } from '#domain/core/brand.ts'
import { dayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import type { PqrEntry } from '#domain/pqr/case.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Task } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import { renderEmail } from '#server/documents/mail.ts'
import { readSender, type Sender } from '#server/messages/compose.ts'
import { insertMessageWithFiles, type MessageFile } from '#server/messages/queries.ts'
import { answerDocument, constancia, drawDocument } from './documents.ts'
import { listEntries } from './entries.ts'
import { getCase, labelOf, type StoredCase } from './queries.ts'

const Payload = z.object({
  company_id: z.uuid(),
  case_id: z.uuid(),
  document: z.enum(['constancia', 'answer', 'entry']),
  entry_id: z.optional(z.uuid()),
})

export const pqrTasks = { 'pqr.mail': writeMail } satisfies Record<string, Task>

/** Queues an e-mail of a case for the person who filed it, with its PDF: each once, also when the job runs again. */
export async function writeMail(world: World, payload: unknown): Promise<void> {
  const { company_id, case_id, document, entry_id } = z.parse(Payload, payload)
  const scope = { ...SYSTEM, companyId: company_id }
  const read = await inTransaction(world.pool, 'enlace_app', { ...scope, isReadOnly: true }, async (tx) => {
    const stored = await getCase(tx, case_id)
    const entry = (await listEntries(tx, case_id, false)).find(({ id }) => id === entry_id)
    return { stored, entry, issuer: await readLetterhead(tx), sender: await readSender(tx) }
  })
  const { stored, entry, issuer, sender } = read
  if (!stored || stored.petitioner_email === null) return
  if (document !== 'constancia' && !entry) return
  const drawn =
    document === 'constancia'
      ? constancia(stored)
      : entry && document === 'answer'
        ? answerDocument(stored, entry)
        : null
  const files: MessageFile[] =
    drawn === null
      ? []
      : [
          {
            name: `${document === 'constancia' ? 'constancia' : 'respuesta'}-${labelOf(stored)}.pdf`,
            type: 'application/pdf',
            bytes: await drawDocument(world, company_id, issuer, drawn),
          },
        ]
  const email = emailOf(world, sender, stored, entry)
  await inTransaction(world.pool, 'enlace_app', scope, (tx) =>
    insertMessageWithFiles(
      tx,
      {
        kind: 'pqr',
        category: 'transaccional',
        client_id: stored.client_id,
        invoice_id: null,
        dedupe: `pqr:${document}:${entry_id ?? case_id}`,
        to_email: stored.petitioner_email ?? '',
        subject: email.subject,
        text_body: email.text,
        html_body: email.html,
        sender: email.senderName,
        reply_to: sender.email,
        next_try_at: world.clock(),
      },
      files,
    ),
  )
}

/** The words of each e-mail. A client has a link to its case; another person looks it up with its number and document. */
function emailOf(world: World, sender: Sender, stored: StoredCase, entry: PqrEntry | undefined) {
  const reference = labelOf(stored)
  const { subject, lines } = wordsOf(stored, reference, entry)
  const url = `${world.config.publicUrl}${stored.client_id === null ? paths.home : paths.ownPqr(stored.id)}`
  const firstName = stored.petitioner_name.split(' ')[0] ?? ''
  return renderEmail(
    sender.name,
    subject,
    [
      { kind: 'text', text: `Hola, ${firstName}. ${lines[0] ?? ''}` },
      ...lines.slice(1).map((line) => ({ kind: 'text', text: line }) as const),
      { kind: 'link', text: stored.client_id === null ? 'Consultar mi PQR' : 'Ver mi PQR', url },
    ],
    brandOf(sender.color_code),
  )
}

function wordsOf(
  stored: StoredCase,
  reference: string,
  entry: PqrEntry | undefined,
): { subject: string; lines: string[] } {
  const name = stored.cun === null ? `radicado interno ${reference}` : `CUN ${reference}`
  if (entry === undefined)
    return {
      subject: `Recibimos tu PQR: ${name}`,
      lines: [
        `Recibimos tu PQR sobre «${stored.subject}» y quedó con el ${name}.`,
        `Te respondemos a más tardar el ${dayLabel(stored.first_answer_by)}. Adjuntamos la constancia.`,
      ],
    }
  if (entry.kind === 'extended')
    return {
      subject: `Necesitamos más tiempo para tu PQR ${reference}`,
      lines: [
        `Prorrogamos la respuesta de tu PQR hasta el ${dayLabel(stored.answer_by)}, porque estamos reuniendo pruebas.`,
        entry.text,
      ],
    }
  if (entry.kind === 'info_request')
    return {
      subject: `Necesitamos más datos para tu PQR ${reference}`,
      lines: ['Para responderte necesitamos estos datos:', entry.text],
    }
  return {
    subject: `Respondimos tu PQR ${reference}`,
    lines: [
      `Ya respondimos tu PQR sobre «${stored.subject}». Adjuntamos la respuesta.`,
      ...(stored.appeal_until === null || entry.kind === 'appeal_answered'
        ? []
        : [`Si no estás de acuerdo, puedes interponer un recurso hasta el ${dayLabel(stored.appeal_until)}.`]),
    ],
  }
}
