import { openDesk } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { startLoad } from '../load.ts'
import { type Machine, withMachine } from '../machine.ts'

const LATER = '9999_later.sql'

/**
 * OLDER: a newer version migrates the database while a server of this one works: a column, a table and the name of its migration are there,
 * as an upgrade that only adds has them. Expected, as docs/operations.md says: no process of this version starts on it, and each says why; the
 * one that runs goes on under payments, and nothing is lost. A migration that changes what this version reads is not part of it.
 */
export const olderVersion: Fault = {
  name: 'OLDER',
  set: 'crash',
  title: 'a newer version migrates the database of one that works',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const server = await machine.start('serve')
      const desk = await openDesk(machine, server.url())
      const load = startLoad(desk, () => [server.url()], { random })
      await load.recoveredSince(performance.now())
      await machine.owner.query(
        `alter table payments add column later text; create table later (id uuid primary key);
         insert into schema_migrations (name, digest) values ('${LATER}', 'x')`,
      )
      const times = rounds ?? 1
      const problems: string[] = []
      for (let round = 0; round < times; round += 1)
        for (const command of ['serve', 'api', 'work'] as const) problems.push(...(await refusalOf(machine, command)))
      const { problems: unexpected, ...verdict } = await load.stop(machine.owner)
      if (!server.isRunning()) problems.push('the process that was running ended')
      // The checks of this version refuse a newer schema too.
      await machine.owner.query(
        `delete from schema_migrations where name = '${LATER}'; drop table later; alter table payments drop column later`,
      )
      return {
        times: times * 3,
        lost: verdict.lost,
        twice: verdict.twice,
        recoveredMs: null,
        problems: [...problems, ...unexpected, ...(await machine.listProblems())],
        late: [],
        note: `${times * 3} starts refused; ${verdict.acknowledged} payments by the process that was running`,
      }
    }),
}

/** Starts a process on the newer schema. Returns what is wrong with its refusal. */
async function refusalOf(machine: Machine, command: 'serve' | 'api' | 'work'): Promise<string[]> {
  const said = await machine.start(command).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  if (said === null) return [`${command} started on a newer schema`]
  return said.includes('más nueva') ? [] : [`${command} says: ${said.slice(0, 300)}`]
}
