import { collectionApi } from '#domain/collections/api.ts'
import { FIRST_POLICY, type NewPolicy } from '#domain/collections/policy.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { putPolicy } from '../arrears.ts'
import { asSuperuser } from '../sealing.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { billed, type Served } from './billed.ts'
import { bureauCases } from './bureau.ts'
import { casesOf, FILTERS, filter, own, type Roles, type Sample, sampleBy, theirs } from './case.ts'

const policyWire = () => {
  const { version: _version, trial_from: _from, minimum_debt: _debt, ...policy } = FIRST_POLICY
  return { policy: { ...policy, minimum_debt: 10_000 } }
}

/** A client with an invoice that could be paid until January, and a policy that takes promises. */
async function overdue(t: TestApp, company: Company, changes: Partial<NewPolicy> = {}): Promise<Served> {
  const at = await billed(t, company)
  await asSuperuser(t, [
    `update invoices set issued_on = '2026-01-02', due_on = '2026-01-09', last_payable_on = '2026-01-09' where company_id = $1`,
    [company.id],
  ])
  await putPolicy(t, company.id, changes)
  return at
}

/** A run of today in a state. */
const onRun =
  (status: 'braked' | 'running'): Sample =>
  async (t, company) => {
    const by = await company.person('financial')
    await putPolicy(t, company.id)
    await t.owner.query('delete from collection_decisions where company_id = $1', [company.id])
    await t.owner.query('delete from collection_runs where company_id = $1', [company.id])
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into collection_runs (company_id, on_day, policy_version, is_trial, status, to_notify, to_cut, spared, cuts_max)
       values ($1, $2, 1, false, $3, 0, 2, '{}', 1) returning id`,
      [company.id, dayOf(new Date()), status],
    )
    return { by, wire: { params: { id: rows[0]?.id ?? '' }, body: {} } }
  }

const clientOf = async (t: TestApp, company: Company, { userId }: Served): Promise<Person> => {
  const user = { id: userId, companyId: company.id, username: 'c', email: 'c@correo.test', role: 'client' as const }
  return t.as(await t.session(user), user)
}

const promiseWire = ({ no_contract }: Served) => ({
  promise: { no_contract, until_on: addDays(dayOf(new Date()), 2) },
})

const agreementWire = ({ no_contract }: Served) => ({
  agreement: {
    no_contract,
    instalments: [
      { due_on: addDays(dayOf(new Date()), 5), amount: 15_700 },
      { due_on: addDays(dayOf(new Date()), 35), amount: 20_000 },
    ],
  },
})

const desk = (status: number): Roles => ({ financial: theirs(status) })

const callCases = casesOf(collectionApi, {
  policy: { may: { financial: 200, admin: 200 } },
  savePolicy: { may: { financial: 200 }, sample: sampleBy('financial', policyWire) },
  templates: { may: { financial: 200 } },
  saveTemplate: {
    may: { financial: 200 },
    sample: async (_t, company) => ({
      by: await company.person('financial'),
      wire: { body: { kind: 'cut', template: { subject: 'Corte', text: 'Hola, {nombre}' } } },
    }),
  },
  preview: { may: { financial: 200 }, with: { q: { may: { financial: filter } } } },
  runs: { may: { financial: 200 } },
  run: { may: desk(200), request: (its) => ({ params: { id: its.collectionRun } }) },
  approve: { may: desk(200), sample: onRun('braked') },
  stop: { may: desk(200), sample: onRun('running') },
  notice: {
    may: desk(201),
    sample: async (t, company) => {
      const at = await overdue(t, company)
      const notice = { no_contract: at.no_contract, channel: 'call', given_on: dayOf(new Date()) }
      return { by: at.by, wire: { body: { notice } } }
    },
  },
  reconnections: { may: { financial: 200 } },
})

const promiseCases = casesOf(promiseApi, {
  offer: {
    may: { client: 200, financial: 400 },
    with: {
      client_id: { may: { financial: filter }, request: FILTERS['client_id'] ?? (() => ({})) },
    },
  },
  promises: { may: { financial: 200, client: 200 } },
  promise: {
    may: { financial: theirs(201), client: own(201) },
    sample: async (t, company) => {
      const at = await overdue(t, company)
      return { by: await clientOf(t, company, at), wire: { body: promiseWire(at) } }
    },
  },
  cancelPromise: {
    may: desk(200),
    sample: async (t, company) => {
      const at = await overdue(t, company)
      const { data } = await at.by.call(promiseApi.promise, { body: promiseWire(at) })
      return { by: at.by, wire: { params: { id: data.id }, body: {} } }
    },
  },
  agreements: { may: { financial: 200, client: 200 } },
  agree: {
    may: desk(201),
    sample: async (t, company) => {
      const at = await overdue(t, company)
      return { by: at.by, wire: { body: agreementWire(at) } }
    },
  },
  cancelAgreement: {
    may: desk(200),
    sample: async (t, company) => {
      const at = await overdue(t, company)
      const { data } = await at.by.call(promiseApi.agree, { body: agreementWire(at) })
      return { by: at.by, wire: { params: { id: data.id }, body: {} } }
    },
  },
})

export const collectionCases = [...callCases, ...promiseCases, ...bureauCases]
