import { Client } from 'pg'

type Column = {
  table: string
  name: string
  type: string
  domain: string | null
  nullable: boolean
  defaulted: boolean
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
}

/** The TypeScript of src/server/db/types.ts: one type for each table, as its rows are read and written. */
export async function printTypes(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const columns = await readColumns(client)
    const tables = [...new Set(columns.map((column) => column.table))]
    const bodies = tables.map((table) => {
      const lines = columns
        .filter((column) => column.table === table)
        .map((column) => `  ${column.name}: ${typeOf(column)}`)
      return `export type ${typeName(table)} = {\n${lines.join('\n')}\n}\n`
    })
    const database = `export type Database = {\n${tables.map((table) => `  ${table}: ${typeName(table)}`).join('\n')}\n}\n`
    return `${header(bodies.join())}${bodies.join('\n')}\n${database}`
  })
}

/** Only the imports that are used: the tree is linted whole. */
function header(body: string): string {
  const kysely = ['ColumnType', 'Generated'].filter((name) =>
    (name === 'ColumnType' ? /\bJson\b/ : /\bGenerated\b/).test(body),
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

const typeName = (table: string): string =>
  `${table.replace(/(^|_)(\w)/g, (_, _under, letter: string) => letter.toUpperCase())}Table`

function typeOf(column: Column): string {
  const base = column.domain === 'centavos' ? 'Money' : (TYPES[column.type] ?? 'string')
  if (base === 'Json') return base
  const nullable = column.nullable ? `${base} | null` : base
  return column.defaulted ? `Generated<${nullable}>` : nullable
}

async function readColumns(client: Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as "table", a.attname as name, format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null) as type,
      case when t.typtype = 'd' then t.typname end as domain, not a.attnotnull as nullable, a.atthasdef as defaulted
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and c.relname <> 'schema_migrations'
    order by c.relname, a.attnum`)
  return rows
}

/**
 * The whole schema as SQL, printed from the catalogue (db/schema.sql): tables with constraints, indexes, security, triggers,
 * functions, grants. For reading and for review; migrations are what runs.
 */
export async function printSchema(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const columns = await client.query<{ table: string; line: string }>(COLUMNS)
    const constraints = await client.query<{ table: string; line: string }>(CONSTRAINTS)
    const extras = await client.query<{ table: string; line: string }>(EXTRAS)
    const functions = await client.query<{ line: string }>(FUNCTIONS)
    const pick = (rows: { table: string; line: string }[], table: string) =>
      rows.filter((row) => row.table === table).map((row) => row.line)
    const tables = [...new Set(columns.rows.map((row) => row.table))].map((table) => {
      const inside = [...pick(columns.rows, table), ...pick(constraints.rows, table)].map((line) => `  ${line}`)
      return [`create table ${table} (\n${inside.join(',\n')}\n);`, ...pick(extras.rows, table)].join('\n')
    })
    const head = '-- Printed from the catalogue by `npm run schema`: edit a migration, not this file.\n'
    return `${[head, 'create domain centavos as bigint;', ...functions.rows.map((row) => `${row.line.trim()};`), ...tables].join('\n\n')}\n`
  })
}

const COLUMNS = `
  select c.relname as "table", a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    and c.relname <> 'schema_migrations'
  order by c.relname, a.attnum`

const CONSTRAINTS = `
  select c.relname as "table", 'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'c', 'f', 'x') and c.relname <> 'schema_migrations'
  order by c.relname, array_position(array['p', 'u', 'f', 'x', 'c'], k.contype::text), k.conname`

// Indexes, row-level security, policies, triggers, grants: in this order below each table.
const EXTRAS = `
  select "table", line from (
    select c.relname as "table", 1 as place, i.relname as name, pg_get_indexdef(i.oid) || ';' as line
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
    union all
    select relname, 2, relname, format('alter table %s enable row level security;', relname) from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity
    union all
    select relname, 3, relname, format('alter table %s force row level security;', relname) from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity
    union all
    select tablename, 4, policyname, format('create policy %s on %s to %s using (%s) with check (%s);', policyname, tablename,
      case when policyname = 'owner' then '{owner}' else array_to_string(array(select r from unnest(roles) r order by r), ', ') end, qual, with_check)
    from pg_policies where schemaname = 'public'
    union all
    select c.relname, 5, t.tgname, pg_get_triggerdef(t.oid) || ';' from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all
    select table_name, 6, grantee, format('grant %s on %s to %s;', string_agg(lower(privilege_type), ', ' order by privilege_type), table_name, grantee)
    from information_schema.role_table_grants where table_schema = 'public' and grantee like 'enlace\\_%'
      and grantee in ('enlace_app', 'enlace_platform', 'enlace_search') group by table_name, grantee
  ) all_lines where "table" <> 'schema_migrations' order by "table", place, name`

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as line from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname`

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
