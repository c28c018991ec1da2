import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { HOUR_S } from '#domain/core/durations.ts'
import { countOne } from '#server/auth/throttle.ts'
import { inPlatformTx, type World } from '#server/core/context.ts'
import { writeWhole } from '#server/providers/objects/folder.ts'

const CHECK_EVERY_MS = 3_000
/** More than what a full file system still takes in its last block. */
const SAMPLE = Buffer.alloc(64 * 1024, 1)

const checks = new WeakMap<World, { at: number; result: Promise<void> }>()

/** Throws the error of a small write to the data folder and to the database. One write in three seconds, for any number of callers. */
export function assertWritable(world: World): Promise<void> {
  const last = checks.get(world)
  if (last && performance.now() - last.at < CHECK_EVERY_MS) return last.result
  const result = writeSample(world)
  checks.set(world, { at: performance.now(), result })
  return result
}

async function writeSample(world: World): Promise<void> {
  const file = path.join(world.config.dataDir, `${randomUUID()}.check`)
  await writeWhole(file, SAMPLE)
  await rm(file, { force: true })
  await inPlatformTx(world, (tx) => countOne(tx, 'ready', HOUR_S))
}
