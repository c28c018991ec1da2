import { CHART_USES, type Chart, DEFAULT_CHART, USE_LABELS } from '#domain/accounting/chart.ts'
import { voucherNumbers } from '#domain/accounting/numbers.ts'
import { TEMPLATES, type Template, templateRows } from '#domain/accounting/templates.ts'
import { turnVoucher } from '#domain/accounting/turn-voucher.ts'
import { hasVoucher, sumOf, type Voucher, type VoucherEntry, vouchersOf } from '#domain/accounting/voucher.ts'
import { type ChartAccount, type VoucherBatch, voucherApi } from '#domain/accounting/voucher-api.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import { pesosLabel, sum, toPesos } from '#domain/core/money.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { isRunAsFormula, writeLongCsv } from '#server/files/csv.ts'
import { windowsBytes, windowsText } from '#server/files/windows-1252.ts'
import { type Cell, writeXlsx } from '#server/files/xlsx.ts'
import { type BatchEntry, countPendingEntries, listBatchEntries, takeEntries } from '#server/ledger/voucher-entries.ts'
import { countPendingTurns, listBatchTurns, takeTurns } from '#server/payments/turn-vouchers.ts'
import { insertNumbers, listNumbers, listTakenNumbers } from './number-queries.ts'

/** The entries of one batch at most: its file is read by a spreadsheet. */
const BATCH_ENTRIES_MAX = 60_000
const BATCHES_SHOWN = 100
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const vouchers = implement(voucherApi, {
  chart: (ctx) => ctx.tx(async (tx) => ({ data: chartRows(await readChart(tx)) })),

  saveAccount: (ctx, { body: { account: changed } }) =>
    ctx.tx(async (tx) => {
      const before = await readChart(tx)
      const { use, account } = changed
      await tx
        .insertInto('chart_accounts')
        .values(changed)
        .onConflict((on) => on.columns(['company_id', 'use']).doUpdateSet({ account }))
        .execute()
      await tx.record('chart.changed', {
        entity_id: ctx.companyId,
        before: { label: USE_LABELS[use], account: before[use] },
        after: { label: USE_LABELS[use], account },
      })
      return { data: chartRows({ ...before, [use]: account }), message: 'Guardamos la cuenta' }
    }),

  list: (ctx) => ctx.tx(async (tx) => ({ data: await listBatches(tx), pending: await countPending(tx, ctx.today) })),

  create: (ctx, { body: { batch } }) =>
    ctx.tx(async (tx) => {
      // One batch of a company at a time: the numbers follow each other, and no entry is taken twice.
      await tx.lock('voucher_batch')
      if (batch.through_on > ctx.today)
        throw refuseField('invalid', 'batch.through_on', 'El lote llega máximo hasta hoy')
      const number = ((await listBatches(tx))[0]?.number ?? 0) + 1
      await tx
        .insertInto('voucher_batches')
        .values({ number, ...batch, created_by: ctx.actor.name })
        .execute()
      const days = { through: batch.through_on, today: ctx.today }
      const entries = (await takeEntries(tx, number, days.through)) + (await takeTurns(tx, number, days))
      if (entries === 0)
        throw new Refusal('conflict', 'No hay asientos por entregar hasta ese día: todos están en un lote anterior')
      if (entries > BATCH_ENTRIES_MAX)
        throw refuseField(
          'refused',
          'batch.through_on',
          `Son más de ${BATCH_ENTRIES_MAX} asientos: elige un día anterior`,
        )
      await giveNumbers(tx, number)
      const made = await readVouchers(tx, number, DEFAULT_CHART)
      const amount = sum(made.map(({ lines }) => sumOf(lines, 'debit')))
      await tx
        .updateTable('voucher_batches')
        .set({ entries, vouchers: made.length, amount })
        .where('number', '=', number)
        .execute()
      await tx.record('vouchers.handed_over', {
        entity_id: ctx.companyId,
        after: { number, through_on: batch.through_on, entries, vouchers: made.length, amount: toPesos(amount) },
      })
      return {
        data: await lockBatch(tx, number),
        message: `Lote ${number}: ${made.length} comprobantes por ${pesosLabel(amount)} hasta el ${dayLabel(batch.through_on)}`,
      }
    }),

  file: async (ctx, { params, body }) => {
    const template = TEMPLATES[body.template]
    const { batch, rows } = await ctx.tx(async (tx) => {
      const found = await lockBatch(tx, Number(params.number))
      const read = templateRows(template, await readVouchers(tx, found.number, await readChart(tx)))
      await tx
        .updateTable('voucher_batches')
        .set({ downloads: found.downloads + 1 })
        .where('number', '=', found.number)
        .execute()
      await tx.record('vouchers.downloaded', {
        entity_id: ctx.companyId,
        after: { number: found.number, template: template.label, time: found.downloads + 1 },
      })
      return { batch: found, rows: read }
    })
    const again = batch.downloads === 0 ? '' : `-descarga-${batch.downloads + 1}`
    const { changed, ...file } = await writeRows(template.kind, rows)
    const marked = changed === 0 ? '' : `-${changed}-textos-cambiados`
    const name = `comprobantes-lote-${batch.number}-${body.template}${again}${marked}.${template.kind === 'xlsx' ? 'xlsx' : 'csv'}`
    return { file: { name, ...file }, rows: rows.length - 1 }
  },
})

/** `changed`: the different texts with a character that the file cannot have; its name says so. */
type Written = { type: string; bytes: Buffer; changed: number }

async function writeRows(kind: Template['kind'], rows: Cell[][]): Promise<Written> {
  if (kind === 'xlsx') return { type: XLSX, bytes: await writeXlsx(rows), changed: 0 }
  if (kind === 'csv') return { type: 'text/csv; charset=utf-8', bytes: await writeLongCsv(rows), changed: 0 }
  const changed = new Set<Cell>()
  const writeCell = (cell: Cell): Cell => {
    if (typeof cell === 'number') return cell
    const text = windowsText(cell)
    if (text !== cell) changed.add(cell)
    return safeText(text)
  }
  const text = rows.map((row) => row.map(writeCell).join(';')).join('\r\n')
  return { type: 'text/csv; charset=windows-1252', bytes: windowsBytes(`${text}\r\n`), changed: changed.size }
}

/** The accounts of the company: its own, and those of the usual chart for the rest. */
async function readChart(tx: Tx): Promise<Chart> {
  const rows = await tx.selectFrom('chart_accounts').select(['use', 'account']).execute()
  return rows.reduce<Chart>((chart, { use, account }) => ({ ...chart, [use]: account }), DEFAULT_CHART)
}

const chartRows = (chart: Chart): ChartAccount[] =>
  CHART_USES.map((use) => ({
    use,
    label: USE_LABELS[use],
    account: chart[use],
    is_default: chart[use] === DEFAULT_CHART[use],
  }))

async function listBatches(tx: Tx): Promise<VoucherBatch[]> {
  const rows = await tx
    .selectFrom('voucher_batches')
    .select(['number', 'through_on', 'entries', 'vouchers', 'amount', 'downloads', 'created_by', 'created_at'])
    .orderBy('number', 'desc')
    .limit(BATCHES_SHOWN)
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}

/** A batch, locked: two downloads at once count two. Throws a Refusal when there is none. */
async function lockBatch(tx: Tx, number: number): Promise<VoucherBatch> {
  const row = await tx
    .selectFrom('voucher_batches')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Ese lote no existe')
  const { company_id: _company, created_at, ...batch } = row
  return { ...batch, created_at: created_at.toISOString() }
}

/** What is in no batch: the entries of the journal, and the days of the turns with a voucher. */
async function countPending(tx: Tx, today: Day) {
  const [{ entries, from_on }, turns] = await Promise.all([countPendingEntries(tx), countPendingTurns(tx, today)])
  const days = [from_on, turns.from_on].filter((one) => one !== null)
  return { entries: entries + turns.turns, from_on: days.toSorted()[0] ?? null }
}

/** The vouchers of the documents of a batch by day, and after them those of its turns. */
async function readVouchers(tx: Tx, batch: number, chart: Chart): Promise<Voucher[]> {
  const [entries, numbers] = [await listBatchEntries(tx, batch), await listNumbers(tx, batch)]
  const ofTurns = (await listBatchTurns(tx, batch)).map(({ key, nit, name, ...turn }) =>
    turnVoucher(
      {
        ...turn,
        consecutive: numbers.get(key) ?? turn.number,
        third: { identification: nit, name: safeText(name) },
      },
      chart,
    ),
  )
  const ofEntries = entries.map((row) => entryOf(row, numbers.get(row.key) ?? row.number))
  return [...vouchersOf(ofEntries, chart), ...ofTurns]
}

const entryOf = (row: BatchEntry, consecutive: number): VoucherEntry => ({
  kind: row.kind,
  key: row.key,
  consecutive,
  prefix: row.prefix,
  // The use of a credit and an adjustment are no documents: their number is the one of their voucher.
  number: row.kind === 'use' || row.kind === 'adjustment' ? consecutive : row.number,
  posted_on: row.posted_on,
  debit: row.debit,
  credit: row.credit,
  amount: row.amount,
  third: { identification: row.identification, name: safeText(row.name) },
  invoice:
    row.invoice_prefix === null || row.invoice_number === null || row.due_on === null
      ? null
      : { prefix: row.invoice_prefix, number: row.invoice_number, due_on: row.due_on },
  fee: row.fee,
  taxed: row.taxed,
  received: { in: row.received_in, retefuente: row.retefuente, reteiva: row.reteiva, reteica: row.reteica },
  detail: safeText(row.detail),
})

/** Gives each voucher of a new batch its number, with the batches of the company locked. */
async function giveNumbers(tx: Tx, batch: number): Promise<void> {
  const turns = (await listBatchTurns(tx, batch)).map(({ key, number }) => ({ kind: 'turn' as const, key, number }))
  const numbered = (await listBatchEntries(tx, batch)).filter(hasVoucher)
  const entries = new Map([...numbered, ...turns].map((entry) => [entry.key, entry]))
  const wanted = [...entries.values()]
  await insertNumbers(tx, batch, voucherNumbers(wanted, await listTakenNumbers(tx, wanted)))
}

/** A text on one line, without what the other programs read as a formula or as the next column. */
const safeText = (text: string): string => escapeFormula(text.replaceAll(/[;\r\n\t]+/g, ' '))
const escapeFormula = (line: string): string => (isRunAsFormula(line) ? `'${line}` : line)
