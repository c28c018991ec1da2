import { bucketApi } from '#domain/bucket/api.ts'
import { BIN_DAYS, type BucketFile, mediaTypeOf, previewOf, shownNameOf, usedByLabel } from '#domain/bucket/bucket.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { getUse } from '#server/files/ending.ts'
import { lockFiles } from '#server/files/storing.ts'
import {
  countCompanies,
  countObjects,
  getObject,
  getReviewedAt,
  hasCompany,
  listObjects,
  listUsage,
  lockObject,
  type ObjectRow,
  updateBin,
} from './queries.ts'

/** The files of each company, for the superadmin (BKT-01, BKT-02). */
export const bucket = implement(bucketApi, {
  usage: (ctx, { query }) =>
    ctx.platform((wide) =>
      pageReply(query, {
        rows: async (range) =>
          (await listUsage(wide, range)).map((row) => ({
            ...row,
            reviewed_at: row.reviewed_at?.toISOString() ?? null,
            used: { files: row.used_files, bytes: row.used_bytes },
            orphan: { files: row.orphan_files, bytes: row.orphan_bytes },
            binned: { files: row.binned_files, bytes: row.binned_bytes },
          })),
        total: () => countCompanies(wide),
      }),
    ),

  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const filter = { kind: query.kind, use: query.use }
      const reply = await pageReply(query, {
        rows: async (range) => (await listObjects(tx, filter, query.sort ?? '-stored_at', range)).map(fileOf),
        total: () => countObjects(tx, filter),
      })
      return { ...reply, reviewed_at: (await getReviewedAt(tx))?.toISOString() ?? null }
    }),

  get: (ctx, { params }) => ctx.tx(async (tx) => ({ data: fileOf(existing(await getObject(tx, params.id))) })),

  file: async (ctx, { params }) => {
    const row = await ctx.tx(async (tx) => existing(await getObject(tx, params.id)))
    const stored = await ctx.world.files.open(`${ctx.companyId}/${row.key}`)
    if (!stored) throw notFound('Ese archivo ya no está en el almacenamiento: pide una revisión para ver cómo quedó')
    return { file: { name: shownNameOf(row.key), type: mediaTypeOf(row.key), ...stored } }
  },

  remove: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      await lockFiles(tx, ctx.companyId)
      const row = existing(await lockObject(tx, params.id))
      await assertOrphan(tx, row)
      await updateBin(tx, row.id, ctx.actor.name)
      await tx.record('bucket.binned', { entity_id: row.id, after: { file: shownNameOf(row.key), key: row.key } })
      const data = fileOf(existing(await getObject(tx, row.id)))
      return { data, message: `Lo enviamos a la papelera: en ${BIN_DAYS} días se borra para siempre` }
    }),

  restore: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      await lockFiles(tx, ctx.companyId)
      const row = existing(await lockObject(tx, params.id))
      if (row.binned_at === null) throw new Refusal('conflict', 'Ese archivo no está en la papelera')
      if (row.ending_at !== null) throw new Refusal('conflict', 'Ese archivo ya se está borrando: su plazo terminó')
      await updateBin(tx, row.id, null)
      await tx.record('bucket.restored', { entity_id: row.id, after: { file: shownNameOf(row.key), key: row.key } })
      return { data: fileOf(existing(await getObject(tx, row.id))), message: 'Lo sacamos de la papelera' }
    }),

  review: (ctx) =>
    ctx.tx(async (tx) => {
      if (!(await hasCompany(tx))) throw notFound('Esa empresa no existe')
      await tx.enqueue('bucket.review', { company_id: ctx.companyId }, { jobKey: `bucket.review:${ctx.companyId}` })
      await tx.record('bucket.review_asked', { entity_id: ctx.companyId })
      return { data: {}, message: 'Estamos revisando los archivos: la lista se actualiza sola' }
    }),
})

/** Only what nothing uses now may be deleted, whatever the last review found. */
async function assertOrphan(tx: Tx, row: ObjectRow): Promise<void> {
  if (row.binned_at !== null) throw new Refusal('conflict', 'Ese archivo ya está en la papelera')
  const use = await getUse(tx, row.key)
  if (use) throw new Refusal('in_use', `No se puede borrar: está en uso (${usedByLabel(use) ?? row.kind})`)
  if (row.use === 'missing')
    throw new Refusal('conflict', 'No hay nada que borrar: ese archivo falta en el almacenamiento')
  if (row.kind === 'document')
    throw new Refusal('conflict', 'Es una copia que Enlace dibuja de nuevo cuando se pide: no hace falta borrarla')
}

function existing(row: ObjectRow | undefined): ObjectRow {
  if (!row) throw notFound('Ese archivo no existe')
  return row
}

const fileOf = (row: ObjectRow): BucketFile => ({
  id: row.id,
  name: shownNameOf(row.key),
  kind: row.kind,
  use: row.binned_at === null ? row.use : 'binned',
  used_by: usedByLabel(row),
  bytes: row.bytes,
  preview: row.use === 'missing' ? null : previewOf(row.key),
  stored_at: row.stored_at?.toISOString() ?? null,
  binned:
    row.binned_at === null
      ? null
      : {
          at: row.binned_at.toISOString(),
          by: row.binned_by ?? '',
          until: new Date(row.binned_at.getTime() + BIN_DAYS * DAY_MS).toISOString(),
        },
})
