import { runDemo } from '#demo/run.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { routes, schedules, tasks, tickers } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { prepareDatabase, type ReadyDatabase } from './db/prepare.ts'
import { checkInvariants } from './invariants/check.ts'
import { openWorld, start, stopOnSignals } from './start.ts'
import { createSuperadmin } from './users/create-superadmin.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const HELP = `Uso: bin/enlace <orden>
  serve                 sirve la API y la web, y trabaja los procesos
  api | work            solo una de las dos mitades
  migrate               lleva la base de datos al esquema de este programa
  audit verify          comprueba que nadie haya tocado la bitácora
  invariants            comprueba que cada peso, cada número y cada registro cuadren
  create-superadmin <correo>
                        crea a quien administra la plataforma y muestra su primera contraseña
  demo                  todo lo anterior con un mundo de ejemplo (bin/demo)`

const COMMANDS: Readonly<Record<string, (rest: readonly string[]) => Promise<void>>> = {
  serve: () => serve({ api: true, work: true }),
  api: () => serve({ api: true, work: false }),
  work: () => serve({ api: false, work: true }),
  demo: ([flag]) => runDemo(readConfig('demo', process.env), { web: flag !== '--no-web' }, print),
  migrate: async () => {
    const database = await prepareDatabase(readConfig('production', process.env), print)
    await database.stop()
    print('La base de datos está al día.')
  },
  audit: async ([action]) => {
    if (action !== 'verify') throw new Error(HELP)
    await withWorld(async (world) => {
      const { breaks, seals, events } = await verifyAudit(world)
      for (const { company, what } of breaks) print(`✗ ${company}: ${what}`)
      print(
        breaks.length === 0
          ? `La bitácora está completa: ${events} hechos en ${seals} sellos.`
          : `${breaks.length} daños en la bitácora.`,
      )
      process.exitCode = breaks.length === 0 ? 0 : 1
    })
  },
  invariants: () =>
    withDatabase(async (_config, { ownerUrl }) => {
      const { checked, breaches } = await checkInvariants(ownerUrl)
      for (const { id, rule, company, count, example } of breaches)
        print(`✗ ${id} (${rule}): ${count} en ${company ?? 'el esquema'}, por ejemplo ${example}`)
      print(breaches.length === 0 ? `Todo cuadra: ${checked} comprobaciones.` : `${breaches.length} cosas no cuadran.`)
      process.exitCode = breaches.length === 0 ? 0 : 1
    }),
  'create-superadmin': async ([email]) => {
    if (email === undefined) throw new Error('Escribe el correo: bin/enlace create-superadmin ana@miempresa.co')
    await withWorld(async (world) => print(await createSuperadmin(world, email)))
  },
}

async function serve(parts: { api: boolean; work: boolean }): Promise<void> {
  const running = await start(
    readConfig('production', process.env),
    { routes, tasks, schedules, tickers, ...parts },
    print,
  )
  stopOnSignals(running, print)
  if (!running.url.startsWith('https://')) print('PUBLIC_URL no es https: Enlace solo atiende en este equipo.')
  print(`Enlace está listo en ${running.url}${parts.api ? `, en el puerto ${running.port}` : ''}`)
}

/** Runs a command of the operator. Without DATABASE_URL it runs on the data of the demo. */
async function withDatabase(work: (config: Config, database: ReadyDatabase) => Promise<void>): Promise<void> {
  const config = readConfig(process.env.DATABASE_URL === undefined ? 'demo' : 'production', process.env)
  const database = await prepareDatabase(config, print)
  try {
    await work(config, database)
  } finally {
    await database.stop()
  }
}

const withWorld = (work: (world: ReturnType<typeof openWorld>) => Promise<void>): Promise<void> =>
  withDatabase(async (config, database) => {
    const world = openWorld(config, database.appUrl)
    try {
      await work(world)
    } finally {
      await world.close()
    }
  })

const [name = 'help', ...rest] = process.argv.slice(2)
const command = COMMANDS[name]
if (command) {
  command(rest).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
    // A failed start has closed its resources: the process can end now.
    process.exit()
  })
} else print(HELP)
