import { profileApi } from '#domain/profile/api.ts'
import { routes, tasks } from '#server/app.ts'
import type { World } from '#server/core/context.ts'
import { buildServer } from '#server/core/serve.ts'
import type { ObjectStore } from '#server/providers/objects/store.ts'
import { fileWire } from './cases/case.ts'
import { samplePicture } from './cases/profile.ts'
import { childWorld } from './child-world.ts'

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

const usual = childWorld()
const world: World = { ...usual, files: endingStore(usual.files) }
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
