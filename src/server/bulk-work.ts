import * as z from 'zod/mini'
import type { BulkAction } from '#domain/bulk/bulk.ts'
import { payLines } from './banks/pay-lines.ts'
import type { BulkWork } from './bulk/action.ts'
import { sendAccesses } from './clients/access.ts'
import { remindDebtors } from './collections/remind-debtors.ts'
import { mergeInvoices, zipInvoices } from './invoices/many-files.ts'
import { remindInvoices, undoMessages } from './messages/remind-many.ts'
import { sendInvoices } from './messages/send-many.ts'

const InvoiceRow = z.object({ id: z.string(), number: z.string(), client: z.object({ name: z.string() }) })
const DebtorRow = z.object({ id: z.string(), no_contract: z.string(), client: z.object({ name: z.string() }) })
const ClientRow = z.object({ id: z.string(), name: z.string() })

const BankLineRow = z.object({ id: z.string(), client: z.nullable(z.object({ name: z.string() })), line: z.number() })

const invoices = {
  list: 'invoices',
  itemOf: (row: Readonly<Record<string, unknown>>) => {
    const { id, number, client } = z.parse(InvoiceRow, row)
    return { id, name: `${number} · ${client.name}` }
  },
} as const

/** Every action over the rows of a list, with what does it. */
export const BULK_WORK: Readonly<Record<BulkAction, BulkWork>> = {
  send_invoices: { ...invoices, kind: 'rows', run: sendInvoices, undo: undoMessages },
  remind_invoices: { ...invoices, kind: 'rows', run: remindInvoices, undo: undoMessages },
  remind_debtors: {
    list: 'suspension_preview',
    itemOf: (row) => {
      const { id, no_contract, client } = z.parse(DebtorRow, row)
      return { id, name: `${no_contract} · ${client.name}` }
    },
    kind: 'rows',
    run: remindDebtors,
    undo: undoMessages,
  },
  zip_invoices: { ...invoices, kind: 'file', make: zipInvoices },
  print_invoices: { ...invoices, kind: 'file', make: mergeInvoices },
  send_access: { list: 'clients', itemOf: (row) => z.parse(ClientRow, row), kind: 'rows', run: sendAccesses },
  pay_bank_lines: {
    list: 'bank_lines',
    itemOf: (row) => {
      const { id, client, line } = z.parse(BankLineRow, row)
      return { id, name: `Línea ${line} · ${client?.name ?? 'sin cliente'}` }
    },
    kind: 'rows',
    run: payLines,
  },
}
