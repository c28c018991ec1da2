import { Client } from 'pg'
import type { EquipmentValues } from '#domain/contracts/equipment-values.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { OWN_SOURCE } from '#domain/imports/sources.ts'
import { DEMO_PASSWORD, hashPassword } from '#server/auth/passwords.ts'
import { saveEquipmentValues } from '#server/contracts/equipment-values-queries.ts'
import { PLATFORM_COMPANY_ID, type World } from '#server/core/context.ts'
import { inCompany, inTransaction, type Scope, type Tx } from '#server/core/tx.ts'
import { migrate } from '#server/db/migrate.ts'
import { settleRows } from '#server/imports/settle-rows.ts'
import { writeImport } from '#server/imports/write-import.ts'
import { connectDemo } from '#server/integrations/integrations.ts'
import { loadDemoStatement } from './bank.ts'
import { simulateCases } from './cases.ts'
import { createDemoTurns } from './cash.ts'
import { demoClients } from './clients.ts'
import { DEMO_COMPANIES, DEMO_SUPERADMIN, type DemoCompany, type DemoPerson } from './companies.ts'
import { createDemoChanges } from './contract-changes.ts'
import { createDemoEquipment } from './equipment.ts'
import { storeDemoFiles } from './files.ts'
import { simulateMonths } from './history.ts'
import { createDemoNetwork } from './network.ts'
import { simulateOutages } from './outages.ts'
import { insertDemoDeliveries, insertDemoPolicy } from './policy.ts'
import {
  assignDemoClients,
  chargeVisits,
  countDemoPeople,
  countSessions,
  insertCompany,
  insertDefaults,
  insertPerson,
  insertPlan,
  listProviderNits,
  markNotificationsRead,
} from './queries.ts'
import { createDemoReports } from './reports.ts'
import { inDemoTransaction } from './transaction.ts'
import { createDemoVisits } from './visits.ts'
import { createDemoWebhook } from './webhooks.ts'

/** The advisory lock of the seed: any number, the same in every process. */
const SEED_LOCK = 7_170_004

/**
 * Creates the demo data: the same users, plans and defaults each time. The superadmin is created last: where it is, the data is
 * whole, and nothing is done. Data without it was interrupted: it is dropped and created again. One process at a time; the others
 * wait. Throws on a database with other companies, because the demo's password is public.
 */
export async function seedWhole(world: World, ownerUrl: string, print: (line: string) => void): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'enlace seed' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [SEED_LOCK])
    const state = await inTransaction(world.pool, 'enlace_platform', demoScopeOf(PLATFORM_COMPANY_ID), readSeedState)
    if (state === 'whole') return
    if (state === 'foreign')
      throw new Error(
        'Esta base de datos ya tiene empresas. La demostración solo se crea en una base vacía: revisa DATABASE_URL.',
      )
    if (state === 'interrupted') {
      print('La demostración quedó a medias la vez pasada: se crea de nuevo.')
      await dropEverything(client)
      await migrate(ownerUrl, decodeURIComponent(new URL(world.pool.options.connectionString ?? '').username))
    }
    await seedDemo(world)
  } finally {
    await client.end()
  }
}

/** `interrupted`: companies of the demo and no others, no superadmin, and no user ever signed in. */
async function readSeedState(tx: Tx): Promise<'empty' | 'interrupted' | 'whole' | 'foreign'> {
  if ((await countDemoPeople(tx, DEMO_SUPERADMIN.username)) > 0) return 'whole'
  const nits = await listProviderNits(tx)
  if (nits.length === 0) return 'empty'
  const ours = new Set(DEMO_COMPANIES.map(({ nit }) => nit))
  return nits.every((nit) => ours.has(nit)) && (await countSessions(tx)) === 0 ? 'interrupted' : 'foreign'
}

/** Drops the tables, the queue and all that the owner created. The roles stay: other databases of the cluster have them too. */
async function dropEverything(client: Client): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade')
  await client.query('drop schema if exists radius cascade')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
}

/** The companies are inserted with the platform role; the data of each one, in its own transaction with the role of the application. */
async function seedDemo(world: World): Promise<void> {
  const passwordHash = await hashPassword(world.config.secret, DEMO_PASSWORD)
  const platform = demoScopeOf(PLATFORM_COMPANY_ID)
  const companyIds = await inTransaction(world.pool, 'enlace_platform', platform, async (tx) => {
    const ids: string[] = []
    for (const company of DEMO_COMPANIES) {
      const id = await addCompany(tx, company, passwordHash)
      const { wompi } = company
      if (wompi !== null) await inCompany(tx, id, (own) => connectDemo(own, world.config.secret, wompi))
      ids.push(id)
    }
    return ids
  })
  const today = dayOf(world.clock())
  for (const [index, id] of companyIds.entries()) {
    const company = DEMO_COMPANIES[index]
    if (!company) continue
    await inDemoTransaction(world, demoScopeOf(id), (tx) => seedCompanyData(tx, company, { today, now: world.clock() }))
    await simulateMonths(world, demoScopeOf(id), company, today)
    await inDemoTransaction(world, demoScopeOf(id), async (tx) => {
      await chargeVisits(tx, today)
      await createDemoVisits(tx, today)
      await createDemoChanges(tx, { today, now: world.clock() }, company.defaults.transfer_cost)
      if (company.integrations) await createDemoNetwork(tx, world)
      await createDemoEquipment(tx)
      await insertDemoPolicy(tx, today)
      await insertDemoDeliveries(tx, today)
    })
    if (company.integrations) await simulateOutages(world, demoScopeOf(id), today)
    await createDemoReports(world, demoScopeOf(id), today)
    await loadDemoStatement(world, demoScopeOf(id), today)
    await inDemoTransaction(world, demoScopeOf(id), (tx) => createDemoTurns(tx, { today, now: world.clock() }))
    await simulateCases(world, demoScopeOf(id), { hasOperatorCode: company.integrations }, today)
    if (company.integrations) await storeDemoFiles(world, demoScopeOf(id))
    if (company.integrations) await inDemoTransaction(world, demoScopeOf(id), (tx) => createDemoWebhook(tx, world))
    await inDemoTransaction(world, demoScopeOf(id), markNotificationsRead)
  }
  await inTransaction(world.pool, 'enlace_platform', platform, (tx) =>
    addPerson(tx, PLATFORM_COMPANY_ID, DEMO_SUPERADMIN, passwordHash),
  )
}

/** The scope of the demo's own work in a company. */
export const demoScopeOf = (companyId: string): Scope => ({
  companyId,
  actorId: null,
  actorName: 'La demostración',
  actorRole: 'system',
  ip: null,
  requestId: null,
})

/** Inserts a company with its users. Returns its id. */
export async function addCompany(tx: Tx, company: DemoCompany, passwordHash: string): Promise<string> {
  const id = await insertCompany(tx, company)
  await tx.record('company.created', { company_id: id, entity_id: id, after: { name: company.name, nit: company.nit } })
  for (const person of company.people) await addPerson(tx, id, person, passwordHash)
  return id
}

async function addPerson(tx: Tx, companyId: string, person: DemoPerson, passwordHash: string): Promise<void> {
  const id = await insertPerson(tx, companyId, person, passwordHash)
  await tx.record('user.created', {
    company_id: companyId,
    entity_id: id,
    after: { username: person.username, role: person.role },
  })
}

const inCentavos = (values: DemoCompany['equipment_values']): EquipmentValues => {
  const centavos = (value: number | null) => (value === null ? null : pesos(value))
  return {
    onu: centavos(values.onu),
    router: centavos(values.router),
    antena: centavos(values.antena),
    decodificador: centavos(values.decodificador),
    otro: centavos(values.otro),
  }
}

/** Creates the defaults, the plans and the clients with their contracts. Returns the number of clients. */
export async function seedCompanyData(tx: Tx, company: DemoCompany, at: { today: Day; now: Date }): Promise<number> {
  await insertDefaults(tx, company)
  await tx.record('contract_defaults.saved', { after: company.defaults })
  const values = company.equipment_values
  await saveEquipmentValues(tx, inCentavos(values))
  await tx.record('equipment_values.saved', { before: {}, after: values })
  for (const plan of company.plans) {
    const { id, name } = await insertPlan(tx, plan)
    await tx.record('plan.created', { entity_id: id, after: { name, reference_code: plan.reference_code } })
  }
  const rows = demoClients(company, at.today).map((row, index) => ({ line: index + 1, raw: [], row }))
  const { targets } = await settleRows(tx, { source: OWN_SOURCE, mayMoveAddresses: true }, rows)
  const options = { ...at, cutOff: at.today, pricesIncludeVat: null, contractPrice: undefined }
  const { created } = await writeImport(tx, targets, options, () => undefined)
  await tx.record('client.imported', { after: { file: 'clientes-de-ejemplo.csv', created, updated: 0, refused: 0 } })
  await assignDemoClients(tx, company)
  return created
}
