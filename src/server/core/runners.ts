import type pg from 'pg'
import type { World } from './context.ts'

/** Seconds after which a runner of the queue that was not seen is gone: its process was killed, or the machine lost. */
const GONE_S = 30
const SEEN_EVERY_MS = 5_000

/** The last error of a job that was running, or waiting for its turn, in a process that is gone. */
export const GONE_ERROR = 'its process ended while it had the job'

/** Says that the runners of this process are alive, and gives back the jobs of those that are gone. */
export type Runners = {
  /** Begins to say that a runner is alive. Its first job must wait for this promise. */
  add(id: string): Promise<void>
  /** A runner that ended: what it still has is given back in half a minute. */
  remove(id: string): void
  stop(): void
}

/**
 * Starts it, on the pool of the owner of the queue. Jobs of a runner that is gone come back one after another, each three seconds later
 * (the queue is read every two) and with the wait of a failed try, of which a part is random, so that one that kills its process does not meet
 * the same jobs again. One that was tried as often as it may is set aside and logged as an error.
 */
export function keepRunners(world: World, ownerPool: pg.Pool): Runners {
  const ids = new Set<string>()
  const say = (alive: readonly string[]) =>
    ownerPool.query(
      'insert into queue_runners (id) select unnest($1::text[]) on conflict (id) do update set seen_at = excluded.seen_at',
      [alive],
    )
  let isBusy = false
  let saidAt = Date.now()
  let waitsUntil = 0
  const tick = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    try {
      await say([...ids])
      const now = Date.now()
      // This process was not seen for long, as after an outage of the database: the others say first that they are alive.
      if (now - saidAt > (GONE_S * 1_000) / 2) waitsUntil = now + GONE_S * 1_000
      saidAt = now
      if (now >= waitsUntil) await giveBack(world, ownerPool)
    } catch (error) {
      world.log.warn({ err: error }, 'the runners of the queue were not seen')
    } finally {
      isBusy = false
    }
  }
  const timer = setInterval(() => void tick(), SEEN_EVERY_MS)
  void tick()
  return {
    add: async (id) => {
      ids.add(id)
      await say([id])
    },
    remove: (id) => void ids.delete(id),
    stop: () => clearInterval(timer),
  }
}

async function giveBack({ log }: World, ownerPool: pg.Pool): Promise<void> {
  const { rows } = await ownerPool.query<{ id: string; task: string; attempts: number; is_aside: boolean }>(
    `with gone as (delete from queue_runners where seen_at < now() - make_interval(secs => $1) returning id),
       held as (
         select j.id, row_number() over (order by j.attempts, j.id) as turn
         from graphile_worker._private_jobs j join gone on j.locked_by = gone.id
       )
     update graphile_worker._private_jobs j
     set locked_at = null, locked_by = null, last_error = $2,
       run_at = greatest(j.run_at, now()) + make_interval(secs => 3 * held.turn + exp(least(j.attempts, 10)) * (1 + random()))
     from held, graphile_worker._private_tasks t where held.id = j.id and t.id = j.task_id
     returning j.id, t.identifier as task, j.attempts, j.attempts >= j.max_attempts as is_aside`,
    [GONE_S, GONE_ERROR],
  )
  for (const { id, task, attempts, is_aside } of rows) {
    if (is_aside) log.error({ job_id: id, task, attempts }, 'a job was set aside: it ended its process each time')
    else log.warn({ job_id: id, task, attempts }, 'a job of a process that is gone was given back')
  }
}
