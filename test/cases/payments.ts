import * as z from 'zod/mini'
import { day } from '#domain/core/days.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { instalmentApi } from '#domain/payments/instalment.ts'
import { linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { slipApi } from '#domain/payments/slip-api.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { signLink } from '#server/invoices/public-link.ts'
import { makeSession } from '../factory.ts'
import type { Company, TestApp } from '../world.ts'
import { billed, newKey, type Served, served, visitBody } from './billed.ts'
import { any, casesOf, filter, own, type Request, sampleBy, theirs } from './case.ts'
import { connected } from './integrations.ts'

const cash = ({ clientId }: Served) => ({
  payment: { client_id: clientId, amount: 10_000, method: 'efectivo', paid_on: '2026-01-15' },
})

const manualCases = casesOf(manualPaymentApi, {
  list: {
    may: { financial: 200 },
    with: { client_id: { may: { financial: filter } }, q: { may: { financial: filter } } },
  },
  account: { may: { financial: theirs(200) }, request: (its) => ({ params: { client_id: its.client } }) },
  create: {
    may: { financial: theirs(201) },
    sample: async (t, company) => {
      const at = await served(t, company)
      return { by: at.by, wire: { body: cash(at) } }
    },
  },
  certificate: {
    may: { financial: theirs(200) },
    sample: async (t, company) => {
      const at = await served(t, company)
      await at.by.call(invoiceApi.create, { body: visitBody(at), headers: newKey() })
      const payment = { ...cash(at).payment, retentions: { retefuente: 100 } }
      const { data } = await at.by.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
      return { by: at.by, wire: { params: { id: data.id }, body: { number: 'CR-1' } } }
    },
  },
  reverse: {
    may: { financial: theirs(201) },
    sample: async (t, company) => {
      const at = await served(t, company)
      const { data } = await at.by.call(manualPaymentApi.create, { body: cash(at), headers: newKey() })
      return { by: at.by, wire: { params: { id: data.id }, body: { reason: 'Cheque devuelto' } } }
    },
  },
})

const cashBox = (name: string) => ({ name, kind: 'cash', bank: null, last_digits: null, default_for: ['efectivo'] })

const accountCases = casesOf(moneyAccountApi, {
  list: { may: { admin: 200, financial: 200 } },
  create: {
    may: { admin: 201, financial: 201 },
    sample: sampleBy('financial', { account: cashBox('Caja principal') }),
  },
  update: {
    may: { admin: theirs(200), financial: theirs(200) },
    sample: async (_t, company) => {
      const by = await company.person('financial')
      const { data } = await by.call(moneyAccountApi.create, { body: { account: cashBox('Caja') } })
      return { by, wire: { params: { id: data.id }, body: { account: { name: 'Caja principal' } } } }
    },
  },
})

/** A client with an invoice and a kept advance of 5.000 beside it. */
async function advanced(t: TestApp, company: Company): Promise<Served> {
  const at = await served(t, company)
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 20_000 }]
  const charge = async () =>
    (
      await at.by.call(invoiceApi.create, {
        body: { invoice: { no_contract: at.no_contract, lines } },
        headers: newKey(),
      })
    ).data
  const [first] = [await charge(), await charge()]
  const payment = { ...cash(at).payment, amount: 25_000, invoice_ids: [first.id], keeps_advance: true }
  await at.by.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
  return at
}

const refund = { amount: 5_000, method: 'efectivo', paid_on: '2026-01-15', reason: 'Se retiró' }

const instalmentCases = casesOf(instalmentApi, { payable: { may: { client: 200 } } })

const creditCases = casesOf(creditApi, {
  get: { may: { financial: theirs(200) }, request: (its) => ({ params: { client_id: its.client } }) },
  apply: {
    may: { financial: theirs(201) },
    sample: async (t, company) => {
      const { by, clientId } = await advanced(t, company)
      return { by, wire: { params: { client_id: clientId }, body: {} } }
    },
  },
  refund: {
    may: { financial: theirs(201) },
    sample: async (t, company) => {
      const { by, clientId } = await advanced(t, company)
      return { by, wire: { params: { client_id: clientId }, body: { refund } } }
    },
  },
})

/** A client with an unpaid invoice, in a company whose online payments are on, and the body that pays it. */
async function owing(t: TestApp, company: Company) {
  const admin = await connected(company)
  await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  const { userId, invoiceId } = await billed(t, company)
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const payment = {
    invoice_id: invoiceId,
    customer_email: 'ana@correo.test',
    customer_data: { full_name: 'Ana Ruiz', phone_number: '3001234567' },
    payment_method: { type: 'NEQUI', phone_number: '3991111111' },
    acceptance_terms: true,
  }
  return { by: t.as(await makeSession(t.owner, user), user), body: { payment } }
}

const A_MOMENT_MS = 100
const receipt: Request = (its) => ({ params: { id: its.receipt } })

const onlineCases = casesOf(paymentApi, {
  debts: { may: { client: 200 } },
  methods: { may: { client: 200 } },
  banks: { may: { client: 200 } },
  acceptance: { may: { client: 200 } },
  create: {
    may: { client: own(201) },
    sample: async (t, company) => {
      const { by, body } = await owing(t, company)
      return { by, wire: { body } }
    },
  },
  get: { may: { financial: theirs(200), client: own(200) }, request: (its) => ({ params: { id: its.attempt } }) },
  verify: {
    may: { financial: theirs(200), client: own(200) },
    sample: async (t, company) => {
      const { by, body } = await owing(t, company)
      const { data } = await by.call(paymentApi.create, { body })
      // It ends at the provider, whose event has no receiver.
      await new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS))
      return { by, wire: { params: { id: data.id } } }
    },
  },
  chargeback: {
    may: { financial: theirs(201) },
    sample: async (t, company) => {
      const { by, body } = await owing(t, company)
      const { data } = await by.call(paymentApi.create, { body })
      await new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS))
      await by.call(paymentApi.verify, { params: { id: data.id } })
      const financial = await company.person('financial')
      return { by: financial, wire: { params: { id: data.id }, body: { reason: 'El cliente desconoció el pago' } } }
    },
  },
  voucher: { may: { financial: theirs(200), client: own(200) }, request: receipt },
  transactions: {
    may: { financial: 200, client: 200 },
    with: {
      client_id: { may: { financial: filter, client: filter } },
      q: { may: { financial: filter, client: filter } },
    },
  },
  receipt: { may: { financial: theirs(200), client: own(200) }, request: receipt },
  sendReceipt: {
    may: { financial: theirs(200) },
    sample: async (t, company) => {
      const at = await served(t, company)
      await t.owner.query("update clients set email = 'ana@correo.test' where id = $1", [at.clientId])
      const { data } = await at.by.call(manualPaymentApi.create, { body: cash(at), headers: newKey() })
      return { by: at.by, wire: { params: { id: data.id } } }
    },
  },
  cases: { may: { financial: 200 } },
  resolve: {
    may: { financial: theirs(201) },
    sample: async (t, company) => {
      const { rows } = await t.owner.query<{ id: string }>(
        `insert into payment_cases (company_id, kind, subject, says) values ($1, 'stranger', 't-1', 'Llegó plata') returning id`,
        [company.id],
      )
      return {
        by: await company.person('financial'),
        wire: { params: { id: rows[0]?.id ?? '' }, body: { resolution: 'Era de otra tienda' } },
      }
    },
  },
})

const webhookCases = casesOf(webhookApi, {
  receive: {
    may: { anyone: any(200) },
    isPublicBecause: 'the provider calls it, with its signature',
    sample: async (_t, company) => {
      const admin = await connected(company)
      const { data } = await admin.call(integrationApi.get)
      const endpoint_key = data.wompi[0]?.events_url.split('/').at(-1) ?? ''
      return { by: null, wire: { params: { endpoint_key }, body: { event: 'x' } } }
    },
  },
})

const link: Request = (its) => ({ params: { token: its.token } })
const A_LINK = 'opened by a signed link that a message carries'

const publicCases = casesOf(publicInvoiceApi, {
  get: { may: { anyone: any(200) }, isPublicBecause: A_LINK, request: link },
  pdf: { may: { anyone: any(200) }, isPublicBecause: A_LINK, request: link },
})

const OpenPayment = z.object({ data: z.object({ open_payment_id: z.string() }) })

/** A payment by the link of an invoice: the owing client's, in a company whose online payments are on. */
async function owingByLink(t: TestApp, company: Company): Promise<{ token: string; payment: object }> {
  const { body } = await owing(t, company)
  const { invoice_id, payment_method, acceptance_terms } = body.payment
  const until = day('2099-12-31')
  const token = signLink(t.world.config.secret, { companyId: company.id, invoiceId: invoice_id, until, generation: 0 })
  return { token, payment: { payment_method, acceptance_terms, customer_email: 'otra@correo.test' } }
}

const linkCases = casesOf(linkPaymentApi, {
  search: {
    // Without a contract: wrong ones are counted, and the next callers of the walk would get 429 (link-payments.test.ts has both).
    may: { anyone: 400 },
    isPublicBecause: 'who has the contract and the document, both on the bill, may pay',
    request: () => ({ body: { search: { contract: '', document: '' } } }),
  },
  banks: { may: { anyone: any(200) }, isPublicBecause: A_LINK, request: link },
  acceptance: { may: { anyone: any(200) }, isPublicBecause: A_LINK, request: link },
  create: {
    may: { anyone: any(201) },
    isPublicBecause: A_LINK,
    sample: async (t, company) => {
      const { token, payment } = await owingByLink(t, company)
      return { by: null, wire: { params: { token }, body: { payment } } }
    },
  },
  get: {
    may: { anyone: theirs(200) },
    isPublicBecause: A_LINK,
    request: (its) => ({ params: { token: its.token, id: its.attempt } }),
  },
  verify: {
    may: { anyone: theirs(200) },
    isPublicBecause: A_LINK,
    sample: async (t, company) => {
      const { token, payment } = await owingByLink(t, company)
      await t.ask(linkPaymentApi.create, { params: { token }, body: { payment } })
      const { json } = await t.ask(publicInvoiceApi.get, { params: { token } })
      await new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS))
      return { by: null, wire: { params: { token, id: z.parse(OpenPayment, json).data.open_payment_id } } }
    },
  },
})

const slipCases = casesOf(slipApi, {
  own: { may: { client: 200 } },
  ofLink: { may: { anyone: any(200) }, isPublicBecause: A_LINK, request: link },
})

export const paymentCases = [
  ...manualCases,
  ...accountCases,
  ...creditCases,
  ...instalmentCases,
  ...onlineCases,
  ...webhookCases,
  ...publicCases,
  ...linkCases,
  ...slipCases,
]
