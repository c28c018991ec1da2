import { type Config, readConfig } from './config.ts'
import { openDatabase, type ReadyDatabase } from './db/prepare.ts'
import { proveSecret } from './platform/secret.ts'
import type { ObjectStore } from './providers/objects/store.ts'
import type { Ending } from './signals.ts'
import { type OpenWorld, openWorld } from './start.ts'

/** Where an operator's command works: on the database of DATABASE_URL, or with `--demo` on the one of the demo. */
export type Place = {
  readonly demo: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  readonly ending: Ending
  readonly print: (line: string) => void
}

/** Runs a command on a database that is already there and has the schema of this program. Prints which database it is. */
export async function withDatabase(
  { demo, env, ending, print }: Place,
  work: (config: Config, database: ReadyDatabase) => Promise<void>,
): Promise<void> {
  const config = configOf(demo, env)
  const database = await openDatabase(config, print)
  const aborted = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(new Error('Cerrando…')), { once: true })
  })
  try {
    ending.signal.throwIfAborted()
    await Promise.race([work(config, database), aborted])
  } finally {
    await database.stop()
  }
}

/** Runs a command with the World of a process. Refuses with another ENLACE_SECRET than the one of the database. */
export const withWorld = (place: Place, work: (world: OpenWorld) => Promise<void>): Promise<void> =>
  withAnySecret(place, async (world) => {
    await proveSecret(world)
    await work(world)
  })

/** The same without the proof of the secret: for the order that replaces it. */
export const withAnySecret = (place: Place, work: (world: OpenWorld) => Promise<void>): Promise<void> =>
  withOpenWorld(place, work)

/** Runs a command that moves a whole company: with the owner of the database, and where the files are. */
export const withFiles = (
  place: Place,
  work: (given: { ownerUrl: string; store: ObjectStore }) => Promise<void>,
): Promise<void> => withOpenWorld(place, (world, { ownerUrl }) => work({ ownerUrl, store: world.files }))

const withOpenWorld = (
  place: Place,
  work: (world: OpenWorld, database: ReadyDatabase) => Promise<void>,
): Promise<void> =>
  withDatabase(place, async (config, database) => {
    const world = openWorld(config, database.appUrl)
    try {
      await work(world, database)
    } finally {
      await world.close()
    }
  })

/** A check that lost its environment must not report on the demo: without DATABASE_URL it refuses. */
function configOf(demo: boolean, env: Place['env']): Config {
  const isSet = (env['DATABASE_URL'] ?? '') !== ''
  if (demo && isSet) throw new Error('DATABASE_URL y --demo dicen dos bases de datos distintas. Quita una de las dos.')
  if (!demo && !isSet)
    throw new Error(
      'Falta DATABASE_URL: no se miró ninguna base de datos. Escribe las variables del servidor (ver .env.example), o agrega --demo para usar la base de la demostración.',
    )
  return readConfig(demo ? 'demo' : 'production', env)
}
