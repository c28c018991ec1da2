import { runClock } from '#server/pqr/clock.ts'
import { connectModules } from '#server/reactions.ts'
import { childWorld } from './child-world.ts'

connectModules()

/** Applies the due terms of cases at an instant, in a process that a test can kill: `pqr-child.ts INSTANT`. Prints how many at its end. */
const [instant = ''] = process.argv.slice(2)
const world = childWorld({ clock: () => new Date(instant) })
const count = await runClock(world)
await world.pool.end()
process.stdout.write(String(count))
