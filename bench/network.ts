import * as z from 'zod/mini'
import { type RouterSimulator, startRouterSimulator } from '#simulators/network/router.ts'
import { seedContracts } from './contracts.ts'
import { type BenchEnvironment, withEnvironment } from './environment.ts'

const SERVICES = Number(process.env['BENCH_CONTRACTS'] ?? 100_000)
const ROUTERS = 20
/** Services of each router that differ: fewer than its limit, so that the orders that mend them are written. */
const DIFFERENT = 10
const COMPARE_MAX_MS = 30_000
const PASSWORD = 'clave-del-router'

const Compared = z.object({ ms: z.number() })

/**
 * The comparison of 100,000 services on twenty RouterOS, as the job of each quarter of an hour does it: every list is read over HTTP from
 * simulators in another process, compared with the contracts, and what differs gets its orders. `ratio`: limit divided by figure.
 */
export const network = () =>
  withEnvironment(async (environment) => {
    const { owner } = environment
    const [company = ''] = await seedContracts(owner, 1, SERVICES)
    const routers = await Promise.all(Array.from({ length: ROUTERS }, () => startRouterSimulator(PASSWORD)))
    try {
      const job = environment.startJob('network-child.ts', { NETWORK_RANGES: '127.0.0.0/8' })
      await job.ask({ routers: { company, urls: routers.map(({ url }) => url), password: PASSWORD } })
      await seedServices(environment, company, routers)
      const { ms } = z.parse(Compared, await job.ask({}))
      const found = await countFound(environment)
      if (
        found.differences !== ROUTERS * DIFFERENT ||
        found.orders !== ROUTERS * DIFFERENT ||
        found.compared !== ROUTERS
      )
        throw new Error(`the comparison found ${JSON.stringify(found)}`)
      return {
        bench: 'network',
        ratio: Number((COMPARE_MAX_MS / ms).toFixed(2)),
        target: 1,
        services: SERVICES,
        routers: ROUTERS,
        differences: found.differences,
        compare: { ms: Math.round(ms), max: COMPARE_MAX_MS },
      }
    } finally {
      await Promise.all(routers.map((router) => router.close()))
    }
  })

type Made = { id: string; device: number; username: string; ipv4: string; at: number }

/** A service of each contract, evenly over the routers, and its rows on them. */
async function seedServices(
  { owner }: BenchEnvironment,
  company: string,
  routers: readonly RouterSimulator[],
): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('set statement_timeout = 0; set plan_cache_mode = force_generic_plan; discard plans')
    const { rows } = await client.query<Made>(INSERT_SERVICES, [company])
    for (const { id, device, username, ipv4, at } of rows) {
      const router = routers[device]
      const comment = `enlace:${id}`
      // The first ones have another speed on the router.
      const speed = at < DIFFERENT ? '1000000/1000000' : '50000000/100000000'
      const row = { '.id': `*${at.toString(16)}`, comment, disabled: 'false' }
      router?.rows('ppp/secret').push({ ...row, name: username, 'remote-address': ipv4, service: 'pppoe' })
      router?.rows('queue/simple').push({ ...row, name: comment, target: `${ipv4}/32`, 'max-limit': speed })
    }
    await client.query('analyze')
  } finally {
    client.release(true)
  }
}

const INSERT_SERVICES = `
  with device as (
    select id, (row_number() over (order by name))::int - 1 as device from network_devices where company_id = $1
  ),
  numbered as (select id, no_contract, (row_number() over (order by no_contract))::int - 1 as n from contracts where company_id = $1),
  placed as (
    select uuid_v7() as id, numbered.id as contract_id, device.id as device_id, device.device, n / ${ROUTERS} as at,
      lower(no_contract) as username, host('10.20.0.0'::inet + n / ${ROUTERS}) as ipv4
    from numbered join device on device.device = n % ${ROUTERS}
  ),
  made as (
    insert into network_services (company_id, id, contract_id, device_id, username, ipv4, applied_state, applied_down_kbps, applied_up_kbps)
    select $1, id, contract_id, device_id, username, ipv4::inet, 'active', 100000, 50000 from placed
  )
  select id, device, username, ipv4, at from placed`

async function countFound({ owner }: BenchEnvironment) {
  const { rows } = await owner.query<{ differences: number; orders: number; compared: number }>(`
    select (select count(*)::int from network_differences) as differences, (select count(*)::int from network_orders) as orders,
      (select count(*)::int from network_devices where compared_at is not null) as compared`)
  return rows[0] ?? { differences: 0, orders: 0, compared: 0 }
}
