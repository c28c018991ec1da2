import QRCode from 'qrcode'
import { brandOf } from '#domain/core/brand.ts'
import { dayLabel, shortDayLabel } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel, plus, sum, ZERO } from '#domain/core/money.ts'
import { periodLabel } from '#domain/core/period.ts'
import type { CreditNote, Invoice } from '#domain/invoices/invoice.ts'
import type { PrintedElectronic } from '#domain/invoices/printed-electronic.ts'
import { drawFooter, drawLetterhead, drawRule, FOOTER_TOP, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { type Cell, CONTENT_WIDTH, MUTED_COLOR, makePdf, PAGE, type Sheet } from '#server/documents/pdf.ts'
import type { BankCodes } from './bank-agreements.ts'
import { BANK_HEIGHT, drawBankCodes } from './bank-block.ts'
import { drawElectronic, ELECTRONIC_HEIGHT } from './electronic-block.ts'
import { drawPayment, isSettled, paymentHeight } from './payment-block.ts'
import { drawRights, rightsHeight, serviceDetails } from './service-block.ts'

/** What notes changed after the day of issue. `left`: to be paid of the invoice, without what is in dispute. */
type AfterIssue = {
  notes: Pick<CreditNote, 'number' | 'issued_on' | 'total'>[]
  left: Money
  written_off: Money
  closed: Money
}

/** The content of an invoice's PDF. Equal content makes an equal file. */
export type InvoiceDocument = {
  issuer: Letterhead
  invoice: Pick<
    Invoice,
    | 'number'
    | 'period'
    | 'from_on'
    | 'to_on'
    | 'issued_on'
    | 'due_on'
    | 'lines'
    | 'subtotal'
    | 'vat'
    | 'total'
    | 'previous_balance'
    | 'previous_disputed'
    | 'credit_taken'
    | 'permanence'
    | 'service'
    | 'no_contract'
    | 'disputed_amount'
  > & { after: AfterIssue | null }
  /** `identity`: null in the document of a public link. */
  client: {
    name: string
    identity: { type_identification: string; identification: string; address: string; city: string } | null
  }
  plan: string | null
  /** The page that files a PQR without a session. */
  pqr_url: string
  /** The address to pay; null when the company has no online payments. */
  link: string | null
  /** The validated electronic document; null before DIAN validates it, and without electronic invoicing. */
  electronic: PrintedElectronic | null
  /** The bar code and the QR code of the bank; null without an agreement with one. */
  bank: BankCodes | null
}

/** The name of the document (INV-12): 'Factura electrónica de venta' only with the CUFE and the validation of the DIAN. */
const titleOf = ({ electronic }: InvoiceDocument): string =>
  electronic === null ? 'Cuenta de cobro' : 'Factura electrónica de venta'
const numberOf = ({ electronic, invoice }: InvoiceDocument): string => electronic?.number ?? invoice.number

/** The invoice as a PDF (INV-12), on one page when it fits. */
export function invoicePdf(content: InvoiceDocument, logo: Logo | null): Promise<Buffer> {
  const { invoice, issuer } = content
  const metadata = {
    title: `${titleOf(content)} ${numberOf(content)}`,
    author: issuer.name,
    createdAt: new Date(`${invoice.issued_on}T17:00:00Z`),
  }
  return makePdf(metadata, (sheet) => drawInvoice(sheet, content, logo))
}

/** Several invoices of one company in one PDF, each from a new page. At least one. */
export function invoicesPdf(
  contents: readonly InvoiceDocument[],
  logo: Logo | null,
  { createdAt }: { createdAt: Date },
): Promise<Buffer> {
  const [first] = contents
  const metadata = { title: `Cuentas de cobro (${contents.length})`, author: first?.issuer.name ?? '', createdAt }
  return makePdf(metadata, (sheet) => {
    for (const [index, content] of contents.entries()) {
      if (index > 0) sheet.newPage()
      drawInvoice(sheet, content, logo)
    }
  })
}

function drawInvoice(sheet: Sheet, content: InvoiceDocument, logo: Logo | null): void {
  const { issuer } = content
  const link = isSettled(content.invoice) ? null : content.link
  const qr = link === null ? null : QRCode.create(link, { errorCorrectionLevel: 'M' })
  let y = drawLetterhead(sheet, issuer, logo, titleOf(content), [`No. ${numberOf(content)}`, ...issueFacts(content)])
  y = drawParties(sheet, content, y)
  y = drawLines(sheet, content, y)
  y = drawTotals(sheet, content, y)
  drawPayment(sheet, content, qr, y)
  if (content.bank !== null) drawBankCodes(sheet, content.bank, FOOTER_TOP - blocksHeight(content))
  endPage(sheet, content)
}

/** The foot of each page. The DIAN asks for the code and the QR of a document on all of them. */
function endPage(sheet: Sheet, { electronic, issuer }: InvoiceDocument): void {
  if (electronic !== null) drawElectronic(sheet, electronic, 'CUFE')
  drawFooter(sheet, issuer)
}

/** An electronic invoice is of the day on which it was sent (FAD09e); its account of the day on which it was billed. */
const issueFacts = ({ electronic, invoice }: InvoiceDocument): string[] =>
  electronic === null
    ? [`Fecha de emisión: ${dayLabel(invoice.issued_on)}`]
    : [
        `Fecha de emisión: ${dayLabel(electronic.issued_on)}`,
        `Cuenta de cobro ${invoice.number} del ${dayLabel(invoice.issued_on)}`,
      ]

const BOX_HEIGHT = 96

/** The client and the service on the left; the total and the due day, the largest texts of the page, on the right. */
function drawParties(sheet: Sheet, { invoice, client, plan, issuer }: InvoiceDocument, top: number): number {
  const half = CONTENT_WIDTH / 2 - 10
  let y = sheet.text('H2', client.name, top, {
    width: half,
    size: client.name.length > 90 ? 9 : 12,
    bold: true,
    height: 80,
  })
  const details = [
    ...(client.identity === null
      ? []
      : [
          `${client.identity.type_identification} ${client.identity.identification}`,
          `${client.identity.address}, ${client.identity.city}`,
        ]),
    ...(invoice.no_contract === null ? [] : [`Contrato ${invoice.no_contract}${plan === null ? '' : ` · ${plan}`}`]),
    ...serviceDetails(invoice.service, client.identity),
    `Período: ${periodLabel(invoice.period)}${invoice.from_on && invoice.to_on ? `, del ${shortDayLabel(invoice.from_on)} al ${shortDayLabel(invoice.to_on)}` : ''}`,
    ...(invoice.to_on ? [`Fecha de corte: ${dayLabel(invoice.to_on)}`] : []),
  ]
  for (const detail of details) y = sheet.text('P', detail, y + 2, { width: half, size: 9, color: MUTED_COLOR })
  const brand = brandOf(issuer.color_code)
  const x = PAGE.margin + CONTENT_WIDTH / 2 + 10
  sheet.decoration((doc) => {
    doc.roundedRect(x, top, half, BOX_HEIGHT, 8).fill(brand.tint)
  })
  const boxStyle = { x: x + 14, width: half - 28 }
  const [label, amount] = dueOf(invoice)
  let right = sheet.text('P', label, top + 12, { ...boxStyle, size: 9, color: MUTED_COLOR })
  right = sheet.text('P', pesosLabel(amount), right + 2, {
    ...boxStyle,
    size: 22,
    bold: true,
  })
  const until = isSettled(invoice) ? 'No debe pagarla' : `Fecha límite de pago: ${dayLabel(invoice.due_on)}`
  sheet.text('P', until, right + 4, { ...boxStyle, size: 10, bold: true })
  return Math.max(y, top + BOX_HEIGHT) + 16
}

const COLUMNS = [
  { label: 'Concepto', x: 0, width: 225, align: 'left' },
  { label: 'Cant.', x: 230, width: 35, align: 'right' },
  { label: 'Base', x: 270, width: 80, align: 'right' },
  { label: 'IVA', x: 355, width: 75, align: 'right' },
  { label: 'Total', x: 435, width: CONTENT_WIDTH - 435, align: 'right' },
] as const

const TREATMENTS = { exento: 'Exento', excluido: 'Excluido', gravado: '' } as const
const ROW_MAX = 18
const ROW_MIN = 10.5
/** Points between the last line and the rule below it. */
const RULE_GAP = 4
const TOTAL_HEIGHT = 14
/** Points between the payment options and the codes below them. */
const BLOCKS_GAP = 8
/** Points between the lines and the totals, and between these and the payment options. */
const GAPS_HEIGHT = 16

/** Points below the lines, for the totals, the payment options and the permanence clause. */
const belowHeight = (content: InvoiceDocument): number =>
  Math.max(totalsOf(content.invoice).length * TOTAL_HEIGHT, rightsHeight(content.invoice.service)) +
  GAPS_HEIGHT +
  paymentHeight(content)

/** Points above the footer for the codes of the bank and what makes the document electronic. */
const blocksHeight = ({ electronic, bank }: InvoiceDocument): number =>
  (electronic === null ? 0 : ELECTRONIC_HEIGHT) + (bank === null ? 0 : BANK_HEIGHT)

/** Draws one row for each line. The row height is reduced down to ROW_MIN before a second page is used. */
function drawLines(sheet: Sheet, content: InvoiceDocument, top: number): number {
  const { invoice, electronic } = content
  const end = FOOTER_TOP - (electronic === null ? 0 : ELECTRONIC_HEIGHT)
  const blocks = blocksHeight(content)
  const below = belowHeight(content) + (blocks === 0 ? 0 : blocks + BLOCKS_GAP)
  const available = FOOTER_TOP - below - RULE_GAP - top
  const height = rowHeight(sheet, invoice.lines, available)
  const size = sizeOf(height)
  let next = top + height
  let rows = [headerCells(top, size)]
  for (const line of invoice.lines) {
    const added = addedHeight(sheet, line, size)
    if (next + height + added > end) {
      sheet.table(rows)
      endPage(sheet, content)
      sheet.newPage()
      next = PAGE.margin + height
      rows = [headerCells(PAGE.margin, size)]
    }
    rows.push(lineCells(line, next, size, added))
    next += height + added
  }
  sheet.table(rows)
  const bottom = next + RULE_GAP
  drawRule(sheet, bottom)
  // Half a point: the rows may fill the page exactly.
  if (bottom + below <= FOOTER_TOP + 0.5) return bottom + 8
  endPage(sheet, content)
  sheet.newPage()
  return PAGE.margin
}

/** The text size of a row of one line, which has 3 points more. */
const sizeOf = (height: number): number => Math.min(9, height - 3)

/** Points of a row of one line: the largest with which all the rows fit in `available`; ROW_MIN when they do not fit. */
function rowHeight(sheet: Sheet, lines: Invoice['lines'], available: number): number {
  for (const size of [9, 8.5, 8]) {
    const added = lines.reduce((points, line) => points + addedHeight(sheet, line, size), 0)
    const height = (available - added) / (lines.length + 1)
    if (height >= size + 3) return Math.min(height, size === 9 ? ROW_MAX : size + 3)
  }
  return ROW_MIN
}

/** A text of fewer characters is on one line, so it is not measured. */
const SHORT_TEXT = 25

/** The points that the text of a charge needs after its first line: it is printed whole (R2.2). */
function addedHeight(sheet: Sheet, { description }: Invoice['lines'][number], size: number): number {
  if (description.length < SHORT_TEXT) return 0
  const style = { width: COLUMNS[0].width, size }
  return sheet.heightOf(description, style) - sheet.heightOf('1', style)
}

const headerCells = (y: number, size: number): Cell[] =>
  COLUMNS.map(({ label, x, width, align }) => ({
    isHeader: true,
    content: label,
    y,
    style: { x: PAGE.margin + x, width, align, size, bold: true, color: MUTED_COLOR },
  }))

function lineCells(line: Invoice['lines'][number], y: number, size: number, added: number): Cell[] {
  const vat =
    line.vat_treatment === 'gravado'
      ? `${pesosLabel(line.vat)} (${line.vat_rate * 100} %)`
      : TREATMENTS[line.vat_treatment]
  const texts = [line.description, String(line.quantity), pesosLabel(line.base), vat, pesosLabel(line.total)]
  return COLUMNS.map(({ x, width, align }, index) => ({
    isHeader: false,
    content: texts[index] ?? '',
    y,
    style: { x: PAGE.margin + x, width, align, size: index === 3 ? size - 1 : size, height: size + 2 + added },
  }))
}

/** Before the total, because it is not a part of it. */
const DISPUTED = 'En reclamo, no se cobra'

/**
 * The amounts below the lines; the last one is the amount to pay. Without notes: of the invoice and of the previous ones, without what is
 * in dispute (R2.15). With notes the total stays as on the day of issue, and each note and what is left of the invoice follow it: the
 * previous debt of that day is not mixed with the notes of later ones.
 */
function totalsOf(invoice: InvoiceDocument['invoice']): [string, Money][] {
  const { after, credit_taken, previous_balance, previous_disputed, disputed_amount } = invoice
  const issued = plus(minus(invoice.total, credit_taken), previous_balance)
  const head = present([
    ['Saldo a favor aplicado', minus(ZERO, credit_taken)],
    ['Saldo anterior', previous_balance],
    [DISPUTED, after === null ? plus(previous_disputed, disputed_amount) : previous_disputed],
  ])
  return [
    ['Subtotal', invoice.subtotal],
    ['IVA', invoice.vat],
    ['Total del período', invoice.total],
    ...head,
    ...(after === null ? [[TO_PAY, minus(issued, disputed_amount)] as Total] : afterNotes(invoice, after, issued)),
  ]
}

type Total = [string, Money]
/** The amount to pay, with its name. */
const dueOf = (invoice: InvoiceDocument['invoice']): Total => totalsOf(invoice).at(-1) ?? [TO_PAY, ZERO]
const TO_PAY = 'Total a pagar'
const LEFT = 'Queda por pagar de esta factura'
const present = (totals: readonly Total[]): Total[] => totals.filter(([, amount]) => amount !== 0)

/** What came after the day of issue: the notes, what was paid, what is in dispute and what is left of the invoice. */
function afterNotes(
  { total, credit_taken, disputed_amount }: InvoiceDocument['invoice'],
  { notes, left, written_off, closed }: NonNullable<InvoiceDocument['invoice']['after']>,
  issued: Money,
): Total[] {
  const credited = sum(notes.map((note) => note.total))
  const paid = minus(minus(total, credit_taken), sum([credited, disputed_amount, left, written_off, closed]))
  return [
    ['Total al emitirla', issued],
    ...notes.map(
      (note): Total => [`Nota crédito ${note.number} del ${shortDayLabel(note.issued_on)}`, minus(ZERO, note.total)],
    ),
    ...present([
      ['Pagado de esta factura', paid > 0 ? minus(ZERO, paid) : ZERO],
      [DISPUTED, minus(ZERO, disputed_amount)],
      ['La empresa cerró un saldo pequeño', minus(ZERO, closed)],
      ['No se cobra: la empresa castigó esta deuda', minus(ZERO, written_off)],
    ]),
    [LEFT, left],
  ]
}

/** The totals, and at their left the reconnection and the complaints. */
function drawTotals(sheet: Sheet, { invoice, pqr_url }: InvoiceDocument, top: number): number {
  let y = top
  for (const [label, amount] of totalsOf(invoice)) {
    const isLast = label === TO_PAY || label === LEFT
    const style = { size: isLast ? 11 : 9, bold: isLast }
    const below = sheet.text('P', `${label}:`, y, { ...style, x: PAGE.margin + 270, width: 130, align: 'right' })
    const amountStyle = { ...style, x: PAGE.margin + 405, width: CONTENT_WIDTH - 405, align: 'right' } as const
    y = Math.max(below, sheet.text('P', pesosLabel(amount), y, amountStyle)) + 3
  }
  const { service } = invoice
  const left = service === null ? top : drawRights(sheet, service, pqr_url, { x: PAGE.margin, y: top, width: 262 })
  return Math.max(y, left) + 10
}
