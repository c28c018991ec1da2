import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { encryptKeys } from '#server/integrations/keys.ts'
import type { SimulatedMerchant } from '#simulators/wompi/rules.ts'
import type { Simulator } from '#simulators/wompi/simulator.ts'
import { TEST_SECRET } from '#test/database.ts'
import { makeCompany, makePlan, makeSession, makeUser } from '#test/factory.ts'
import { takeStep } from './commands.ts'
import { TRANSFER_COST } from './commands-moving.ts'
import { assertAccounts, assertFinalState } from './compare.ts'
import type { ModelContext } from './context.ts'
import { FIRST_INSTANT } from './days.ts'
import { emptyLedger } from './ledger.ts'
import type { PlannedStep } from './steps.ts'
import type { TestServer } from './test-server.ts'

/** The shared parts of all sequences: the database, the provider and the counter of steps. */
export type ModelEnvironment = {
  owner: Pool
  simulator: Simulator
  merchant: SimulatedMerchant
  keys: Parameters<typeof encryptKeys>[3]
  countStep: ModelContext['countStep']
}

const PRICES = [6_000_000, 8_990_050, 4_567_891] as const
const DAY_MS = 86_400_000
/** Sequences begin on different days, so that month ends, leap days and holidays all occur. */
const STARTS = 180

/** Creates the company of a sequence, with its plans, a financial user and its provider account. */
async function createContext(environment: ModelEnvironment, server: TestServer, seed: number): Promise<ModelContext> {
  const { owner } = environment
  const id = await makeCompany(owner)
  const includesVat = seed % 3 !== 0
  const { rows } = await owner.query<{ name: string; initial_letter: string }>(
    `update companies set prices_include_vat = $2, is_wompi_integration = true where id = $1 returning name, initial_letter`,
    [id, includesVat],
  )
  const endpoint = randomBytes(32).toString('base64url')
  await owner.query(
    `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by, is_on)
     values ($1, 'wompi', 'test', $2, '{}', $3, 'Pruebas', true)`,
    [id, encryptKeys(TEST_SECRET, id, 'test', environment.keys), endpoint],
  )
  const plans: { id: string; price: number }[] = []
  await owner.query(
    `insert into contract_defaults (company_id, connection_cost, discounted_value, billing_cut_day, reconnection_cost, transfer_cost,
       technical_visit_cost, additional_cable_cost) values ($1, 0, 0, 30, 0, $2, 0, 0)`,
    [id, TRANSFER_COST],
  )
  for (const price of PRICES) plans.push({ id: await makePlan(owner, id, price), price })
  const [financial, admin] = [await makeUser(owner, id, 'financial'), await makeUser(owner, id, 'admin')]
  const now = FIRST_INSTANT + (seed % STARTS) * DAY_MS
  await server.setNow(now)
  return {
    ...environment,
    server,
    ledger: emptyLedger({ now, prefix: rows[0]?.initial_letter ?? '', includesVat, plans }),
    company: { id, name: rows[0]?.name ?? '', endpoint },
    financial: { ...financial, token: await makeSession(owner, financial) },
    admin: { ...admin, token: await makeSession(owner, admin) },
    sentRequests: [],
    log: [],
    comparedAccounts: new Map(),
    eventsSent: 0,
  }
}

/** The failure of a sequence: the step, the error and the log of the steps before it. */
export type Failure = { at: number; error: unknown; log: readonly string[] }

/** Runs a sequence step by step. Null when the product and the model were equal after every step. */
export async function runSequence(
  environment: ModelEnvironment,
  server: TestServer,
  seed: number,
  plannedSteps: readonly PlannedStep[],
): Promise<Failure | null> {
  const context = await createContext(environment, server, seed)
  let at = 0
  try {
    for (const { step, crashPoint } of plannedSteps) {
      server.crashAt(crashPoint)
      const logged = context.log.length
      await takeStep(context, step)
      // A step without an applicable object adds nothing to the log and changes nothing.
      if (context.log.length > logged) await assertAccounts(context)
      at += 1
    }
    await assertFinalState(context)
    return null
  } catch (error) {
    return { at, error, log: context.log }
  }
}

/** Removes steps from a failed sequence while it still fails, until the time ends. */
export async function shorten(
  plannedSteps: readonly PlannedStep[],
  until: number,
  stillFails: (plannedSteps: readonly PlannedStep[]) => Promise<boolean>,
): Promise<readonly PlannedStep[]> {
  let shortest = plannedSteps
  for (let size = Math.ceil(plannedSteps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.length && Date.now() < until; ) {
      const fewer = shortest.toSpliced(from, size)
      if (await stillFails(fewer)) shortest = fewer
      else from += size
    }
  }
  return shortest
}
