import type pg from 'pg'

/** How many connections of the database wait for a lock. */
export async function countWaiting(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(distinct pid)::int as count from pg_locks l join pg_stat_activity a using (pid)
     where not l.granted and a.datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}
