import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Statement } from './statement.ts'

/** A column that PostgreSQL returns, with the number of its type in pg_type. */
export type Column = { name: string; type: number }

/** A statement with the columns that one execution of it returned. */
export type Executed = { statement: Statement; columns: Column[] }

type Check = { statement: Statement; code: string; real: string; column: string }

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The TypeScript type of a value of each PostgreSQL type, as src/server/db/pool.ts parses it. A type that is not here is a fault. */
const VALUES: Readonly<Record<number, string>> = {
  16: 'boolean', // bool
  17: 'Buffer', // bytea
  20: 'number', // int8
  21: 'number', // int2
  23: 'number', // int4
  25: 'string', // text
  114: 'unknown', // json
  701: 'number', // float8
  1009: 'string[]', // text[]
  1016: 'string[]', // int8[]: the driver leaves its elements as text
  1082: 'string', // date
  1182: 'Date[]', // date[]: the driver makes instants of its elements
  1184: 'Date', // timestamptz
  1700: 'string', // numeric
  2950: 'string', // uuid
  2951: 'string[]', // uuid[]
  3802: 'unknown', // jsonb
}

/**
 * The types of the checks. A column that is returned but not declared is allowed, because the code cannot read it. Null is not
 * checked: PostgreSQL does not describe whether an expression or the column of an outer join can be null.
 */
const CHECK_TYPES = `
interface DeclaredAs<Declared> { declared: Declared }
type CheckColumn<Row, Name, Real> =
  Name extends keyof Row ? ([NonNullable<Row[Name]>] extends [Real] ? true : DeclaredAs<NonNullable<Row[Name]>>) : true
type CheckNames<Row, Returned> =
  [Exclude<keyof Row, Returned>] extends [never] ? true : DeclaredAs<Exclude<keyof Row, Returned>>
`

/** What is wrong with the declared row types, a line for each fault. `sources` are the texts of src by their path. */
export function findWrongTypes(sources: ReadonlyMap<string, string>, executed: readonly Executed[]): string[] {
  const byFile = Map.groupBy(distinct(executed), ({ statement }) => statement.file)
  const checks = new Map<string, Check>()
  const folder = mkdtempSync(path.join(tmpdir(), 'enlace-statements-'))
  try {
    for (const [file, text] of sources) {
      const lines = text.split('\n')
      for (const check of (byFile.get(file) ?? []).flatMap(checksOf)) {
        checks.set(`${file}:${lines.length + 1}`, check)
        lines.push(...`export const check${lines.length}: ${check.code} = true`.split('\n'))
      }
      write(folder, file, lines.join('\n'))
    }
    writeProject(folder, [...byFile.keys()])
    const tsc = spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const faults = tsc.stdout.split('\n').flatMap((line) => faultOf(line, checks))
    if (tsc.status !== 0 && faults.length === 0) return [`tsc ended with ${tsc.status}: ${tsc.stdout}${tsc.stderr}`]
    return faults
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function distinct(executed: readonly Executed[]): Executed[] {
  return [...new Map(executed.map((one) => [JSON.stringify(one), one])).values()]
}

function checksOf({ statement, columns }: Executed): Check[] {
  const names = columns.map(({ name }) => JSON.stringify(name)).join(' | ') || 'never'
  const returned = { statement, code: `CheckNames<${statement.row}, ${names}>`, real: 'not returned', column: '' }
  return [
    returned,
    ...columns.map(({ name, type }) => {
      const real = VALUES[type] ?? `{ typeNumber: ${type} }`
      return { statement, code: `CheckColumn<${statement.row}, ${JSON.stringify(name)}, ${real}>`, real, column: name }
    }),
  ]
}

/** The options of the compiler, and the packages, are those of the project. */
function writeProject(folder: string, files: readonly string[]): void {
  copyFileSync(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'))
  write(folder, 'checks.d.ts', CHECK_TYPES)
  write(
    folder,
    'tsconfig.json',
    JSON.stringify({
      extends: path.join(ROOT, 'tsconfig.json'),
      compilerOptions: { noUnusedLocals: false },
      include: ['**/*.d.ts'],
      files,
    }),
  )
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
}

function write(folder: string, file: string, text: string): void {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}

/** One line of the compiler: of a check, or of the source itself. */
function faultOf(line: string, checks: ReadonlyMap<string, Check>): string[] {
  const [, file = '', place = '', message = ''] = /^(\S+?)\((\d+),\d+\): error TS\d+: (.*)$/.exec(line) ?? []
  if (file === '') return []
  const check = checks.get(`${file}:${place}`)
  if (!check) return [`${file}:${place}: ${message}`]
  const { statement, column, real } = check
  const declared = /'DeclaredAs<(.*)>'/.exec(message)?.[1]
  const where = `${statement.file}:${statement.line} ${statement.name}`
  if (declared === undefined) return [`${where}: ${message}`]
  return [
    column === '' ? `${where}: ${declared} is ${real}` : `${where}: ${column} is declared ${declared}, and is ${real}`,
  ]
}
