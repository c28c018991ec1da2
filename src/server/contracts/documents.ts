import {
  annexFileName,
  assertNamedAsIs,
  type ContractDocument,
  DOCUMENTS_MAX,
  titleOf,
} from '#domain/contracts/document.ts'
import { documentApi } from '#domain/contracts/documents-api.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { annexKey, annexKindOf, keepAnnex, readAnnex } from '#server/files/annexes.ts'
import { endingRefused } from '#server/files/ending.ts'
import { countInFile } from '#server/files/quota.ts'
import { findContract, visibilityOf } from './contract-change.ts'
import { lockContract } from './contract-queries.ts'
import { type AnnexRow, getAnnex, insertAnnex, listAnnexes, markRemoved } from './document-queries.ts'

/** CON-05: the annexes of a contract. */
export const contractDocuments = implement(documentApi, {
  list: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const contract = await findContract(tx, ctx, params.no)
      return { data: (await listAnnexes(tx, contract.id, visibilityOf(ctx.actor))).map(documentOf) }
    }),

  get: (ctx, { params }) => ctx.tx(async (tx) => ({ data: documentOf(await findAnnex(tx, ctx, params.id)) })),

  // The file is stored before the transaction: without its commit no row refers to it, and the sweep deletes it.
  add: async (ctx, { params, body: { file, fields } }) => {
    const bytes = Buffer.from(file.bytes)
    const kind = annexKindOf(bytes)
    assertNamedAsIs(file.name, kind)
    await ctx.tx(async (tx) => assertRoom(tx, (await findContract(tx, ctx, params.no)).id))
    const stored = await keepAnnex(ctx.world, ctx.companyId, kind, bytes)
    const key = annexKey(kind, stored.name)
    const data = await endingRefused(ctx.world, { ...stored, companyId: ctx.companyId, key }, () =>
      ctx.tx(async (tx) => {
        await lockContract(tx, params.no)
        const { id: contract_id, client_id } = await findContract(tx, ctx, params.no)
        await assertRoom(tx, contract_id)
        const title = titleOf(fields.title, file.name)
        const row = { contract_id, client_id, title, kind, stored_name: stored.name, bytes: stored.bytes }
        const id = await insertAnnex(tx, { ...row, added_by: ctx.actor.userId })
        await countInFile(tx, ctx.companyId, stored, 'file')
        const after = { no_contract: params.no, title, kind }
        await tx.record('contract.document_added', { entity_id: contract_id, after })
        return documentOf(await findAnnex(tx, ctx, id))
      }),
    )
    return { data, message: `Anexamos «${data.title}»` }
  },

  file: async (ctx, { params }) => {
    const annex = await ctx.tx((tx) => findAnnex(tx, ctx, params.id, params.no))
    const bytes = await readAnnex(ctx.world, ctx.companyId, annex.kind, annex.stored_name)
    if (!bytes) throw notFound('No encontramos el archivo de ese anexo')
    return {
      file: { name: annexFileName(annex), type: annex.kind === 'pdf' ? 'application/pdf' : 'image/webp', bytes },
    }
  },

  remove: (ctx, { params, body: { reason } }) =>
    ctx.tx(async (tx) => {
      const { contract_id, title } = await findAnnex(tx, ctx, params.id, params.no)
      const isRemoved = await markRemoved(tx, params.id, { by: ctx.actor.userId, at: ctx.now, reason })
      if (!isRemoved) throw new Refusal('conflict', 'Ese anexo ya se había quitado')
      const after = { no_contract: params.no, title, reason }
      await tx.record('contract.document_removed', { entity_id: contract_id, after })
      return { data: documentOf(await findAnnex(tx, ctx, params.id)), message: `Quitamos «${title}»` }
    }),
})

/** An annex that the caller may see, of that contract. */
async function findAnnex(tx: Tx, ctx: Ctx, id: string, no?: string): Promise<AnnexRow> {
  const annex = await getAnnex(tx, id, visibilityOf(ctx.actor))
  if (!annex || (no !== undefined && annex.no_contract !== no)) throw notFound('Ese anexo no existe')
  return annex
}

async function assertRoom(tx: Tx, contractId: string): Promise<void> {
  const annexes = await listAnnexes(tx, contractId, { userId: null })
  if (annexes.filter(({ removed_at }) => removed_at === null).length >= DOCUMENTS_MAX)
    throw new Refusal('limit_reached', `Un contrato tiene hasta ${DOCUMENTS_MAX} anexos: quita los que ya no sirven`)
}

const documentOf = (row: AnnexRow): ContractDocument => ({
  id: row.id,
  no_contract: row.no_contract,
  title: row.title,
  kind: row.kind,
  bytes: row.bytes,
  added_by: row.added_by,
  createdAt: row.created_at.toISOString(),
  removed:
    row.removed_at === null
      ? null
      : { at: row.removed_at.toISOString(), by: row.removed_by ?? '', reason: row.removed_reason ?? '' },
})
