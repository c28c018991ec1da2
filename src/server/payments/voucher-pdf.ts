import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { METHOD_LABELS, type Payment, withheldOf } from '#domain/payments/payment.ts'
import { drawFooter, drawLetterhead, drawRule, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { type Cell, CONTENT_WIDTH, MUTED_COLOR, makePdf, PAGE } from '#server/documents/pdf.ts'

export type VoucherDocument = {
  issuer: Letterhead
  payment: Pick<
    Payment,
    | 'number'
    | 'amount'
    | 'retentions'
    | 'method'
    | 'paid_on'
    | 'posted_on'
    | 'reference'
    | 'account'
    | 'registered_by'
    | 'applied'
    | 'credit'
    | 'client'
    | 'reversed'
  >
}

/** The receipt of a payment as a PDF, on one page (TRX-01). */
export function voucherPdf({ issuer, payment }: VoucherDocument, logo: Logo | null): Promise<Buffer> {
  const about = {
    title: `Recibo de caja ${payment.number}`,
    author: issuer.name,
    createdAt: new Date(`${payment.paid_on}T17:00:00Z`),
  }
  return makePdf(about, (sheet) => {
    let y = drawLetterhead(sheet, issuer, logo, 'Recibo de caja', [`No. ${payment.number}`, dayLabel(payment.paid_on)])
    y = sheet.text('P', 'Recibimos de', y, { size: 9, color: MUTED_COLOR })
    y = sheet.text('H2', payment.client.name, y + 1, { size: 13, bold: true, height: 48 })
    y = sheet.text('P', payment.client.identification, y + 1, { size: 9, color: MUTED_COLOR })
    y = sheet.text('P', pesosLabel(payment.amount), y + 12, { size: 28, bold: true })
    if (payment.reversed !== null)
      y = sheet.text('P', `REVERSADO: ${payment.reversed.reason}`, y + 6, { size: 11, bold: true, color: '#B42318' })
    y += 14
    drawRule(sheet, y)
    sheet.table(rowsOf(payment).map(([label, value], index) => rowAt(label, value, y + 10 + index * 18)))
    drawFooter(sheet, issuer)
  })
}

const LABELS = { retefuente: 'Retefuente', reteiva: 'ReteIVA', reteica: 'ReteICA' } as const
/** The number of invoices that fit on the page. */
const APPLIED_MAX = 24

function rowsOf(payment: VoucherDocument['payment']): [string, string][] {
  const shown = payment.applied.slice(0, APPLIED_MAX)
  const more = payment.applied.length - shown.length
  return [
    ['Medio de pago', METHOD_LABELS[payment.method]],
    ...(payment.posted_on === payment.paid_on
      ? []
      : [['En la contabilidad desde', dayLabel(payment.posted_on)] as [string, string]]),
    ...(payment.reference === null ? [] : [['Referencia', payment.reference] as [string, string]]),
    ...(payment.account === null ? [] : [['Entró a', payment.account.name] as [string, string]]),
    ...(payment.registered_by === null ? [] : [['Registrado por', payment.registered_by] as [string, string]]),
    ...shown.map((part): [string, string] => [`Cuenta ${part.number}`, pesosLabel(part.amount)]),
    ...(more > 0 ? [['Otras cuentas', `${more} más, en el portal`] as [string, string]] : []),
    ...withheldOf(payment)
      .filter(([, withheld]) => withheld > 0)
      .map(([name, withheld]): [string, string] => [LABELS[name], pesosLabel(withheld)]),
    ...(payment.credit > 0 ? [['Queda a favor', pesosLabel(payment.credit)] as [string, string]] : []),
  ]
}

const rowAt = (label: string, value: string, y: number): Cell[] => [
  { isHeader: true, content: label, y, style: { width: 160, size: 10, color: MUTED_COLOR } },
  {
    isHeader: false,
    content: value,
    y,
    style: { x: PAGE.margin + 170, width: CONTENT_WIDTH - 170, size: 10, align: 'right', height: 14 },
  },
]
