import * as z from 'zod/mini'
import { LIMITS } from '#domain/auth/limits.ts'
import { clientApi } from '#domain/clients/api.ts'
import { CHANNEL_LABELS, OWN_PURPOSE_LABELS } from '#domain/consents/consent.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { DAY_S } from '#domain/core/durations.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { ownDataApi } from '#domain/profile/own-data-api.ts'
import { counterOf, countOne, inOwnTransaction } from '#server/auth/throttle.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import { getConsentingClient, listConsentHistory } from '#server/consents/queries.ts'
import type { Ctx } from '#server/core/context.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import { boundedQueue } from '#server/core/queue.ts'
import { implement, type Route } from '#server/core/verb.ts'
import { cellOf, csvOfRows, placed } from '#server/exports/cells.ts'
import type { ExportedList } from '#server/exports/exports.ts'
import { takeRows } from '#server/exports/list-rows.ts'
import { CSV_START, csvLines } from '#server/files/csv.ts'
import { openZipFile, type ZipFile } from '#server/files/zip-file.ts'
import { listNotes } from '#server/invoices/note-queries.ts'
import { listMessages } from '#server/messages/queries.ts'
import { addDocuments, type CallOwn, type Copied, callerOf, type OwnRow } from './own-documents.ts'

/** The lists of a copy: with the columns of their exports. */
type OwnLists = Readonly<
  Record<'clients' | 'contracts' | 'invoices' | 'credit_notes' | 'transactions' | 'pqr' | 'messages', ExportedList>
>

/** The rows of one list of a copy. A client has some hundreds. */
const ROWS_MAX = 20_000
const PAGE_ROWS = 1_000

/** Copies at the same time in this process: each one draws documents. */
const queueCopies = boundedQueue({
  concurrency: 2,
  waitingMax: 20,
  refusal: () =>
    new Refusal('unavailable', 'Se están preparando otras copias. Intenta de nuevo en un minuto.', { retryAfterS: 60 }),
})

/**
 * A copy of everything that the company keeps of a client (Ley 1581 de 2012, art. 8), as a ZIP of spreadsheets and PDF. Each part is read
 * with the permissions of the client, by the calls of the portal: it can have nothing that they do not give.
 */
export const ownData = (lists: OwnLists, routes: () => readonly Route[]): Route[] =>
  implement(ownDataApi, {
    copy: (ctx) =>
      queueCopies(async () => {
        await countCopy(ctx)
        const zip = await openZipFile(ctx.world.config.dataDir, ctx.now)
        try {
          const { files, failed, left } = await writeCopy(ctx, zip, lists, callerOf(ctx, routes()))
          await ctx.tx((tx) =>
            tx.record('client.data_copied', {
              entity_id: ctx.actor.userId,
              after: { files, failed: failed.length, left },
            }),
          )
          const content = await zip.end()
          return { file: { name: `mis-datos-${ctx.today}.zip`, type: 'application/zip', ...content } }
        } catch (error) {
          await zip.discard()
          throw error
        }
      }),
  })

/** Counts a copy of a client. Throws a 429 Refusal over the limit of the day. */
const countCopy = (ctx: Ctx): Promise<void> =>
  inOwnTransaction(ctx, async (tx) => {
    const { count, left } = await countOne(tx, counterOf(ctx.world, 'own_data', ctx.actor.userId), DAY_S)
    const max = LIMITS[ctx.world.config.mode].copiesPerDay
    if (count > max)
      throw new Refusal('too_many', `Hoy ya descargaste tus datos ${max} veces. Usa la última copia o vuelve mañana.`, {
        retryAfterS: left,
      })
  })

async function writeCopy(ctx: Ctx, zip: ZipFile, lists: OwnLists, call: CallOwn): Promise<Copied> {
  const client = await ctx.tx((tx) => getConsentingClient(tx, { userId: ctx.actor.userId }))
  if (!client) throw notFound('Tu usuario no tiene datos de cliente')
  const { id } = client
  const person = z.encode(CLIENT_REPLY, await call(clientApi.get, { params: { id } }))
  await addPerson(zip, lists.clients, z.parse(WithData, person).data)
  await addConsents(ctx, zip, id)
  const byCalls = (list: ExportedList): Reading => ({
    list,
    read: (take) => takeRows(ctx, list.route, { filters: {}, max: ROWS_MAX }, take),
  })
  // The client has no call for these two lists: the portal shows each note and each message where it belongs.
  const notes = byPages((range) => ctx.tx((tx) => listNotes(tx, { client_id: id }, range)))
  const messages = byPages((range) => ctx.tx((tx) => listMessages(tx, { client_id: id }, range)))
  const rows = {
    contracts: await addList(zip, byCalls(lists.contracts)),
    invoices: await addList(zip, byCalls(lists.invoices)),
    credit_notes: await addList(zip, {
      list: lists.credit_notes,
      read: (take) => notes((some) => take(z.encode(Notes, some))),
    }),
    transactions: await addList(zip, byCalls(lists.transactions)),
    pqr: await addList(zip, byCalls(lists.pqr)),
  }
  await addList(zip, { list: lists.messages, read: messages })
  const copied = await addDocuments(zip, call, rows)
  const company = await ctx.tx(readLetterhead)
  await zip.add('LEEME.txt', Buffer.from(readMe(company.name, dayLabel(ctx.today), copied)))
  return copied
}

/** Any reply of the call, which its verb has typed. */
const CLIENT_REPLY: z.ZodMiniType = clientApi.get.reply
const WithData = z.object({ data: z.unknown() })
const Notes = creditNoteApi.list.reply.def.shape.data

type Take = (rows: readonly OwnRow[]) => Promise<void>
type Reading = { list: ExportedList; read: (take: Take) => Promise<void> }

/** Adds a list with the columns of its export. Returns of each row what its documents need. */
async function addList(zip: ZipFile, { list: { title, columns }, read }: Reading): Promise<OwnRow[]> {
  const places = columns.map(placed)
  const kept: OwnRow[] = []
  const parts = [CSV_START + csvLines([columns.map(({ header }) => header)])]
  await read(async (rows) => {
    for (const { id, number, no_contract, receipt, reference } of rows)
      kept.push({ id, number, no_contract, receipt, reference })
    parts.push(csvOfRows(rows, places))
  })
  await zip.add(`${title}.csv`, Buffer.from(parts.join('')))
  return kept
}

/** Reads a list page by page. */
const byPages =
  <Row>(rows: (range: RowRange) => Promise<Row[]>) =>
  async (take: (some: Row[]) => Promise<void>): Promise<void> => {
    for (let offset = 0; ; offset += PAGE_ROWS) {
      const page = await rows({ offset, limit: PAGE_ROWS })
      await take(page)
      if (page.length < PAGE_ROWS) return
    }
  }

/** The data of the person, one in each line. */
async function addPerson(zip: ZipFile, { columns }: ExportedList, row: unknown): Promise<void> {
  const lines = columns.map((column) => [column.header, cellOf(row, placed(column))])
  await zip.add('datos-personales.csv', Buffer.from(CSV_START + csvLines([['Dato', 'Valor'], ...lines])))
}

const CONSENT_HEADERS = ['Fecha', 'Para qué', 'Respuesta', 'Por dónde', 'Registrado por']

async function addConsents(ctx: Ctx, zip: ZipFile, clientId: string): Promise<void> {
  const answers = await ctx.tx((tx) => listConsentHistory(tx, clientId))
  const lines = answers.map(({ purpose, is_granted, said_at, actor_name, channel }) => [
    dayOf(said_at),
    OWN_PURPOSE_LABELS[purpose],
    is_granted ? 'Autorizado' : 'No autorizado',
    CHANNEL_LABELS[channel],
    actor_name,
  ])
  await zip.add('autorizaciones.csv', Buffer.from(CSV_START + csvLines([CONSENT_HEADERS, ...lines])))
}

/** What the copy has, for the person who opens it. */
const readMe = (company: string, day: string, { failed, left }: Copied): string =>
  [
    `Copia de tus datos en ${company}, del ${day}.`,
    '',
    'Los archivos .csv se abren con Excel, LibreOffice o Google Sheets. Los .pdf son tus documentos.',
    '',
    'datos-personales.csv: quién eres, cómo te contactan y dónde vives, según la empresa.',
    'autorizaciones.csv: lo que autorizaste y lo que retiraste, con fecha.',
    'contratos.csv y la carpeta contratos: tus contratos, con cada versión y sus anexos.',
    'facturas.csv y la carpeta facturas; notas-credito.csv y la carpeta notas-credito.',
    'transacciones.csv y la carpeta recibos: tus pagos.',
    'pqr.csv, pqr-mensajes.csv, pqr-archivos.csv y la carpeta pqr: tus peticiones, quejas y recursos.',
    'mensajes.csv: lo que la empresa te ha escrito.',
    ...(left === 0
      ? []
      : ['', `No caben aquí ${left} documentos: descárgalos uno a uno en el portal. Las listas sí los tienen todos.`]),
    ...(failed.length === 0
      ? []
      : ['', 'No pudimos incluir estos documentos. Pídelos a tu empresa con una PQR:', ...failed]),
    '',
    'Si un dato está mal, pide que lo corrijan con una PQR (Ley 1581 de 2012).',
    '',
  ].join('\r\n')
