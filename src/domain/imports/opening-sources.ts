import { headingText } from './columns.ts'

/**
 * The columns of a file of old invoices. `code`: the client in the other system; `kind` and `status` say whether a row is an invoice that is
 * owed; `paid_on`: a day means that it was paid; `part`: what makes a number, with the day, in a list without numbers.
 */
export type OpeningColumn =
  | 'identification'
  | 'code'
  | 'name'
  | 'last_name'
  | 'company_name'
  | 'number'
  | 'part'
  | 'issued_on'
  | 'due_on'
  | 'balance'
  | 'total'
  | 'paid'
  | 'paid_on'
  | 'status'
  | 'kind'

/** How the list of invoices of one system is read. Headings, states and kinds as `headingText` returns them. */
export type OpeningSource = {
  name: string
  /** The system of the lists of clients whose codes the column `code` has; null without one. */
  clients: string | null
  signature: readonly string[]
  columns: Readonly<Record<string, OpeningColumn>>
  /** The states of an invoice that is paid, void or not issued yet. */
  closed: readonly string[]
  /** The kind of an invoice, where the list has also other documents. */
  invoice?: string
  /** The kind of a credit note, whose balance the company owes to its client. */
  creditNote?: string
}

/** The lists of invoices that are known: the titles of their exports, or of the fields of their programs. */
const OPENING_SOURCES: readonly OpeningSource[] = [
  {
    name: 'WispHub',
    clients: null,
    signature: ['id servicio', 'fecha emision', 'fecha vencimiento', 'fecha pago', 'total'],
    columns: {
      'dni c i c c ife': 'identification',
      'id servicio': 'part',
      'fecha emision': 'issued_on',
      'fecha vencimiento': 'due_on',
      'fecha pago': 'paid_on',
      total: 'total',
    },
    closed: [],
  },
  {
    name: 'MikroWisp',
    clients: 'mikrowisp',
    signature: ['idcliente', 'emitido', 'vencimiento', 'total', 'estado'],
    columns: {
      id: 'number',
      idcliente: 'code',
      emitido: 'issued_on',
      vencimiento: 'due_on',
      total: 'total',
      cobrado: 'paid',
      estado: 'status',
    },
    closed: ['0', '2', 'pagado', 'pagada', 'anulado', 'anulada'],
  },
  {
    name: 'Splynx',
    clients: 'splynx',
    signature: ['customer id', 'date created', 'date till', 'total'],
    columns: {
      number: 'number',
      'customer id': 'code',
      'date created': 'issued_on',
      'date till': 'due_on',
      total: 'total',
      due: 'balance',
      status: 'status',
    },
    closed: ['paid', 'deleted'],
  },
  {
    name: 'UISP (UCRM)',
    clients: 'uisp',
    signature: ['clientid', 'createddate', 'duedate', 'amountpaid'],
    columns: {
      number: 'number',
      clientid: 'code',
      createddate: 'issued_on',
      duedate: 'due_on',
      total: 'total',
      amountpaid: 'paid',
      status: 'status',
    },
    closed: ['0', '3', '4', 'draft', 'paid', 'void'],
  },
  {
    name: 'UISP (UCRM)',
    clients: null,
    signature: ['number', 'created date', 'due date', 'amount due', 'client firstname'],
    columns: {
      number: 'number',
      'created date': 'issued_on',
      'due date': 'due_on',
      'amount due': 'balance',
      status: 'status',
      'client firstname': 'name',
      'client lastname': 'last_name',
      'client company name': 'company_name',
    },
    closed: ['draft', 'paid', 'void'],
  },
  {
    name: 'Odoo',
    clients: null,
    signature: ['move type', 'invoice date', 'invoice date due', 'amount residual'],
    columns: {
      name: 'number',
      'partner id vat': 'identification',
      'partner id': 'name',
      'move type': 'kind',
      'invoice date': 'issued_on',
      'invoice date due': 'due_on',
      'amount residual': 'balance',
      state: 'status',
    },
    closed: ['draft', 'cancel'],
    invoice: 'out invoice',
    creditNote: 'out refund',
  },
  {
    name: 'Alegra',
    clients: 'alegra',
    signature: ['duedate', 'balance', 'numbertemplate fullnumber'],
    columns: {
      'numbertemplate fullnumber': 'number',
      'client identification': 'identification',
      'client id': 'code',
      'client name': 'name',
      date: 'issued_on',
      duedate: 'due_on',
      balance: 'balance',
      status: 'status',
    },
    closed: ['closed', 'void', 'draft'],
  },
  {
    name: 'Siigo',
    clients: 'siigo',
    signature: ['name', 'date', 'customer identification', 'balance'],
    columns: {
      name: 'number',
      'customer identification': 'identification',
      'customer id': 'code',
      date: 'issued_on',
      'due date': 'due_on',
      'payments due date': 'due_on',
      balance: 'balance',
    },
    closed: [],
  },
]

/** The system whose list of invoices has this row of headings. Null for any other list. */
export function openingSourceOf(row: readonly string[]): OpeningSource | null {
  const headings = new Set(row.map(headingText))
  return OPENING_SOURCES.find(({ signature }) => signature.every((heading) => headings.has(heading))) ?? null
}
