import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { Client, type ClientBase, escapeIdentifier } from 'pg'
import * as z from 'zod/mini'
import { chainEndsFile } from '#server/audit/seal.ts'
import { makeSession, makeUser } from '#test/factory.ts'
import type { Drill, Urls } from './restore-drill.ts'
import type { Acknowledged } from './restore-load.ts'

const ENLACE = path.resolve(import.meta.dirname, '../bin/enlace')

/** Rows of every table, and the sums of money. */
export type DatabaseContents = Readonly<Record<string, number>>

/** An instant between two commits, the contents of the database at that instant, and the WAL segment that contains it. */
export type Moment = { at: string; segment: string; contents: DatabaseContents }

/** Counts every table and adds up the money, in one statement and so in one snapshot. */
export async function readContents(client: ClientBase): Promise<DatabaseContents> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const counts = tables.map(
    ({ name }) => `select '${name}' as what, count(*) as contents from ${escapeIdentifier(name)}`,
  )
  const sums = [
    `select 'journal, centavos', coalesce(sum(amount), 0) from journal`,
    `select 'owed, centavos', coalesce(sum(balance), 0) from invoices`,
    `select 'sealed events', coalesce(sum(cardinality(event_ids)), 0) from event_seals`,
  ]
  const { rows } = await client.query<{ what: string; contents: string }>([...counts, ...sums].join(' union all '))
  return Object.fromEntries(rows.map(({ what, contents }) => [what, Number(contents)]))
}

/** Downloads invoices as PDF. The product stores each file in ENLACE_DATA under the hash of its content. */
export async function renderInvoices(url: string, owner: pg.Pool, companies: readonly string[], count: number) {
  for (const company of companies) {
    const token = await makeSession(owner, await makeUser(owner, company, 'financial'))
    const { rows } = await owner.query<{ id: string }>(
      'select id from invoices where company_id = $1 order by number limit $2',
      [company, Math.ceil(count / companies.length)],
    )
    for (const { id } of rows) {
      const answer = await fetch(`${url}/api/invoice/${id}/pdf`, { headers: { authorization: `Bearer ${token}` } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
        throw new Error(`an invoice was answered ${answer.status}`)
    }
  }
}

/** The digest of every stored file in ENLACE_DATA. */
export async function hashFiles(dataDir: string): Promise<Map<string, string>> {
  const root = path.join(dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const digests = new Map<string, string>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    digests.set(
      path.relative(root, file),
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    )
  }
  return digests
}

export const copyTree = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true, force: true })

/** What a restore is compared with: the moment, the files at that moment, and the payments that were confirmed to users. */
export type Expected = { moment: Moment; files: ReadonlyMap<string, string>; paid: readonly Acknowledged[] }

/** Throws when the restored data differs from the data of the moment; returns the compared counts. */
export async function assertRestored(drill: Drill, urls: Urls, { moment, files, paid }: Expected) {
  const client = new Client({ connectionString: urls.superUrl })
  await client.connect()
  try {
    const contents = await drill.step('count_restored', () => readContents(client))
    for (const [what, count] of Object.entries(moment.contents))
      if (contents[what] !== count) throw new Error(`${what}: ${count} at the moment, ${contents[what]} restored`)
    const payments = await comparePayments(client, Date.parse(moment.at), paid)
    await mkdir(drill.dataDir)
    await copyTree(drill.copyDir, drill.dataDir)
    const found = await hashFiles(drill.dataDir)
    for (const [name, digest] of files) if (found.get(name) !== digest) throw new Error(`${name} is not what it was`)
    const invariants = await drill.step('invariants', () => runCommand(drill, urls, ['invariants']))
    if (invariants.code !== 0) throw new Error(invariants.lastLine)
    return {
      invoices: contents['invoices'],
      events: contents['events'],
      payments,
      documents: files.size,
      invariants: invariants.lastLine,
      ...(await compareChains(drill, urls, moment.at)),
    }
  } finally {
    await client.end()
  }
}

/** Every payment confirmed before the moment exists, and no payment requested after it does. */
async function comparePayments(client: Client, at: number, paid: readonly Acknowledged[]) {
  const { rows } = await client.query<{ id: string }>('select id from payments where id = any($1::uuid[])', [
    paid.map(({ id }) => id),
  ])
  const there = new Set(rows.map(({ id }) => id))
  const before = paid.filter(({ answeredAt }) => answeredAt.getTime() < at)
  const after = paid.filter(({ askedAt }) => askedAt.getTime() > at)
  const missing = before.filter(({ id }) => !there.has(id)).length
  const unexpected = after.filter(({ id }) => there.has(id)).length
  if (missing + unexpected > 0)
    throw new Error(`${missing} acknowledged payments are missing, ${unexpected} are from after the moment`)
  if (before.length === 0 || after.length === 0) throw new Error('no payment before the moment, or none after it')
  return { restored: before.length, discarded: after.length }
}

/** With all the heads, the verification finds that the chains end too early, as expected; with the heads of the moment they are complete. */
async function compareChains(drill: Drill, urls: Urls, at: string) {
  const cut = await runCommand(drill, urls, ['audit', 'verify'])
  if (cut.code !== 1 || !cut.all.includes('llegó a tener'))
    throw new Error(`the discarded seals were not detected: ${cut.all}`)
  const heads = chainEndsFile(drill.dataDir)
  const Line = z.object({ sealed_at: z.string() })
  const lines = (await readFile(heads, 'utf8')).split('\n').filter((line) => line !== '')
  const known = lines.filter((line) => Date.parse(z.parse(Line, JSON.parse(line)).sealed_at) <= Date.parse(at))
  await writeFile(heads, known.map((line) => `${line}\n`).join(''))
  const whole = await drill.step('audit_verify', () => runCommand(drill, urls, ['audit', 'verify']))
  if (whole.code !== 0) throw new Error(whole.all)
  return { audit: whole.lastLine, seals_discarded: lines.length - known.length }
}

/** Runs an operator's command (bin/enlace). `lastLine`: the last line of its output. */
async function runCommand(
  drill: Drill,
  urls: Urls,
  args: readonly string[],
): Promise<{ code: number; lastLine: string; all: string }> {
  const env = { PATH: process.env['PATH'], ...drill.env(urls) }
  return new Promise((resolve) => {
    execFile(ENLACE, args, { env }, (error, stdout, stderr) => {
      const all = `${stdout}${stderr}`.trim()
      resolve({
        code: typeof error?.code === 'number' ? error.code : error ? 1 : 0,
        lastLine: all.split('\n').at(-1) ?? '',
        all,
      })
    })
  })
}
