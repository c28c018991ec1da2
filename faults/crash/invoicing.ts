import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { makeClient, makeCompany, makeContract, makeSession, makeUser } from '#test/factory.ts'
import { send } from '../desk.ts'
import type { Machine } from '../machine.ts'

const Started = z.object({ data: z.object({ id: z.string() }) })
const DONE_MAX_MS = 300_000

/** A company with contracts to bill, and the session of the person who starts the runs. */
export type Billing = { companyId: string; token: string; contracts: number }

/** Creates the company. Its contracts are copies of one: only their ids and numbers differ. */
export async function makeBilling({ owner }: Machine, contracts: number): Promise<Billing> {
  const companyId = await makeCompany(owner)
  const token = await makeSession(owner, await makeUser(owner, companyId, 'financial'))
  const client = await makeClient(owner, companyId)
  const first = await makeContract(owner, companyId, client.id)
  await owner.query(
    `with made as (
       insert into contracts (company_id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, stratum,
         date_contract, billing_cut_day, signed_at, active_from)
       select company_id, left(no_contract, position('-' in no_contract)) || lpad(n::text, 6, '0'), plan_id, status, client_id,
         address, department, city, municipality_code, stratum, date_contract, billing_cut_day, signed_at, active_from
       from contracts, generate_series(2, $2::int) n where id = $1 returning company_id, id, plan_id
     )
     insert into contract_terms (company_id, contract_id, from_on, plan_id, plan_name, price)
     select company_id, id, '2025-01-01', plan_id, 'Hogar 100', 6000000 from made`,
    [first.id, contracts],
  )
  await owner.query(`update counters set last = $2 where company_id = $1 and kind = 'contract'`, [companyId, contracts])
  await owner.query('analyze')
  return { companyId, token, contracts }
}

/** Starts a run over HTTP, also while the API is away. Returns its id. */
export async function startRun(url: () => string, { token }: Billing, period: string): Promise<string> {
  const key = `run-${period}`
  for (;;) {
    const answer = await send(`${url()}/api/invoice/massive`, { token, key, body: { period } })
    if (answer.status === 202) return z.parse(Started, answer.json).data.id
    if (![0, 503].includes(answer.status))
      throw new Error(`a run was answered ${answer.status} ${JSON.stringify(answer.json)}`)
    await wait(200)
  }
}

export type RunState = { status: string; created: number; fence: number }

export async function readRun(owner: Pool, id: string): Promise<RunState> {
  const { rows } = await owner.query<RunState>('select status, created, fence::int from runs where id = $1', [id])
  return rows[0] ?? { status: 'absent', created: 0, fence: 0 }
}

/** Waits until the run is in some state; returns it. */
export async function untilRun(owner: Pool, id: string, isIt: (run: RunState) => boolean): Promise<RunState> {
  const began = performance.now()
  for (;;) {
    const run = await readRun(owner, id)
    if (isIt(run)) return run
    if (performance.now() - began > DONE_MAX_MS) throw new Error(`the run is at ${JSON.stringify(run)}`)
    await wait(20)
  }
}

/** Contracts without their invoice in each period, invoices too many, and what is wrong with the numbers. */
export async function compareRuns(
  owner: Pool,
  { companyId, contracts }: Billing,
  periods: number,
): Promise<{ lost: number; twice: number; problems: string[] }> {
  const { rows } = await owner.query<Record<'invoices' | 'pairs' | 'first' | 'last' | 'numbers' | 'reported', number>>(
    `select count(*)::int as invoices, count(distinct (contract_id, period))::int as pairs, min(number)::int as first, max(number)::int as last,
       count(distinct number)::int as numbers, (select sum(created)::int from runs where company_id = $1) as reported
     from invoices where company_id = $1`,
    [companyId],
  )
  const found = rows[0]
  if (!found) throw new Error('no row of counts')
  const isSerial = found.first === 1 && found.last === found.invoices && found.numbers === found.invoices
  return {
    lost: contracts * periods - found.pairs,
    twice: found.invoices - found.pairs,
    problems: [
      ...(isSerial ? [] : [`the numbers have gaps: ${JSON.stringify(found)}`]),
      ...(found.reported === found.invoices ? [] : [`the runs report ${found.reported} of ${found.invoices} invoices`]),
    ],
  }
}
