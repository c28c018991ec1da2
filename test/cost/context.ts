import type { Client } from 'pg'
import { type Period, period } from '#domain/core/period.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import type { SimulatedMerchant } from '#simulators/wompi/rules.ts'
import { type MadeUser, makeSession } from '#test/factory.ts'
import type { Paying } from '#test/paying.ts'
import { member } from '#test/sign-in.ts'
import { wompiKeys } from '#test/wompi-keys.ts'
import type { Person, TestApp } from '#test/world.ts'
import { keepStatisticsAway, seedContracts } from './seed.ts'

/** A company of a known size, another of the same size with newer rows, and the users who send requests. */
export type CostContext = {
  t: TestApp
  raw: Client
  paying: Paying
  merchant: SimulatedMerchant
  endpointKey: string
  companyId: string
  /** How many clients and contracts each of the two companies has. */
  size: number
  /** The next period to bill. */
  period: Period
  admin: Person
  financial: Person
  /** A user with a password. */
  reader: MadeUser
  /** A client from the middle of the company's clients. */
  client: Person
}

const NOW = new Date('2026-10-15T15:00:00Z')

/** Creates the companies, without invoices, on a database without statistics. */
export async function createContext(paying: Paying, raw: Client, size: number): Promise<CostContext> {
  const { t } = paying
  await keepStatisticsAway(raw)
  const company = await t.company({ integrations: true })
  const otherCompany = await t.company()
  await seedContracts(raw, [company.id, otherCompany.id], size)
  t.setNow(NOW)
  const admin = await company.person('admin')
  const { merchant, endpointKey } = await connect(paying, admin)
  return {
    t,
    raw,
    paying,
    merchant,
    endpointKey,
    companyId: company.id,
    size,
    period: period('2026-10'),
    admin,
    financial: await company.person('financial'),
    reader: await member(t, company.id, 'financial'),
    client: await clientOf(t, company.id, size / 2),
  }
}

/** The provider's account of the company: its events are sent by hand. */
async function connect(paying: Paying, admin: Person): Promise<Pick<CostContext, 'merchant' | 'endpointKey'>> {
  const keys = wompiKeys('cost')
  const { event_key: events_secret, environment: _test, ...account } = keys
  const merchant = { name: 'Cost', events_url: null, events_secret, ...account }
  await admin.call(integrationApi.saveWompi, { body: { credentials: keys } })
  paying.simulator().merchants.push(merchant)
  await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  const { data } = await admin.call(integrationApi.get)
  return { merchant, endpointKey: data.wompi[0]?.events_url.split('/').at(-1) ?? '' }
}

async function clientOf(t: TestApp, companyId: string, place: number): Promise<Person> {
  const { rows } = await t.owner.query<{ id: string; username: string }>(
    `update users set is_first_login = false where (company_id, id) in (select company_id, user_id from clients k
     where k.company_id = $1 order by k.id offset $2 limit 1) returning id, username`,
    [companyId, place],
  )
  const user = {
    id: rows[0]?.id ?? '',
    username: rows[0]?.username ?? '',
    companyId,
    email: '',
    role: 'client' as const,
  }
  return t.as(await makeSession(t.owner, user), user)
}
