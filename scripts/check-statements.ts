import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { findWrongTypes } from '../test/statements/row-types.ts'
import { listStatements } from '../test/statements/statement.ts'

/**
 * Compares the row types that statements sql<Row>`…` of src/server declare with the columns that PostgreSQL returned in the
 * integration tests. A statement that no test runs in its own process is a fault too: its types are unknown.
 * The argument is the folder with what test/statements/record.ts wrote:
 *   STATEMENTS_FOLDER=/tmp/statements npm run test:integration && npx node scripts/check-statements.ts /tmp/statements
 */
const Recorded = z.object({
  parts: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: z.number() })),
})

const ROOT = path.resolve(import.meta.dirname, '..')
const [folder = ''] = process.argv.slice(2)

const sources = new Map(
  readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|json)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name): [string, string] => [`src/${name}`, readFileSync(path.join(ROOT, 'src', name), 'utf8')]),
)
const statements = [...sources]
  .filter(([file]) => file.startsWith('src/server/'))
  .flatMap(([file, text]) => listStatements(file, text))

// Two statements with the same parts are each compared with the executions of both.
const recorded = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
  readFileSync(path.join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.parse(Recorded, JSON.parse(line))),
)
const byParts = Map.groupBy(recorded, ({ parts }) => JSON.stringify(parts))
const executed = statements.flatMap((statement) =>
  (byParts.get(JSON.stringify(statement.parts)) ?? []).map(({ columns }) => ({ statement, columns })),
)

const missing = statements.filter(({ parts }) => !byParts.has(JSON.stringify(parts)))
const faults = [
  ...findWrongTypes(sources, executed),
  ...missing.map(({ file, line, name }) => `${file}:${line} ${name}: no integration test runs this statement`),
]
for (const fault of faults) console.log(fault)
const count = statements.length - missing.length
console.log(`${count} of ${statements.length} statements executed, ${faults.length} faults`)
process.exitCode = faults.length === 0 && statements.length > 0 ? 0 : 1
