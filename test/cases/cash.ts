import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import type { Company, Person } from '../world.ts'
import { casesOf, filter, sampleBy, theirs } from './case.ts'

/** A turn of a financial user with 100.000 of base. */
export async function openTurn(by: Person, name = 'Caja de turnos') {
  const account = { name, kind: 'cash', bank: null, last_digits: null, default_for: [] }
  const box = await by.call(moneyAccountApi.create, { body: { account } })
  return (await by.call(cashTurnApi.open, { body: { turn: { account_id: box.data.id, base: 100_000 } } })).data
}

async function opened(company: Company) {
  const by = await company.person('financial')
  return { by, params: { id: (await openTurn(by)).id } }
}

const expense = { movement: { kind: 'expense', amount: 10, reason: 'Papelería' } }
const total = { count: { total: 100_000 } }

export const cashCases = casesOf(cashTurnApi, {
  desk: { may: { admin: 200, financial: 200 } },
  setRule: { may: { admin: 200 }, sample: sampleBy('admin', { rule: { requires_turn: true } }) },
  people: { may: { admin: 200 } },
  list: {
    may: { admin: 200, financial: 200 },
    with: {
      user_id: {
        may: { admin: filter, financial: filter },
        request: (its) => ({ query: { user_id: its.cashier } }),
      },
    },
  },
  open: {
    may: { admin: theirs(201), financial: theirs(201) },
    sample: async (_t, company) => {
      const by = await company.person('financial')
      const account = { name: 'Caja', kind: 'cash', bank: null, last_digits: null, default_for: [] }
      const { data } = await by.call(moneyAccountApi.create, { body: { account } })
      return { by, wire: { body: { turn: { account_id: data.id, base: 1_000 } } } }
    },
  },
  // A financial user has the own turns only: those of the fixtures are of the one of the company.
  get: { may: { admin: theirs(200), financial: theirs(200) }, request: (its) => ({ params: { id: its.cashTurn } }) },
  move: {
    may: { admin: theirs(201), financial: theirs(201) },
    request: (its) => ({ params: { id: its.cashTurn }, body: expense }),
    sample: async (_t, company) => {
      const { by, params } = await opened(company)
      return { by, wire: { params, body: expense } }
    },
  },
  count: {
    may: { admin: theirs(201), financial: theirs(201) },
    request: (its) => ({ params: { id: its.cashTurn }, body: total }),
    sample: async (_t, company) => {
      const { by, params } = await opened(company)
      return { by, wire: { params, body: total } }
    },
  },
  // The turn is of the user of the sample: another financial user does not find it.
  close: {
    may: { admin: theirs(201), financial: theirs(404) },
    sample: async (_t, company) => {
      const { by, params } = await opened(company)
      const { data } = await by.call(cashTurnApi.count, { params, body: total })
      return { by, wire: { params, body: { closing: { count_id: data.id } } } }
    },
  },
})
