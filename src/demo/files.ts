import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { listObjects, updateBin } from '#server/bucket/queries.ts'
import { reviewCompany } from '#server/bucket/review.ts'
import { setFileUrl } from '#server/companies/queries.ts'
import { insertAnnex } from '#server/contracts/document-queries.ts'
import type { World } from '#server/core/context.ts'
import { inTransaction, type Scope, type Tx } from '#server/core/tx.ts'
import { type AnnexKind, keepAnnex } from '#server/files/annexes.ts'
import { keepImage } from '#server/files/images.ts'
import { keepPdf } from '#server/files/pdf-files.ts'
import { countInFile } from '#server/files/quota.ts'
import { inDemoTransaction } from './transaction.ts'

/** The files of a company: its RUT and the annexes of two contracts, two that nothing uses any more, and one in the bin. */
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
  await annex(world, scope, 'holder', {
    title: 'Documento de identidad',
    kind: 'image',
    bytes: await drawPicture('#4b5563'),
  })
  await annex(world, scope, 'ceded', {
    title: 'Carta de aceptación de la cesión',
    kind: 'pdf',
    bytes: await drawPdf('Acepto recibir el contrato con sus condiciones.'),
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

/** Annexes a file to the contract of the demo's client, or to the one whose cession is accepted. */
async function annex(
  world: World,
  scope: Scope,
  to: 'holder' | 'ceded',
  { title, kind, bytes }: { title: string; kind: AnnexKind; bytes: Buffer },
): Promise<void> {
  const stored = await keepAnnex(world, scope.companyId, kind, bytes)
  await inDemoTransaction(world, scope, async (tx) => {
    const contract = await (to === 'holder' ? getHolderContract(tx) : getCededContract(tx))
    if (!contract) return
    const { id: contract_id, client_id, no_contract, added_by } = contract
    const row = { contract_id, client_id, title, kind, stored_name: stored.name, bytes: stored.bytes, added_by }
    await insertAnnex(tx, row)
    await countInFile(tx, scope.companyId, stored, 'file')
    await tx.record('contract.document_added', { entity_id: contract_id, after: { no_contract, title, kind } })
  })
}

/** A contract, and the user of the financial desk who adds its annex. */
type AnnexedContract = { id: string; client_id: string; no_contract: string; added_by: string }

async function getHolderContract(tx: Tx): Promise<AnnexedContract | undefined> {
  const { rows } = await sql<AnnexedContract>`
    select c.id, c.client_id, c.no_contract, f.id as added_by from contracts c
    join clients k on k.company_id = c.company_id and k.id = c.client_id
    join users u on u.company_id = k.company_id and u.id = k.user_id and u.email = u.username and not u.is_first_login
    join users f on f.company_id = c.company_id and f.role = 'financial'
    where c.company_id = (select current_company()) order by c.no_contract, f.id limit 1`.execute(tx)
  return rows[0]
}

async function getCededContract(tx: Tx): Promise<AnnexedContract | undefined> {
  const { rows } = await sql<AnnexedContract>`
    select c.id, c.client_id, c.no_contract, f.id as added_by from contract_cessions s
    join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    join users f on f.company_id = c.company_id and f.role = 'financial'
    where s.company_id = (select current_company()) and s.decision = 'accepted' order by c.no_contract, f.id limit 1`.execute(
    tx,
  )
  return rows[0]
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
