import { clientApi } from '#domain/clients/api.ts'
import { consentApi } from '#domain/consents/api.ts'
import type { Endpoint } from '#domain/core/api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { makeClient, makeContract } from './factory.ts'
import type { Sample } from './samples.ts'
import { upload } from './upload.ts'
import type { Company, Person, TestApp } from './world.ts'

let made = 0
const once = () => {
  made += 1
  return { 'idempotency-key': `sample-${made}` }
}
const aClient = () => {
  made += 1
  return {
    type_identification: 'CC',
    identification: String(700_000_000 + made),
    first_name: 'Natalia',
    last_name: 'Hernández',
    address: 'Calle 10',
    department: 'Antioquia',
    city: 'Medellín',
  }
}

type Desk = { person: Person; clientId: string; no_contract: string }

/** A financial user, and a client with a contract in service. */
async function desk(t: TestApp, company: Company): Promise<Desk> {
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  return { person: await company.person('financial'), clientId: client.id, no_contract }
}

async function invoiced(t: TestApp, company: Company): Promise<Desk & { invoiceId: string }> {
  const at = await desk(t, company)
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_700 }]
  const body = { invoice: { no_contract: at.no_contract, lines } }
  const { data } = await at.person.call(invoiceApi.create, { body, headers: once() })
  return { ...at, invoiceId: data.id }
}

const payment = ({ clientId }: Desk) => ({
  payment: { client_id: clientId, amount: 10_000, method: 'efectivo', paid_on: '2026-01-15' },
})

const asking = (person: Person, endpoint: Endpoint, body?: unknown, params?: Record<string, string>) => () =>
  person.ask(endpoint, { body, params, ...(endpoint.idempotency === 'required' ? { headers: once() } : {}) })

const onClient = (endpoint: Endpoint, body?: unknown): Sample => ({
  endpoint,
  make: async (t, company) => {
    const { person, clientId } = await desk(t, company)
    return asking(person, endpoint, body, { id: clientId })
  },
})

const onInvoice = (endpoint: Endpoint, body: unknown): Sample => ({
  endpoint,
  make: async (t, company) => {
    const { person, invoiceId } = await invoiced(t, company)
    return asking(person, endpoint, body, { id: invoiceId })
  },
})

/** A call about an invoice whose client has an email address. */
const onMailed = (endpoint: Endpoint): Sample => ({
  endpoint,
  make: async (t, company) => {
    const { person, clientId, invoiceId } = await invoiced(t, company)
    await t.owner.query('update clients set email = $1 where id = $2', ['ana@correo.test', clientId])
    return asking(person, endpoint, undefined, { id: invoiceId })
  },
})

export const BILLING_SAMPLES: readonly Sample[] = [
  {
    endpoint: clientApi.create,
    make: async (_t, company) => asking(await company.person('financial'), clientApi.create, { client: aClient() }),
  },
  onClient(clientApi.update, { client: { city: 'Envigado' } }),
  onClient(clientApi.switchStatus, { is_active: false }),
  onClient(clientApi.access),
  {
    endpoint: consentApi.say,
    make: async (t, company) => {
      const { id } = await makeClient(t.owner, company.id)
      const consent = { client_id: id, purpose: 'data', is_granted: true }
      return asking(await company.person('financial'), consentApi.say, { consent })
    },
  },
  {
    endpoint: clientImportApi.upload,
    make: async (t, company) => {
      const person = await company.person('financial')
      const row = aClient()
      const text = `${Object.keys(row).join(',')},stratum\n${Object.values(row).join(',')},2`
      return () => upload(t, person, clientImportApi.upload, { name: 'clientes.csv', bytes: Buffer.from(text) })
    },
  },
  {
    endpoint: invoiceApi.create,
    make: async (t, company) => {
      const { person, no_contract } = await desk(t, company)
      const lines = [{ kind: 'transfer', description: 'Traslado', quantity: 1, price: 60_000 }]
      return asking(person, invoiceApi.create, { invoice: { no_contract, lines } })
    },
  },
  onMailed(messageApi.sendInvoice),
  onMailed(messageApi.remind),
  {
    endpoint: messageApi.resend,
    make: async (t, company) => {
      const person = await company.person('financial')
      await t.owner.query(
        `insert into messages (company_id, kind, category, to_email, subject, text_body, html_body, sender, status)
         values ($1, 'receipt', 'transaccional', 'ana@correo.test', 'x', 'x', 'x', 'x', 'failed')`,
        [company.id],
      )
      return asking(person, messageApi.resend, {})
    },
  },
  {
    endpoint: messageApi.sendRun,
    make: async (t, company) => {
      const client = await makeClient(t.owner, company.id, { email: 'ana@correo.test' })
      await makeContract(t.owner, company.id, client.id)
      const person = await company.person('financial')
      const { data } = await person.call(runApi.start, { body: { period: '2026-01' } })
      await runMassive(t.world, { company_id: company.id, run_id: data.id })
      return asking(person, messageApi.sendRun, undefined, { id: data.id })
    },
  },
  onInvoice(invoiceApi.creditNote, { concept: 'No se hizo' }),
  onInvoice(invoiceApi.dispute, { amount: 1_000, reason: 'No lo pidió' }),
  {
    endpoint: invoiceApi.resolveDispute,
    make: async (t, company) => {
      const { person, invoiceId } = await invoiced(t, company)
      const params = { id: invoiceId }
      await person.call(invoiceApi.dispute, { params, body: { amount: 1_000, reason: 'No lo pidió' } })
      return asking(person, invoiceApi.resolveDispute, { resolution: 'Se confirma' }, params)
    },
  },
  {
    endpoint: runApi.start,
    make: async (t, company) => asking((await desk(t, company)).person, runApi.start, { period: '2026-01' }),
  },
  {
    endpoint: runApi.retry,
    make: async (t, company) => {
      const { person } = await desk(t, company)
      const { data } = await person.call(runApi.start, { body: { period: '2026-01' } })
      await runMassive(t.world, { company_id: company.id, run_id: data.id })
      return asking(person, runApi.retry, undefined, { id: data.id })
    },
  },
  {
    endpoint: manualPaymentApi.create,
    make: async (t, company) => {
      const at = await desk(t, company)
      return asking(at.person, manualPaymentApi.create, payment(at))
    },
  },
  {
    endpoint: manualPaymentApi.reverse,
    make: async (t, company) => {
      const at = await desk(t, company)
      const { data } = await at.person.call(manualPaymentApi.create, { body: payment(at), headers: once() })
      return asking(at.person, manualPaymentApi.reverse, { reason: 'Cheque devuelto' }, { id: data.id })
    },
  },
]
