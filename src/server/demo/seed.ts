import { pesos } from '#domain/core/money.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { PLATFORM_COMPANY_ID, type World } from '#server/core/context.ts'
import { inTransaction, type Scope, type Tx } from '#server/core/tx.ts'
import {
  countDemoPeople,
  insertCompany,
  insertContracts,
  insertDefaults,
  insertPerson,
  insertPlanRow,
} from './queries.ts'
import { DEMO_COMPANIES, DEMO_PASSWORD, DEMO_SUPERADMIN, type DemoCompany, type DemoPerson } from './world.ts'

/** Makes the demo world once: the same people, plans and defaults each time, on an empty database. Run again it does nothing. */
export async function seedDemo(world: World): Promise<void> {
  const passwordHash = await hashPassword(world.config, DEMO_PASSWORD)
  await inTransaction(world.pool, 'enlace_platform', scopeOf(PLATFORM_COMPANY_ID), async (tx) => {
    await tx.lock('seed')
    if ((await countDemoPeople(tx, DEMO_SUPERADMIN.username)) > 0) return
    await addPerson(tx, PLATFORM_COMPANY_ID, DEMO_SUPERADMIN, passwordHash)
    for (const company of DEMO_COMPANIES) await addCompany(world, tx, company, passwordHash)
  })
  for (const company of DEMO_COMPANIES) await addRooms(world, company)
}

const scopeOf = (companyId: string): Scope => ({
  companyId,
  actorId: null,
  actorName: 'La demostración',
  actorRole: 'system',
  ip: null,
  requestId: null,
})

async function addCompany(_world: World, tx: Tx, company: DemoCompany, passwordHash: string): Promise<void> {
  const id = await insertCompany(tx, company)
  await tx.record('company.created', { company_id: id, entity_id: id, after: { name: company.name, nit: company.nit } })
  for (const person of company.people) await addPerson(tx, id, person, passwordHash)
}

async function addPerson(tx: Tx, companyId: string, person: DemoPerson, passwordHash: string): Promise<void> {
  const id = await insertPerson(tx, companyId, person, passwordHash)
  await tx.record('user.created', {
    company_id: companyId,
    entity_id: id,
    after: { username: person.username, role: person.role },
  })
}
