import path from 'node:path'
import { pino } from 'pino'
import { profileApi } from '#domain/profile/api.ts'
import { routes, tasks } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { World } from '#server/core/context.ts'
import { buildServer } from '#server/core/serve.ts'
import { openPool } from '#server/db/pool.ts'
import { folderStore } from '#server/providers/objects/folder.ts'
import type { ObjectStore } from '#server/providers/objects/store.ts'
import { fileWire } from './cases/case.ts'
import { samplePicture } from './cases/profile.ts'
import { noFactus } from './no-factus.ts'
import { noWompi } from './no-wompi.ts'

/**
 * Changes the store in a process that ends by kill -9 beside the change: `bucket-child.ts CALL POINT`, with the database in APP_URL. CALL:
 * put or remove, the one that does not return. POINT: before or after the store did it.
 */
const [call = '', point = ''] = process.argv.slice(2)
const killSelf = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

/** The same store, in which `call` ends the process. */
function endingStore(store: ObjectStore): ObjectStore {
  const killing = async (work: () => Promise<void>): Promise<void> => {
    if (point === 'after') await work()
    killSelf()
  }
  return {
    ...store,
    ...(call === 'put' ? { put: (key, bytes) => killing(() => store.put(key, bytes)) } : {}),
    ...(call === 'remove' ? { remove: (key) => killing(() => store.remove(key)) } : {}),
  }
}

const config = readConfig('demo', { ...process.env, LOG_LEVEL: 'silent' })
const world: World = {
  config,
  pool: openPool(process.env['APP_URL'] ?? '', 4, () => undefined),
  log: pino({ level: 'silent' }),
  mailer: { send: async () => undefined, close: () => undefined },
  files: endingStore(folderStore(path.join(config.dataDir, 'files'))),
  wompi: noWompi,
  factus: noFactus,
  clock: () => new Date(),
}
if (call === 'put') {
  const app = await buildServer(world, routes)
  const { headers, body } = fileWire('foto.jpg', await samplePicture())
  const authorization = `Bearer ${process.env['PERSON_TOKEN'] ?? ''}`
  await app.inject({
    method: 'POST',
    url: `/api${profileApi.avatar.path}`,
    headers: { ...headers, authorization },
    payload: body,
  })
} else await tasks['bucket.empty']?.(world, {})
await world.pool.end()
