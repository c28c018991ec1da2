import './exit-flags.ts'
import path from 'node:path'
import { verifyAudit } from '#server/audit/verify.ts'
import { routes, schedules, tasks, tickers } from './app.ts'
import { readConfig } from './config.ts'
import { prepareDatabase } from './db/prepare.ts'
import { checkInvariants, listBreaches } from './invariants/check.ts'
import { setUpRadius } from './network/radius-setup.ts'
import { withAnySecret, withDatabase, withFiles, withWorld } from './operator.ts'
import { exportCompany } from './platform/export-company.ts'
import { importCompany } from './platform/import-company.ts'
import { replaceSecret } from './platform/secret.ts'
import { VERSION } from './platform/version.ts'
import { handleSignals } from './signals.ts'
import { start } from './start.ts'
import { createSuperadmin, disableSuperadmin, listSuperadmins, resetSuperadmin } from './users/superadmins.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const HELP = `Uso: bin/enlace <orden>
  serve                 sirve la API y la web, y trabaja los procesos
  api | work            solo una de las dos mitades
  migrate               lleva la base de datos al esquema de este programa
  audit verify          comprueba que nadie haya tocado la bitácora; con --without-heads,
                        también sin audit-heads.jsonl (no ve las cadenas recortadas)
  invariants            comprueba que cada peso, cada número y cada registro cuadren
  radius <carpeta>      escribe la configuración de FreeRADIUS de esta base de datos
  create-superadmin <correo>
                        crea a quien administra la plataforma y muestra su primera contraseña
  superadmin list       quiénes administran la plataforma
  superadmin disable <correo>
                        le quita el acceso y cierra sus sesiones
  superadmin reset <correo>
                        le da otra primera contraseña, quita su verificación en dos
                        pasos, y lo activa
  replace-secret        hace de ENLACE_SECRET la clave de la base de datos, cuando la de antes
                        se perdió o se cambia a propósito: apaga las integraciones, quita
                        la verificación en dos pasos y cierra todas las sesiones
  export <empresa> <carpeta>
                        escribe una empresa completa (por su NIT) en una carpeta nueva
  import <carpeta>      lee en esta instalación una empresa exportada de otra
  seed <clientes>       crea una empresa de prueba; con --beside-others, también donde hay otras
  demo                  sirve con datos de ejemplo, en un PostgreSQL propio (bin/demo)
  --version             la versión de este programa
Las comprobaciones y las órdenes de superadmin usan la base de DATABASE_URL; con --demo, la de la demostración.`

const ending = handleSignals(print)

type Given = { readonly operand: string; readonly second: string; readonly flags: ReadonlySet<string> }
type Command = {
  readonly flags?: readonly string[]
  readonly hasOperand?: true
  readonly hasSecond?: true
  readonly run: (given: Given) => Promise<void>
}

const placeOf = ({ flags }: Given) => ({ demo: flags.has('--demo'), env: process.env, ending, print })
const ofSuperadmins = (
  run: (world: Parameters<Parameters<typeof withWorld>[1]>[0], email: string) => Promise<string>,
): Command => ({
  flags: ['--demo'],
  hasOperand: true,
  run: async (given) => {
    if (given.operand === '') throw new Error('Escribe el correo completo, por ejemplo ana@miempresa.co')
    await withWorld(placeOf(given), async (world) => print(await run(world, given.operand)))
  },
})

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { run: () => serve({ api: true, work: true }) },
  api: { run: () => serve({ api: true, work: false }) },
  work: { run: () => serve({ api: false, work: true }) },
  demo: {
    flags: ['--no-web'],
    run: async ({ flags }) => {
      // Loaded here: no other command has the demo in its memory.
      const { runDemo } = await import('#demo/run.ts')
      await runDemo(readConfig('demo', process.env), { web: !flags.has('--no-web'), env: process.env }, ending, print)
    },
  },
  migrate: {
    run: async () => {
      const database = await prepareDatabase(readConfig('production', process.env), print)
      await database.stop()
      for (const name of database.applied) print(`Migración aplicada: ${name}`)
      print('La base de datos está al día.')
    },
  },
  'audit verify': {
    flags: ['--demo', '--without-heads'],
    run: (given) => withWorld(placeOf(given), (world) => verify(world, given.flags.has('--without-heads'))),
  },
  invariants: {
    flags: ['--demo'],
    run: (given) =>
      withDatabase(placeOf(given), async (_config, { ownerUrl }) => {
        const { checked, breaches } = await checkInvariants(ownerUrl)
        for (const { id, rule, company, count, example } of breaches)
          print(`✗ ${id} (${rule}): ${count} en ${company ?? 'el esquema'}, por ejemplo ${example}`)
        print(
          breaches.length === 0 ? `Todo cuadra: ${checked} comprobaciones.` : `${breaches.length} cosas no cuadran.`,
        )
        process.exitCode = breaches.length === 0 ? 0 : 1
      }),
  },
  radius: {
    flags: ['--demo'],
    hasOperand: true,
    run: async (given) => {
      if (given.operand === '') throw new Error('Escribe la carpeta, por ejemplo /etc/freeradius/enlace')
      await withDatabase(placeOf(given), async ({ secret }, { ownerUrl, appUrl }) => {
        const names = await setUpRadius({ ownerUrl, appUrl, secret }, path.resolve(given.operand))
        print(`Escribimos ${names.join(' y ')} en ${given.operand}, con una contraseña nueva: reinicia FreeRADIUS.`)
      })
    },
  },
  export: {
    flags: ['--demo'],
    hasSecond: true,
    run: async (given) => {
      if (given.operand === '' || given.second === '')
        throw new Error('Escribe el NIT de la empresa y una carpeta: bin/enlace export 900123456-8 /srv/empresa')
      await withFiles(placeOf(given), async (place) => {
        const done = await exportCompany(place, given.operand, path.resolve(given.second))
        print(`Exportamos ${done.company}: ${done.rows} filas y ${done.files} archivos en ${given.second}.`)
      })
    },
  },
  import: {
    hasOperand: true,
    run: async (given) => {
      if (given.operand === '') throw new Error('Escribe la carpeta que hizo export: bin/enlace import /srv/empresa')
      await withFiles(placeOf(given), async (place) => {
        const done = await importCompany(place, path.resolve(given.operand), brokenIn)
        print(`Importamos ${done.company}: ${done.rows} filas y ${done.files} archivos. Todo cuadra.`)
        print(
          'Cada persona pide su contraseña en «¿Olvidaste tu contraseña?», y la empresa conecta de nuevo sus integraciones.',
        )
      })
    },
  },
  seed: {
    flags: ['--beside-others'],
    hasOperand: true,
    run: async (given) => {
      // Loaded here: no other command has the demo in its memory.
      const { seedTrial } = await import('#demo/trial.ts')
      const mayHaveOthers = given.flags.has('--beside-others')
      await withWorld(placeOf(given), async (world) =>
        print(await seedTrial(world, { count: given.operand, mayHaveOthers })),
      )
    },
  },
  'create-superadmin': ofSuperadmins(createSuperadmin),
  'superadmin list': {
    flags: ['--demo'],
    run: (given) => withWorld(placeOf(given), async (world) => print(await listSuperadmins(world))),
  },
  'superadmin disable': ofSuperadmins(disableSuperadmin),
  'superadmin reset': ofSuperadmins(resetSuperadmin),
  'replace-secret': {
    run: (given) => withAnySecret(placeOf(given), async (world) => print(await replaceSecret(world))),
  },
}

/** What does not add up in a company that was imported, before it is committed. */
const brokenIn: Parameters<typeof importCompany>[2] = async ({ client, company }) =>
  (await listBreaches(client))
    .filter((breach) => breach.company === company)
    .map(({ id, rule, count, example }) => `✗ ${id} (${rule}): ${count}, por ejemplo ${example}`)

async function verify(world: Parameters<typeof verifyAudit>[0], withoutHeads: boolean): Promise<void> {
  const { breaks, notes, hasHeads, seals, events } = await verifyAudit(world)
  for (const { company, what } of breaks) print(`✗ ${company}: ${what}`)
  for (const note of notes) print(`  ${note}`)
  const isWhole = breaks.length === 0
  print(
    isWhole
      ? `${hasHeads ? 'La bitácora está completa' : 'Lo que hay de la bitácora está bien'}: ${events} hechos en ${seals} sellos.`
      : `${breaks.length} daños en la bitácora.`,
  )
  process.exitCode = isWhole && (hasHeads || withoutHeads) ? 0 : 1
}

async function serve(parts: { api: boolean; work: boolean }): Promise<void> {
  const { url, host, port } = await start(
    readConfig('production', process.env),
    { routes, tasks, schedules, tickers, ...parts },
    ending,
    print,
  )
  if (!parts.api)
    return print(
      'Enlace trabaja los procesos. No atiende peticiones ni tiene página de salud: que el proceso siga y su registro lo dicen todo.',
    )
  if (!url.startsWith('https://') && host === '127.0.0.1')
    print('PUBLIC_URL no es https: Enlace solo atiende en este equipo.')
  print(`Enlace está listo en ${url}, en el puerto ${port}`)
}

/** The command that the words name, with what it was given. Null for an unknown command, flag or word. */
function readCommand(words: readonly string[]): { command: Command; given: Given } | null {
  const flags = new Set(words.filter((word) => word.startsWith('-')))
  const plain = words.filter((word) => !word.startsWith('-'))
  for (const [name, command] of Object.entries(COMMANDS)) {
    const size = name.split(' ').length
    if (plain.slice(0, size).join(' ') !== name) continue
    const operands = plain.slice(size)
    const isKnown = [...flags].every((flag) => command.flags?.includes(flag))
    if (!isKnown || operands.length > (command.hasSecond ? 2 : command.hasOperand ? 1 : 0)) return null
    return { command, given: { operand: operands[0] ?? '', second: operands[1] ?? '', flags } }
  }
  return null
}

const words = process.argv.slice(2)
const found = readCommand(words)
if (['help', '--help', '-h'].includes(words[0] ?? '')) print(HELP)
else if (words[0] === '--version') print(`Enlace ${VERSION}`)
else if (found) ending.run(async () => found.command.run(found.given))
else {
  process.stderr.write(
    `${words.length === 0 ? 'Falta la orden.' : `No existe la orden: ${words.join(' ')}`}\n${HELP}\n`,
  )
  process.exitCode = 2
}
