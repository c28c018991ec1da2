import type { Client } from 'pg'

/** A statement or a part of one, printed below its table, view or function (`of`). */
export type CatalogueLine = { of: string; line: string }
export type Policy = {
  of: string
  name: string
  is_permissive: boolean
  command: string
  roles: string[]
  using: string | null
  check: string | null
}
export type Table = {
  name: string
  kind: 'r' | 'v'
  owner: string | null
  has_security: boolean
  is_forced: boolean
  options: string | null
  view: string | null
  needs: string[]
}
export type Grant = { of: string; grantee: string; privilege: string; columns: string[] | null; may_grant: boolean }
export type DatabaseFunction = {
  schema: string
  signature: string
  definition: string
  is_early: boolean
  owner: string | null
  is_public: boolean
}

/** Reads the objects of the schema `public`. Throws on a kind that the printer does not support, so that the print is complete. */
export async function readCatalogue(client: Client) {
  const rows = async <R extends object>(text: string): Promise<R[]> => (await client.query<R>(text)).rows
  const unknown = await rows<{ kind: string; name: string }>(UNKNOWN)
  if (unknown.length > 0)
    throw new Error(`print.ts cannot print: ${unknown.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`)
  return {
    start: await rows<{ line: string }>(START),
    tables: await rows<Table>(TABLES),
    columns: await rows<CatalogueLine>(COLUMNS),
    constraints: await rows<CatalogueLine>(CONSTRAINTS),
    indexes: await rows<CatalogueLine>(INDEXES),
    policies: await rows<Policy>(POLICIES),
    grants: await rows<Grant>(GRANTS),
    triggers: await rows<CatalogueLine & { name: string }>(TRIGGERS),
    functions: await rows<DatabaseFunction>(FUNCTIONS),
  }
}

export type Catalogue = Awaited<ReturnType<typeof readCatalogue>>

const PUBLIC = `'public'::regnamespace`
/** The schemas of the program: `radius` has only functions, which FreeRADIUS calls. */
const OWN_SCHEMAS = `(select oid from pg_namespace where nspname in ('public', 'radius'))`
const NOT_OF_AN_EXTENSION = `not exists (select from pg_depend d where d.deptype = 'e' and d.classid = tableoid and d.objid = oid)`

const UNKNOWN = `
  select 'relation of kind ' || relkind::text as kind, relname as name from pg_class
  where relnamespace = ${PUBLIC} and (relkind not in ('r', 'v', 'i') or relispartition or relpersistence <> 'p') and ${NOT_OF_AN_EXTENSION}
  union all
  select 'type', typname from pg_type where typnamespace = ${PUBLIC} and typtype in ('e', 'r') and ${NOT_OF_AN_EXTENSION}
  union all
  select 'domain with a default or a constraint', typname from pg_type t where typnamespace = ${PUBLIC} and typtype = 'd'
    and (typdefault is not null or typnotnull or exists (select from pg_constraint where contypid = t.oid))
  union all
  select 'function of kind ' || prokind::text, proname from pg_proc where pronamespace in ${OWN_SCHEMAS} and prokind not in ('f', 'a') and ${NOT_OF_AN_EXTENSION}
  union all
  select 'aggregate with more than a function and a type', proname from pg_proc p join pg_aggregate a on a.aggfnoid = p.oid
  where pronamespace in ${OWN_SCHEMAS} and (aggkind <> 'n' or proparallel <> 'u' or prosecdef or agginitval is not null or aggsortop <> 0
    or aggtransspace <> 0 or 0 <> any (array[aggfinalfn, aggcombinefn, aggserialfn, aggdeserialfn, aggmtransfn]::oid[]))
  union all
  select 'relation of a schema with functions only', c.oid::regclass::text from pg_class c
  where c.relnamespace in ${OWN_SCHEMAS} and c.relnamespace <> ${PUBLIC}
  union all
  select 'constraint trigger', conname from pg_constraint where connamespace = ${PUBLIC} and contype = 't'
  union all
  select 'rule', rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = ${PUBLIC} and rulename <> '_RETURN'
  union all
  select 'identity column', attrelid::regclass::text || '.' || attname from pg_attribute a join pg_class c on c.oid = attrelid
  where c.relnamespace = ${PUBLIC} and attidentity <> ''
  union all
  select 'inheritance', inhrelid::regclass::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where c.relnamespace = ${PUBLIC} and c.relkind = 'r'
  union all
  select 'default privileges', defaclobjtype::text from pg_default_acl
  order by 1, 2`

// Extensions, domains, and the rights on the schema beyond those that a new database has.
const START = `
  select line from (
    select 1 as place, format('create extension if not exists %s;', extname) as line from pg_extension where extname <> 'plpgsql'
    union all
    select 1, format('create schema %s;', nspname) from pg_namespace where oid in ${OWN_SCHEMAS} and oid <> ${PUBLIC}
    union all
    select 2, format('grant %s on schema %s to %s;', lower(privilege_type), nspname, string_agg(grantee, ', ' order by grantee))
    from (
      select case when x.grantee = 0 then 'public' else pg_get_userbyid(x.grantee)::text end as grantee, x.privilege_type, n.nspname
      from pg_namespace n, aclexplode(n.nspacl) x where n.oid in ${OWN_SCHEMAS} and x.grantee <> n.nspowner
    ) given where (nspname, grantee, privilege_type) <> ('public', 'public', 'USAGE') group by nspname, privilege_type
    union all
    select 3, format('create domain %s as %s;', typname, format_type(typbasetype, typtypmod)) from pg_type
    where typnamespace = ${PUBLIC} and typtype = 'd' and ${NOT_OF_AN_EXTENSION}
  ) lines order by place, line`

const TABLES = `
  select relname as name, relkind as kind, nullif(pg_get_userbyid(relowner)::text, current_user) as owner,
    relrowsecurity as has_security, relforcerowsecurity as is_forced, array_to_string(reloptions, ', ') as options,
    case when relkind = 'v' then pg_get_viewdef(oid) end as view,
    array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and f.oid <> c.oid) as needs
  from pg_class c where relnamespace = ${PUBLIC} and relkind in ('r', 'v') and relname <> 'schema_migrations' order by relname`

const COLUMNS = `
  select c.relname as of, quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation::text else '' end
    || case when a.attnotnull then ' not null' else '' end
    || case a.attgenerated
      when '' then coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
      else format(' generated always as (%s) %s', pg_get_expr(d.adbin, d.adrelid), case a.attgenerated when 's' then 'stored' else 'virtual' end)
    end as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = ${PUBLIC} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

const CONSTRAINTS = `
  select c.relname as of, 'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = ${PUBLIC} and k.contype in ('p', 'u', 'c', 'f', 'x')
  order by c.relname, array_position(array['p', 'u', 'f', 'x', 'c'], k.contype::text), k.conname`

const INDEXES = `
  select c.relname as of, pg_get_indexdef(i.oid) || ';' || case when x.indisvalid then '' else ' -- not valid' end as line
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
  where c.relnamespace = ${PUBLIC}
    and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
  order by c.relname, i.relname`

const POLICIES = `
  select c.relname as of, p.polname as name, p.polpermissive as is_permissive,
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as command,
    array(select case when r = 0 then 'public' when r = c.relowner then 'current_user' else pg_get_userbyid(r)::text end
      from unnest(p.polroles) r order by 1) as roles,
    pg_get_expr(p.polqual, c.oid) as "using", pg_get_expr(p.polwithcheck, c.oid) as "check"
  from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = ${PUBLIC} order by c.relname, p.polname`

// The privileges of roles other than the owner on tables, views, columns and functions.
const GRANTS = `
  select of, case when grantee = 0 then 'public' else pg_get_userbyid(grantee)::text end as grantee, lower(privilege_type) as privilege,
    array_agg(quote_ident(attname) order by attnum) filter (where attname is not null) as columns, is_grantable as may_grant
  from (
    select c.relname::text as of, c.relowner as owner, x.grantee, x.privilege_type, x.is_grantable, null::name as attname, 0 as attnum
    from pg_class c, aclexplode(c.relacl) x where c.relnamespace = ${PUBLIC} and c.relkind in ('r', 'v')
    union all
    select c.relname, c.relowner, x.grantee, x.privilege_type, x.is_grantable, a.attname, a.attnum
    from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) x where c.relnamespace = ${PUBLIC}
    union all
    select p.oid::regprocedure::text, p.proowner, x.grantee, x.privilege_type, x.is_grantable, null, 0
    from pg_proc p, aclexplode(p.proacl) x where p.pronamespace in ${OWN_SCHEMAS} and x.grantee <> 0
  ) given where grantee <> owner
  group by of, grantee, privilege_type, is_grantable, attname is null
  order by of, 2, attname is null desc, array_position(array['SELECT', 'INSERT', 'UPDATE', 'DELETE'], privilege_type), privilege_type`

const TRIGGERS = `
  select c.relname as of, t.tgname as name, pg_get_triggerdef(t.oid) || ';'
    || case t.tgenabled when 'O' then '' else format(E'\\nalter table %s %s trigger %s;', c.relname,
      case t.tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, t.tgname) end as line
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = ${PUBLIC} and not t.tgisinternal order by c.relname, t.tgname`

// is_early: a default, a generated column, a check, an index or a policy calls the function, or it is protect().
const FUNCTIONS = `
  select p.oid::regprocedure::text as signature, p.pronamespace::regnamespace::text as schema,
    case prokind when 'f' then pg_get_functiondef(p.oid) else (
      select format(E'create aggregate %s (sfunc = %s, stype = %s)\\n', p.oid::regprocedure, aggtransfn, format_type(aggtranstype, null))
      from pg_aggregate where aggfnoid = p.oid) end as definition,
    p.proname = 'protect' or exists (select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
      and d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass, 'pg_policy'::regclass)) as is_early,
    nullif(pg_get_userbyid(p.proowner)::text, current_user) as owner,
    p.proacl is null or exists (select from aclexplode(p.proacl) x where x.grantee = 0) as is_public
  from pg_proc p where p.pronamespace in ${OWN_SCHEMAS}
    and not exists (select from pg_depend d where d.deptype = 'e' and d.classid = 'pg_proc'::regclass and d.objid = p.oid)
  order by p.pronamespace <> ${PUBLIC}, p.proname, 1`
