import { expect, test } from 'vitest'
import { type Column, findWrongTypes } from './row-types.ts'
import { listStatements, type Statement } from './statement.ts'

const FILE = 'src/server/sample/queries.ts'
/** The compiler takes half a second, and longer beside other work. */
const COMPILER_MS = 30_000
const INT8 = 20
const TEXT = 25
const TIMESTAMPTZ = 1184
const JSONB = 3802

const SOURCE = `import { type Kysely, sql } from 'kysely'

type Row = { id: string; at: Date } & { amount: number | null }

export async function listRows(tx: Kysely<object>, id: string): Promise<Row[]> {
  const sorted = sql\`order by \${sql<Date>\`now() - interval '1 day'\`}\`
  const { rows } = await sql<Row>\`
    select id, at, amount from rows where id = \${id} and note <> \${\`\${id}}\`} \${sorted}\`
    .execute(tx)
  return rows
}

export const selectCounts = () => sql<{
  count: number
  by_kind: Map<string, { kind: string }[]>
}>\`select count(*) from \${sql<{ id: string }>\`(select id from rows)\`.as('found')}\`
`

const statements = listStatements(FILE, SOURCE)

test('a statement has its place, its row type and the texts between its parameters', () => {
  expect(statements).toEqual([
    {
      file: FILE,
      line: 7,
      name: 'listRows',
      row: 'Row',
      parts: ['\n    select id, at, amount from rows where id = ', ' and note <> ', ' ', ''],
    },
    {
      file: FILE,
      line: 13,
      name: 'selectCounts',
      row: '{\n  count: number\n  by_kind: Map<string, { kind: string }[]>\n}',
      parts: ['select count(*) from ', ''],
    },
  ])
})

const [listRows, selectCounts] = statements
const id = { name: 'id', type: TEXT }
const at = { name: 'at', type: TIMESTAMPTZ }
const amount = { name: 'amount', type: INT8 }

const wrongTypes = (...executed: [Statement | undefined, Column[]][]): string[] =>
  findWrongTypes(
    new Map([[FILE, SOURCE]]),
    executed.flatMap(([statement, columns]) => (statement ? [{ statement, columns }] : [])),
  )

test(
  'a statement that returns what it declares, and more, has no fault',
  () => {
    const counts = [
      { name: 'count', type: INT8 },
      { name: 'by_kind', type: JSONB },
    ]
    expect(wrongTypes([listRows, [id, at, amount, { name: 'note', type: TEXT }]], [selectCounts, counts])).toEqual([])
  },
  COMPILER_MS,
)

test(
  'a declared column that is not returned, or has another type, is a fault',
  () => {
    const faults = wrongTypes(
      [listRows, [id, amount]],
      [listRows, [id, { ...at, type: TEXT }, { ...amount, type: TIMESTAMPTZ }]],
      [listRows, [id, at, { ...amount, type: 600 }]],
      [selectCounts, [{ name: 'count', type: TEXT }]],
    )
    expect(faults).toEqual([
      `${FILE}:7 listRows: "at" is not returned`,
      `${FILE}:7 listRows: at is declared Date, and is string`,
      `${FILE}:7 listRows: amount is declared number, and is Date`,
      `${FILE}:7 listRows: amount is declared number, and is { typeNumber: 600 }`,
      `${FILE}:13 selectCounts: "by_kind" is not returned`,
      `${FILE}:13 selectCounts: count is declared number, and is string`,
    ])
  },
  COMPILER_MS,
)

test(
  'a row type that the compiler cannot read at the end of the file is a fault',
  () => {
    const statement = { file: FILE, line: 1, name: 'one', row: 'Missing', parts: [] }
    const faults = findWrongTypes(new Map([[FILE, 'export const one = 1\n']]), [{ statement, columns: [] }])
    expect(faults).toContain(`${FILE}:1 one: Cannot find name 'Missing'.`)
  },
  COMPILER_MS,
)
