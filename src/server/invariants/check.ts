import { Client, type ClientBase } from 'pg'
import { INVARIANTS } from './queries.ts'

/** What breaks an invariant: how many times in a company, with one of them. `company` is null when it is the schema itself. */
export type Breach = { id: string; says: string; company: string | null; count: number; example: string }

/**
 * Reads every company in one snapshot and lists what breaks an invariant. Writes nothing and holds no lock that a writer waits
 * for: it may run while people work. As the database's owner, who alone sees every company.
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

/** The same within a transaction that is open already. */
export async function listBreaches(client: ClientBase): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { id, says, sql } of INVARIANTS) {
    const { rows } = await client.query<Omit<Breach, 'id' | 'says'>>(
      `select c.name as company, count(*)::int as count, min(broken.example) as example
       from (${sql}) broken left join companies c on c.id = broken.company_id group by c.id, c.name order by c.name`,
    )
    breaches.push(...rows.map((row) => ({ id, says, ...row })))
  }
  return breaches
}
