import { Client } from 'pg'
import {
  type Catalogue,
  type DatabaseFunction,
  type Grant,
  type Policy,
  readCatalogue,
  type Table,
} from './catalogue.ts'

const HEAD = `-- Printed from the catalogue by \`npm run schema\`: edit a migration, not this file.
--
-- The schemas public and radius as they are, for reading and for review; the migrations are what runs. It also loads, as the owner, into an empty
-- database of a server that has the roles named here; the queue's own tables (graphile_worker) and the rows that migrations insert
-- are not in it. The order: what the tables use, tables (a table follows those it references), views, functions, triggers.
--
-- protect(table, company column, privileges) is written in full below. It turns row-level security on and forces it, makes the
-- three policies (tenant, platform, owner) and grants the privileges to enlace_app. Below a table it means exactly that; a
-- table with any difference shows its security and its policies in full instead. A grant that follows it is an addition.
-- A function without a grant may be executed by every role. Without an owner, a table or a function is the owner's of the database.`

/** The whole schema as SQL, printed from the catalogue (db/schema.sql). */
export async function printSchema(url: string): Promise<string> {
  const all = await withConnection(url, readCatalogue)
  const functions = (isEarly: boolean) =>
    all.functions.filter((one) => one.is_early === isEarly).map((one) => functionOf(one, all.grants))
  const parts = [
    HEAD,
    // A function may use one that is printed after it.
    'set check_function_bodies = off;',
    all.start.map((row) => row.line).join('\n'),
    ...functions(true),
    ...inOrder(all.tables.filter((table) => table.kind === 'r')).map((table) => tableOf(table, all)),
    ...all.tables.filter((table) => table.kind === 'v').map((view) => viewOf(view, all.grants)),
    ...withOwners(all.functions, functions(false)),
    ...all.tables.map((table) => linesOf(all.triggers, table.name).join('\n')).filter((lines) => lines !== ''),
  ]
  return `${parts.join('\n\n')}\n`
}

/** By name; a table comes after the tables it references. */
function inOrder(tables: readonly Table[]): Table[] {
  const placed: Table[] = []
  while (placed.length < tables.length) {
    const next = tables.find(
      (table) => !placed.includes(table) && table.needs.every((name) => placed.some((one) => one.name === name)),
    )
    if (!next) throw new Error('print.ts cannot print: tables that reference each other')
    placed.push(next)
  }
  return placed
}

function tableOf(table: Table, all: Catalogue): string {
  const inside = [...linesOf(all.columns, table.name), ...linesOf(all.constraints, table.name)]
  const grants = all.grants.filter((grant) => grant.of === table.name)
  const policies = all.policies.filter((policy) => policy.of === table.name)
  const protection = protectionOf(table, policies, grants)
  const triggers = all.triggers.filter((trigger) => trigger.of === table.name).map((trigger) => trigger.name)
  return [
    `create table ${table.name} (\n${inside.map((line) => `  ${line}`).join(',\n')}\n)${optionsOf(table)};`,
    ...linesOf(all.indexes, table.name),
    ...ownerOf(table),
    ...(protection
      ? [
          protection,
          ...grantLines(
            table.name,
            grants.filter((grant) => !isOfApp(grant)),
          ),
        ]
      : [...securityLines(table), ...policies.map(policyLine), ...grantLines(table.name, grants)]),
    ...(triggers.length > 0 ? [`-- triggers, at the end: ${triggers.join(', ')}`] : []),
  ].join('\n')
}

/** The call of protect() that creates exactly the security of the table; undefined when there is a difference. */
function protectionOf(table: Table, policies: readonly Policy[], grants: readonly Grant[]): string | undefined {
  const column = /^\((\w+) = \( SELECT current_company\(\) AS current_company\)\)$/.exec(
    policies.find((policy) => policy.name === 'tenant')?.using ?? '',
  )?.[1]
  if (column === undefined || !table.has_security || !table.is_forced || table.owner !== null) return undefined
  const own = `(${column} = ( SELECT current_company() AS current_company))`
  const standard: Policy[] = [
    { ...ALL, of: table.name, name: 'owner', roles: ['current_user'], using: 'true', check: 'true' },
    {
      ...ALL,
      of: table.name,
      name: 'platform',
      roles: ['enlace_platform', 'enlace_search'],
      using: 'true',
      check: 'true',
    },
    { ...ALL, of: table.name, name: 'tenant', roles: ['enlace_app'], using: own, check: own },
  ]
  if (policies.map(policyLine).join() !== standard.map(policyLine).join()) return undefined
  const privileges = grants.filter(isOfApp).map((grant) => grant.privilege)
  return privileges.length > 0 ? `select protect('${table.name}', '${column}', '${privileges.join(', ')}');` : undefined
}

const ALL = { is_permissive: true, command: 'all' }

/** Whether a grant is one of protect(): a privilege on the whole table, to the tenant's role. */
const isOfApp = (grant: Grant): boolean => grant.grantee === 'enlace_app' && grant.columns === null && !grant.may_grant

const securityLines = (table: Table): string[] => [
  ...(table.has_security ? [`alter table ${table.name} enable row level security;`] : []),
  ...(table.is_forced ? [`alter table ${table.name} force row level security;`] : []),
]

const policyLine = (policy: Policy): string =>
  [
    `create policy ${policy.name} on ${policy.of}`,
    ...(policy.is_permissive ? [] : ['as restrictive']),
    ...(policy.command === 'all' ? [] : [`for ${policy.command}`]),
    `to ${policy.roles.join(', ')}`,
    ...(policy.using === null ? [] : [`using (${policy.using})`]),
    ...(policy.check === null ? [] : [`with check (${policy.check})`]),
  ].join(' ') + ';'

/** One line for each role: first its privileges on the whole table, then those on columns. */
function grantLines(of: string, grants: readonly Grant[]): string[] {
  const roles = [...new Set(grants.map((grant) => `${grant.grantee}${grant.may_grant ? ' with grant option' : ''}`))]
  return roles.map((role) => {
    const own = grants.filter((grant) => `${grant.grantee}${grant.may_grant ? ' with grant option' : ''}` === role)
    const privileges = own.map((grant) => `${grant.privilege}${grant.columns ? ` (${grant.columns.join(', ')})` : ''}`)
    return `grant ${privileges.join(', ')} on ${of} to ${role};`
  })
}

const viewOf = (view: Table, grants: readonly Grant[]): string =>
  [
    `create view ${view.name}${optionsOf(view)} as\n${view.view ?? ''}`,
    ...ownerOf(view),
    ...grantLines(
      view.name,
      grants.filter((grant) => grant.of === view.name),
    ),
  ].join('\n')

const optionsOf = (table: Table): string => (table.options === null ? '' : ` with (${table.options})`)
const ownerOf = (table: Table): string[] =>
  table.owner === null ? [] : [`alter table ${table.name} owner to ${table.owner};`]

const functionOf = (one: DatabaseFunction, grants: readonly Grant[]): string =>
  [
    `${one.definition.trim()};`,
    ...(one.owner === null ? [] : [`alter function ${one.signature} owner to ${one.owner};`]),
    ...(one.is_public ? [] : [`revoke execute on function ${one.signature} from public;`]),
    ...grantLines(
      `function ${one.signature}`,
      grants.filter((grant) => grant.of === one.signature),
    ),
  ].join('\n')

/** The owner of a function needs the right to create in the schema: it has that right only while the functions are created. */
function withOwners(all: readonly DatabaseFunction[], functions: readonly string[]): string[] {
  const owners = [...new Set(all.flatMap((one) => (one.owner === null ? [] : [one.owner])))].toSorted()
  if (owners.length === 0) return [...functions]
  const roles = owners.join(', ')
  const schemas = [...new Set(all.flatMap(({ owner, schema }) => (owner === null ? [] : [schema])))].join(', ')
  return [
    `grant create on schema ${schemas} to ${roles}; -- only until the functions are theirs`,
    ...functions,
    `revoke create on schema ${schemas} from ${roles};`,
  ]
}

const linesOf = (rows: readonly { of: string; line: string }[], of: string): string[] =>
  rows.filter((row) => row.of === of).map((row) => row.line)

export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
