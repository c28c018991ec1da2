import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bucketApi } from '#domain/bucket/api.ts'
import type { FileUse } from '#domain/bucket/bucket.ts'
import { profileApi } from '#domain/profile/api.ts'
import { tasks } from '#server/app.ts'
import { storeOrphan } from './bucket.ts'
import { samplePicture } from './cases/profile.ts'
import { TEST_SECRET } from './database.ts'
import { upload } from './upload.ts'
import { type Company, type Person, testApp } from './world.ts'

const t = testApp()
const CHILD = path.resolve(import.meta.dirname, 'bucket-child.ts')

/** Runs a change of the store in a process that is killed beside it. */
async function killIn(call: 'put' | 'remove', point: 'before' | 'after', person: Person): Promise<void> {
  const child = spawn(process.execPath, [CHILD, call, point], {
    env: {
      ...process.env,
      APP_URL: t.world.pool.options.connectionString,
      ENLACE_DATA: t.world.config.dataDir,
      ENLACE_SECRET: TEST_SECRET.toString('base64'),
      PERSON_TOKEN: person.token,
    },
    stdio: 'inherit',
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

const run = async (task: 'bucket.review' | 'bucket.empty'): Promise<void> => tasks[task]?.(t.world, {})

async function usesOf(superadmin: Person, { id }: Company): Promise<FileUse[]> {
  await run('bucket.review')
  return (await superadmin.call(bucketApi.list, { query: { company_id: id } })).data.map(({ use }) => use)
}

const avatarOf = async ({ id }: Person): Promise<string | null> =>
  (await t.owner.query('select avatar_url from users where id = $1', [id])).rows[0]?.avatar_url

for (const point of ['before', 'after'] as const) {
  test(`BKT-02 kill -9 ${point} a picture is stored: no row names a file that is not there, and what stayed in the store is an orphan`, async () => {
    const company = await t.company()
    const [superadmin, person] = [await company.person('superadmin'), await company.person('client')]
    await killIn('put', point, person)
    expect(await avatarOf(person)).toBeNull()
    expect(await usesOf(superadmin, company)).toEqual(point === 'after' ? ['orphan'] : [])
    const sent = await upload(t, person, profileApi.avatar, { name: 'foto.jpg', bytes: await samplePicture() })
    expect([sent.status, (await t.app.inject({ url: (await avatarOf(person)) ?? '' })).statusCode]).toEqual([200, 200])
    expect((await usesOf(superadmin, company)).toSorted()).toEqual(point === 'after' ? ['orphan', 'used'] : ['used'])
  })

  test(`BKT-02 kill -9 ${point} a file of the bin is deleted: the next run ends it, and no used file is lost`, async () => {
    const company = await t.company()
    const [superadmin, person] = [await company.person('superadmin'), await company.person('client')]
    await upload(t, person, profileApi.avatar, { name: 'foto.jpg', bytes: await samplePicture() })
    const id = await storeOrphan(t, company.id)
    const params = { params: { id }, query: { company_id: company.id } }
    await superadmin.call(bucketApi.remove, params)
    await t.owner.query("update bucket_objects set binned_at = now() - interval '31 days' where id = $1", [id])
    await killIn('remove', point, superadmin)
    // The mark stays: it can be seen, and not restored.
    const { data } = await superadmin.call(bucketApi.get, params)
    const restored = await superadmin.ask(bucketApi.restore, params)
    expect([data.use, restored.status, restored.json.message]).toEqual([
      'binned',
      409,
      'Ese archivo ya se está borrando: su plazo terminó',
    ])
    await run('bucket.empty')
    expect((await superadmin.ask(bucketApi.get, params)).status).toBe(404)
    expect(await usesOf(superadmin, company)).toEqual(['used'])
    expect((await t.app.inject({ url: (await avatarOf(person)) ?? '' })).statusCode).toBe(200)
    expect((await t.events(company.id)).filter((name) => name.startsWith('bucket.'))).toEqual([
      'bucket.binned',
      'bucket.ended',
    ])
  })
}
