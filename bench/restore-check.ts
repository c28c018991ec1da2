import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { Client, type ClientBase, escapeIdentifier } from 'pg'
import * as z from 'zod/mini'
import { headsFile } from '#server/audit/seal.ts'
import { makeSession, makeUser } from '#test/factory.ts'
import type { Drill, Urls } from './restore-drill.ts'
import type { Acknowledged } from './restore-load.ts'

const ENLACE = path.resolve(import.meta.dirname, '../bin/enlace')

/** Rows of every table, and the sums of money. */
export type Held = Readonly<Record<string, number>>

/** An instant between two commits, what the database held then, and the segment of the log that holds it. */
export type Moment = { at: string; segment: string; held: Held }

/** Counts every table and adds up the money, in one statement and so in one snapshot. */
export async function readHeld(client: ClientBase): Promise<Held> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as what, count(*) as held from ${escapeIdentifier(name)}`)
  const sums = [
    `select 'journal, centavos', coalesce(sum(amount), 0) from journal`,
    `select 'owed, centavos', coalesce(sum(balance), 0) from invoices`,
    `select 'sealed events', coalesce(sum(cardinality(event_ids)), 0) from event_seals`,
  ]
  const { rows } = await client.query<{ what: string; held: string }>([...counts, ...sums].join(' union all '))
  return Object.fromEntries(rows.map(({ what, held }) => [what, Number(held)]))
}

/** Asks the product for invoices as their PDF, which it keeps in ENLACE_DATA by the hash of what they say. */
export async function drawInvoices(url: string, owner: pg.Pool, companies: readonly string[], count: number) {
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

/** The digest of every kept file below ENLACE_DATA. */
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

/** What a restore is held against: the moment, the files of then, and what people were told was done. */
export type Expected = { moment: Moment; files: ReadonlyMap<string, string>; paid: readonly Acknowledged[] }

/** Throws where the restored world is not the one of the moment; returns what it compared. */
export async function assertRestored(drill: Drill, urls: Urls, { moment, files, paid }: Expected) {
  const client = new Client({ connectionString: urls.superUrl })
  await client.connect()
  try {
    const held = await drill.step('count_restored', () => readHeld(client))
    for (const [what, count] of Object.entries(moment.held))
      if (held[what] !== count) throw new Error(`${what}: ${count} at the moment, ${held[what]} restored`)
    const payments = await comparePayments(client, Date.parse(moment.at), paid)
    await mkdir(drill.dataDir)
    await copyTree(drill.kept, drill.dataDir)
    const found = await hashFiles(drill.dataDir)
    for (const [name, digest] of files) if (found.get(name) !== digest) throw new Error(`${name} is not what it was`)
    const invariants = await drill.step('invariants', () => operate(drill, urls, ['invariants']))
    if (invariants.code !== 0) throw new Error(invariants.said)
    return {
      invoices: held['invoices'],
      events: held['events'],
      payments,
      documents: files.size,
      invariants: invariants.said,
      ...(await compareChains(drill, urls, moment.at)),
    }
  } finally {
    await client.end()
  }
}

/** Everything that was answered before the moment is there, and nothing that was asked for after it. */
async function comparePayments(client: Client, at: number, paid: readonly Acknowledged[]) {
  const { rows } = await client.query<{ id: string }>('select id from payments where id = any($1::uuid[])', [
    paid.map(({ id }) => id),
  ])
  const there = new Set(rows.map(({ id }) => id))
  const before = paid.filter(({ answeredAt }) => answeredAt.getTime() < at)
  const after = paid.filter(({ askedAt }) => askedAt.getTime() > at)
  const lost = before.filter(({ id }) => !there.has(id)).length
  const ghosts = after.filter(({ id }) => there.has(id)).length
  if (lost + ghosts > 0) throw new Error(`${lost} acknowledged payments are lost, ${ghosts} are of after the moment`)
  if (before.length === 0 || after.length === 0) throw new Error('nobody paid before the moment, or nobody after it')
  return { kept: before.length, given_up: after.length }
}

/** Against all the heads the chains end too early, as they should; against those of the moment they are whole. */
async function compareChains(drill: Drill, urls: Urls, at: string) {
  const cut = await operate(drill, urls, ['audit', 'verify'])
  if (cut.code !== 1 || !cut.all.includes('llegó a tener'))
    throw new Error(`the seals that were given up were not noticed: ${cut.all}`)
  const heads = headsFile(drill.dataDir)
  const Line = z.object({ sealed_at: z.string() })
  const lines = (await readFile(heads, 'utf8')).split('\n').filter((line) => line !== '')
  const known = lines.filter((line) => Date.parse(z.parse(Line, JSON.parse(line)).sealed_at) <= Date.parse(at))
  await writeFile(heads, known.map((line) => `${line}\n`).join(''))
  const whole = await drill.step('audit_verify', () => operate(drill, urls, ['audit', 'verify']))
  if (whole.code !== 0) throw new Error(whole.all)
  return { audit: whole.said, seals_given_up: lines.length - known.length }
}

/** An operator's command, as a person gives it. `said` is its last line. */
async function operate(
  drill: Drill,
  urls: Urls,
  args: readonly string[],
): Promise<{ code: number; said: string; all: string }> {
  const env = { PATH: process.env['PATH'], ...drill.env(urls) }
  return new Promise((resolve) => {
    execFile(ENLACE, args, { env }, (error, stdout, stderr) => {
      const all = `${stdout}${stderr}`.trim()
      resolve({
        code: typeof error?.code === 'number' ? error.code : error ? 1 : 0,
        said: all.split('\n').at(-1) ?? '',
        all,
      })
    })
  })
}
