import { dayLabel, dayOf, instantLabel } from '#domain/core/days.ts'
import type { PqrEntry } from '#domain/pqr/case.ts'
import { aboutBlocks, heading, note, referenceLine, text } from './documents.ts'
import type { Drawn } from './drawing.ts'
import type { StoredCase } from './queries.ts'

/** The receipt of an invoice that the desk linked to a case: which one, what is claimed of it, and from when it is not collected. */
export const linkConstancia = (stored: StoredCase, entry: PqrEntry): Drawn => ({
  title: 'Constancia de la factura reclamada',
  facts: [referenceLine(stored), `Vinculada el ${dayLabel(dayOf(new Date(entry.at)))}`],
  createdAt: entry.at,
  blocks: [
    note(`Escrito en nuestro sistema: ${instantLabel(new Date(entry.at))}`),
    ...aboutBlocks(stored, []),
    heading('La factura que se vinculó'),
    text(entry.text),
    heading('Qué sigue'),
    text('La respuesta a su PQR decide también sobre ese valor. Su plazo no cambia.'),
    note('El reclamo no tiene costo y no exige pagar lo que se reclama.'),
  ],
})
