import { setTimeout as wait } from 'node:timers/promises'
import { makeClient, makeCompany } from '#test/factory.ts'
import { makeCases } from '#test/open-cases.ts'
import type { Fault } from '../fault.ts'
import { type Machine, withMachine } from '../machine.ts'

const KILLS = 5
const CASES_EACH_KILL = 400
/** The next tick of a started worker is within seconds; it applies some hundred cases a second. */
const APPLIED_MAX_MS = 120_000

/**
 * F26: kill -9 of the worker while it applies the positive silence of the PQR whose term ended, and a restart. Expected: each case has its
 * silence, its two tasks, its event and its e-mail exactly once.
 */
export const killedDueCases: Fault = {
  name: 'F26',
  set: 'crash',
  title: 'kill -9 of the worker while the terms of PQR end',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const kills = rounds ?? KILLS
      const count = (kills + 1) * CASES_EACH_KILL
      const company = await makeCompany(machine.owner)
      const { id: client } = await makeClient(machine.owner, company)
      await makeCases(machine.owner, {
        company,
        client,
        email: 'ana@correo.test',
        count,
        due: count,
        closedBetween: 1,
      })
      const work = await machine.start('work')
      let [inside, slowest] = [0, 0]
      for (let kill = 0; kill < kills; kill += 1) {
        const before = await countOf(machine, SILENT)
        const began = performance.now()
        await untilCounted(machine, SILENT, before + 1)
        slowest = Math.max(slowest, performance.now() - began)
        await wait(random.between(0, 600))
        await work.end('SIGKILL')
        if ((await countOf(machine, SILENT)) < count) inside += 1
        await work.restart()
      }
      await untilCounted(machine, SILENT, count)
      await untilCounted(machine, WRITTEN, count)
      const { lost, twice } = await countConsequences(machine, count)
      return {
        times: kills,
        lost,
        twice,
        recoveredMs: slowest,
        problems: [
          ...(inside === 0 ? ['no kill was inside the work'] : []),
          ...(await machine.listProblems({ invented: INVENTED })),
        ],
        late: [],
        note: `${count} cases; ${inside} kills were inside the work`,
      }
    }),
}

/** The cases did not take their numbers from the counter. */
const INVENTED = ['I3']

const SILENT = `select count(*)::int as count from pqr_cases where status = 'sap'`
const WRITTEN = `select count(*)::int as count from messages where kind = 'pqr'`

async function countOf({ owner }: Machine, query: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(query)
  return rows[0]?.count ?? 0
}

/** Waits until a query counts so many, at most `APPLIED_MAX_MS`: what is missing then is counted as lost. */
async function untilCounted(machine: Machine, query: string, count: number): Promise<void> {
  const end = performance.now() + APPLIED_MAX_MS
  while ((await countOf(machine, query)) < count && performance.now() < end) await wait(20)
}

/** The cases without one of their consequences, and the consequences that are there more than once. */
async function countConsequences({ owner }: Machine, count: number): Promise<{ lost: number; twice: number }> {
  const { rows } = await owner.query<{ lost: number; twice: number }>(
    `select ($1::int - count(*) filter (where c.status = 'sap' and steps >= 1 and tasks >= 2 and events >= 1 and mails >= 1))::int as lost,
       coalesce(sum(greatest(steps - 1, 0) + greatest(tasks - 2, 0) + greatest(events - 1, 0) + greatest(mails - 1, 0)), 0)::int as twice
     from pqr_cases c,
       lateral (select count(*) as steps from pqr_entries e where e.case_id = c.id and e.kind = 'silence') s,
       lateral (select count(*) as tasks from pqr_tasks k where k.case_id = c.id) t,
       lateral (select count(*) as events from events v where v.entity_id = c.id::text and v.name = 'pqr.silence_applied') v,
       lateral (select count(*) as mails from messages m where m.dedupe in (select 'pqr:entry:' || e.id from pqr_entries e where e.case_id = c.id)) m`,
    [count],
  )
  return rows[0] ?? { lost: count, twice: 0 }
}
