import { type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'
import type { Refund } from '#domain/payments/credit.ts'
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
    | 'rounding'
    | 'credit'
    | 'credit_uses'
    | 'client'
    | 'reversed'
  >
}

export type RefundDocument = { issuer: Letterhead; refund: Refund }

type MoneyDocument = {
  title: string
  number: number
  day: Day
  /** What the line above the name of the client says. */
  heading: string
  client: Payment['client']
  amount: Money
  warning: string | null
  rows: readonly [string, string][]
}

/** The receipt of a payment as a PDF, on one page (TRX-01). */
export const voucherPdf = ({ issuer, payment }: VoucherDocument, logo: Logo | null): Promise<Buffer> =>
  moneyPdf(issuer, logo, {
    title: 'Recibo de caja',
    number: payment.number,
    day: payment.paid_on,
    heading: 'Recibimos de',
    client: payment.client,
    amount: payment.amount,
    warning:
      payment.reversed === null
        ? null
        : `REVERSADO el ${dayLabel(payment.reversed.on)}, reverso No. ${payment.reversed.number}: ${payment.reversed.reason}`,
    rows: rowsOf(payment),
  })

/** The document of a refund of credit in favour as a PDF, on one page. */
export const refundPdf = ({ issuer, refund }: RefundDocument, logo: Logo | null): Promise<Buffer> =>
  moneyPdf(issuer, logo, {
    title: 'Comprobante de devolución',
    number: refund.number,
    day: refund.paid_on,
    heading: 'Devolvimos a',
    client: refund.client,
    amount: refund.amount,
    warning: null,
    rows: [
      ['Medio', METHOD_LABELS[refund.method]],
      ...(refund.reference === null ? [] : [['Referencia', refund.reference] as [string, string]]),
      ...(refund.account === null ? [] : [['Salió de', refund.account.name] as [string, string]]),
      ...(refund.registered_by === null ? [] : [['Registrado por', refund.registered_by] as [string, string]]),
      ['Motivo', refund.reason],
    ],
  })

function moneyPdf(issuer: Letterhead, logo: Logo | null, document: MoneyDocument): Promise<Buffer> {
  const { title, number, day, client } = document
  const about = { title: `${title} ${number}`, author: issuer.name, createdAt: new Date(`${day}T17:00:00Z`) }
  return makePdf(about, (sheet) => {
    let y = drawLetterhead(sheet, issuer, logo, title, [`No. ${number}`, dayLabel(day)])
    y = sheet.text('P', document.heading, y, { size: 9, color: MUTED_COLOR })
    y = sheet.text('H2', client.name, y + 1, { size: 13, bold: true, height: 48 })
    y = sheet.text('P', client.identification, y + 1, { size: 9, color: MUTED_COLOR })
    y = sheet.text('P', pesosLabel(document.amount), y + 12, { size: 28, bold: true })
    if (document.warning !== null)
      y = sheet.text('P', document.warning, y + 6, { size: 11, bold: true, color: '#B42318' })
    y += 14
    drawRule(sheet, y)
    sheet.table(document.rows.map(([label, value], index) => rowAt(label, value, y + 10 + index * 18)))
    drawFooter(sheet, issuer)
  })
}

const LABELS = { retefuente: 'Retefuente', reteiva: 'ReteIVA', reteica: 'ReteICA' } as const
/** The number of invoices that fit on the page. */
const APPLIED_MAX = 18
/** The number of documents that used its credit in favour that fit below them. */
const USES_MAX = 6

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
    ...(payment.rounding > 0
      ? [['Ajuste al peso, a cargo de la empresa', pesosLabel(payment.rounding)] as [string, string]]
      : []),
    ...(payment.credit > 0 ? [['Queda a favor', pesosLabel(payment.credit)] as [string, string]] : []),
    ...creditRows(payment.credit_uses),
  ]
}

/** What used the credit in favour of the receipt. */
function creditRows(uses: Payment['credit_uses']): [string, string][] {
  const rows = uses
    .slice(0, USES_MAX)
    .map(({ document, amount }): [string, string] => [`Del saldo a favor, ${document}`, pesosLabel(amount)])
  const more = uses.length - rows.length
  return more > 0 ? [...rows, ['Del saldo a favor', `${more} más, en el portal`]] : rows
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
