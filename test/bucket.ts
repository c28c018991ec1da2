import { fileKindOf } from '#domain/bucket/bucket.ts'
import type { TestApp } from './world.ts'

let made = 0

/** A new key of a picture that nothing refers to. */
export function newPictureKey(): string {
  made += 1
  return `images/${made.toString(16).padStart(64, '0')}.webp`
}

/** Stores an object of a company and lists it as the review would: nothing uses it. Returns the id of its row. */
export async function storeOrphan(
  t: TestApp,
  companyId: string,
  { key = newPictureKey(), bytes = Buffer.from('x') }: { key?: string; bytes?: Buffer } = {},
): Promise<string> {
  await t.world.files.put(`${companyId}/${key}`, bytes)
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into bucket_objects (company_id, key, kind, bytes, stored_at, seen_at, use) values ($1, $2, $3, $4, now(), now(), 'orphan')
     returning id`,
    [companyId, key, fileKindOf(key), bytes.length],
  )
  return rows[0]?.id ?? ''
}
