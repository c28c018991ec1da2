import QRCode from 'qrcode'
import { modulesOf } from '#domain/invoices/gs1.ts'
import { CONTENT_WIDTH, MUTED_COLOR, PAGE, type Sheet, TEXT_COLOR } from '#server/documents/pdf.ts'
import { drawQr } from '#server/documents/qr.ts'
import type { BankCodes } from './bank-agreements.ts'

/** A module of 0.25 mm, and bars of 13 mm: what a bank reads. */
const MODULE = 0.71
const BAR_HEIGHT = 37
/** Ten modules without ink on each side. */
const QUIET = 10 * MODULE
const QR_SIZE = 62
/** Points that the codes of the bank take. */
export const BANK_HEIGHT = QR_SIZE + 10

/** Draws the bar code of a bill at the left and the QR code of the bank at the right. */
export function drawBankCodes(sheet: Sheet, { barCode, qr }: BankCodes, top: number): void {
  if (barCode !== null) {
    const widths = modulesOf(barCode)
    sheet.figure(`Código de barras para pagar en el banco: ${barCode.text}`, (doc) => {
      let x = PAGE.margin + QUIET
      for (const [index, width] of widths.entries()) {
        if (index % 2 === 0) doc.rect(x, top, width * MODULE, BAR_HEIGHT)
        x += width * MODULE
      }
      doc.fill(TEXT_COLOR)
    })
    const width = widths.reduce((sum, one) => sum + one, 0) * MODULE
    sheet.text('P', barCode.text, top + BAR_HEIGHT + 3, {
      x: PAGE.margin + QUIET,
      width: Math.max(width, 330),
      size: 7,
    })
  }
  if (qr === null) return
  const x = PAGE.margin + CONTENT_WIDTH - QR_SIZE
  const code = QRCode.create(qr.text, { errorCorrectionLevel: 'M' })
  sheet.figure(`Código QR del banco para pagar a ${qr.name}`, (doc) => drawQr(doc, code, { x, y: top, size: QR_SIZE }))
  const label = qr.key === null ? qr.name : `Llave ${qr.key}`
  sheet.text('P', label, top + QR_SIZE + 1, {
    x: x - 60,
    width: QR_SIZE + 60,
    size: 6.5,
    color: MUTED_COLOR,
    align: 'right',
    height: 8,
  })
}
