import QRCode from 'qrcode'
import { instantLabel, shortDayLabel } from '#domain/core/days.ts'
import type { PrintedElectronic } from '#domain/invoices/printed-electronic.ts'
import type { IssuerRegime } from '#domain/taxes/regime.ts'
import { FOOTER_TOP } from '#server/documents/letterhead.ts'
import { CONTENT_WIDTH, MUTED_COLOR, PAGE, type Sheet } from '#server/documents/pdf.ts'
import { drawQr } from '#server/documents/qr.ts'

/** DIAN requires a side of two centimetres: 57 points. */
const QR_SIZE = 62
/** Points above the footer that the block of the DIAN takes. */
export const ELECTRONIC_HEIGHT = QR_SIZE + 14

/** Draws what makes a document electronic (ET 617, annex 1.9): code, QR, validation, numbering and who made it. */
export function drawElectronic(sheet: Sheet, electronic: PrintedElectronic, code: 'CUFE' | 'CUDE'): void {
  const qr = QRCode.create(electronic.qr_url, { errorCorrectionLevel: 'M' })
  const top = FOOTER_TOP - ELECTRONIC_HEIGHT
  sheet.figure(`Código QR de la DIAN del documento ${electronic.number}`, (doc) =>
    drawQr(doc, qr, { x: PAGE.margin, y: top, size: QR_SIZE }),
  )
  const style = { x: PAGE.margin + QR_SIZE + 10, width: CONTENT_WIDTH - QR_SIZE - 10, size: 7, color: MUTED_COLOR }
  let y = sheet.text('P', `${code}: ${electronic.cufe}`, top, { ...style, height: 20 })
  const facts = [
    instantsOf(electronic),
    ...numberingFacts(electronic.numbering),
    regimeOf(electronic.issuer_regime),
    ...(code === 'CUFE' ? ['Forma de pago: crédito. Medio: cualquiera de los que ofrece la empresa.'] : []),
    MAKERS[electronic.issuer],
  ]
  for (const fact of facts) y = sheet.text('P', fact, y + 1.5, { ...style, height: 18 })
}

/** When the document was generated and when the DIAN validated it. The label of an instant ends with the stop of 'p. m.'. */
function instantsOf({ generated_at, validated_at, environment }: PrintedElectronic): string {
  const generated = generated_at === null ? '' : `Generado el ${instantLabel(new Date(generated_at))} `
  const validated = `${generated}Validado por la DIAN el ${instantLabel(new Date(validated_at))}`
  return environment === 'test' ? `${validated} en el ambiente de pruebas, sin validez fiscal.` : validated
}

/** The quality of the company that the document states: 'Empresa no responsable de IVA, autorretenedora de renta.' */
const regimeOf = ({ is_vat_responsible, is_self_withholder, is_simple_regime }: IssuerRegime): string =>
  `${[
    is_vat_responsible ? 'Empresa responsable de IVA' : 'Empresa no responsable de IVA',
    ...(is_self_withholder ? ['autorretenedora de renta'] : []),
    ...(is_simple_regime ? ['del régimen simple de tributación'] : []),
  ].join(', ')}.`

/** Who made and transmitted the document. The file of Enlace is signed and transmitted by the company with other software. */
const MAKERS: Readonly<Record<PrintedElectronic['issuer'], string>> = {
  factus: 'Proveedor tecnológico: Factus (Halltec S.A.S., NIT 900.825.759-7). Software: Enlace.',
  ubl_file: 'Software: Enlace. La empresa lo firmó y lo transmitió a la DIAN con su propio programa.',
}

function numberingFacts(numbering: PrintedElectronic['numbering']): string[] {
  if (numbering === null || numbering.resolution === null) return []
  const { prefix, from, to, resolution, starts_on, ends_on } = numbering
  const numbers = from === null || to === null ? '' : `, del ${prefix}${from} al ${prefix}${to}`
  const days =
    starts_on === null || ends_on === null
      ? ''
      : `, vigente del ${shortDayLabel(starts_on)} al ${shortDayLabel(ends_on)}`
  return [`Autorización de numeración DIAN No. ${resolution}${numbers}${days}.`]
}
