import { DEMO_PASSWORD, hashPassword } from '#server/auth/passwords.ts'
import { PLATFORM_COMPANY_ID, type World } from '#server/core/context.ts'
import { inTransaction, type Scope, type Tx } from '#server/core/tx.ts'
import {
  countDemoPeople,
  countProviders,
  insertCompany,
  insertContracts,
  insertDefaults,
  insertPerson,
  insertPlan,
} from './queries.ts'
import { DEMO_COMPANIES, DEMO_SUPERADMIN, type DemoCompany, type DemoPerson } from './world.ts'

/**
 * Makes the demo world: the same people, plans and defaults each time. Run again it does nothing; on a database with companies
 * of its own it refuses, because everybody knows the demo's password.
 * The companies come from the platform's side, and what is inside each from a transaction of its own side of the fence.
 */
export async function seedDemo(world: World): Promise<void> {
  const passwordHash = await hashPassword(world.config.secret, DEMO_PASSWORD)
  const made = await inTransaction(world.pool, 'enlace_platform', scopeOf(PLATFORM_COMPANY_ID), async (tx) => {
    await tx.lock('seed')
    if ((await countDemoPeople(tx, DEMO_SUPERADMIN.username)) > 0) return []
    if ((await countProviders(tx)) > 0) {
      throw new Error(
        'Esta base de datos ya tiene empresas. La demostración solo se crea en una base vacía: revisa DATABASE_URL.',
      )
    }
    await addPerson(tx, PLATFORM_COMPANY_ID, DEMO_SUPERADMIN, passwordHash)
    const ids: string[] = []
    for (const company of DEMO_COMPANIES) ids.push(await addCompany(tx, company, passwordHash))
    return ids
  })
  for (const [index, id] of made.entries()) {
    const company = DEMO_COMPANIES[index]
    if (company) await inTransaction(world.pool, 'enlace_app', scopeOf(id), (tx) => furnish(tx, company))
  }
}

const scopeOf = (companyId: string): Scope => ({
  companyId,
  actorId: null,
  actorName: 'La demostración',
  actorRole: 'system',
  ip: null,
  requestId: null,
})

async function addCompany(tx: Tx, company: DemoCompany, passwordHash: string): Promise<string> {
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

async function furnish(tx: Tx, company: DemoCompany): Promise<void> {
  await insertDefaults(tx, company)
  await tx.record('contract_defaults.saved', { after: company.defaults })
  let next = 1
  for (const plan of company.plans) {
    const { id, name } = await insertPlan(tx, plan)
    await tx.record('plan.created', { entity_id: id, after: { name, reference_code: plan.reference_code } })
    await insertContracts(tx, id, company.initial_letter, next, plan.contracts)
    next += plan.contracts
  }
}
