import { type ClientBase, Query } from 'pg'

/** Whose rows a statement may see: a role of the database, and a company. */
export type ReadScope = { role: string; companyId: string }

const BEGIN_READ = 'sight'

/**
 * Teaches a new connection the statement with which `readAs` begins: it takes the role and the company and forbids writing, until
 * the end of the transaction. It is evaluated for what it does: no setting is null, so it gives no row.
 */
export async function prepareReads(client: ClientBase): Promise<void> {
  await client.query(
    `prepare ${BEGIN_READ} (text, text) as select where set_config('role', $1, true) is null
       or set_config('app.company_id', $2, true) is null or set_config('transaction_read_only', 'on', true) is null`,
  )
}

/**
 * Runs one reading statement in one round trip, in a transaction of its own: what the protocol is told before one Sync is one
 * transaction. Begin, settings, statement and commit, each asked for by itself, cost the server and us three times as much.
 */
export function readAs<R>(
  client: ClientBase,
  sight: ReadScope,
  statement: { name?: string; text: string; values: unknown[] },
): Promise<R[]> {
  // Also a statement without a name or parameters must go by the extended protocol, or it would not share the Sync. What a
  // configuration would say is set afterwards: the driver copies a configuration property by property.
  const query = Object.assign(new Query(statement.text, statement.values), {
    queryMode: 'extended',
    ...(statement.name === undefined ? {} : { name: statement.name }),
  })
  const rows: R[] = []
  const submit = query.submit
  query.submit = (connection) => {
    connection.stream.cork()
    connection.bind({ statement: BEGIN_READ, values: [sight.role, sight.companyId] }, true)
    connection.execute(null, true)
    const problem = submit.call(query, connection)
    connection.stream.uncork()
    return problem
  }
  return new Promise((resolve, reject) => {
    query.on('row', (row) => void rows.push(row))
    query.on('end', () => resolve(rows))
    query.on('error', reject)
    client.query(query)
  })
}
