import { Client } from 'pg'
import { expect, inject } from 'vitest'
import { planApi } from '#domain/plans/api.ts'
import { sealEvents } from '#server/audit/seal.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import type { TestApp } from './world.ts'

let codes = 0

/** A company with six events in three seals. */
export async function sealedCompany(t: TestApp): Promise<{ id: string; name: string }> {
  const company = await t.company()
  const financial = await company.person('financial')
  for (let link = 0; link < 3; link += 1) {
    for (let fact = 0; fact < 2; fact += 1) {
      codes += 1
      await financial.call(planApi.create, {
        body: {
          plan: {
            name: `Plan ${codes}`,
            reference_code: `P00${codes}`,
            price: 1_000,
            download_speed: '1 Mbps',
            upload_speed: '1 Mbps',
          },
        },
      })
    }
    await seal(t)
  }
  const { rows } = await t.owner.query<{ name: string }>('select name from companies where id = $1', [company.id])
  return { id: company.id, name: rows[0]?.name ?? '' }
}

/** Seals when no open transaction of the cluster (other tests use it too) can still commit an earlier event. */
export async function seal(t: TestApp): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await t.owner.query(
          'select from events where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1',
        )
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBe(0)
  await sealEvents(t.world)
}

/** The damages that the verifier finds in a company. */
export const damages = async (t: TestApp, name: string): Promise<string[]> =>
  (await verifyAudit(t.world)).breaks.filter((damage) => damage.company === name).map((damage) => damage.what)

export type Statement = readonly [string, unknown[]]

/** Runs statements as the owner of the database, with the triggers disabled. */
export async function asOwner(t: TestApp, ...statements: Statement[]): Promise<void> {
  for (const table of ['events', 'event_seals']) await t.owner.query(`alter table ${table} disable trigger user`)
  for (const [text, values] of statements) await t.owner.query(text, values)
  for (const table of ['events', 'event_seals']) await t.owner.query(`alter table ${table} enable trigger user`)
}

/** Runs statements as a superuser: without triggers, foreign keys or policies. */
export async function asSuperuser(t: TestApp, ...statements: Statement[]): Promise<void> {
  const url = new URL(inject('adminUrl'))
  url.pathname = new URL(t.owner.options.connectionString ?? '').pathname
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const [text, values] of statements) await client.query(text, values)
  } finally {
    await client.end()
  }
}
