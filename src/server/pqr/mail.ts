import * as z from 'zod/mini'
import { brandOf } from '#domain/core/brand.ts'
import { DayText, dayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import type { PqrEntry } from '#domain/pqr/case.ts'
import { appealWays, dataWays } from '#domain/pqr/contact.ts'
import { REPLY_LINE } from '#domain/pqr/reply-text.ts'
import { isAppealableCase } from '#domain/pqr/steps.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Task } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import type { Letterhead } from '#server/documents/letterhead.ts'
import { renderEmail } from '#server/documents/mail.ts'
import { readSender, type Sender } from '#server/messages/compose.ts'
import { insertMessageWithFiles, type MessageFile } from '#server/messages/queries.ts'
import { answerDocument, appealConstancia, constancia, drawDocument, withdrawalConstancia } from './documents.ts'
import { listEntries, listFiles, type ThreadEntry } from './entries.ts'
import { linkConstancia } from './link-document.ts'
import { CASE_DOCUMENTS, mailKey } from './notification.ts'
import { getCase, labelOf, type StoredCase } from './queries.ts'
import { replyAddress } from './reply-address.ts'

const Payload = z.object({
  company_id: z.uuid(),
  case_id: z.uuid(),
  document: z.enum(CASE_DOCUMENTS),
  entry_id: z.optional(z.uuid()),
  /** Of 'closed', which is sent once in a day. */
  day: z.optional(DayText),
})

export const pqrTasks = { 'pqr.mail': writeMail } satisfies Record<string, Task>

/** Queues an e-mail of a case for the person who filed it, with its PDF: each once, also when the job runs again. */
export async function writeMail(world: World, payload: unknown): Promise<void> {
  const { company_id, case_id, document, entry_id, day } = z.parse(Payload, payload)
  const scope = { ...SYSTEM, companyId: company_id }
  const read = await inTransaction(world.pool, 'enlace_app', { ...scope, isReadOnly: true }, async (tx) => {
    const stored = await getCase(tx, case_id)
    const entry = (await listEntries(tx, case_id, false)).find(({ id }) => id === entry_id)
    const files = document === 'constancia' ? await listFiles(tx, case_id, false) : []
    return { stored, entry, files, issuer: await readLetterhead(tx), sender: await readSender(tx) }
  })
  const { stored, entry, issuer, sender } = read
  if (!stored || stored.petitioner_email === null) return
  if (document !== 'constancia' && document !== 'closed' && !entry) return
  const attached = document === 'constancia' ? filingOf(stored, read.files) : attachmentOf(stored, document, entry)
  const files: MessageFile[] =
    attached === null
      ? []
      : [
          {
            name: `${attached.name}-${labelOf(stored)}.pdf`,
            type: 'application/pdf',
            bytes: await drawDocument(world, company_id, issuer, attached.drawn),
          },
        ]
  // The answer to a mail for a closed case names no reply address: a program that answers it starts no exchange.
  const reply_to = document === 'closed' ? null : replyAddress(world.config, case_id)
  const email = emailOf(world, sender, stored, {
    words:
      document === 'closed' ? closedWords(stored) : wordsOf(stored, entry, waysOf(stored, issuer, reply_to !== null)),
    isKept: reply_to !== null,
    isAnswerable: reply_to !== null || (document !== 'closed' && sender.email !== null),
  })
  await inTransaction(world.pool, 'enlace_app', scope, (tx) =>
    insertMessageWithFiles(
      tx,
      {
        kind: 'pqr',
        category: 'transaccional',
        client_id: stored.client_id,
        invoice_id: null,
        dedupe: `${mailKey(document, entry_id ?? case_id)}${day === undefined ? '' : `:${day}`}`,
        to_email: stored.petitioner_email ?? '',
        subject: email.subject,
        text_body: email.text,
        html_body: email.html,
        sender: email.senderName,
        reply_to: reply_to ?? sender.email,
        next_try_at: world.clock(),
      },
      files,
    ),
  )
}

const filingOf = (stored: StoredCase, files: Parameters<typeof constancia>[1]) => ({
  name: 'constancia',
  drawn: constancia(stored, files),
})

/** The PDF of an e-mail about a step; null for one without. */
function attachmentOf(
  stored: StoredCase,
  document: z.output<typeof Payload>['document'],
  entry: ThreadEntry | undefined,
) {
  if (entry?.kind === 'linked') return { name: 'constancia-factura', drawn: linkConstancia(stored, entry) }
  if (entry && document === 'answer') return { name: 'respuesta', drawn: answerDocument(stored, entry) }
  if (entry && document === 'appeal') return { name: 'constancia-recurso', drawn: appealConstancia(stored, entry) }
  if (entry && document === 'withdrawn')
    return { name: 'constancia-desistimiento', drawn: withdrawalConstancia(stored, entry) }
  return null
}

/** The words of each e-mail. `isKept`: an answer is kept in the case. `isAnswerable`: it reaches a person. A client has a link to its case; another person looks it up with its number and document. */
function emailOf(
  world: World,
  sender: Sender,
  stored: StoredCase,
  { words: { subject, lines }, isKept, isAnswerable }: { words: Words; isKept: boolean; isAnswerable: boolean },
) {
  const url = `${world.config.publicUrl}${stored.client_id === null ? paths.pqrLookup : paths.ownPqr(stored.id)}`
  const firstName = stored.petitioner_name.split(' ')[0] ?? ''
  return renderEmail(
    sender.name,
    subject,
    [
      ...(isKept ? [{ kind: 'text', text: REPLY_COPY } as const] : []),
      { kind: 'text', text: `Hola, ${firstName}. ${lines[0] ?? ''}` },
      ...lines.slice(1).map((line) => ({ kind: 'text', text: line }) as const),
      { kind: 'link', text: stored.client_id === null ? 'Consultar mi PQR' : 'Ver mi PQR', url },
    ],
    brandOf(sender.color_code),
    isAnswerable,
  )
}

type Words = { subject: string; lines: string[] }

const REPLY_COPY = `${REPLY_LINE}: lo que escribas, y los PDF y las fotos que adjuntes, quedan en tu PQR.`

/** What a person receives who answered the e-mail of a closed case. */
const closedWords = (stored: StoredCase): Words => ({
  subject: `Tu PQR ${labelOf(stored)} está cerrada`,
  lines: [
    'Recibimos tu correo, pero la PQR que respondiste ya está cerrada y no se le puede agregar nada.',
    'Si necesitas algo más, radica una PQR nueva en nuestra página, por teléfono o en una oficina: te damos otro número y otro plazo.',
  ],
})

type Ways = { appeal: string | null; data: string | null }

/** How the person of a case appeals and sends data: in the portal, or by the ways of the company. */
function waysOf(stored: StoredCase, { email, phone, address, city }: Letterhead, isKept: boolean): Ways {
  const { appeal_until } = stored
  if (stored.client_id !== null)
    return {
      appeal:
        appeal_until === null
          ? null
          : `Si no estás de acuerdo, puedes interponer un recurso hasta el ${dayLabel(appeal_until)}: abre tu PQR y elige «Interponer recurso».`,
      data: 'Contéstanos en tu PQR.',
    }
  const office = [address, city].filter((part) => part !== null && part !== '').join(', ')
  const of = {
    reference: labelOf(stored),
    contact: { email, phone, address: office === '' ? null : office },
    first: isKept ? 'responde este correo' : null,
  }
  return {
    appeal: appeal_until === null ? null : appealWays(appeal_until, { ...of, isToSic: isAppealableCase(stored) }),
    data: dataWays(of),
  }
}

function wordsOf(stored: StoredCase, entry: PqrEntry | undefined, ways: Ways): Words {
  const reference = labelOf(stored)
  const name = nameOf(stored)
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
      lines: ['Para responderte necesitamos estos datos:', entry.text, ...(ways.data === null ? [] : [ways.data])],
    }
  if (entry.kind === 'message')
    return {
      subject: `Te escribimos sobre tu PQR ${reference}`,
      lines: [`Te escribimos sobre tu PQR «${stored.subject}». Todavía no es la respuesta.`, entry.text],
    }
  if (entry.kind === 'sic_decided')
    return {
      subject: `La SIC decidió sobre tu PQR ${reference}`,
      lines: [
        `La Superintendencia de Industria y Comercio (SIC) decidió sobre tu PQR «${stored.subject}».`,
        entry.text,
      ],
    }
  const step = stepWords(stored, entry.kind)
  if (step !== null) return step
  return {
    subject: `Respondimos tu PQR ${reference}`,
    lines: [
      `Ya respondimos tu PQR sobre «${stored.subject}». Adjuntamos la respuesta.`,
      ...(ways.appeal === null || entry.kind === 'appeal_answered' ? [] : [ways.appeal]),
      // No link of an e-mail writes a rating: the programs that check links open all of them.
      ...(stored.client_id === null ? [] : ['En tu PQR puedes calificar con un toque cómo te atendimos, de 1 a 5.']),
    ],
  }
}

/** The words about a step that moved a case: the silence, an appeal, a withdrawal. Null for another row of the thread. */
function stepWords(stored: StoredCase, kind: PqrEntry['kind']): Words | null {
  const reference = labelOf(stored)
  const name = nameOf(stored)
  if (kind === 'silence')
    return {
      subject: `Tu PQR ${reference} queda a tu favor`,
      lines: [
        `No respondimos a tiempo tu PQR sobre «${stored.subject}»: por ley queda resuelta a tu favor.`,
        'La aplicamos dentro de las 72 horas siguientes al plazo, y te escribimos cuando esté.',
      ],
    }
  if (kind === 'linked')
    return {
      subject: `Tu PQR ${reference} ya reclama una factura`,
      lines: [
        `Vinculamos a tu PQR sobre «${stored.subject}» la factura que reclamas. Adjuntamos la constancia, con el valor.`,
        'Lo que está en reclamo no se cobra hasta la respuesta, y el plazo de la respuesta no cambia.',
      ],
    }
  if (kind === 'raised')
    return {
      subject: `Tu PQR ${reference} reclama más valor`,
      lines: [
        `Agregamos valor al reclamo de tu PQR sobre «${stored.subject}»: abajo puedes ver tu PQR con el total.`,
        'Lo que está en reclamo no se cobra hasta la respuesta, y el plazo de la respuesta no cambia.',
      ],
    }
  if (kind === 'appealed')
    return {
      subject: `Recibimos tu recurso: ${name}`,
      lines: [
        `Recibimos tu recurso sobre «${stored.subject}». Sigue con el mismo ${name}.`,
        `Te respondemos a más tardar el ${dayLabel(stored.answer_by)}. Adjuntamos la constancia.`,
      ],
    }
  if (kind === 'transferred')
    return {
      subject: `Enviamos tu PQR ${reference} a la SIC`,
      lines: [
        `Enviamos tu PQR sobre «${stored.subject}», con todo su expediente, a la Superintendencia de Industria y Comercio (SIC), que decide tu apelación.`,
        `Sigue con el mismo ${name}.`,
      ],
    }
  if (kind === 'withdrawn')
    return {
      subject: `Recibimos tu desistimiento: ${name}`,
      lines: [
        `Desististe de tu PQR sobre «${stored.subject}», y el caso terminó. Adjuntamos la constancia.`,
        'Si no fuiste tú, o cambias de opinión, radica la PQR otra vez: te damos otro número y otro plazo.',
      ],
    }
  return null
}

/** 'CUN 4488-26-0000000001', 'radicado interno RI-2026-000012'. */
const nameOf = (stored: StoredCase): string => `${stored.cun === null ? 'radicado interno' : 'CUN'} ${labelOf(stored)}`
