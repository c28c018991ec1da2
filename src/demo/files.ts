import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { listObjects, updateBin } from '#server/bucket/queries.ts'
import { reviewCompany } from '#server/bucket/review.ts'
import { setFileUrl } from '#server/companies/queries.ts'
import type { World } from '#server/core/context.ts'
import { inTransaction, type Scope } from '#server/core/tx.ts'
import { keepAnnex } from '#server/files/annexes.ts'
import { keepImage } from '#server/files/images.ts'
import { keepPdf } from '#server/files/pdf-files.ts'
import { countInFile } from '#server/files/quota.ts'
import { inDemoTransaction } from './transaction.ts'

/** The files of a company: its RUT in use, two that nothing uses any more, and one in the bin. */
export async function storeDemoFiles(world: World, scope: Scope): Promise<void> {
  const { companyId } = scope
  const rut = await keepPdf(world, companyId, await drawPdf('Registro Único Tributario'), 'updated_rut')
  await inTransaction(world.pool, 'enlace_platform', scope, async (tx) => {
    await setFileUrl(
      tx,
      companyId,
      'updated_rut_pdf_url',
      `/api/admin/company/${companyId}/files/updated_rut-${rut.name}.pdf`,
    )
    await countInFile(tx, companyId, rut, 'updated_rut')
  })
  await keepImage(world, companyId, await drawPicture('#0b5fff'), 'logo')
  await keepAnnex(world, companyId, 'pdf', await drawPdf('Copia de una cédula que no se alcanzó a anexar'))
  await keepAnnex(world, companyId, 'image', await drawPicture('#0a7d4f'))
  await reviewCompany(world, companyId)
  await inDemoTransaction(world, scope, async (tx) => {
    const orphans = await listObjects(tx, { kind: 'annex', use: 'orphan' }, 'bytes', { offset: 0, limit: 1 })
    for (const { id, key } of orphans) {
      await updateBin(tx, id, scope.actorName)
      await tx.record('bucket.binned', { entity_id: id, after: { file: key } })
    }
  })
}

async function drawPdf(text: string): Promise<Buffer> {
  const document = new Pdf({ size: 'A5' })
  document.fontSize(16).text(text)
  document.end()
  return buffer(document)
}

const drawPicture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .composite([{ input: { create: { width: 200, height: 200, channels: 3, background: '#ffffff' } } }])
    .png()
    .toBuffer()
