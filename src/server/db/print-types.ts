import { withConnection } from './print.ts'

type Column = {
  table: string
  name: string
  type: string
  domain: string | null
  nullable: boolean
  defaulted: boolean
  generated: boolean
  /** The definitions of the checks over this column alone. */
  checks: string[]
}

const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  boolean: 'boolean',
  'double precision': 'number',
  smallint: 'number',
  bytea: 'Buffer',
  date: 'Day',
  json: 'Json',
  jsonb: 'Json',
  'timestamp with time zone': 'Date',
  'uuid[]': 'string[]',
  'text[]': 'string[]',
  // As the driver reads it.
  'bigint[]': 'string[]',
}
/** The line width of the formatter: the file is printed as it would format it. */
const WIDTH = 120

/**
 * The TypeScript of src/server/db/types.ts: one type for each table, as its rows are read and written, and one for each column
 * whose check lists its values. A generated column can be read only.
 */
export async function printTypes(url: string): Promise<string> {
  const columns = await withConnection(url, async (client) => (await client.query<Column>(COLUMNS)).rows)
  const tables = [...new Set(columns.map((column) => column.table))]
  const bodies = tables.map((table) => {
    const own = columns.filter((column) => column.table === table)
    const lines = own.map((column) => `  ${column.name}: ${typeOf(column)}`)
    return [...own.flatMap(unionOf), `export type ${typeName(table)}Table = {\n${lines.join('\n')}\n}\n`].join('\n')
  })
  const unions = columns.filter(isListed).map((column) => `  ${unionKey(column)}: ${unionName(column)}`)
  const values = `/** The columns whose values a check lists. */\nexport type ListedValues = {\n${unions.join('\n')}\n}\n`
  const database = `export type Database = {\n${tables.map((table) => `  ${table}: ${typeName(table)}Table`).join('\n')}\n}\n`
  return [`${header(bodies.join(''))}${bodies.join('\n')}`, values, database].join('\n')
}

/** The imports that the file uses: the linter refuses unused ones. */
function header(body: string): string {
  const kysely = ['ColumnType', 'Generated'].filter((name) =>
    (name === 'ColumnType' ? /\b(Json|ColumnType)\b/ : /\bGenerated\b/).test(body),
  )
  return [
    '// Printed from the database by `npm run schema`: edit a migration, not this file.',
    `import type { ${kysely.join(', ')} } from 'kysely'`,
    ...(/\bDay\b/.test(body) ? [`import type { Day } from '#domain/core/days.ts'`] : []),
    ...(/\bMoney\b/.test(body) ? [`import type { Money } from '#domain/core/money.ts'`] : []),
    '',
    ...(/\bJson\b/.test(body)
      ? [
          '/** Written as JSON text, read as a value of unknown shape. */',
          'type Json = ColumnType<unknown, string | null, string | null>',
          '',
        ]
      : []),
    '',
  ].join('\n')
}

const typeName = (name: string): string =>
  name.replace(/(^|_)(\w)/g, (_, _under, initial: string) => initial.toUpperCase())

const unionName = (column: Column): string => typeName(`${column.table}_${column.name}`)
const unionKey = (column: Column): string => `${column.table}_${column.name}`

function typeOf(column: Column): string {
  const base = isListed(column)
    ? unionName(column)
    : column.domain === 'centavos'
      ? 'Money'
      : (TYPES[column.type] ?? 'string')
  const nullable = column.nullable && base !== 'Json' ? `${base} | null` : base
  if (column.generated) return `ColumnType<${base === 'Json' ? 'unknown' : nullable}, never, never>`
  return column.defaulted && base !== 'Json' ? `Generated<${nullable}>` : nullable
}

const isListed = (column: Column): boolean => valuesOf(column).length > 0

function unionOf(column: Column): string[] {
  const values = valuesOf(column).map((value) => `'${value}'`)
  if (values.length === 0) return []
  const start = `export type ${unionName(column)} =`
  const line = `${start} ${values.join(' | ')}`
  return [line.length <= WIDTH ? `${line}\n` : `${[start, ...values.map((value) => `  | ${value}`)].join('\n')}\n`]
}

/** The values of `CHECK ((status = ANY (ARRAY['queued'::text, 'done'::text])))`, or of a check that allows one value. */
function valuesOf(column: Column): string[] {
  for (const check of column.checks) {
    const list = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.+)\]\)|('\w+'::text))\)\)$/.exec(check)
    const text = list?.[1] ?? list?.[2] ?? ''
    const values = [...text.matchAll(/'(\w+)'::text/g)].map((match) => match[1] ?? '')
    if (values.length > 0 && text === values.map((value) => `'${value}'::text`).join(', ')) return values
  }
  return []
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null) as type,
    case when t.typtype = 'd' then t.typname end as domain, not a.attnotnull as nullable, a.atthasdef as defaulted,
    a.attgenerated <> '' as generated,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and c.relname <> 'schema_migrations'
  order by c.relname, a.attnum`
