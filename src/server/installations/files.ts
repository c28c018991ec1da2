import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Reply, UploadBody } from '#domain/core/api.ts'
import { DAY_S } from '#domain/core/durations.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { type FileKind, fileApi } from '#domain/installations/file-api.ts'
import { counterOf } from '#server/auth/throttle.ts'
import type { Ctx } from '#server/core/context.ts'
import { type Beginning, type KeepReply, unlessAnswered } from '#server/core/idempotency.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { deleteEvidence, drawEvidence, newEvidence, readEvidence } from '#server/files/evidence.ts'
import { type EvidenceFile, getEvidence, insertEvidence } from '#server/files/evidence-queries.ts'
import { countRefusal } from '#server/files/quota.ts'
import { announceSql, claimSql, type NewFile } from '#server/files/storing.ts'
import { fileUrlOf } from './file-url.ts'
import { isReportOfUser } from './report-queries.ts'

/** The photos and signatures of reports (ACT-09, ACT-10). */
export const files = implement(fileApi, {
  upload: (ctx, input) => {
    const kind = kindOf(input.body)
    const file = newEvidence(kind)
    return unlessAnswered(ctx, fileApi.upload, input, {
      begin: beginUpload(counterOf(ctx.world, 'evidence', ctx.actor.userId), file),
      work: async ({ storing, left }, keep) => {
        if (storing === null) throw tooManyFiles(left)
        const { buffer, byteOffset, byteLength } = input.body.file.bytes
        // The same memory: a copy of every photo would be as large as the photo.
        const bytes = await drawEvidence(Buffer.from(buffer, byteOffset, byteLength), kind)
        await ctx.world.files.put(`${ctx.companyId}/${file.key}`, bytes)
        return keepRow(ctx, { file, kind, bytes: bytes.length, storing }, keep)
      },
    })
  },

  get: async (ctx, { params }) => {
    const file = await ctx.tx(async (tx) => {
      const found = await getEvidence(tx, params.id)
      return found && (await maySee(tx, ctx, found)) ? found : undefined
    })
    const read = file && (await readEvidence(ctx.world, ctx.companyId, file))
    if (!read) throw notFound('Ese archivo no existe')
    return { file: { name: `acta-${params.id}${read.ending}`, type: read.type, bytes: read.bytes } }
  },
})

type Stored = { file: NewFile; kind: FileKind; bytes: number; storing: string }

/** Stores the row of a file that is stored, with the reply of its request. The file is deleted when another file has that reply. */
async function keepRow(
  ctx: Ctx,
  { file: { name }, kind, bytes, storing }: Stored,
  keep: KeepReply<Reply<typeof fileApi.upload>>,
) {
  const id = newId()
  const reply = {
    data: { id, url: fileUrlOf(id) },
    message: kind === 'photo' ? 'Foto guardada' : 'Firma guardada',
  }
  const first = await keep(reply, (db) => ({
    query: claimSql(ctx.companyId, { name, bytes, storing }),
    writes: [insertEvidence(db, { name, kind, id, uploaded_by: ctx.actor.userId })],
    event: { name: 'evidence.uploaded', details: { entity_id: id, after: { kind } } },
  })).catch(async (error: unknown) => {
    const refusal = countRefusal(error, 'file')
    // After any other error the transaction may have committed: the sweep decides later.
    if (refusal instanceof Refusal) await deleteEvidence(ctx.world, ctx.companyId, { name, kind })
    throw refusal
  })
  if (first !== reply) await deleteEvidence(ctx.world, ctx.companyId, { name, kind })
  return first
}

const kindOf = ({ fields }: UploadBody): FileKind => z.parse(fileApi.upload.body, fields).kind ?? 'photo'

/** The staff sees the files of every report; a file without a report only its author; a client those of its own reports. */
async function maySee(tx: Tx, { actor }: Ctx, file: EvidenceFile): Promise<boolean> {
  if (file.report_id === null) return file.uploaded_by === actor.userId
  return actor.role !== 'client' || isReportOfUser(tx, file.report_id, actor.userId)
}

/** Files of one person in a day: five of each of a hundred visits. */
const PERSON_FILES_MAX = 500

/** The seconds until the day of the counter ends, and the announcement of the file; null over the limit of the day. */
const Begun = z.object({ left: z.number(), storing: z.nullable(z.string()) })
type Begun = z.output<typeof Begun>

/** Counts an upload for its day, and announces its file below the limit. */
const beginUpload =
  (counter: string, file: NewFile): Beginning<Begun> =>
  (isFirst) => ({
    with: [
      sql`counted as materialized (select count, left_s from count_upload(${counter}, ${DAY_S}) where ${isFirst})`,
      sql`announced as (${announceSql(file, sql`exists (select from counted where count <= ${PERSON_FILES_MAX})`)})`,
    ],
    from: sql`select left_s as left, (select id from announced) as storing from counted`,
    row: Begun,
  })

const tooManyFiles = (retryAfterS: number): Refusal =>
  new Refusal('too_many', 'Hoy ya subiste muchas fotos y firmas. Intenta de nuevo mañana.', { retryAfterS })
