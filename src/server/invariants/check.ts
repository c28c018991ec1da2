import { Client, type ClientBase } from 'pg'
import { INVARIANTS } from './queries.ts'

/** A broken invariant: how many rows of a company break it, with one example. `company` is null for the schema. */
export type Breach = { id: string; rule: string; company: string | null; count: number; example: string }

/**
 * Reads every company in one snapshot and lists the broken invariants. Writes nothing and takes no lock that blocks a writer, so it
 * may run in production. `ownerUrl`: the connection of the database's owner, the only role that sees every company.
 */
export async function checkInvariants(ownerUrl: string): Promise<{ checked: number; breaches: Breach[] }> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'enlace invariants' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const breaches = await listBreaches(client)
    await client.query('commit')
    return { checked: INVARIANTS.length, breaches }
  } finally {
    await client.end()
  }
}

/** checkInvariants inside an open transaction. */
export async function listBreaches(client: ClientBase): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { id, rule, sql } of INVARIANTS) {
    const { rows } = await client.query<Omit<Breach, 'id' | 'rule'>>(
      `select c.name as company, count(*)::int as count, min(broken.example) as example
       from (${sql}) broken left join companies c on c.id = broken.company_id group by c.id, c.name order by c.name`,
    )
    breaches.push(...rows.map((row) => ({ id, rule, ...row })))
  }
  return breaches
}
