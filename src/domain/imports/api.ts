import * as z from 'zod/mini'
import { MassiveDetails } from '#domain/clients/client.ts'
import { api } from '#domain/core/api.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { text } from '#domain/core/text.ts'
import { ImportDefaults } from './defaults.ts'

const roles = ['financial'] as const

/** The maximum rows of one upload (API-02). */
export const IMPORT_ROWS_MAX = 5_000

/**
 * The expected result of a row. `errors` is empty for a valid row. `equal`: all of it is already here. `service`: another service of a
 * client of an earlier row. `warnings`: what a person should look at, in a row that is written.
 */
export const PreviewRow = z.object({
  line: z.number(),
  action: z.enum(['create', 'update', 'equal', 'service', 'error']),
  identification: z.string(),
  name: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
})
export type PreviewRow = z.output<typeof PreviewRow>

export const ImportPreview = z.object({
  /** The system whose list was recognised by its headings; null for any other list. */
  source: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** What the company answered before for what no file has, with the answers of this upload. */
  defaults: ImportDefaults,
  rows: z.array(PreviewRow),
  columns: z.array(
    z.object({ header: z.string(), field: z.nullable(z.string()), is_ignored: z.optional(z.boolean()) }),
  ),
  /**
   * The texts in the column of plans that a person has to relate, or related, with a plan, and how many rows have each. `code`: the plan;
   * NEW_PLAN for one that is created; null when there is none, and those rows have an error. `offer`: the plan that can be created.
   */
  plans: z.array(
    z.object({
      name: z.string(),
      rows: z.number(),
      code: z.nullable(z.string()),
      offer: z.nullable(z.object({ price: Pesos, download_speed: z.string(), upload_speed: z.string() })),
    }),
  ),
  /** The missing required columns, as a message; null when there are none. */
  problem: z.nullable(z.string()),
  totals: z.object({
    rows: z.number(),
    create: z.number(),
    update: z.number(),
    equal: z.number(),
    services: z.number(),
    error: z.number(),
    contracts: z.number(),
    /** The new contracts whose list has another price than their plan. */
    other_prices: z.number(),
    /** What the clients owe and what they have in favour, of the opening documents that would be written. */
    debt: PesosSum,
    credit: PesosSum,
  }),
})
export type ImportPreview = z.output<typeof ImportPreview>

/** What the server has done of an upload: the rows it has checked or written, of those of the file. */
export const ImportProgress = z.object({
  step: z.enum(['waiting', 'reading', 'checking', 'writing']),
  done: z.number(),
  /** 0 while the number of rows is not known. */
  total: z.number(),
})
export type ImportProgress = z.output<typeof ImportProgress>

const FIELD_MAX_CHARS = 16_000

/** One import of the company: of clients, or of the invoices that they owed before, whose `created` counts invoices. `refused`: its rows that were not written. `undone_at`: when what it created was taken back. */
const DoneImport = z.object({
  id: z.uuid(),
  file_name: z.string(),
  kind: z.enum(['clients', 'invoices']),
  source: z.nullable(z.string()),
  created: z.number(),
  updated: z.number(),
  refused: z.number(),
  created_at: z.iso.datetime(),
  undone_at: z.nullable(z.iso.datetime()),
})
export type DoneImport = z.output<typeof DoneImport>

/** The imports that are listed, the newest first. */
export const DONE_IMPORTS_MAX = 10

/**
 * The short fields of an upload: the column of each heading, the plan of each unknown text and the defaults, as JSON, and the id by which its progress
 * is asked for.
 */
const UploadFields = z.strictObject({
  mapping: z.optional(text(FIELD_MAX_CHARS)),
  plans: z.optional(text(FIELD_MAX_CHARS)),
  defaults: z.optional(text(FIELD_MAX_CHARS)),
  progress: z.optional(z.uuid()),
})

/** The upload of clients from a file: first a preview, then the upload. */
export const clientImportApi = api({
  preview: {
    method: 'POST',
    path: '/client/massive/preview',
    summary: 'Lo que haría una carga, fila por fila, sin escribir nada',
    roles,
    bodyAs: 'upload',
    body: UploadFields,
    readOnly: true,
    idempotency: 'never',
    reply: z.object({ data: ImportPreview }),
  },
  upload: {
    method: 'POST',
    path: '/client/massive',
    summary:
      'Carga clientes de un archivo CSV o XLSX; las filas buenas se escriben aunque otras fallen. Si cambia el correo de un cliente, pide la contraseña',
    stepUp: 'own',
    roles,
    bodyAs: 'upload',
    body: UploadFields,
    idempotency: 'own',
    reply: z.object({ message: z.string(), details: MassiveDetails }),
  },
  progress: {
    method: 'GET',
    path: '/client/massive/progress',
    summary: 'Cómo va una carga o su vista previa, por el id que llevaba en el campo progress; null si ya terminó',
    roles,
    query: z.strictObject({ id: z.uuid() }),
    reply: z.object({ data: z.nullable(ImportProgress) }),
  },
  template: {
    method: 'GET',
    path: '/client/massive/template',
    summary: 'La plantilla de la carga, con tres filas de ejemplo',
    roles,
    query: z.strictObject({ format: z.optional(z.enum(['csv', 'xlsx'])) }),
    replyAs: 'file',
    reply: z.unknown(),
  },
  errors: {
    method: 'GET',
    path: '/client/massive/:id/errors',
    summary: 'Las filas que no se cargaron, como venían y con su motivo',
    stepUp: true,
    listFile: 'Filas por corregir de una carga',
    roles,
    params: z.object({ id: z.uuid() }),
    replyAs: 'file',
    reply: z.unknown(),
  },
  list: {
    method: 'GET',
    path: '/client/massive',
    summary: 'Las últimas cargas de clientes, la más nueva primero',
    roles,
    reply: z.object({ data: z.array(DoneImport).check(z.maxLength(DONE_IMPORTS_MAX)) }),
  },
  undo: {
    method: 'POST',
    path: '/client/massive/:id/undo',
    summary: 'Deshace una carga: quita los clientes, contratos, planes y saldos que creó, si nada se hizo sobre ellos',
    roles,
    stepUp: true,
    params: z.object({ id: z.uuid() }),
    reply: z.object({ data: z.object({ id: z.uuid() }), message: z.string() }),
  },
})
