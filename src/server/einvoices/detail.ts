import { notFound } from '#domain/core/refusal.ts'
import type { ElectronicDetail } from '#domain/einvoices/electronic.ts'
import type { Tx } from '#server/core/tx.ts'
import { listAcceptances } from './acceptances.ts'
import { type DocumentDetail, getDocument, listSteps } from './queries.ts'
import { getQueue } from './queue-queries.ts'

/** One document. Throws when it is absent. */
export async function findDocument(tx: Tx, id: string): Promise<DocumentDetail> {
  const document = await getDocument(tx, id)
  if (!document) throw notFound('Ese documento no existe')
  return document
}

/** A document as a reply has it: its steps, and what it waits for. */
export async function readDetail(
  tx: Tx,
  { xml_file: _xml_file, file_number: _file_number, ...document }: DocumentDetail,
): Promise<ElectronicDetail> {
  const [steps, queue, acceptances] = await Promise.all([
    listSteps(tx, document.id),
    getQueue(tx),
    listAcceptances(tx, document.id),
  ])
  return { ...document, acceptances, steps, waits_for: waitsFor(document, queue) }
}

/** Why a document of the queue is not sent yet. */
function waitsFor(
  document: Pick<DocumentDetail, 'status' | 'kind' | 'next_try_at'>,
  queue: Awaited<ReturnType<typeof getQueue>>,
) {
  if (document.status !== 'queued' && document.status !== 'pending_dian') return null
  if (!queue.is_on) return 'La facturación electrónica está apagada: se envía cuando la enciendas en Integraciones.'
  if (queue.paused_at !== null) return `El envío está en pausa: lo pausó ${queue.paused_by ?? 'una persona'}.`
  // What blocks a kind does not stop the other one.
  if (queue.problem_text !== null && queue.is_blocked?.[document.kind] !== false) return queue.problem_text
  if (document.status !== 'queued' || document.next_try_at === null) return null
  return document.kind === 'credit_note'
    ? 'La factura que corrige todavía no está validada en el ambiente que está encendido.'
    : 'La factura ya tiene un documento de prueba: este se envía cuando la empresa esté otra vez en producción.'
}
