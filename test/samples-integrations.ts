import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { makeClient, makeContract, makeSession } from './factory.ts'
import type { Sample } from './samples.ts'
import type { Company, TestApp } from './world.ts'

/** Keys of Wompi's test environment, with the prefixes that it gives them. */
export const wompiKeys = (name: string) => ({
  environment: 'test' as const,
  public_key: `pub_test_${name}`,
  private_key: `prv_test_${name}`,
  integrity_secret: `test_integrity_${name}`,
  event_key: `test_events_${name}`,
})

const { event_key: events_secret, environment: _test, ...sampleKeys } = wompiKeys('muestra')
/** The provider's account of the companies of the samples. */
export const SAMPLE_MERCHANT = { name: 'Muestra', events_url: null, events_secret, ...sampleKeys }

async function connected(company: Company) {
  const admin = await company.person('admin')
  await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys('muestra') } })
  return admin
}

/** A client with an unpaid invoice, in a company whose online payments are on. */
async function owing(t: TestApp, company: Company) {
  const admin = await connected(company)
  await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  const { id, userId } = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, id)
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_700 }]
  const financial = await company.person('financial')
  const { data } = await financial.call(invoiceApi.create, {
    body: { invoice: { no_contract, lines } },
    headers: { 'idempotency-key': id },
  })
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await makeSession(t.owner, user), user)
  const body = {
    payment: {
      invoice_id: data.id,
      customer_email: 'ana@correo.test',
      customer_data: { full_name: 'Ana Ruiz', phone_number: '3001234567' },
      payment_method: { type: 'NEQUI', phone_number: '3991111111' },
      acceptance_terms: true,
    },
  }
  return { client, body }
}

const A_MOMENT_MS = 100

export const INTEGRATION_SAMPLES: readonly Sample[] = [
  {
    endpoint: integrationApi.saveWompi,
    make: async (_t, company) => {
      const admin = await company.person('admin')
      return () => admin.ask(integrationApi.saveWompi, { body: { credentials: wompiKeys('muestra') } })
    },
  },
  {
    endpoint: integrationApi.testWompi,
    make: async (_t, company) => {
      const admin = await connected(company)
      return () => admin.ask(integrationApi.testWompi, { body: { environment: 'test' } })
    },
  },
  {
    endpoint: integrationApi.stopWompi,
    make: async (_t, company) => {
      const admin = await connected(company)
      return () => admin.ask(integrationApi.stopWompi)
    },
  },
  {
    endpoint: webhookApi.receive,
    make: async (t, company) => {
      const admin = await connected(company)
      const { data } = await admin.call(integrationApi.get)
      const endpoint_key = data.wompi[0]?.events_url.split('/').at(-1) ?? ''
      return () => t.ask(webhookApi.receive, { params: { endpoint_key }, body: { event: 'x' } })
    },
  },
  {
    endpoint: paymentApi.resolve,
    make: async (t, company) => {
      const person = await company.person('financial')
      const { rows } = await t.owner.query<{ id: string }>(
        `insert into payment_cases (company_id, kind, subject, says) values ($1, 'stranger', 't-1', 'Llegó plata') returning id`,
        [company.id],
      )
      const params = { id: rows[0]?.id ?? '' }
      return () => person.ask(paymentApi.resolve, { params, body: { resolution: 'Era de otra tienda' } })
    },
  },
  {
    endpoint: paymentApi.create,
    make: async (t, company) => {
      const { client, body } = await owing(t, company)
      return () => client.ask(paymentApi.create, { body })
    },
  },
  {
    endpoint: paymentApi.verify,
    make: async (t, company) => {
      const { client, body } = await owing(t, company)
      const { data } = await client.call(paymentApi.create, { body })
      // It ends at the provider, whose event has no receiver.
      await new Promise((resolve) => setTimeout(resolve, A_MOMENT_MS))
      return () => client.ask(paymentApi.verify, { params: { id: data.id } })
    },
  },
]
