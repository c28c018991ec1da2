import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { listFalseTexts } from '#server/contracts/versions.ts'
import { inPlatformTx, SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { FIRST_DIGEST, linkDigest } from './chain.ts'
import { countUnsealedEvents, listCompanies, listSealedEvents, listSeals } from './queries.ts'
import { chainEndsFile } from './seal.ts'

const SEALS_PER_QUERY = 200
/** An event older than this without a seal means that the seal job does not run, or that the event was inserted later. */
const SEAL_DELAY_MAX_MS = 10 * 60_000

type ChainProblem = { company: string; what: string }

export type Verification = {
  breaks: ChainProblem[]
  /** What the operator must know about the heads file, and is no damage. */
  notes: string[]
  /** False when there is no heads file: a chain that was cut short cannot be noticed. */
  hasHeads: boolean
  seals: number
  events: number
}

/**
 * Recomputes every chain. Detects an edited, removed, reordered or inserted event, a removed or edited link, and, with the heads
 * file, a chain cut short (also after it grew again) and a removed company. Also checks that each kept text of a contract still has the
 * digest of its sealed event (R2.20). Returns the problems, in Spanish, and how many seals
 * and events were read. The database refuses to write in its transactions.
 */
export async function verifyAudit(world: World): Promise<Verification> {
  const file = chainEndsFile(world.config.dataDir)
  const { heads, hasHeads, unread } = await readHeads(file)
  const companies = await reading(world, listCompanies)
  const total: Verification = { breaks: [], notes: [], hasHeads, seals: 0, events: 0 }
  if (!hasHeads)
    total.notes.push(`No está ${file}: no hay con qué comparar el final de las cadenas, y un recorte no se notaría.`)
  if (unread === 1) total.notes.push(`Una línea de ${file} quedó a medias y no se tuvo en cuenta.`)
  if (unread > TORN_LINES_MAX)
    total.breaks.push({ company: 'Enlace', what: `${unread} líneas de ${file} no se pueden leer` })
  for (const company of companies) {
    const checked = await reading(world, (tx) => verifyChain(tx, company.id, heads.get(company.id) ?? new Map()))
    const unsealed = await reading(world, (tx) =>
      countUnsealedEvents(tx, company.id, new Date(world.clock().getTime() - SEAL_DELAY_MAX_MS)),
    )
    if (unsealed > 0) checked.problems.push(`${unsealed} hechos no están en ningún sello`)
    const falseTexts = await readingCompany(world, company.id, listFalseTexts)
    checked.problems.push(...falseTexts.map((label) => `el contrato ${label}, no es el texto que se aceptó`))
    total.breaks.push(...checked.problems.map((what) => ({ company: company.name, what })))
    total.seals += checked.seals
    total.events += checked.events
  }
  const existingIds = new Set(companies.map(({ id }) => id))
  for (const id of heads.keys())
    if (!existingIds.has(id))
      total.breaks.push({ company: id, what: 'la empresa ya no está y su cadena llegó a tener sellos' })
  return total
}

/** A transaction of one snapshot, in which the database refuses to write. */
const reading = <T>(world: World, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inPlatformTx(world, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return work(tx)
  })

/** The same as the company, whose contracts the platform does not read. */
const readingCompany = <T>(world: World, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId, isReadOnly: true }, work)

async function verifyChain(
  tx: Tx,
  companyId: string,
  heads: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<{ problems: string[]; seals: number; events: number }> {
  const problems: string[] = []
  let previous: Buffer = FIRST_DIGEST
  let number = 0
  let events = 0
  for (;;) {
    const seals = await listSeals(tx, companyId, number, SEALS_PER_QUERY)
    if (seals.length === 0) break
    for (const seal of seals) {
      if (seal.number !== number + 1) problems.push(`falta el sello ${number + 1}`)
      const sealedEvents = await listSealedEvents(tx, companyId, seal.event_ids)
      if (sealedEvents.length !== seal.event_ids.length)
        problems.push(`el sello ${seal.number} perdió ${seal.event_ids.length - sealedEvents.length} hechos`)
      else if (!linkDigest(previous, seal.number, sealedEvents).equals(seal.digest))
        problems.push(`el sello ${seal.number} no corresponde a sus hechos`)
      const notedDigests = heads.get(seal.number)
      // Two noted digests of one number: the chain was cut and grew again, also when the stored link is the newer one.
      if (notedDigests !== undefined && (notedDigests.size > 1 || !notedDigests.has(seal.digest.toString('hex'))))
        problems.push(`el sello ${seal.number} no es el que se anotó fuera de la base de datos`)
      previous = seal.digest
      number = seal.number
      events += sealedEvents.length
    }
  }
  const lastKnown = Math.max(0, ...heads.keys())
  if (lastKnown > number) problems.push(`la cadena termina en el sello ${number} y llegó a tener ${lastKnown}`)
  return { problems, seals: number, events }
}

const HeadLine = z.object({ company_id: z.string(), number: z.number(), digest: z.string() })

/** A write that was cut off leaves one such line. */
const TORN_LINES_MAX = 1

type Heads = { heads: Map<string, Map<number, Set<string>>>; hasHeads: boolean; unread: number }

/** Every digest of the heads file, by company and number of the link, and how many of its lines cannot be read. */
async function readHeads(file: string): Promise<Heads> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  const heads = new Map<string, Map<number, Set<string>>>()
  let unread = 0
  for (const line of (text ?? '').split('\n').filter((content) => content !== '')) {
    const head = parseHead(line)
    if (head === null) {
      unread += 1
      continue
    }
    const chain = heads.get(head.company_id) ?? new Map<number, Set<string>>()
    heads.set(head.company_id, chain.set(head.number, (chain.get(head.number) ?? new Set()).add(head.digest)))
  }
  return { heads, hasHeads: text !== null, unread }
}

function parseHead(line: string): z.output<typeof HeadLine> | null {
  try {
    return z.parse(HeadLine, JSON.parse(line))
  } catch {
    return null
  }
}
