import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { inPlatformTx, type World } from '#server/core/context.ts'
import type { Schedule } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { FIRST_DIGEST, linkDigest } from './chain.ts'
import { getChainEnd, insertSeal, listCompanies, listUnsealedEvents } from './queries.ts'

const SEAL_EVENTS_MAX = 5_000

/** The file outside the database with the last link of each chain. It detects a chain cut short together with its events. */
export const chainEndsFile = (dataDir: string): string => path.join(dataDir, 'audit-heads.jsonl')

export const sealTasks = { 'events.seal': (world: World) => sealEvents(world) }
export const sealSchedules: readonly Schedule[] = [{ task: 'events.seal', pattern: '* * * * *' }]

/** Adds a link to the chain of every company with unsealed events. Runs each minute; a lock per company serializes two runs. */
export async function sealEvents(world: World): Promise<void> {
  const companies = await inPlatformTx(world, listCompanies)
  for (const { id } of companies) {
    const head = await inPlatformTx(world, (tx) => sealCompany(tx, id))
    if (head) await appendHead(world, head)
  }
}

type Head = { company_id: string; number: number; digest: string }

async function sealCompany(tx: Tx, companyId: string): Promise<Head | null> {
  await tx.lock(`seal:${companyId}`)
  const end = await getChainEnd(tx, companyId)
  const { events, sealedBelow } = await listUnsealedEvents(tx, companyId, end, SEAL_EVENTS_MAX)
  if (events.length === 0) return null
  const number = end.number + 1
  const digest = linkDigest(end.digest ?? FIRST_DIGEST, number, events)
  await insertSeal(tx, companyId, { number, event_ids: events.map((event) => event.id), digest }, sealedBelow)
  return { company_id: companyId, number, digest: digest.toString('hex') }
}

async function appendHead(world: World, head: Head): Promise<void> {
  const file = chainEndsFile(world.config.dataDir)
  await mkdir(path.dirname(file), { recursive: true })
  const handle = await open(file, 'a+', HEADS_MODE)
  try {
    await handle.chmod(HEADS_MODE)
    const line = `${JSON.stringify({ ...head, sealed_at: world.clock().toISOString() })}\n`
    await handle.appendFile((await endsInsideLine(handle)) ? `\n${line}` : line)
  } finally {
    await handle.close()
  }
}

/** Only the account of the server reads it. */
const HEADS_MODE = 0o600

/** The last write was cut off (a full disk, a lost machine): the next line must not join it. */
async function endsInsideLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return false
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() !== '\n'
}
