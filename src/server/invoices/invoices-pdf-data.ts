import * as z from 'zod/mini'
import { PesosSum } from '#domain/core/money.ts'
import { CreditNote, Invoice } from '#domain/invoices/invoice.ts'
import { PrintedElectronic } from '#domain/invoices/printed-electronic.ts'
import { LetterheadData } from '#server/documents/thread-data.ts'

/** The content of an invoice's PDF (InvoiceDocument), as a thread receives it. */
export const InvoiceData = z.object({
  issuer: LetterheadData,
  invoice: z.extend(
    z.pick(Invoice, {
      number: true,
      period: true,
      from_on: true,
      to_on: true,
      issued_on: true,
      due_on: true,
      lines: true,
      subtotal: true,
      vat: true,
      total: true,
      previous_balance: true,
      previous_disputed: true,
      credit_taken: true,
      permanence: true,
      service: true,
      no_contract: true,
      disputed_amount: true,
    }),
    {
      after: z.nullable(
        z.object({
          notes: z.array(z.pick(CreditNote, { number: true, issued_on: true, total: true })),
          left: PesosSum,
          written_off: PesosSum,
          closed: PesosSum,
        }),
      ),
    },
  ),
  client: z.object({
    name: z.string(),
    identity: z.nullable(
      z.object({ type_identification: z.string(), identification: z.string(), address: z.string(), city: z.string() }),
    ),
  }),
  plan: z.nullable(z.string()),
  pqr_url: z.string(),
  link: z.nullable(z.string()),
  electronic: z.nullable(PrintedElectronic),
  bank: z.nullable(
    z.object({
      barCode: z.nullable(z.object({ text: z.string(), symbols: z.array(z.number()) })),
      qr: z.nullable(z.object({ text: z.string(), name: z.string(), key: z.nullable(z.string()) })),
    }),
  ),
})
