import { advanceMovesApi } from '#domain/accounting/advance-moves-api.ts'
import { closingApi } from '#domain/accounting/api.ts'
import { incomeApi } from '#domain/accounting/income-api.ts'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { receivedBookApi } from '#domain/accounting/received-book-api.ts'
import { salesBookApi } from '#domain/accounting/sales-book-api.ts'
import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { voucherApi } from '#domain/accounting/voucher-api.ts'
import { writeOffApi } from '#domain/accounting/write-off-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { makeClient } from '../factory.ts'
import type { Company, TestApp } from '../world.ts'
import { newKey, type Served, served, visitBody } from './billed.ts'
import { casesOf, filter, sampleBy, theirs } from './case.ts'

const closingCases = casesOf(closingApi, {
  get: { may: { admin: 200, financial: 200 } },
  close: {
    may: { admin: 201, financial: 201 },
    sample: sampleBy('financial', { closing: { closed_through: '2020-01-31' } }),
  },
})

/** A client with an invoice of 24 pesos, in a company whose limit is 50. */
async function withSmallBalance(t: TestApp, company: Company): Promise<Served & { invoiceId: string }> {
  const at = await served(t, company)
  const { invoice } = visitBody(at)
  const lines = invoice.lines.map((line) => ({ ...line, price: 24 }))
  const { data } = await at.by.call(invoiceApi.create, { body: { invoice: { ...invoice, lines } }, headers: newKey() })
  await at.by.call(smallBalanceApi.setLimit, { body: { limit: { amount: 50 } } })
  return { ...at, invoiceId: data.id }
}

const smallBalanceCases = casesOf(smallBalanceApi, {
  list: { may: { admin: 200, financial: 200 } },
  setLimit: {
    may: { admin: 200, financial: 200 },
    sample: sampleBy('financial', { limit: { amount: 50 } }),
  },
  close: {
    may: { admin: 201, financial: 201 },
    sample: async (t, company) => {
      const { by, issuedOn } = await withDay(t, company)
      return { by, wire: { body: { closing: { posted_on: issuedOn } } } }
    },
  },
  closed: { may: { admin: 200, financial: 200 } },
  reverse: {
    may: { admin: theirs(201), financial: theirs(201) },
    sample: async (t, company) => {
      const { by, issuedOn } = await withDay(t, company)
      await by.call(smallBalanceApi.close, { body: { closing: { posted_on: issuedOn } }, headers: newKey() })
      const { data } = await by.call(smallBalanceApi.closed)
      return { by, wire: { params: { id: data[0]?.id ?? '' }, body: { reason: 'Pagó' } } }
    },
  },
})

async function withDay(t: TestApp, company: Company) {
  const at = await withSmallBalance(t, company)
  const { data } = await at.by.call(invoiceApi.get, { params: { id: at.invoiceId } })
  return { ...at, issuedOn: data.issued_on }
}

/** An overdue invoice of a client without contracts, and a body that writes it off. No call makes an invoice of a past day. */
async function withBadDebt(t: TestApp, company: Company) {
  const at = { by: await company.person('financial'), clientId: (await makeClient(t.owner, company.id)).id }
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into invoices (company_id, prefix, number, kind, client_id, period, issued_on, due_on, last_payable_on, subtotal, vat, total, balance, snapshot)
     select $1, 'X', count(*) + 1, 'opening', $2, '2020-01', '2020-01-01', '2020-01-15', '2020-01-15', 100, 0, 100, 100, '{}'
     from invoices where company_id = $1 and prefix = 'X' returning id`,
    [company.id, at.clientId],
  )
  const invoice_ids = rows.map(({ id }) => id)
  return { ...at, body: { write_off: { posted_on: '2020-02-01', reason: 'No aparece', invoice_ids } } }
}

const writeOffCases = casesOf(writeOffApi, {
  candidates: {
    may: { admin: 200, financial: 200 },
    with: { client_id: { may: { admin: filter, financial: filter } } },
  },
  post: {
    // An invoice of another company is left out, as one that is not there.
    may: { admin: [201, 201, 409, 409] },
    sample: async (t, company) => {
      const { body } = await withBadDebt(t, company)
      return { by: await company.person('admin'), wire: { body } }
    },
  },
  undo: {
    may: { admin: theirs(201) },
    sample: async (t, company) => {
      const { by, body } = await withBadDebt(t, company)
      const admin = await company.person('admin')
      await admin.call(writeOffApi.post, { body, headers: newKey() })
      const { data } = await by.call(writeOffApi.moves, { query: { from: '2020-01-01', to: '2020-12-31' } })
      return { by: admin, wire: { params: { id: data.at(-1)?.write_off_id ?? '' }, body: { reason: 'Apareció' } } }
    },
  },
  moves: { may: { admin: 200, financial: 200 } },
})

const salesBookCases = casesOf(salesBookApi, { list: { may: { admin: 200, financial: 200 } } })

const receivedBookCases = casesOf(receivedBookApi, { list: { may: { admin: 200, financial: 200 } } })

const advanceMovesCases = casesOf(advanceMovesApi, { list: { may: { admin: 200, financial: 200 } } })

const portfolioCases = casesOf(portfolioApi, {
  list: { may: { admin: 200, financial: 200 } },
  advances: { may: { admin: 200, financial: 200 } },
})

const incomeCases = casesOf(incomeApi, { list: { may: { admin: 200, financial: 200 } } })

const voucherCases = casesOf(voucherApi, {
  chart: { may: { admin: 200, financial: 200 } },
  saveAccount: {
    may: { admin: 200, financial: 200 },
    sample: sampleBy('financial', { account: { use: 'cash', account: '11050599' } }),
  },
  list: { may: { admin: 200, financial: 200 } },
  create: {
    may: { admin: 201, financial: 201 },
    sample: async (t, company) => {
      const { by, issuedOn } = await withDay(t, company)
      return { by, wire: { body: { batch: { through_on: issuedOn } } } }
    },
  },
  file: {
    may: { admin: 200, financial: 200 },
    sample: async (t, company) => {
      const { by, issuedOn } = await withDay(t, company)
      const { data } = await by.call(voucherApi.create, {
        body: { batch: { through_on: issuedOn } },
        headers: newKey(),
      })
      return { by, wire: { params: { number: String(data.number) }, body: { template: 'plain' } } }
    },
  },
})

export const accountingCases = [
  ...voucherCases,
  ...closingCases,
  ...smallBalanceCases,
  ...writeOffCases,
  ...incomeCases,
  ...salesBookCases,
  ...receivedBookCases,
  ...advanceMovesCases,
  ...portfolioCases,
]
