import * as z from 'zod/mini'
import type { UploadBody } from '#domain/core/api.ts'
import { DAY_S } from '#domain/core/durations.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { type FileKind, fileApi } from '#domain/installations/file-api.ts'
import { countAlone, counterOf } from '#server/auth/throttle.ts'
import type { Ctx } from '#server/core/context.ts'
import { unlessAnswered } from '#server/core/idempotency.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { deleteEvidence, keepEvidence, readEvidence } from '#server/files/evidence.ts'
import { type EvidenceFile, getEvidence, insertEvidence } from '#server/files/evidence-queries.ts'
import { countRefusal } from '#server/files/quota.ts'
import { claimSql } from '#server/files/storing.ts'
import { fileUrlOf } from './file-url.ts'
import { isReportOfUser } from './report-queries.ts'

/** The photos and signatures of reports (ACT-09, ACT-10). */
export const files = implement(fileApi, {
  upload: (ctx, input) =>
    unlessAnswered(ctx, fileApi.upload, input, async (keep) => {
      await countUpload(ctx)
      const kind = kindOf(input.body)
      const { buffer, byteOffset, byteLength } = input.body.file.bytes
      // The same memory: a copy of every photo would be as large as the photo.
      const bytes = Buffer.from(buffer, byteOffset, byteLength)
      const stored = await keepEvidence(ctx.world, ctx.companyId, bytes, kind)
      const file = { name: stored.name, kind }
      const id = newId()
      const reply = {
        data: { id, url: fileUrlOf(id) },
        message: kind === 'photo' ? 'Foto guardada' : 'Firma guardada',
      }
      const first = await keep(reply, (db) => ({
        query: claimSql(ctx.companyId, stored),
        writes: [insertEvidence(db, { ...file, id, uploaded_by: ctx.actor.userId })],
        event: { name: 'evidence.uploaded', details: { entity_id: id, after: { kind } } },
      })).catch(async (error: unknown) => {
        const refusal = countRefusal(error, 'file')
        // After any other error the transaction may have committed: the sweep decides later.
        if (refusal instanceof Refusal) await deleteEvidence(ctx.world, ctx.companyId, file)
        throw refusal
      })
      if (first !== reply) await deleteEvidence(ctx.world, ctx.companyId, file)
      return first
    }),

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

const kindOf = ({ fields }: UploadBody): FileKind => z.parse(fileApi.upload.body, fields).kind ?? 'photo'

/** The staff sees the files of every report; a file without a report only its author; a client those of its own reports. */
async function maySee(tx: Tx, { actor }: Ctx, file: EvidenceFile): Promise<boolean> {
  if (file.report_id === null) return file.uploaded_by === actor.userId
  return actor.role !== 'client' || isReportOfUser(tx, file.report_id, actor.userId)
}

/** Files of one person in a day: five of each of a hundred visits. */
const PERSON_FILES_MAX = 500

/** Counts an upload. Throws a 429 Refusal over the limit of the day. */
async function countUpload(ctx: Ctx): Promise<void> {
  const { count, left } = await countAlone(ctx, counterOf(ctx.world, 'evidence', ctx.actor.userId), DAY_S)
  if (count > PERSON_FILES_MAX)
    throw new Refusal('too_many', 'Hoy ya subiste muchas fotos y firmas. Intenta de nuevo mañana.', {
      retryAfterS: left,
    })
}
