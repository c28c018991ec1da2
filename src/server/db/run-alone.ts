import { type ClientBase, Query } from 'pg'

/** The database role and the company of a statement, whether it may write, and whether its commit waits for the disk. */
export type AloneScope = { role: string; companyId: string; mayWrite: boolean; isDurable?: boolean }

const BEGIN_ALONE = 'sight'

/**
 * Prepares, on a new connection, the first statement of `runAlone`: it sets the role, the company and read-only until the end of the
 * transaction. It returns no row, because no setting is null. Without durability a write does not wait for the disk.
 */
export async function prepareAlone(client: ClientBase): Promise<void> {
  await client.query(
    `prepare ${BEGIN_ALONE} (text, text, text, boolean) as select where set_config('role', $1, true) is null
       or set_config('app.company_id', $2, true) is null or set_config('transaction_read_only', $3, true) is null
       or case when $4 then '' else set_config('synchronous_commit', 'off', true) end is null`,
  )
}

/**
 * Runs one statement in one round trip, in a separate transaction: the messages before one Sync of the protocol are one transaction.
 * Separate begin, settings, statement and commit cost three times as much. What it writes is seen by every other transaction when it
 * returns; without `isDurable` a power cut in the next moment may undo it.
 */
export function runAlone<R>(
  client: ClientBase,
  scope: AloneScope,
  statement: { name?: string; text: string; values: unknown[] },
): Promise<R[]> {
  // A statement without name or parameters also needs the extended protocol, to share the Sync. The properties are assigned after
  // the construction, because the driver copies a configuration property by property.
  const query = Object.assign(new Query(statement.text, statement.values), {
    queryMode: 'extended',
    ...(statement.name === undefined ? {} : { name: statement.name }),
  })
  const rows: R[] = []
  const submit = query.submit
  query.submit = (connection) => {
    connection.stream.cork()
    const settings = [scope.role, scope.companyId, scope.mayWrite ? 'off' : 'on', scope.isDurable ? 'on' : 'off']
    connection.bind({ statement: BEGIN_ALONE, values: settings }, true)
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
