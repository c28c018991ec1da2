import type { Input, Reply } from '#domain/core/api.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { assertOpen } from '#domain/pqr/steps.ts'
import type { Ctx } from '#server/core/context.ts'
import { txWithKey } from '#server/core/idempotency.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { type AnnexKind, annexKey, annexKindOf, keepAnnex, readAnnex } from '#server/files/annexes.ts'
import { endingRefused } from '#server/files/ending.ts'
import { countInFile } from '#server/files/quota.ts'
import type { StoredFile } from '#server/files/storing.ts'
import { type Author, authorOf, changed, findCase, lockCase, ownerOf, writeStep } from './change.ts'
import { listFiles } from './entries.ts'
import type { StoredCase } from './queries.ts'

/** Files of one case. */
const FILES_MAX = 30
const NAME_MAX = 120

/** A stored file without its row yet. `isUploaded`: by an earlier call, so that another filing may have used it. */
export type KeptFile = { stored: StoredFile; kind: AnnexKind; name: string; isUploaded?: boolean }

/**
 * Adds a photo or a PDF. A photo is decoded and encoded again, so nothing else that its file had remains; any other type is refused. The
 * file is stored before the transaction: without its commit no row refers to it.
 */
export const addFile: Verb<typeof pqrApi.files> = async (ctx, input) => {
  await ctx.tx((tx) => findCase(ctx, tx, input.params.id))
  const kept = await keepBytes(ctx, Buffer.from(input.body.file.bytes), input.body.file.name)
  const file = { ...kept.stored, companyId: ctx.companyId, key: annexKey(kept.kind, kept.stored.name) }
  return endingRefused(ctx.world, file, () =>
    txWithKey(ctx, pqrApi.files, input, (tx) => saveFile(ctx, tx, input, kept)),
  )
}

/** Stores the bytes of a photo or a PDF before the transaction of its row. Throws a Refusal for another type. */
export async function keepBytes(
  { world, companyId }: Pick<Ctx, 'world' | 'companyId'>,
  bytes: Buffer,
  uploadedName: string,
): Promise<KeptFile> {
  const kind = annexKindOf(bytes)
  const stored = await keepAnnex(world, companyId, kind, bytes)
  return { stored, kind, name: plainName(uploadedName, kind) }
}

/** The name of a file with the ending of its kind, without its folder and what a file system or a spreadsheet could read as more than a name. */
export const plainName = (name: string, kind: AnnexKind): string =>
  `${bareName(name)}.${kind === 'pdf' ? 'pdf' : 'webp'}`

const bareName = (name: string): string => {
  const plain = (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N} _-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return storable(plain, NAME_MAX).trim() || 'archivo'
}

async function saveFile(
  ctx: Ctx,
  tx: Tx,
  { params, body }: Input<typeof pqrApi.files>,
  kept: KeptFile,
): Promise<Reply<typeof pqrApi.files>> {
  const before = await lockCase(ctx, tx, params.id, undefined)
  const is_internal = body.fields['internal'] === 'true' && ctx.actor.role !== 'client'
  assertOpen(before)
  await insertFile(tx, before, kept, { author: authorOf(ctx), is_internal, now: ctx.now })
  return changed(ctx, tx, before.id, `Agregamos ${kept.name}`)
}

/** Writes the row of a stored file of a locked case, and its row of the thread. Throws a Refusal over a limit. */
export async function insertFile(
  tx: Tx,
  before: StoredCase,
  { stored, kind, name }: KeptFile,
  { author, is_internal, now }: { author: Author; is_internal: boolean; now: Date },
): Promise<void> {
  const files = await listFiles(tx, before.id, true)
  if (files.length >= FILES_MAX) throw new Refusal('limit_reached', `Una PQR tiene máximo ${FILES_MAX} archivos`)
  await countInFile(tx, tx.scope.companyId, stored, 'file')
  await tx
    .insertInto('pqr_files')
    .values({
      case_id: before.id,
      name,
      kind,
      stored: stored.name,
      bytes: stored.bytes,
      is_internal,
      added_by: author.name,
      added_at: now,
    })
    .execute()
  await writeStep(tx, before, {
    author,
    now,
    changes: {},
    entry: { kind: 'file', text: name, is_internal },
    event: { name: 'pqr.file_added', after: { file: name, is_internal } },
  })
}

export const file: Verb<typeof pqrApi.file> = async (ctx, { params }) => {
  const found = await ctx.tx(async (tx) => {
    const stored = await findCase(ctx, tx, params.id)
    return (await listFiles(tx, stored.id, ownerOf(ctx) === null)).find(({ id }) => id === params.file_id)
  })
  const bytes = found && (await readFileOf(ctx, found))
  if (!found || !bytes) throw notFound('Ese archivo no existe')
  return { file: { name: found.name, type: found.type, bytes } }
}

/** The bytes of a file of a case; undefined when its file is absent. */
export const readFileOf = (
  { world, companyId }: Pick<Ctx, 'world' | 'companyId'>,
  { stored, type }: { stored: string; type: string },
): Promise<Buffer | undefined> => readAnnex(world, companyId, type === 'application/pdf' ? 'pdf' : 'image', stored)
