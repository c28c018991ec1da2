import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client, escapeIdentifier } from 'pg'
import type { ObjectStore } from '#server/providers/objects/store.ts'
import {
  COLUMNS_REPLACED,
  type CompanyTable,
  EXPORT_FORMAT,
  lastMigration,
  listCompanyTables,
  TABLES_LEFT_OUT,
} from './company-tables.ts'
import { VERSION } from './version.ts'

const ROWS_AT_ONCE = 500

type Found = { id: string; name: string; nit: string }

/**
 * Writes one company to a new folder: a file of JSON lines for each table, its files, and company.json with the counts. In one
 * snapshot, without secrets. Returns the number of rows. Throws an Error with a Spanish sentence when there is no such company, or more
 * than one, and when the folder has something already.
 */
export async function exportCompany(
  { ownerUrl, store }: { ownerUrl: string; store: ObjectStore },
  wanted: string,
  folder: string,
): Promise<{ company: string; rows: number; files: number }> {
  await assertEmpty(folder)
  const client = new Client({ connectionString: ownerUrl, application_name: 'enlace export' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const company = await findCompany(client, wanted)
    await mkdir(path.join(folder, 'tables'), { recursive: true, mode: 0o700 })
    const tables: Record<string, number> = {}
    for (const table of await listCompanyTables(client))
      tables[table.name] = await writeTable(client, table, company.id, path.join(folder, 'tables'))
    const files = await copyFiles(store, company.id, path.join(folder, 'files'))
    const about = {
      format: EXPORT_FORMAT,
      version: VERSION,
      schema: await lastMigration(client),
      company,
      exported_at: new Date().toISOString(),
      tables,
      files,
      left_out: TABLES_LEFT_OUT,
    }
    // Written last: a folder without it is not a whole company.
    await writeFile(path.join(folder, 'company.json'), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 })
    await client.query('commit')
    return { company: company.name, rows: Object.values(tables).reduce((total, count) => total + count, 0), files }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function assertEmpty(folder: string): Promise<void> {
  const found = existsSync(folder) ? await readdir(folder) : []
  if (found.length > 0) throw new Error(`La carpeta ${folder} ya tiene archivos. Escribe una nueva.`)
}

/** A company by its NIT, its id or its whole name. */
async function findCompany(client: Client, wanted: string): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select id, name, nit from companies where kind = 'provider' and (nit = $1 or id::text = $1 or lower(name) = lower($1)) order by id`,
    [wanted],
  )
  const [found] = rows
  if (!found) throw new Error(`No hay una empresa ${wanted}. Escribe su NIT, como 900123456-8, o su nombre completo.`)
  if (rows.length > 1) throw new Error(`Hay varias empresas ${wanted}. Escribe el NIT de la que buscas.`)
  return found
}

async function writeTable(client: Client, table: CompanyTable, companyId: string, folder: string): Promise<number> {
  const replaced = COLUMNS_REPLACED[table.name] ?? {}
  const columns = table.columns.map((column) => {
    const name = escapeIdentifier(column)
    const value = replaced[column]
    return value === undefined ? `t.${name}` : `${value} as ${name}`
  })
  await client.query(
    `declare exported no scroll cursor for select row_to_json(r)::text as line from (
       select ${columns.join(', ')} from ${escapeIdentifier(table.name)} t where t.${table.companyColumn} = '${companyId}') r`,
  )
  const file = createWriteStream(path.join(folder, `${table.name}.ndjson`), { mode: 0o600 })
  let count = 0
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from exported`)
    if (rows.length === 0) break
    count += rows.length
    // The next rows wait until the disk has these: the memory does not grow with the table.
    if (!file.write(rows.map(({ line }) => `${line}\n`).join(''))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  await client.query('close exported')
  return count
}

/** Copies the files of a company from the store, without the documents, which are drawn again. */
async function copyFiles(store: ObjectStore, companyId: string, to: string): Promise<number> {
  let count = 0
  for await (const { key } of store.list(`${companyId}/`)) {
    const name = key.slice(companyId.length + 1)
    if (name.startsWith('documents/')) continue
    const found = await store.open(key)
    // Deleted since it was listed.
    if (found === undefined) continue
    const file = path.join(to, name)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(found.body, createWriteStream(file, { mode: 0o600 }))
    count += 1
  }
  return count
}
