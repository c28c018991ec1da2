import { randomBytes } from 'node:crypto'
import { dayOf } from '#domain/core/days.ts'
import { nitCheckDigit } from '#domain/core/identity.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { PLATFORM_COMPANY_ID, type World } from '#server/core/context.ts'
import { inTransaction } from '#server/core/tx.ts'
import { DEMO_COMPANIES, type DemoCompany, type DemoPerson, type DemoPlan } from './companies.ts'
import { simulateMonths } from './history.ts'
import { listProviderNits } from './queries.ts'
import { addCompany, demoScopeOf, seedCompanyData } from './seed.ts'
import { inDemoTransaction } from './transaction.ts'

/** The clients of one company for trials. */
const TRIAL_CLIENTS_MAX = 20_000
const FIRST_NIT = 999_000_000
const ROLES = ['admin', 'financial', 'technical', 'network'] as const
const NAMES: Readonly<Record<(typeof ROLES)[number], string>> = {
  admin: 'Administradora',
  financial: 'Financiera',
  technical: 'Técnico',
  network: 'Redes',
}

/**
 * Creates a company for trials with that many clients and a year of invoices and payments, as the demo has, and returns the text for the
 * operator: its users have one new password. Throws an Error with a Spanish sentence for another number, and in a database with other
 * companies unless `mayHaveOthers`.
 */
export async function seedTrial(
  world: World,
  { count, mayHaveOthers }: { count: string; mayHaveOthers: boolean },
): Promise<string> {
  const clients = /^\d{1,5}$/.test(count) ? Number(count) : 0
  if (clients < 1 || clients > TRIAL_CLIENTS_MAX)
    throw new Error(`Escribe cuántos clientes, de 1 a ${TRIAL_CLIENTS_MAX}: bin/enlace seed 200`)
  const platform = demoScopeOf(PLATFORM_COMPANY_ID)
  const nits = await inTransaction(world.pool, 'enlace_platform', platform, listProviderNits)
  const others = nits.filter((nit) => !isTrial(nit))
  if (others.length > 0 && !mayHaveOthers)
    throw new Error(
      `Esta base de datos tiene ${others.length === 1 ? 'otra empresa' : `otras ${others.length} empresas`}. Si de verdad quieres la de prueba al lado, agrega --beside-others.`,
    )
  const company = trialCompany(nits.length - others.length + 1, clients)
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(world.config.secret, password)
  const id = await inTransaction(world.pool, 'enlace_platform', platform, (tx) => addCompany(tx, company, passwordHash))
  const today = dayOf(world.clock())
  const now = world.clock()
  const created = await inDemoTransaction(world, demoScopeOf(id), (tx) => seedCompanyData(tx, company, { today, now }))
  await simulateMonths(world, demoScopeOf(id), company, today)
  return [
    `${company.name}, NIT ${company.nit}: ${created} clientes, con un año de facturas y pagos.`,
    `Usuarios: ${company.people.map(({ username }) => username).join(', ')}`,
    `Contraseña de todos: ${password}`,
  ].join('\n')
}

const isTrial = (nit: string): boolean => {
  const number = Number(nit.split('-')[0])
  return number > FIRST_NIT && number < FIRST_NIT + 1_000_000
}

/** The company of a number: the plans of the first one of the demo, without its integrations. */
function trialCompany(number: number, clients: number): DemoCompany {
  const [model] = DEMO_COMPANIES
  if (!model) throw new Error('the demo has no company')
  const digits = String(FIRST_NIT + number)
  return {
    ...model,
    name: `Empresa de prueba ${number}`,
    nit: `${digits}-${nitCheckDigit(digits)}`,
    initial_letter: `T${codeOf(number)}`,
    wompi: null,
    factus: null,
    integrations: false,
    people: ROLES.map(
      (role): DemoPerson => ({
        role,
        username: `${role}@prueba-${number}.test`,
        first_name: NAMES[role],
        last_name: 'de Prueba',
      }),
    ),
    plans: shared(model.plans, clients),
  }
}

/** Three characters for a number: AAA, AAB… */
const codeOf = (number: number): string =>
  [676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(number / unit) % 26))).join('')

/** The plans with the clients shared among them as in the demo, and the rest on the first one. */
function shared(plans: readonly DemoPlan[], clients: number): DemoPlan[] {
  const total = plans.reduce((sum, plan) => sum + plan.contracts, 0)
  const parts = plans.map((plan) => Math.floor((plan.contracts * clients) / total))
  const rest = clients - parts.reduce((sum, part) => sum + part, 0)
  return plans.map((plan, index) => ({ ...plan, contracts: (parts[index] ?? 0) + (index === 0 ? rest : 0) }))
}
