import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { createDatabase, OWNER } from '#server/db/prepare.ts'

export const TEMPLATE = 'enlace_template'
export const TEST_SECRET = Buffer.alloc(32, 7)

/** A migrated database for one test file, cloned from the template. */
export async function cloneDatabase(): Promise<{
  appUrl: string
  ownerUrl: string
  adminUrl: string
  drop(): Promise<void>
}> {
  const adminUrl = inject('adminUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await administer(adminUrl, `create database ${name} template ${TEMPLATE} owner ${OWNER}`)
  const urls = await createDatabase(adminUrl, name, TEST_SECRET)
  return { ...urls, adminUrl, drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`) }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
