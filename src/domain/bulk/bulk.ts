import * as z from 'zod/mini'

/** The actions over the rows of a list. The check of the table `bulk_jobs` has the same values. */
export const BULK_ACTIONS = [
  'send_invoices',
  'remind_invoices',
  'remind_debtors',
  'zip_invoices',
  'print_invoices',
  'send_access',
  'pay_bank_lines',
] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** What an action does, in the infinitive: 'enviar por correo facturas'. */
export const BULK_LABELS: Readonly<Record<BulkAction, string>> = {
  send_invoices: 'enviar facturas por correo',
  remind_invoices: 'recordar facturas por correo',
  remind_debtors: 'recordar deudas vencidas por correo',
  zip_invoices: 'descargar facturas en un ZIP',
  print_invoices: 'descargar facturas en un PDF',
  send_access: 'enviar el acceso a clientes',
  pay_bank_lines: 'registrar pagos del banco',
}

/** The largest number of rows of one job. A file has fewer: it is made and stored whole. */
export const BULK_ROWS_MAX: Readonly<Record<BulkAction, number>> = {
  send_invoices: 5_000,
  remind_invoices: 5_000,
  remind_debtors: 5_000,
  zip_invoices: 500,
  print_invoices: 500,
  send_access: 5_000,
  pay_bank_lines: 20_000,
}

/** The actions that can be undone while their messages have not left: what a client has received cannot. */
const BULK_UNDOABLE: readonly BulkAction[] = ['send_invoices', 'remind_invoices', 'remind_debtors']

const BULK_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type BulkStatus = (typeof BULK_STATUSES)[number]

export const isBulkOver = (status: BulkStatus): boolean => status !== 'queued' && status !== 'running'

/** Whether a job is over, wrote something that may still wait, and was not undone. */
export const isUndoable = ({ action, status, done, undone }: BulkJob): boolean =>
  BULK_UNDOABLE.includes(action) && isBulkOver(status) && done > 0 && undone === null

/** How many days a job and its file are kept. */
export const BULK_DAYS = 7

/** The reason of a job that stopped because of an error of the program. What it did is kept. */
export const BULK_STOPPED = 'Se detuvo por un error nuestro. Lo que ya se hizo queda hecho; puedes empezar otra vez.'

export const BulkJob = z.object({
  id: z.uuid(),
  action: z.enum(BULK_ACTIONS),
  status: z.enum(BULK_STATUSES),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  /** Why a failed job stopped. */
  problem: z.nullable(z.string()),
  /** The name of its file, when it made one. */
  file_name: z.nullable(z.string()),
  /** How many messages did not leave because the job was undone; null while no user undid it. */
  undone: z.nullable(z.number()),
  asked_by: z.string(),
  created_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
})
export type BulkJob = z.output<typeof BulkJob>

const ITEM_OUTCOMES = ['waiting', 'done', 'failed'] as const

/** One row of a job. `id`: of the row of its list. */
export const BulkItem = z.object({
  id: z.uuid(),
  name: z.string(),
  outcome: z.enum(ITEM_OUTCOMES),
  reason: z.nullable(z.string()),
})
export type BulkItem = z.output<typeof BulkItem>
export const ItemOutcome = z.enum(ITEM_OUTCOMES)
