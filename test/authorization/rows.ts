import type { Pool } from 'pg'

type Column = { table: string; column: string; type: string; generated: boolean }

/** The columns of every table. */
async function readColumns(owner: Pool): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select c.table_name as "table", c.column_name as "column", c.data_type as type, c.is_generated = 'ALWAYS' as generated
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`,
  )
  return rows
}

const companyColumn = (columns: readonly Column[], table: string): string | undefined =>
  table === 'companies'
    ? 'id'
    : columns.find((one) => one.table === table && one.column === 'company_id' && one.type === 'uuid')?.column

/**
 * One line for each table: a digest of its rows, of these companies or of all. The time of the last request of a session and the
 * counters of failures are not included: a refused call may write them.
 */
export async function digestRows(owner: Pool, companyIds: readonly string[] | null): Promise<string[]> {
  const columns = await readColumns(owner)
  const lines: string[] = []
  for (const table of new Set(columns.map((one) => one.table))) {
    const whose = companyColumn(columns, table)
    if (table === 'attempts' || (companyIds && !whose)) continue
    const { rows } = await owner.query<{ digest: string | null }>(
      `select md5(string_agg(r, '' order by r)) as digest
       from (select (to_jsonb(r) - 'last_used_at' - 'idle_ends_at')::text as r from ${table} r
         ${companyIds ? `where ${whose} = any ($1)` : ''}) rows`,
      companyIds ? [companyIds] : [],
    )
    lines.push(`${table} ${rows[0]?.digest}`)
  }
  return [...lines, `jobs ${await digestJobs(owner, companyIds)}`]
}

async function digestJobs(owner: Pool, companyIds: readonly string[] | null): Promise<string> {
  const { rows } = await owner.query<{ jobs: string | null }>(
    `select string_agg(payload::text, ',' order by id) as jobs from graphile_worker._private_jobs
     where $1::text[] is null or payload ->> 'company_id' = any ($1)`,
    [companyIds],
  )
  return rows[0]?.jobs ?? ''
}

/** The word that all texts of company B contain. */
export const CANARY = 'KNRY'

/** Columns whose text identifies a row or is one of a fixed list: they are not changed. */
const UNCHANGED_COLUMNS = new Set([
  'identification',
  'username',
  'endpoint_key',
  'reference',
  'transaction_id',
  'route',
  'key',
  'kind',
  'password_hash',
  'dedupe',
  'prefix',
  'department',
  'city',
])

/** The number of columns that contain the word, and the tables without a row of these companies. */
export type Planted = { columns: number; emptyTables: string[] }

/** Writes the word into all texts of the rows of some companies, also into empty ones. */
export async function plantCanaries(owner: Pool, companyIds: readonly string[]): Promise<Planted> {
  const columns = await readColumns(owner)
  const planted: Planted = { columns: 0, emptyTables: [] }
  for (const table of new Set(columns.map((one) => one.table))) {
    const whose = companyColumn(columns, table)
    const texts = columns.filter((one) => one.table === table && one.type === 'text' && !one.generated)
    if (!whose || texts.length === 0) continue
    const { rowCount } = await owner.query(`select from ${table} where ${whose} = any ($1) limit 1`, [companyIds])
    if (!rowCount) planted.emptyTables.push(table)
    else planted.columns += await plantInto(owner, table, { texts: texts.map((one) => one.column), whose, companyIds })
  }
  return planted
}

const RANDOM_TEXT = `substr(md5(random()::text), 1, 8)`
/** In the order in which they are tried: a column that accepts none of them has its own format (a NIT, a status). */
const FORMS = [
  `'${CANARY} ' || ${RANDOM_TEXT}`,
  `'${CANARY}' || upper(${RANDOM_TEXT})`,
  `'${CANARY.toLowerCase()}.' || ${RANDOM_TEXT} || '@canario.test'`,
]

type Texts = { texts: readonly string[]; whose: string; companyIds: readonly string[] }

async function plantInto(owner: Pool, table: string, { texts, whose, companyIds }: Texts): Promise<number> {
  const columns = texts.filter((one) => !UNCHANGED_COLUMNS.has(one)).map((column) => `"${column}"`)
  const where = `${whose} = any ('{${companyIds.join()}}')`
  // Tables that are append-only for the application are written here with their triggers disabled.
  await owner.query(`do $$
    declare col text; form text; scope text;
    begin
      alter table ${table} disable trigger user;
      foreach col in array array[${columns.map((column) => `'${column}'`).join()}]::text[] loop
        <<tries>>
        foreach scope in array array['', ' and ' || col || ' is not null'] loop
          foreach form in array array[${FORMS.map((form) => `$form$${form}$form$`).join()}] loop
            begin
              execute format($do$update ${table} set %s = %s where ${where}%s$do$, col, form, scope);
              exit tries;
            exception when others then null;
            end;
          end loop;
        end loop;
      end loop;
      alter table ${table} enable trigger user;
    end $$`)
  const counts = columns.map((column) => `count(*) filter (where ${column} ~* '${CANARY}') > 0`)
  const { rows } = await owner.query(
    `select ${counts.map((count) => `(${count})::int`).join(' + ') || '0'} as count from ${table} where ${where}`,
  )
  return Number(rows[0]?.count ?? 0)
}

const WORD = /[\w.@-]{6,}/g

/** Words that only the rows of some companies contain: their ids, numbers, documents and addresses. */
export async function distinctWords(owner: Pool, companyIds: readonly string[]): Promise<Set<string>> {
  const columns = await readColumns(owner)
  const found = new Set<string>()
  for (const { table, column, type } of columns) {
    const whose = companyColumn(columns, table)
    if (!whose || !(type === 'text' || (type === 'uuid' && column === 'id')) || table === 'event_seals') continue
    const { rows } = await owner.query<{ value: string }>(
      `select "${column}"::text as value from ${table} where ${whose} = any ($1)
       except select "${column}"::text from ${table} where ${whose} <> all ($1)`,
      [companyIds],
    )
    for (const { value } of rows) if (value?.match(WORD)?.[0] === value) found.add(value)
  }
  return found
}

/** The first word of a text that is one of `theirs`, or undefined. */
export const findWord = (text: string, theirs: ReadonlySet<string>): string | undefined =>
  (/knry.{0,12}/i.exec(text) ?? [])[0] ?? text.match(WORD)?.find((word) => theirs.has(word))
