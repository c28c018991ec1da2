import type QRCode from 'qrcode'
import { clauseLabels } from '#domain/contracts/paid.ts'
import { type Day, shortDayLabel } from '#domain/core/days.ts'
import type { PermanenceBlock } from '#domain/invoices/permanence-block.ts'
import { CONTENT_WIDTH, MUTED_COLOR, PAGE, type Sheet, TEXT_COLOR } from '#server/documents/pdf.ts'
import { drawQr } from '#server/documents/qr.ts'
import type { InvoiceDocument } from './invoice-pdf.ts'

const QR_SIZE = 92
/** Points of the text beside the code, and of the permanence clause, with the longest amounts. */
const PAY_HEIGHT = 46
const PERMANENCE_HEIGHT = 49

/** Whether notes and payments left nothing of the invoice to pay: its paper does not ask for a payment. */
export const isSettled = ({ after }: InvoiceDocument['invoice']): boolean => after !== null && after.left === 0

/** Points that drawPayment needs at most. */
export const paymentHeight = ({ invoice, link }: Pick<InvoiceDocument, 'invoice' | 'link'>): number =>
  Math.max(link === null ? 0 : QR_SIZE, PAY_HEIGHT + (invoice.permanence === null ? 0 : PERMANENCE_HEIGHT))

/** The payment options, and the permanence clause while it is in force (R2.2). */
export function drawPayment(
  sheet: Sheet,
  { invoice, link, issuer }: InvoiceDocument,
  qr: QRCode.QRCode | null,
  top: number,
): void {
  const x = qr === null ? PAGE.margin : PAGE.margin + QR_SIZE + 14
  const width = PAGE.margin + CONTENT_WIDTH - x
  let y = top
  if (qr !== null) {
    sheet.figure(`Código QR para pagar la cuenta ${invoice.number}`, (doc) =>
      drawQr(doc, qr, { x: PAGE.margin, y: top, size: QR_SIZE }),
    )
    y = sheet.text('H2', 'Pague en línea', y, { x, width, size: 10, bold: true })
    y = sheet.text('P', `Apunte la cámara al código, o abra ${link}`, y + 2, {
      x,
      width,
      size: 7.5,
      color: MUTED_COLOR,
      height: 30,
    })
  }
  if (issuer.address !== null && !isSettled(invoice))
    y = sheet.text(
      'P',
      `También puede pagar en ${issuer.address}${issuer.city === null ? '' : `, ${issuer.city}`}.`,
      y + 3,
      {
        x,
        width,
        size: 8.5,
        height: 22,
      },
    )
  if (invoice.permanence !== null)
    y = drawPermanence(sheet, invoice.permanence, invoice.issued_on, { x, y: y + 8, width })
}

/** Returns its end (y, in points). */
function drawPermanence(
  sheet: Sheet,
  permanence: PermanenceBlock,
  issuedOn: Day,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const { cost, discounted, exit } = clauseLabels(permanence)
  const top = sheet.text('H2', 'Cláusula de permanencia mínima', y, { x, width, size: 9, bold: true })
  return sheet.text(
    'P',
    `Cargo por conexión: ${cost}. Valor descontado o diferido: ${discounted}. Inicio: ${shortDayLabel(permanence.from_on)}. Fin: ${shortDayLabel(permanence.ends_on)}. Al emitir esta factura (${shortDayLabel(issuedOn)}), terminar el contrato cuesta ${exit}.`,
    top + 1,
    { x, width, size: 8, color: TEXT_COLOR, height: 34 },
  )
}
