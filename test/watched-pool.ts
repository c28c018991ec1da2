import type pg from 'pg'

/** A statement as the database ran it, with the number of blocks that it read (triggers and foreign keys included). */
export type Watched = { text: string; rows: number; blocks: number }

const READ_SO_FAR = `
  select coalesce(sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid)), 0)::int as rows,
    coalesce(sum(pg_stat_get_xact_blocks_fetched(oid)), 0)::int as blocks
  from pg_class where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`

/** The same pool; every statement of its transactions is recorded in `seen`. Its transactions run one after the other. */
export function watchedPool(pool: pg.Pool, seen: Watched[]): pg.Pool {
  return new Proxy(pool, {
    get: (target, key) =>
      key === 'connect' ? async () => watchedClient(await target.connect(), seen) : Reflect.get(target, key),
  })
}

type Count = { rows: number; blocks: number }

function watchedClient(client: pg.PoolClient, seen: Watched[]): pg.PoolClient {
  let last: Promise<unknown> = Promise.resolve()
  let before: Count = { rows: 0, blocks: 0 }
  let isInTransaction = false
  const count = async (): Promise<Count> => {
    const { rows } = await client.query<Count>(READ_SO_FAR)
    return rows[0] ?? { rows: 0, blocks: 0 }
  }
  const run = async (statement: string | pg.QueryConfig): Promise<unknown> => {
    const text = typeof statement === 'string' ? statement : statement.text
    if (/^(commit|rollback)/.test(text)) {
      seen.push({ text, rows: 0, blocks: 0 })
      isInTransaction = false
      return client.query(statement)
    }
    // The database may still have the counts of earlier statements of the connection.
    if (!isInTransaction) before = await count()
    isInTransaction ||= text.startsWith('begin')
    const result = await client.query(statement)
    const after = await count()
    seen.push({ text, rows: Math.max(0, after.rows - before.rows), blocks: Math.max(0, after.blocks - before.blocks) })
    before = after
    return result
  }
  const query = (statement: string | pg.QueryConfig): Promise<unknown> => {
    const result = last.then(() => run(statement))
    last = result.catch(() => undefined)
    return result
  }
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') return query
      const value: unknown = Reflect.get(target, key)
      return key === 'release' && typeof value === 'function' ? value.bind(target) : value
    },
  })
}
