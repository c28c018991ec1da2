import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Client, escapeIdentifier } from 'pg'
import * as z from 'zod/mini'
import type { ObjectStore } from '#server/providers/objects/store.ts'
import { type CompanyTable, EXPORT_FORMAT, lastMigration, listCompanyTables } from './company-tables.ts'

const About = z.object({
  format: z.literal(EXPORT_FORMAT),
  schema: z.string(),
  company: z.object({ id: z.uuid(), name: z.string(), nit: z.string() }),
  tables: z.record(z.string(), z.number()),
  files: z.number(),
})
type About = z.output<typeof About>

/** The characters of one statement, which is the memory that it takes. */
const BATCH_CHARS = 1_000_000

/** A company whose rows are written and not committed yet. */
type Imported = { client: Client; company: string }

/**
 * Reads a company that `export` wrote into this installation, in one transaction: all or nothing. `check` runs before the commit and
 * lists what is broken. Throws an Error with a Spanish sentence when the folder is not whole, when the schema is another one, when the
 * company is here already, or when something is broken. Other writers wait meanwhile.
 */
export async function importCompany(
  { ownerUrl, store }: { ownerUrl: string; store: ObjectStore },
  folder: string,
  check: (imported: Imported) => Promise<readonly string[]>,
): Promise<{ company: string; rows: number; files: number }> {
  const about = await readAbout(folder)
  const { company } = about
  const client = new Client({ connectionString: ownerUrl, application_name: 'enlace import' })
  await client.connect()
  const written: string[] = []
  try {
    await client.query('begin')
    const tables = await readyTables(client, about)
    await assertAbsent(client, about)
    // Their own triggers do not run: what they would count was counted where the rows come from, and is a table too.
    for (const { name } of tables) await client.query(`alter table ${escapeIdentifier(name)} disable trigger user`)
    for (const table of tables)
      await loadTable(client, table, { folder, expected: about.tables[table.name] ?? 0, companyId: company.id })
    await assertProvider(client, company.id)
    await client.query('set constraints all immediate')
    for (const { name } of tables) await client.query(`alter table ${escapeIdentifier(name)} enable trigger user`)
    await client.query(
      `insert into events (company_id, name, entity_id, after, actor_name, actor_role)
       values ($1, 'company.imported', $2, $3, 'La consola', 'system')`,
      [company.id, company.id, { name: company.name, nit: company.nit }],
    )
    const broken = await check({ client, company: company.name })
    if (broken.length > 0) throw new Error(`La empresa no se importó, porque no cuadra:\n${broken.join('\n')}`)
    await assertNoFiles(store, company.id)
    if (about.files > 0) await putFiles(store, { companyId: company.id, from: path.join(folder, 'files') }, written)
    await client.query('commit')
    const rows = Object.values(about.tables).reduce((total, count) => total + count, 0)
    return { company: company.name, rows, files: about.files }
  } catch (error) {
    for (const key of written) await store.remove(key)
    throw error
  } finally {
    // Without a commit the end of the connection rolls back.
    await client.end()
  }
}

async function assertNoFiles(store: ObjectStore, companyId: string): Promise<void> {
  for await (const { key } of store.list(`${companyId}/`))
    throw new Error(`Ya hay archivos de esa empresa, como ${key}. Revísalos y quítalos primero.`)
}

/** Puts the files of a folder in the store. Adds each key to `written` before its object is there. */
async function putFiles(
  store: ObjectStore,
  { companyId, from }: { companyId: string; from: string },
  written: string[],
): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const key = `${companyId}/${path.relative(from, file).split(path.sep).join('/')}`
    written.push(key)
    await store.put(key, await readFile(file))
  }
}

async function readAbout(folder: string): Promise<About> {
  const text = await readFile(path.join(folder, 'company.json'), 'utf8').catch((error: unknown) => {
    throw new Error(`En ${folder} no hay una empresa completa: falta company.json.`, { cause: error })
  })
  const parsed = z.safeParse(About, JSON.parse(text))
  if (!parsed.success) throw new Error(`company.json de ${folder} no es de este programa.`)
  return parsed.data
}

async function readyTables(client: Client, about: About): Promise<CompanyTable[]> {
  const here = await lastMigration(client)
  if (here !== about.schema)
    throw new Error(
      `La empresa se exportó con el esquema ${about.schema} y esta instalación tiene ${here}: actualiza la que esté atrás y repite.`,
    )
  return listCompanyTables(client)
}

async function assertAbsent(client: Client, { company }: About): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from companies where nit = $1 or id = $2', [
    company.nit,
    company.id,
  ])
  const [found] = rows
  if (found)
    throw new Error(`Esta instalación ya tiene la empresa ${found.name}, con el NIT ${company.nit}. No cambió nada.`)
}

/** The folder comes from outside: it may bring no user of the platform. */
async function assertProvider(client: Client, companyId: string): Promise<void> {
  const { rows } = await client.query<{ is_provider: boolean }>(
    `select kind = 'provider' and not exists (select from users where company_id = $1 and role = 'superadmin') as is_provider
     from companies where id = $1`,
    [companyId],
  )
  if (rows[0]?.is_provider !== true) throw new Error('La carpeta trae un superadministrador. No se importó nada.')
}

/** Loads the rows of the company of one table, whose triggers are off. Throws when the file has rows of another company. */
async function loadTable(
  client: Client,
  table: CompanyTable,
  { folder, expected, companyId }: { folder: string; expected: number; companyId: string },
): Promise<void> {
  const name = escapeIdentifier(table.name)
  await client.query('create temporary table imported_lines (line text not null) on commit drop')
  let count = 0
  let batch: string[] = []
  let chars = 0
  const send = async (): Promise<void> => {
    await client.query('insert into imported_lines select unnest($1::text[])', [batch])
    batch = []
    chars = 0
  }
  const file = path.join(folder, 'tables', `${table.name}.ndjson`)
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    batch.push(line)
    count += 1
    chars += line.length
    if (chars > BATCH_CHARS) await send()
  }
  if (batch.length > 0) await send()
  if (count !== expected) throw new Error(`${table.name}.ndjson tiene ${count} filas y debe tener ${expected}.`)
  const columns = table.columns.map((column) => escapeIdentifier(column))
  // One statement for the table: rows that reference others of it are checked at its end.
  const { rowCount } = await client.query(
    `insert into ${name} (${columns.join(', ')}) overriding system value
     select ${columns.map((column) => `r.${column}`).join(', ')} from imported_lines l, json_populate_record(null::${name}, l.line::json) r
     where r.${escapeIdentifier(table.companyColumn)} = $1`,
    [companyId],
  )
  if (rowCount !== expected) throw new Error(`${table.name}.ndjson tiene filas de otra empresa.`)
  await client.query('drop table imported_lines')
}
