import { sql } from 'kysely'
import type { UploadBody } from '#domain/core/api.ts'
import type { Day } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'
import { IMPORT_ROWS_MAX } from '#domain/imports/api.ts'
import {
  type ClientKey,
  clientKeyOf,
  missingOpeningColumns,
  type OpeningCells,
  type OpeningClient,
  openingPositions,
  type ReadOpeningRow,
  readOpeningRow,
} from '#domain/imports/opening.ts'
import { type OpeningSource, openingSourceOf } from '#domain/imports/opening-sources.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray, uuidArray } from '#server/db/arrays.ts'
import { readTable } from '#server/files/table.ts'
import { listClientsWithOpening } from '#server/ledger/movements.ts'

/** A file of old invoices with its heading located, before its rows are compared with the clients of the company. */
export type OpeningFile = {
  source: OpeningSource | null
  headers: readonly string[]
  rows: readonly { line: number; raw: readonly string[]; cells: OpeningCells }[]
}

const HEADING_ROWS_MAX = 10
const CELL_MAX = 200

/** Reads the file, without the database. Throws a Refusal without rows, or when a column is missing. */
export async function readOpeningFile(upload: UploadBody): Promise<OpeningFile> {
  const table = await readTable(upload.file.bytes)
  const first = table.slice(0, HEADING_ROWS_MAX)
  const known = first.findIndex((row) => openingSourceOf(row) !== null)
  const own = first.findIndex((row) => openingPositions(row, null).identification !== undefined)
  const heading = known >= 0 ? known : Math.max(0, own)
  const headers = table[heading] ?? []
  const source = openingSourceOf(headers)
  const positions = openingPositions(headers, source)
  const missing = missingOpeningColumns(positions)
  if (missing.length > 0)
    throw refuseField('invalid', 'file', `Faltan columnas en el archivo: ${missing.join(', ')}. Usa la plantilla.`)
  const rows = table
    .map((raw, index) => ({ raw, line: index + 1 }))
    .slice(heading + 1)
    .filter(({ raw }) => raw.some((text) => text.trim() !== ''))
    .map((row) => ({ ...row, cells: cellsAt(row.raw, positions) }))
  if (rows.length === 0) throw refuseField('invalid', 'file', 'El archivo no tiene filas: solo el encabezado, o nada')
  return { source, headers, rows }
}

const cellsAt = (raw: readonly string[], positions: ReturnType<typeof openingPositions>): OpeningCells =>
  Object.fromEntries(
    Object.entries(positions).flatMap(([column, position]) => {
      const text = storable((raw[position] ?? '').trim(), CELL_MAX)
      return text === '' ? [] : [[column, text]]
    }),
  )

/**
 * Each row with its document. Throws a Refusal with more documents than IMPORT_ROWS_MAX: what is paid in the list of another system does
 * not count.
 */
export async function checkOpeningFile(tx: Tx, { source, rows }: OpeningFile, today: Day): Promise<ReadOpeningRow[]> {
  const clientOf = await clientFinder(
    tx,
    source,
    rows.map(({ cells }) => clientKeyOf(cells)),
  )
  const seen = new Set<string>()
  const read = rows.map(({ line, cells }) => readOpeningRow({ line, cells }, { today, seen, source, clientOf }))
  const count = read.filter(({ row }) => !row.is_left_out).length
  if (count > IMPORT_ROWS_MAX)
    throw refuseField(
      'invalid',
      'file',
      `El archivo tiene ${count} facturas por cobrar y el máximo son ${IMPORT_ROWS_MAX}: divídelo en varios`,
    )
  return read
}

const ABSENT_DOCUMENT = 'No hay un cliente con ese documento: cárgalo primero'
const ABSENT_CODE = 'No hay un cliente con ese código: carga primero la lista de clientes de ese sistema'
const ABSENT_NAME = 'No hay un cliente con ese nombre: cárgalo primero'
const TWO_NAMES = 'Hay más de un cliente con ese nombre: agrega su número de documento al archivo'

type Found = Omit<OpeningClient, 'hasOpening'> & { key: string }

/** Those of the clients whose every list left what they owed for a file of invoices. */
async function listAwaitingInvoices(tx: Tx, clientIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ client_id: string }>`
    select r.client_id from import_records r
    join client_imports i on i.company_id = r.company_id and i.id = r.import_id
    where r.company_id = (select current_company()) and r.client_id = any (${uuidArray(clientIds)}::uuid[])
    group by r.client_id having bool_and(i.balances = 'invoices')`.execute(tx)
  return new Set(rows.map((row) => row.client_id))
}

/** Finds the client of a row: by its document, else by the code with which it came in, else by its name when only one has it. */
async function clientFinder(
  tx: Tx,
  source: OpeningSource | null,
  keys: readonly ClientKey[],
): Promise<(key: ClientKey) => OpeningClient | string> {
  const documents = await listByDocument(tx, [...new Set(keys.map(({ identification }) => identification))])
  const others = keys.filter(({ identification }) => !documents.has(identification))
  const codes =
    source?.clients == null
      ? new Map<string, Found[]>()
      : await listByCode(tx, source.clients, [...new Set(others.flatMap(({ code }) => code ?? []))])
  const names =
    source === null ? new Map<string, Found[]>() : await listByName(tx, [...new Set(others.map(({ name }) => name))])
  const ids = [...new Set([documents, codes, names].flatMap((found) => [...found.values()].flat().map(({ id }) => id)))]
  const opened = await listClientsWithOpening(tx, ids, 'debt')
  // A credit that came whole, without the debts, is no reason to refuse the invoices: it pays them.
  const awaiting = await listAwaitingInvoices(tx, ids)
  for (const id of await listClientsWithOpening(tx, ids, 'any')) if (!awaiting.has(id)) opened.add(id)
  const withOpening = ({ id, name, identification }: Found): OpeningClient => ({
    id,
    name,
    identification,
    hasOpening: opened.has(id),
  })
  return ({ identification, code, name }) => {
    const [found] =
      documents.get(identification) ?? (identification === '' && code !== null ? codes.get(codeKey(code)) : []) ?? []
    if (found) return withOpening(found)
    if (identification !== '') return ABSENT_DOCUMENT
    const [named, another] = names.get(nameKey(name)) ?? []
    if (another) return TWO_NAMES
    if (named) return withOpening(named)
    if (code !== null) return ABSENT_CODE
    return name === '' ? ABSENT_DOCUMENT : ABSENT_NAME
  }
}

/** A code without the zeros before it: MikroWisp writes 000017 in its list of clients and 17 with its invoices. */
const codeKey = (code: string): string => code.replace(/^0+(?=\d)/, '')
const nameKey = (name: string): string => name.replace(/\s+/g, ' ').trim().toLowerCase()

const grouped = (rows: readonly Found[]): Map<string, Found[]> => Map.groupBy(rows, ({ key }) => key)

async function listByDocument(tx: Tx, identifications: readonly string[]): Promise<Map<string, Found[]>> {
  const { rows } = await sql<Found>`
    select k.identification as key, k.id, k.name, k.identification
    from unnest(${textArray(identifications)}::text[]) asked (identification)
    cross join lateral (
      select * from clients k where k.company_id = (select current_company()) and k.identification = asked.identification offset 0
    ) k`.execute(tx)
  return grouped(rows)
}

async function listByCode(tx: Tx, source: string, codes: readonly string[]): Promise<Map<string, Found[]>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<Found>`
    select distinct ltrim(r.external_id, '0') as key, k.id, k.name, k.identification
    from import_records r join clients k on k.company_id = r.company_id and k.id = r.client_id
    where r.company_id = (select current_company()) and r.source = ${source}
      and ltrim(r.external_id, '0') = any (${textArray(codes.map(codeKey))}::text[])`.execute(tx)
  return grouped(rows)
}

async function listByName(tx: Tx, names: readonly string[]): Promise<Map<string, Found[]>> {
  const keys = names.map(nameKey).filter((key) => key !== '')
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Found>`
    select lower(k.name) as key, k.id, k.name, k.identification from clients k
    where k.company_id = (select current_company()) and lower(k.name) = any (${textArray([...new Set(keys)])}::text[])`.execute(
    tx,
  )
  return grouped(rows)
}
