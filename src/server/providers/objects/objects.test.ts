import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type S3Server, startS3 } from '#test/s3.ts'
import { openStore } from './open.ts'
import { proveS3 } from './s3.ts'
import type { ObjectStore, StoredObject } from './store.ts'

const log = pino({ level: 'silent' })
const folder = await mkdtemp(path.join(tmpdir(), 'enlace-objects-'))
const server: S3Server = await startS3()
const configOf = (env: Record<string, string>) => readConfig('demo', { ENLACE_DATA: folder, ...env })
const STORES: readonly (readonly [string, ObjectStore])[] = [
  ['a folder', openStore(configOf({}), log)],
  ['S3', openStore(configOf({ ...server.env, S3_PREFIX: 'produccion/' }), log)],
]
afterAll(async () => {
  for (const [, store] of STORES) store.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function keysBelow(store: ObjectStore, prefix: string): Promise<string[]> {
  const found: StoredObject[] = []
  for await (const object of store.list(prefix)) found.push(object)
  return found.map(({ key }) => key).toSorted()
}

for (const [name, store] of STORES) {
  test(`BKT-03 ${name} gives back the bytes that were stored, as a whole and as a stream`, async () => {
    const bytes = Buffer.alloc(3_000_000, 'áé\0')
    await store.put('a/images/uno.webp', bytes)
    expect((await store.read('a/images/uno.webp'))?.equals(bytes)).toBe(true)
    const opened = await store.open('a/images/uno.webp')
    expect(opened?.bytes).toBe(bytes.length)
    expect(opened && (await buffer(opened.body)).equals(bytes)).toBe(true)
    const found = await store.find('a/images/uno.webp')
    expect(found).toMatchObject({ key: 'a/images/uno.webp', bytes: bytes.length })
    expect(Math.abs((found?.storedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test(`BKT-03 ${name} replaces an object, deletes it once or twice, and says nothing of what does not exist`, async () => {
    await store.put('a/bulk/dos', Buffer.from('uno'))
    await store.put('a/bulk/dos', Buffer.from('dos'))
    expect((await store.read('a/bulk/dos'))?.toString()).toBe('dos')
    await store.remove('a/bulk/dos')
    await store.remove('a/bulk/dos')
    expect([
      await store.read('a/bulk/dos'),
      await store.open('a/bulk/dos'),
      await store.find('a/bulk/dos'),
      await store.find('nadie/x'),
    ]).toEqual([undefined, undefined, undefined, undefined])
  })

  test(`BKT-03 ${name} lists the objects of one company, also more than one page of them`, async () => {
    const many = Array.from({ length: 1_050 }, (_, n) => `b/evidence/${String(n).padStart(4, '0')}.jpg`)
    for (let at = 0; at < many.length; at += 50)
      await Promise.all(many.slice(at, at + 50).map((key) => store.put(key, Buffer.from('x'))))
    await store.put('bb/evidence/otra.jpg', Buffer.from('x'))
    expect(await keysBelow(store, 'b/')).toEqual(many)
    expect(await keysBelow(store, 'bb/evidence/')).toEqual(['bb/evidence/otra.jpg'])
    expect(await keysBelow(store, 'c/')).toEqual([])
  }, 60_000)
}

test('BKT-03 the folder shows no unfinished file, and deletes the old ones', async () => {
  const [[, store] = []] = STORES
  if (!store) throw new Error('no folder')
  const images = path.join(folder, 'files/a/images')
  await store.put('a/images/uno.webp', Buffer.from('x'))
  for (const name of ['viejo.part', 'nuevo.part']) await writeFile(path.join(images, name), 'x')
  await utimes(path.join(images, 'viejo.part'), new Date(0), new Date(0))
  expect(await keysBelow(store, 'a/images/')).toEqual(['a/images/uno.webp'])
  await store.removeUnfinished(new Date(Date.now() - 3_600_000))
  expect((await readdir(images)).toSorted()).toEqual(['nuevo.part', 'uno.webp'])
})

test('BKT-03 a start proves the bucket, and names the variable that is wrong', async () => {
  const proof = async (env: Record<string, string>): Promise<string> => {
    const { s3 } = configOf({ ...server.env, ...env })
    if (s3 === null) throw new Error('no bucket')
    return proveS3(s3).then(
      () => 'proven',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
  }
  expect(await proof({})).toBe('proven')
  expect(await proof({ S3_BUCKET: 'otro-bucket' })).toMatch(/^S3_BUCKET: el servicio no tiene el bucket otro-bucket/)
  expect(await proof({ S3_ACCESS_KEY_ID: 'otra' })).toMatch(/^S3_ACCESS_KEY_ID o S3_SECRET_ACCESS_KEY: /)
  expect(await proof({ S3_ENDPOINT: 'http://127.0.0.1:9' })).toMatch(
    /^S3_ENDPOINT: http:\/\/127\.0\.0\.1:9 no responde/,
  )
})

test('BKT-03 a bucket that does not answer is a refusal in Spanish, also when it is no longer asked after five calls', async () => {
  const dead = openStore(configOf({ ...server.env, S3_ENDPOINT: 'http://127.0.0.1:9' }), log)
  const refusals = []
  for (let n = 0; n < 7; n += 1)
    refusals.push(await dead.put('a/images/x.webp', Buffer.from('x')).catch((error: unknown) => error))
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/abrir ni guardar archivos/) })
  dead.close()
})
