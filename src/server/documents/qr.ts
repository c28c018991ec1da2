import type QRCode from 'qrcode'
import { TEXT_COLOR } from './pdf.ts'

/** Draws a QR code as rectangles, which print sharply at any size. `at`: its corner and its side, in points. */
export function drawQr(doc: PDFKit.PDFDocument, qr: QRCode.QRCode, at: { x: number; y: number; size: number }): void {
  const { size, data } = qr.modules
  const step = at.size / size
  for (let row = 0; row < size; row += 1) {
    let column = 0
    while (column < size) {
      const from = column
      while (column < size && data[row * size + column]) column += 1
      // Consecutive dark squares are one rectangle; the 0.05 of extra height removes the gaps between rows.
      if (column > from) doc.rect(at.x + from * step, at.y + row * step, (column - from) * step, step + 0.05)
      else column += 1
    }
  }
  doc.fill(TEXT_COLOR)
}
