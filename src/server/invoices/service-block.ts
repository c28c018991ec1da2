import { type InvoicedService, reconnectionLabel, speedLabel } from '#domain/invoices/invoiced-service.ts'
import type { Sheet } from '#server/documents/pdf.ts'

/** The lines of the service beside the client: its address when it is not the one of the client, and the contracted speed. */
export const serviceDetails = (
  service: InvoicedService | null,
  client: { address: string; city: string } | null,
): string[] =>
  service === null
    ? []
    : [
        ...(client === null || (client.address === service.address && client.city === service.city)
          ? []
          : [`Servicio en ${service.address}, ${service.city}`]),
        `Velocidad: ${speedLabel(service)}`,
      ]

const RIGHTS_HEIGHT = 68

/** Points that drawRights needs at most. */
export const rightsHeight = (service: InvoicedService | null): number => (service === null ? 0 : RIGHTS_HEIGHT + 12)

/** The price of a reconnection, and where and how to complain (R2.2). `pqrUrl`: the page that files a PQR without a session. Returns its end. */
export function drawRights(
  sheet: Sheet,
  { reconnection, claim_months }: InvoicedService,
  pqrUrl: string,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const top = sheet.text('H2', 'Reconexión y reclamos', y, { x, width, size: 9, bold: true })
  const price = reconnectionLabel(reconnection)
  return sheet.text(
    'P',
    [
      `Reconexión después de una suspensión por mora: ${price.toLowerCase()}.`,
      `Si no está de acuerdo con un cobro, presente una PQR en ${pqrUrl} o por los canales de atención de esta página.`,
      'Lo que reclame antes del vencimiento no se cobra mientras se decide.',
      ...(claim_months === null ? [] : [`Lo que ya pagó se puede reclamar hasta ${claim_months} meses después.`]),
    ].join(' '),
    top + 1,
    { x, width, size: 8, height: RIGHTS_HEIGHT },
  )
}
