import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { brandOf } from '#domain/core/brand.ts'
import { HOUR_MS } from '#domain/core/durations.ts'
import type { Environment } from '#domain/core/environment.ts'
import { pesosLabel } from '#domain/core/money.ts'
import type { DocumentKind } from '#domain/einvoices/document.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { renderEmail } from '#server/documents/mail.ts'
import { claimFile, storeFile } from '#server/files/storing.ts'
import { writeZip } from '#server/files/zip.ts'
import { getSentIssuer } from '#server/invoices/electronic-queries.ts'
import { getBilledInvoice } from '#server/messages/billed.ts'
import { readSender } from '#server/messages/compose.ts'
import { insertMessageWithFiles } from '#server/messages/queries.ts'
import { generatedAt } from './generated-at.ts'
import { readGraphic } from './graphic.ts'
import type { IssuerAccount, StoredXml } from './issuer.ts'
import { clearCalls, inQueue, type Lease, lockQueue } from './lease.ts'
import { insertSteps } from './outcome.ts'
import { stopUnsent } from './unsent.ts'

type DueFile = {
  id: string
  kind: DocumentKind
  invoice_id: string
  credit_note_id: string | null
  number: string
  cufe: string
  environment: Environment
}

const RETRY_MS = 10 * 60_000
const WRONG_RETRY_MS = 12 * HOUR_MS

/** The stored XML of a document; undefined when its file is missing. */
export const readXml = (world: World, companyId: string, name: string): Promise<Buffer | undefined> =>
  world.files.read(`${companyId}/${keyOf(name)}`)

/** Stores the XML of a document before the transaction of its row. */
export async function storeXml(world: World, companyId: string, bytes: Buffer): Promise<StoredXml> {
  const name = hash('sha256', bytes)
  return { name, storing: await storeFile(world, companyId, keyOf(name), bytes) }
}

const keyOf = (name: string): string => `electronic/${name}.xml`

/**
 * Stores the XML of one validated document, and queues its e-mail with the container: XML and PDF (EIN-04). False when nothing is left,
 * or when the provider must not be called now.
 */
export async function storeNextFile(
  world: World,
  lease: Lease,
  { environment, account }: { environment: Environment; account: IssuerAccount },
): Promise<boolean> {
  const { companyId } = lease
  const due = await inQueue(world, companyId, async (tx) => {
    if (!(await lockQueue(tx, lease))) return undefined
    const { rows } = await sql<DueFile>`
      select id, kind, invoice_id, credit_note_id, number, cufe, environment from electronic_documents
      where company_id = (select current_company()) and file_try_at <= ${world.clock()}
      order by file_try_at, id limit 1`.execute(tx)
    return rows[0]
  })
  if (!due) return false
  // The other environment is another account at the provider, which does not have the document.
  if (due.environment !== environment) {
    await inQueue(world, companyId, (tx) => setFileTry(tx, due.id, new Date(world.clock().getTime() + WRONG_RETRY_MS)))
    return true
  }
  const read = await account.xml(due.kind, due.number)
  if (read.kind !== 'ok') {
    await inQueue(world, companyId, async (tx) => {
      await setFileTry(tx, due.id, new Date(world.clock().getTime() + RETRY_MS))
      if (read.kind !== 'unknown') await stopUnsent(tx, read, world.clock())
    })
    return read.kind === 'unknown'
  }
  if (!isXmlOf(due, read.data)) {
    await inQueue(world, companyId, (tx) => writeWrongXml(tx, due.id, world.clock()))
    return true
  }
  const file = await storeXml(world, companyId, read.data)
  // The paper of the e-mail has it.
  await inQueue(world, companyId, (tx) =>
    tx
      .updateTable('electronic_documents')
      .set({ generated_at: generatedAt(read.data.toString('utf8')) })
      .where('id', '=', due.id)
      .execute(),
  )
  await mailDocument(world, companyId, due, read.data)
  await inQueue(world, companyId, async (tx) => {
    await claimFile(tx, companyId, file)
    await clearCalls(tx)
    await tx
      .updateTable('electronic_documents')
      .set({ xml_file: file.name, file_try_at: null })
      .where('id', '=', due.id)
      .execute()
  })
  return true
}

/** Whether an XML names the number and the code of its document. */
function isXmlOf({ number, cufe }: DueFile, xml: Buffer): boolean {
  const text = xml.toString('utf8')
  return text.includes(number) && text.toLowerCase().includes(cufe)
}

const WRONG_XML = 'El XML que entregó Factus no es el de este documento: no se guarda ni se envía al cliente'

/** The document is validated and stays so; its XML is asked for again later, and one step says why it is missing. */
async function writeWrongXml(tx: Tx, id: string, now: Date): Promise<void> {
  await setFileTry(tx, id, new Date(now.getTime() + WRONG_RETRY_MS))
  const steps = await tx.selectFrom('electronic_steps').select('text').where('document_id', '=', id).execute()
  if (steps.some(({ text }) => text === WRONG_XML)) return
  await insertSteps(tx, [{ id, status: 'validated' }], { text: WRONG_XML, author: 'Enlace', now })
}

const setFileTry = (tx: Tx, id: string, file_try_at: Date) =>
  tx.updateTable('electronic_documents').set({ file_try_at }).where('id', '=', id).execute()

/** DIAN's code of each kind in the subject of the e-mail. */
const KIND_CODES: Readonly<Record<DocumentKind, string>> = { invoice: '01', credit_note: '91' }

const VALIDITY: Readonly<Record<Environment, string>> = {
  production: 'validada por la DIAN.',
  test: 'del ambiente de pruebas de la DIAN: es una prueba, sin validez.',
}

/** The company as the document has it: its name may have changed between the sending and the XML. */
async function readIssuer(tx: Tx, { invoice_id, credit_note_id }: DueFile): Promise<{ name: string; nit: string }> {
  const company = await tx.selectFrom('companies').select(['name', 'nit']).executeTakeFirstOrThrow()
  const sent = await (credit_note_id === null
    ? getSentIssuer(tx, 'invoice_id', invoice_id)
    : getSentIssuer(tx, 'credit_note_id', credit_note_id))
  return { ...company, ...sent }
}

/** Queues the e-mail once, also when it runs again. Nothing for a client without e-mail. */
async function mailDocument(world: World, companyId: string, document: DueFile, xml: Buffer): Promise<void> {
  const { invoice, sender, issuer, draw } = await inQueue(world, companyId, async (tx) => ({
    invoice: await getBilledInvoice(tx, document.invoice_id),
    sender: await readSender(tx),
    issuer: await readIssuer(tx, document),
    draw: await readGraphic(world, tx, companyId, document),
  }))
  if (!invoice || invoice.to === '') return
  const { file } = await draw()
  const zip = await writeZip([
    { name: `${document.number}.xml`, bytes: xml },
    { name: `${document.number}.pdf`, bytes: file.bytes },
  ])
  const kind = document.kind === 'invoice' ? 'factura electrónica' : 'nota crédito electrónica'
  // The subject that the annex requires: NIT, name, number, kind and trade name.
  const subject = [issuer.nit.split('-')[0], issuer.name, document.number, KIND_CODES[document.kind], issuer.name].join(
    ';',
  )
  const email = renderEmail(
    sender.name,
    subject,
    [
      { kind: 'text', text: `Hola. Adjuntamos tu ${kind} ${document.number}, ${VALIDITY[document.environment]}` },
      ...(document.kind === 'invoice'
        ? [
            {
              kind: 'text',
              text: `Corresponde a la cuenta ${invoice.number}, por ${pesosLabel(invoice.total)}.`,
            } as const,
          ]
        : []),
    ],
    brandOf(sender.color_code),
  )
  await inQueue(world, companyId, (tx) =>
    insertMessageWithFiles(
      tx,
      {
        kind: document.kind,
        category: 'transaccional',
        client_id: invoice.client_id,
        invoice_id: invoice.id,
        dedupe: `electronic:${document.id}`,
        to_email: invoice.to,
        subject: email.subject,
        text_body: email.text,
        html_body: email.html,
        sender: email.senderName,
        reply_to: sender.email,
        next_try_at: world.clock(),
      },
      [{ name: `${document.number}.zip`, type: 'application/zip', bytes: Buffer.from(zip) }],
    ),
  )
}
