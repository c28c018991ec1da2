import { radiusKey } from '#server/network/drivers.ts'
import { RADIUS_ROOT, startRadius } from '#test/radius/server.ts'
import { seedContracts } from './contracts.ts'
import { type BenchEnvironment, withEnvironment } from './environment.ts'
import { askRadius, type RadiusFound } from './radius-client.ts'

const SERVICES = Number(process.env['BENCH_CONTRACTS'] ?? 100_000)
const ROUTERS = 10
const PER_SECOND = 1_000
const SECONDS = 10
const ROUNDS = 3
const P95_MAX_MS = 5
const SECRET = 'secreto-del-banco-de-pruebas-1234'
const PASSWORD = 'Clave-Larga-1'

/**
 * A FreeRADIUS that authorises 1,000 requests a second of 100,000 services from our function, which opens each password, finds the router
 * and derives the cut; and beside it the same program on the tables of its stock schema, in the same database. `ratio`: the limit divided
 * by the p95 of ours; `beside_stock`: their p95 divided by ours.
 */
export const radius = () =>
  withEnvironment(async (environment) => {
    if (RADIUS_ROOT === null) throw new Error('FreeRADIUS is missing: scripts/ensure-freeradius.sh')
    const routers = Array.from({ length: ROUTERS }, (_, index) => `127.0.3.${index + 1}`)
    const [company = ''] = await seedContracts(environment.owner, 1, SERVICES)
    await seedServices(environment, company, routers)
    const ours: RadiusFound[] = []
    const stock: RadiusFound[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measure(environment, routers, (text) => text))
      stock.push(await measure(environment, routers, stockQueries))
    }
    const [own, theirs] = [median(ours), median(stock)]
    const bad = [...ours, ...stock].reduce((sum, { rejected, lost }) => sum + rejected + lost, 0)
    if (bad > 0) throw new Error(`${bad} requests were rejected or lost: ${JSON.stringify({ ours, stock })}`)
    return {
      bench: 'radius',
      ratio: Number((P95_MAX_MS / own.p95_ms).toFixed(2)),
      target: 1,
      services: SERVICES,
      per_s: PER_SECOND,
      p95_max_ms: P95_MAX_MS,
      ours: own,
      stock: theirs,
      beside_stock: Number((theirs.p95_ms / own.p95_ms).toFixed(2)),
    }
  })

async function measure(
  { owner, secret }: BenchEnvironment,
  routers: readonly string[],
  edit: (configuration: string) => string,
): Promise<RadiusFound> {
  const ownerUrl = owner.options.connectionString ?? ''
  const server = await startRadius(RADIUS_ROOT ?? '/', { ownerUrl, appUrl: ownerUrl, secret }, edit)
  const perRouter = Math.floor(SERVICES / ROUTERS)
  const usernameOf = (router: number): string => `s${router + 1}x${Math.floor(Math.random() * perRouter)}`
  const load = { port: server.port, secret: SECRET, routers, usernameOf, password: PASSWORD }
  try {
    await askRadius({ ...load, perSecond: PER_SECOND / 2, seconds: 2 })
    return await askRadius({ ...load, perSecond: PER_SECOND, seconds: SECONDS })
  } finally {
    await server.stop()
  }
}

/** The two queries of the stock schema in the place of ours. The routers stay in our table: one look-up in ten minutes. */
const stockQueries = (text: string): string =>
  text
    .replace(
      /(SELECT id, username, attribute, value, op) FROM radius\.items\([^)]*\)"/,
      `$1 FROM stock.radcheck WHERE username = '%{SQL-User-Name}' ORDER BY id"
		authorize_reply_query = "$1 FROM stock.radreply WHERE username = '%{SQL-User-Name}' ORDER BY id"`,
    )
    .replace(/update reply \{\s+&Mikrotik[^}]*\}/, '')

const median = (rounds: readonly RadiusFound[]): RadiusFound => {
  const [first, ...others] = rounds.toSorted((a, b) => a.p95_ms - b.p95_ms)
  const middle = others[Math.floor(others.length / 2) - 1] ?? first
  if (middle === undefined) throw new Error('no round was measured')
  return middle
}

/** The routers, a service of each contract evenly over them, and the same users in the tables of the stock schema. */
async function seedServices(
  { owner, secret }: BenchEnvironment,
  company: string,
  routers: readonly string[],
): Promise<void> {
  const key = radiusKey(secret)
  const client = await owner.connect()
  try {
    await client.query('set statement_timeout = 0; set plan_cache_mode = force_generic_plan; discard plans')
    await client.query(INSERT_ROUTERS, [company, routers, SECRET, key])
    await client.query(INSERT_SERVICES, [company, PASSWORD, key])
    await client.query(STOCK)
    await client.query(FILL_STOCK, [PASSWORD])
    await client.query(
      'grant usage on schema stock to enlace_radius; grant select on all tables in schema stock to enlace_radius',
    )
    await client.query('analyze')
  } finally {
    client.release(true)
  }
}

const INSERT_ROUTERS = `
  insert into network_devices (company_id, name, kind, mode, nas_address, radius_secret)
  select $1, lpad(n::text, 3, '0'), 'radius', 'enforce', address::inet, pgp_sym_encrypt($3, $4, 'cipher-algo=aes256, s2k-mode=1')
  from unnest($2::text[]) with ordinality a (address, n)`

const INSERT_SERVICES = `
  with numbered as (select id, (row_number() over (order by no_contract))::int - 1 as n from contracts where company_id = $1),
  router as (select id, name::int as r from network_devices where company_id = $1)
  insert into network_services (company_id, contract_id, device_id, username, ipv4, password)
  select $1, numbered.id, router.id, 's' || r || 'x' || n / ${ROUTERS}, '10.20.0.0'::inet + n / ${ROUTERS},
    pgp_sym_encrypt($2, $3, 'cipher-algo=aes256, s2k-mode=1')
  from numbered join router on r = 1 + n % ${ROUTERS}`

/** The columns and indexes of FreeRADIUS' schema.sql that an authorisation reads. */
const STOCK = `
  create schema stock;
  create table stock.radcheck (id serial primary key, username text not null default '', attribute text not null default '',
    op varchar(2) not null default '==', value text not null default '');
  create index radcheck_username on stock.radcheck (username, attribute);
  create table stock.radreply (id serial primary key, username text not null default '', attribute text not null default '',
    op varchar(2) not null default '=', value text not null default '');
  create index radreply_username on stock.radreply (username, attribute)`

const FILL_STOCK = `
  with checks as (
    insert into stock.radcheck (username, attribute, op, value) select username, 'Cleartext-Password', ':=', $1 from network_services
  )
  insert into stock.radreply (username, attribute, op, value)
  select username, attribute, ':=', value from network_services cross join lateral (values
    ('Mikrotik-Rate-Limit', '50000k/100000k'), ('Framed-IP-Address', host(ipv4)), ('Acct-Interim-Interval', '600')) i (attribute, value)`
