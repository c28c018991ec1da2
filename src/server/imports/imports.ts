import * as z from 'zod/mini'
import type { UploadBody } from '#domain/core/api.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { IMPORT_COLUMNS, IMPORT_LABELS } from '#domain/imports/columns.ts'
import { type NamedPlan, planFinder, planKey } from '#domain/imports/plan-names.ts'
import { assertFresh } from '#server/auth/auth.ts'
import type { Ctx } from '#server/core/context.ts'
import { txWithKey } from '#server/core/idempotency.ts'
import { replanStatements } from '#server/core/replan.ts'
import { storableFileName } from '#server/core/storable.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { writeCsv, writeLongCsv } from '#server/files/csv.ts'
import { queueUpload } from '#server/files/table.ts'
import { writeXlsx } from '#server/files/xlsx.ts'
import { createPlan } from '#server/plans/plans.ts'
import { type CheckedFile, type CheckedRow, checkRows, readClientTable, relatedPlans } from './check-rows.ts'
import {
  assertPlans,
  defaultsFor,
  type ImportChoices,
  plansByKey,
  readImportContext,
  saveChoices,
  uploadedChoices,
} from './choices.ts'
import { newPlansOf, offersOf } from './new-plans.ts'
import { previewOf, settleFile, sourceOf } from './preview.ts'
import { getProgress, type ReportProgress, withProgress } from './progress.ts'
import { insertRecords, listImports } from './records.ts'
import { undoImport } from './undo.ts'
import { writeImport } from './write-import.ts'

export const clientImport = implement(clientImportApi, {
  preview: (ctx, { body }) =>
    withProgress(ctx.actor.companyId, body.fields['progress'], (report) =>
      queueUpload(ctx.actor.companyId, async () => {
        const file = await readAndCheck(ctx, body, uploadedChoices(body.fields), report)
        return { data: await ctx.tx((tx) => previewOf(tx, file, isPerson(ctx))) }
      }),
    ),

  upload: (ctx, input) =>
    withProgress(ctx.actor.companyId, input.body.fields['progress'], (report) =>
      queueUpload(ctx.actor.companyId, async () => {
        const choices = uploadedChoices(input.body.fields)
        const file = await readAndCheck(ctx, input.body, choices, report)
        if (file.problem !== null) throw refuseField('invalid', 'file', file.problem)
        const { name } = input.body.file
        return txWithKey(ctx, clientImportApi.upload, input, (tx) =>
          importRows(ctx, tx, { name, file, choices, report }),
        )
      }),
    ),

  progress: async (ctx, { query }) => ({ data: getProgress(ctx.actor.companyId, query.id) ?? null }),

  template: async (ctx, { query }) => {
    const { plans } = await ctx.tx(readImportContext)
    const rows = [IMPORT_COLUMNS.map((column) => IMPORT_LABELS[column]), ...examplesWith(plans)]
    const format = query.format ?? 'csv'
    const bytes = format === 'xlsx' ? await writeXlsx(rows) : writeCsv(rows)
    return { file: { name: `plantilla-clientes.${format}`, type: CONTENT_TYPES[format], bytes } }
  },

  errors: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const row = await tx
        .selectFrom('client_imports')
        .select(['refused', 'file_name'])
        .where('id', '=', params.id)
        .executeTakeFirst()
      if (!row) throw notFound('Esa carga no existe')
      const { headers, rows } = z.parse(RefusedRows, row.refused)
      const table = [
        ['Fila', ...headers, 'Motivo'],
        ...rows.map(({ line, cells, reason }) => [
          String(line),
          ...headers.map((_, index) => cells[index] ?? ''),
          reason,
        ]),
      ]
      return {
        file: {
          name: `filas-por-corregir-${row.file_name.replace(/\.\w+$/, '')}.csv`,
          type: CONTENT_TYPES.csv,
          bytes: await writeLongCsv(table),
        },
        rows: rows.length,
      }
    }),

  list: (ctx) => ctx.tx(async (tx) => ({ data: await listImports(tx) })),

  undo: (ctx, { params }) => ctx.tx((tx) => undoImport(tx, params.id)),
})

/** The checked rows of a file. The file is read before the transaction begins, so that a slow file holds no connection. */
async function readAndCheck(
  ctx: Ctx,
  upload: UploadBody,
  choices: ImportChoices,
  report: ReportProgress,
): Promise<CheckedFile> {
  report({ step: 'reading', done: 0, total: 0 })
  const { plans, columns, chosen, defaults } = await ctx.tx(readImportContext)
  assertPlans(choices, plans)
  const table = await readClientTable(
    upload,
    { ...columns, ...choices.columns },
    defaultsFor(choices, defaults, ctx.today),
  )
  const offers = offersOf(table, plans)
  const newPlans = newPlansOf(choices, offers, plans)
  const related = new Map([...chosen, ...plansByKey(choices)])
  for (const { name, reference_code } of newPlans) related.set(planKey(name), reference_code)
  const all = [...plans, ...newPlans.map(({ reference_code }) => ({ code: reference_code, name: '' }))]
  const find = planFinder(all, related)
  const created = new Set(newPlans.map((plan) => plan.reference_code))
  const planOf: typeof find = (text) => {
    const found = find(text)
    return found && { ...found, isChosen: found.isChosen || created.has(found.code) }
  }
  const rows = await checkRows(table, planOf, report)
  const planPrices = new Map([
    ...plans.map(({ code, price }) => [code, price] as const),
    ...newPlans.map(({ reference_code, price }) => [reference_code, price] as const),
  ])
  return { ...table, rows, offers, newPlans, planPrices }
}

type Import = { name: string; file: CheckedFile; choices: ImportChoices; report: ReportProgress }

async function importRows(ctx: Ctx, tx: Tx, { name, file, choices, report }: Import) {
  if (!(await tx.tryLock('client-import'))) {
    throw new Refusal(
      'conflict',
      'Ya hay una importación en curso en tu empresa. Espera a que termine y vuelve a subir el archivo.',
    )
  }
  const { rows, targets } = await settleFile(tx, file, isPerson(ctx))
  // As the change of one client: codes and links go to this address, so an open session alone must not change it (CLI-02).
  if (targets.some(({ movesAddress }) => movesAddress)) assertFresh(ctx)
  const refused = rows.filter((row) => row.row === null)
  const plans: string[] = []
  for (const plan of file.newPlans) plans.push((await createPlan(tx, plan)).id)
  const { defaults } = file
  const options = {
    today: ctx.today,
    now: ctx.now,
    cutOff: defaults.cut_off_on ?? ctx.today,
    pricesIncludeVat: defaults.prices === undefined ? null : defaults.prices === 'with_vat',
    contractPrice: defaults.contract_price,
  }
  const { created, updated, equal } = await writeImport(tx, targets, options, report)
  await saveChoices(
    tx,
    file,
    relatedPlans(file).map((plan) => plan.name),
    choices,
  )
  const { id } = await tx
    .insertInto('client_imports')
    .values({
      file_name: storableFileName(name),
      source: sourceOf(file),
      balances: defaults.balances ?? 'list',
      headers: JSON.stringify(file.headers),
      plans,
      created,
      updated,
      refused: JSON.stringify({ headers: file.headers, rows: refused.map(storedRowOf) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The rows of the file refer to clients and contracts that were not there when this connection last planned.
  await replanStatements(tx)
  await insertRecords(tx, { id, source: sourceOf(file) }, targets)
  await tx.record('client.imported', {
    entity_id: id,
    after: { file: storableFileName(name), created, updated, refused: refused.length },
  })
  const errors = refused.map((row) => ({ client_cedula: row.identification, error: reasonOf(row), line: row.line }))
  return {
    message: messageOf(created, updated, refused.length),
    details: { id, createdClients: created, updatedClients: updated, equalClients: equal, errors },
  }
}

/** Whether a person calls, who can confirm the password, and not a key of the API. */
const isPerson = ({ actor }: Ctx): boolean => actor.scopes === null

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const RefusedRows = z.object({
  headers: z.array(z.string()),
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()), reason: z.string() })),
})

const storedRowOf = (row: CheckedRow) => ({ line: row.line, cells: row.raw, reason: reasonOf(row) })
const reasonOf = (row: CheckedRow): string => row.errors.map((error) => error.message).join('; ')

const rowsToCorrect = (count: number): string => (count === 1 ? '1 fila por corregir' : `${count} filas por corregir`)

/** The result message; when no row was written it says so. */
function messageOf(created: number, updated: number, refused: number): string {
  if (created + updated === 0) return `No se cargó ningún cliente: ${rowsToCorrect(refused)}`
  const parts = [
    created === 1 ? 'Creamos 1 cliente' : `Creamos ${created} clientes`,
    ...(updated > 0 ? [`actualizamos ${updated}`] : []),
    ...(refused > 0 ? [rowsToCorrect(refused)] : []),
  ]
  return parts.join(', ')
}

const EXAMPLES: readonly (readonly string[])[] = [
  [
    'CC',
    '1020345678',
    'Yenny',
    'Patricia',
    'Bohórquez',
    'Díaz',
    '',
    'yenny@correo.test',
    '3001234567',
    '',
    '2',
    'Antioquia',
    'Medellín',
    'Calle 10 # 20-30',
    '2025-03-01',
    '10',
    'HOGAR100',
    '0',
  ],
  [
    'NIT',
    '900123456-8',
    '',
    '',
    '',
    '',
    'Tienda La 10 S.A.S.',
    'tienda@correo.test',
    '3109876543',
    '6044441234',
    '',
    'Antioquia',
    'Envigado',
    'Carrera 43 # 30-15',
    '15/07/2024',
    '5',
    'EMPRESA',
    '59900',
  ],
  [
    'CE',
    '354789',
    'John',
    '',
    'Smith',
    '',
    '',
    '',
    '3157654321',
    '',
    '4',
    'Valle del Cauca',
    'Cali',
    'Avenida 6N # 12-40 Apto 301',
    '2024-11-20',
    '',
    '',
    '-20000',
  ],
]

const PLAN_INDEX = IMPORT_COLUMNS.indexOf('plan_code')

/** The examples with plans of the company, so that the template as it is can be uploaded; with other codes when it has none. */
const examplesWith = (plans: readonly NamedPlan[]): string[][] =>
  EXAMPLES.map((row, index) => {
    const plan = plans[index % Math.max(1, plans.length)]
    return row.map((cell, column) => (column === PLAN_INDEX && cell !== '' && plan ? plan.code : cell))
  })
