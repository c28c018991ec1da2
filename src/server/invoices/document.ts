import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { type Money, minus, sum, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { nextPeriod, periodBounds, periodOf } from '#domain/core/period.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { MovementKind } from '#domain/ledger/movement.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import type { World } from '#server/core/context.ts'
import { instantOfId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { storedWithLogo } from '#server/documents/logo.ts'
import { readBankCodes } from './bank-agreements.ts'
import { getPrintedElectronic, getSentBuyer, getSentIssuer, getSentLines } from './electronic-queries.ts'
import { readInvoiceDetail } from './invoice-detail.ts'
import { type InvoiceDocument, invoicePdf } from './invoice-pdf.ts'
import { getLinkGeneration } from './link-queries.ts'
import { signLink } from './public-link.ts'

/** How many days a link is valid after the issue day: enough for reminders and late payments. */
const LINK_VALID_DAYS = 180

/**
 * The address that opens an invoice without a session: the same until it is revoked, so that the PDF and the email have equal links. Of an
 * invoice that is older than its validity it is the same for a month.
 */
export function publicUrlOf(
  world: World,
  companyId: string,
  invoice: Pick<Invoice, 'id' | 'kind' | 'issued_on'> & { link_generation: number },
): string {
  const until = linkEndsOn(invoice, dayOf(world.clock()))
  const target = { companyId, invoiceId: invoice.id, until, generation: invoice.link_generation }
  const token = signLink(world.config.secret, target)
  return `${world.config.publicUrl}${paths.invoiceLink(token)}`
}

/**
 * The last day on which the link of an invoice, as it is written today, is valid. A reminder of an old debt has one that works: at least
 * until the end of next month, so that the links of one month are equal.
 */
function linkEndsOn(invoice: Pick<Invoice, 'id' | 'kind' | 'issued_on'>, today: Day): Day {
  // A document of another system can be years old: its link is valid from the day on which Enlace has it.
  const from = invoice.kind === 'opening' ? dayOf(instantOfId(invoice.id)) : invoice.issued_on
  const own = addDays(from, LINK_VALID_DAYS)
  const { to_on } = periodBounds(nextPeriod(periodOf(today)), 31)
  return own > to_on ? own : to_on
}

/**
 * The content of an invoice's PDF, as on its issue day, with what was credited and disputed since. A validated document has the company,
 * the client and the lines as they were sent. Undefined when it is absent or not of the client of `userId`.
 */
export async function readDocument(
  world: World,
  tx: Tx,
  companyId: string,
  id: string,
  userId: string | null,
): Promise<InvoiceDocument | undefined> {
  const issued = await tx.selectFrom('invoices').select('issued_on').where('id', '=', id).executeTakeFirst()
  const invoice = issued && (await readInvoiceDetail(tx, id, userId, issued.issued_on, { asIssued: true }))
  if (!invoice) return undefined
  const [issuer, known, company, link_generation, electronic, sent, sentIssuer, sentLines] = await Promise.all([
    readLetterhead(tx),
    tx
      .selectFrom('clients')
      .select(['name', 'type_identification', 'identification', 'address', 'city'])
      .where('id', '=', invoice.client_id)
      .executeTakeFirstOrThrow(),
    tx.selectFrom('companies').select('is_wompi_integration').executeTakeFirstOrThrow(),
    getLinkGeneration(tx, id),
    getPrintedElectronic(tx, 'invoice_id', id),
    getSentBuyer(tx, 'invoice_id', id),
    getSentIssuer(tx, 'invoice_id', id),
    getSentLines(tx, id),
  ])
  const client = { ...known, ...sent }
  const bank = await readBankCodes(tx, {
    ...partsOf(invoice.number),
    client_id: invoice.client_id,
    no_contract: invoice.no_contract,
    identification: known.identification,
    due_on: invoice.due_on,
  })
  const plan = invoice.lines.find((line) => line.kind === 'plan')?.description ?? null
  return {
    issuer: { ...issuer, ...sentIssuer },
    client: { name: client.name, identity: withoutName(client) },
    plan,
    pqr_url: `${world.config.publicUrl}${paths.filePqr}`,
    link: company.is_wompi_integration ? publicUrlOf(world, companyId, { ...invoice, link_generation }) : null,
    invoice: { ...printedInvoice(invoice), lines: sentLines ?? invoice.lines },
    electronic,
    bank,
  }
}

/** The series and the number of 'AF-1024'. */
function partsOf(number: string): { prefix: string; sequence: number } {
  const at = number.lastIndexOf('-')
  return { prefix: number.slice(0, at), sequence: Number(number.slice(at + 1)) }
}

const withoutName = <T extends { name: string }>({ name: _name, ...identity }: T): Omit<T, 'name'> => identity

/** The fields of an invoice that never change, and what notes and an open dispute took off it; not its payments nor its badges. */
const printedInvoice = (invoice: Invoice): InvoiceDocument['invoice'] => ({
  number: invoice.number,
  period: invoice.period,
  from_on: invoice.from_on,
  to_on: invoice.to_on,
  issued_on: invoice.issued_on,
  due_on: invoice.due_on,
  lines: invoice.lines,
  subtotal: invoice.subtotal,
  vat: invoice.vat,
  total: invoice.total,
  previous_balance: invoice.previous_balance,
  previous_disputed: invoice.previous_disputed,
  credit_taken: invoice.credit_taken,
  after:
    invoice.credit_notes.length === 0
      ? null
      : {
          notes: invoice.credit_notes.map(({ number, issued_on, total }) => ({ number, issued_on, total })),
          left: minus(invoice.balance, invoice.disputed_amount),
          written_off: invoice.written_off,
          closed: closedOf(invoice),
        },
  disputed_amount: invoice.disputed_amount,
  permanence: invoice.permanence,
  service: invoice.service,
  no_contract: invoice.no_contract,
})

/** What the company closed of an invoice as a small balance. */
const closedOf = ({ movements }: Invoice): Money =>
  minus(ZERO, sum(movements.filter(({ kind }) => CLOSINGS.includes(kind)).map(({ amount }) => amount)))
const CLOSINGS: readonly MovementKind[] = ['cierre_saldo', 'reverso_cierre']

/** The PDF of an invoice, stored or new. Call it outside a transaction: drawing is slow. */
export async function pdfReply(world: World, companyId: string, content: InvoiceDocument) {
  const bytes = await storedWithLogo(world, companyId, content, (logo) => invoicePdf(content, logo))
  return {
    file: {
      name:
        content.electronic === null
          ? `cuenta-${content.invoice.number}.pdf`
          : `factura-${content.electronic.number}.pdf`,
      type: 'application/pdf',
      bytes,
    },
  }
}
