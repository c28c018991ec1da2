import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DefaultQueryExecutor } from 'kysely'
import { Query } from 'pg'
import * as z from 'zod/mini'

/**
 * A setup file of the integration tests. With STATEMENTS_FOLDER it writes there, for each statement sql`…` that a test runs, its
 * parts and the columns that PostgreSQL describes, for scripts/check-statements.ts.
 */
const folder = process.env.STATEMENTS_FOLDER
const RECORDED = Symbol.for('enlace.statements.recorded')
// It runs before each test file, and the files of a worker share `pg` and `kysely`: the second time nothing is left to do.
if (folder && !Reflect.has(Query, RECORDED)) record(folder)

function record(into: string): void {
  Reflect.set(Query, RECORDED, true)
  mkdirSync(into, { recursive: true })
  const file = path.join(into, `${randomUUID()}.jsonl`)
  /** The statements of each text that Kysely compiled, by their parts. */
  const compiledFrom = new Map<string, Set<readonly string[]>>()
  const written = new Set<string>()

  // oxlint-disable-next-line typescript/unbound-method -- called below with the executor as `this`
  const compile = DefaultQueryExecutor.prototype.compileQuery
  DefaultQueryExecutor.prototype.compileQuery = function (node, queryId) {
    const compiled = compile.call(this, node, queryId)
    if (node.kind === 'RawNode') {
      const statements = compiledFrom.get(compiled.sql) ?? new Set()
      compiledFrom.set(compiled.sql, statements.add(node.sqlFragments))
    }
    return compiled
  }

  const Described = z.object({ fields: z.array(z.object({ name: z.string(), dataTypeID: z.number() })) })
  const describe: unknown = Reflect.get(Query.prototype, 'handleRowDescription')
  if (typeof describe !== 'function') throw new Error('pg has no Query.handleRowDescription')
  Reflect.set(Query.prototype, 'handleRowDescription', function (this: Query, message: unknown) {
    for (const parts of compiledFrom.get(String(Reflect.get(this, 'text'))) ?? []) {
      const columns = Described.parse(message).fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
      const line = JSON.stringify({ parts, columns })
      if (!written.has(line)) appendFileSync(file, `${line}\n`)
      written.add(line)
    }
    Reflect.apply(describe, this, [message])
  })
}
