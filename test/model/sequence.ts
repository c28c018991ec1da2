import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { sealKeys } from '#server/integrations/keys.ts'
import type { SimulatedMerchant } from '#simulators/wompi/rules.ts'
import type { Simulator } from '#simulators/wompi/simulator.ts'
import { TEST_SECRET } from '#test/database.ts'
import { makeCompany, makePlan, makeSession, makeUser } from '#test/factory.ts'
import { take } from './commands.ts'
import { agreeAccounts, agreeAtTheEnd } from './compare.ts'
import { FIRST_INSTANT } from './days.ts'
import type { House } from './house.ts'
import { emptyLedger } from './ledger.ts'
import type { Scene } from './scene.ts'
import type { Cut } from './steps.ts'

/** Where sequences happen: one database, one provider, and what counts the steps. */
export type Ground = {
  owner: Pool
  simulator: Simulator
  merchant: SimulatedMerchant
  keys: Parameters<typeof sealKeys>[3]
  tally: Scene['tally']
}

const PRICES = [6_000_000, 8_990_050, 4_567_891] as const
const DAY_MS = 86_400_000
/** Sequences begin on the days of a year, so that month ends, leap days and holidays all come up. */
const STARTS = 180

/** A company of its own for a sequence, with its plans, its desk and its account at the provider. */
async function openScene(ground: Ground, house: House, seed: number): Promise<Scene> {
  const { owner } = ground
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
    [id, sealKeys(TEST_SECRET, id, 'test', ground.keys), endpoint],
  )
  const plans: { id: string; price: number }[] = []
  for (const price of PRICES) plans.push({ id: await makePlan(owner, id, price), price })
  const user = await makeUser(owner, id, 'financial')
  const now = FIRST_INSTANT + (seed % STARTS) * DAY_MS
  await house.setNow(now)
  return {
    ...ground,
    house,
    ledger: emptyLedger({ now, prefix: rows[0]?.initial_letter ?? '', includesVat, plans }),
    company: { id, name: rows[0]?.name ?? '', endpoint },
    financial: { ...user, token: await makeSession(owner, user) },
    kept: [],
    story: [],
    sent: 0,
  }
}

/** How a sequence went wrong: in which step, why, and everything that happened before it. */
export type Failure = { at: number; error: unknown; story: readonly string[] }

/** Lives a sequence step by step. Null when product and model agreed from the first to the last. */
export async function live(ground: Ground, house: House, seed: number, cuts: readonly Cut[]): Promise<Failure | null> {
  const scene = await openScene(ground, house, seed)
  let at = 0
  try {
    for (const { step, death } of cuts) {
      house.dieNext(death)
      const told = scene.story.length
      await take(scene, step)
      // A step that found nothing to happen to has nothing to tell, and has moved nothing.
      if (scene.story.length > told) await agreeAccounts(scene)
      at += 1
    }
    await agreeAtTheEnd(scene)
    return null
  } catch (error) {
    return { at, error, story: scene.story }
  }
}

/** Leaves out of a failed sequence whatever it fails without, while there is time. */
export async function shorten(
  cuts: readonly Cut[],
  until: number,
  stillFails: (cuts: readonly Cut[]) => Promise<boolean>,
): Promise<readonly Cut[]> {
  let shortest = cuts
  for (let size = Math.ceil(cuts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.length && Date.now() < until; ) {
      const fewer = shortest.toSpliced(from, size)
      if (await stillFails(fewer)) shortest = fewer
      else from += size
    }
  }
  return shortest
}
