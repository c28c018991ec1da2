import { sql } from 'kysely'
import { UPLOAD_MAX_BYTES } from '#domain/core/api.ts'
import { dayOf, startOfDay } from '#domain/core/days.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { TEXT_MAX } from '#domain/pqr/case.ts'
import { endOf } from '#domain/pqr/deadlines.ts'
import type { MailOutcome } from '#domain/pqr/inbound-api.ts'
import { isEnded } from '#domain/pqr/lifecycle.ts'
import { READ_MAIL_TASK } from '#domain/pqr/tasks.ts'
import { assertClockRight } from '#server/core/clock.ts'
import { type PublicCtx, SYSTEM } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { type Author, CLOCK, withSilence, writeStep } from './change.ts'
import { nextDue } from './duty.ts'
import { insertTasks } from './entries.ts'
import { type KeptFile, keepBytes } from './files.ts'
import { getCase, type StoredCase } from './queries.ts'
import type { ReceivedMail } from './read-mail.ts'
import { insertFiles, noteRefused, refusedLine } from './refused-files.ts'

/** Files of one mail that are kept. */
const FILES_MAX = 10
/** Rows of the thread that the text of one mail takes at most. */
const PARTS_MAX = 5
/** Mails of one case in a day: of the person who filed it, and of all others together. More are of a program. */
const MAILS_PER_DAY = 50
const WITHOUT_TEXT = '(El correo llegó sin texto.)'
const TOO_LARGE = 'El archivo pesa más de 5 MB'

/** What came of the files of a mail: those that are stored, and the sentence about each of the others. */
type Files = { kept: KeptFile[]; refused: string[] }

/**
 * Adds a mail to the thread of its case, once. Only the person who filed it writes there: a mail of another sender leaves a note to the
 * desk, without its text. A closed case is not reopened: the desk reads the text in a note, and the sender is informed. Null: the case does
 * not exist. Throws a Refusal 'too_many' for the mail of that person beyond the limit of a day,
 * and 'unavailable' in a process with a wrong clock: the mail server keeps it and tries again.
 */
export async function keepMail(
  ctx: PublicCtx,
  { companyId, id }: { companyId: string; id: string },
  mail: ReceivedMail,
): Promise<MailOutcome | null> {
  const scope = { ...SYSTEM, companyId, requestId: ctx.requestId }
  const first = await inTransaction(ctx.world.pool, 'enlace_app', { ...scope, isReadOnly: true }, async (tx) => {
    const found = await getCase(tx, id)
    return found && outcomeOf(tx, found, mail, ctx.now)
  })
  // Files are stored before the transaction, as in an upload; only those of a mail that is kept.
  const files: Files = first === 'kept' ? await keepFiles(ctx, companyId, mail) : NONE
  return inTransaction(ctx.world.pool, 'enlace_app', scope, async (tx) => {
    const locked = await getCase(tx, id, { lock: true })
    if (!locked) return null
    await assertClockRight(ctx.world, tx)
    const outcome = await outcomeOf(tx, locked, mail, ctx.now)
    if (outcome === 'repeated' || outcome === 'too_many') return outcome
    const isNoted = outcome === 'other_sender' && (await hasNoteOfToday(tx, id, ctx))
    await tx
      .insertInto('pqr_mails')
      .values({ case_id: id, digest: mail.digest, outcome, received_at: ctx.now })
      .execute()
    if (outcome === 'kept') await addToThread(tx, await withSilence(tx, locked, ctx.now), { mail, files, now: ctx.now })
    else if (outcome === 'closed') await noteClosed(tx, locked, mail, ctx)
    else if (!isNoted) await note(tx, locked, { author: CLOCK, text: OTHER_SENDER_COPY, now: ctx.now })
    return outcome
  })
}

const NONE: Files = { kept: [], refused: [] }
const OTHER_SENDER_COPY =
  'Llegó un correo a esta PQR desde una dirección que no es la de quien la radicó, y no se agregó. Si es de esa persona, pídele que escriba desde su correo o por el portal.'

async function outcomeOf(tx: Tx, found: StoredCase, mail: ReceivedMail, now: Date): Promise<MailOutcome> {
  const since = startOfDay(dayOf(now))
  const isSender = await isSenderOf(tx, found, mail)
  // Counted apart: mails of others must not take the place of those of the person who filed the case.
  const { rows } = await sql<{ is_repeated: boolean; today: number }>`
    select coalesce(bool_or(digest = ${mail.digest}), false) as is_repeated,
      count(*) filter (where received_at >= ${since} and (outcome <> 'other_sender') = ${isSender})::int as today
    from pqr_mails where company_id = (select current_company()) and case_id = ${found.id}`.execute(tx)
  const [before] = rows
  if (before?.is_repeated) return 'repeated'
  const isOver = (before?.today ?? 0) >= MAILS_PER_DAY
  if (!isSender) return isOver ? 'too_many' : 'other_sender'
  if (isOver)
    throw new Refusal('too_many', 'Este caso ya recibió muchos correos hoy: este se recibe mañana', {
      retryAfterS: Math.ceil((since.getTime() + DAY_MS - now.getTime()) / 1_000),
    })
  return isEnded(found.status) ? 'closed' : 'kept'
}

/** Whether a mail is of the person who filed the case: by the address of then, or by the one that the client has now. */
async function isSenderOf(tx: Tx, found: StoredCase, { from }: ReceivedMail): Promise<boolean> {
  if (from === null) return false
  if (found.petitioner_email?.toLowerCase() === from) return true
  if (found.client_id === null) return false
  const client = await tx.selectFrom('clients').select('email').where('id', '=', found.client_id).executeTakeFirst()
  return client?.email?.toLowerCase() === from
}

async function hasNoteOfToday(tx: Tx, id: string, { now }: PublicCtx): Promise<boolean> {
  const row = await tx
    .selectFrom('pqr_mails')
    .select('digest')
    .where('case_id', '=', id)
    .where('outcome', '=', 'other_sender')
    .where('received_at', '>=', startOfDay(dayOf(now)))
    .executeTakeFirst()
  return row !== undefined
}

async function keepFiles(ctx: PublicCtx, companyId: string, { files }: ReceivedMail): Promise<Files> {
  const found: Files = { kept: [], refused: [] }
  for (const [at, { name, bytes }] of files.entries()) {
    try {
      if (at >= FILES_MAX) throw new Refusal('limit_reached', `Un correo tiene máximo ${FILES_MAX} archivos`)
      if (bytes.length > UPLOAD_MAX_BYTES) throw new Refusal('too_large', TOO_LARGE)
      found.kept.push(await keepBytes({ world: ctx.world, companyId }, Buffer.from(bytes), name))
    } catch (error) {
      found.refused.push(refusedLine(name, error))
    }
  }
  return found
}

async function addToThread(
  tx: Tx,
  found: StoredCase,
  { mail, files, now }: { mail: ReceivedMail; files: Files; now: Date },
): Promise<void> {
  const author: Author = { id: null, name: `${found.petitioner_name} (por correo)`, side: 'cliente' }
  const changes = await changesOfMail(tx, found)
  const { parts, rest } = partsOf(mail.text)
  for (const text of parts)
    await writeStep(tx, found, {
      author,
      now,
      changes,
      entry: { kind: 'message', text },
      event: { name: 'pqr.messaged', after: { is_internal: false } },
    })
  const refused = [...files.refused, ...(await insertFiles(tx, found, files.kept, { author, now }))]
  await noteRefused(tx, found, [...refused, ...restLines(rest)], now)
}

const restLines = (rest: number): string[] =>
  rest > 0 ? [`No guardamos las últimas ${rest} letras del correo: envíalas en otro.`] : []

/**
 * A mail in the term to appeal may be an appeal, which the e-mail of the answer invites to write there. The desk says what it is before
 * the case closes, because a case with an open task does not close.
 */
async function changesOfMail(tx: Tx, found: StoredCase): Promise<{ due_at?: Date | null }> {
  if (found.status !== 'respondida' || found.appeal_until === null) return {}
  await insertTasks(tx, found.id, [READ_MAIL_TASK], endOf(found.appeal_until))
  return { due_at: await nextDue(tx, found) }
}

/** The text as rows of the thread, and the characters that do not fit in them. */
function partsOf(text: string): { parts: string[]; rest: number } {
  if (text === '') return { parts: [WITHOUT_TEXT], rest: 0 }
  const parts = Array.from({ length: Math.min(PARTS_MAX, Math.ceil(text.length / TEXT_MAX)) }, (_, at) =>
    text.slice(at * TEXT_MAX, (at + 1) * TEXT_MAX).toWellFormed(),
  )
  return { parts, rest: Math.max(0, text.length - PARTS_MAX * TEXT_MAX) }
}

/** The desk reads what came to a closed case, and files it when it asks for something new; the sender is informed once in a day. */
async function noteClosed(tx: Tx, found: StoredCase, mail: ReceivedMail, { now }: PublicCtx): Promise<void> {
  const { parts, rest } = partsOf(mail.text)
  const files = mail.files.length === 0 ? '' : ` Traía ${mail.files.length} archivos, que no se guardaron.`
  const author: Author = { id: null, name: `${found.petitioner_name} (por correo)`, side: 'cliente' }
  const head = `Llegó este correo a la PQR cerrada.${files} Si pide algo nuevo, radícalo:\n\n`
  for (const [at, part] of parts.entries())
    await note(tx, found, { author, text: `${at === 0 ? head : ''}${part}`, now })
  for (const text of restLines(rest)) await note(tx, found, { author: CLOCK, text, now })
  await tx.enqueue('pqr.mail', {
    company_id: tx.scope.companyId,
    case_id: found.id,
    document: 'closed',
    day: dayOf(now),
  })
}

/** An internal row of the thread. */
const note = (
  tx: Tx,
  found: StoredCase,
  { author, text, now }: { author: Author; text: string; now: Date },
): Promise<string> =>
  writeStep(tx, found, {
    author,
    now,
    changes: {},
    entry: { kind: 'note', text, is_internal: true },
    event: { name: 'pqr.messaged', after: { is_internal: true } },
  })
