import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { contactApi } from '#domain/messages/contact-api.ts'
import { whatsappWebhookApi } from '#domain/messages/whatsapp-webhook-api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { inboundValue, signedEvent } from '#simulators/whatsapp/events.ts'
import { makeClient, makeContract } from '../factory.ts'
import { numberOf, VERIFY_TOKEN, whatsappKeys } from '../whatsapp-keys.ts'
import { billed, newKey } from './billed.ts'
import { any, casesOf, filter, type Sample, theirs } from './case.ts'

const EMAIL = 'ana@correo.test'

/** A call about an invoice whose client has an email address. */
const onMailedInvoice: Sample = async (t, company) => {
  const { by, clientId, invoiceId } = await billed(t, company)
  await t.owner.query('update clients set email = $1 where id = $2', [EMAIL, clientId])
  return { by, wire: { params: { id: invoiceId } } }
}

const onMailedNote: Sample = async (t, company) => {
  const { by, clientId, invoiceId } = await billed(t, company)
  await t.owner.query('update clients set email = $1 where id = $2', [EMAIL, clientId])
  const note = { params: { id: invoiceId }, body: { concept: 'No se hizo' }, headers: newKey() }
  const { data } = await by.call(invoiceApi.creditNote, note)
  return { by, wire: { params: { id: data.id } } }
}

const mailCases = casesOf(messageApi, {
  list: { may: { financial: 200 }, with: { q: { may: { financial: filter } } } },
  replies: { may: { financial: 200 }, with: { q: { may: { financial: filter } } } },
  resend: {
    may: { financial: 200 },
    with: { ids: { may: { financial: [200, 200, 409, 409] }, request: (its) => ({ body: { ids: [its.message] } }) } },
    sample: async (t, company) => {
      await t.owner.query(
        `insert into messages (company_id, kind, category, to_email, subject, text_body, html_body, sender, status)
         values ($1, 'receipt', 'transaccional', $2, 'x', 'x', 'x', 'x', 'failed')`,
        [company.id, EMAIL],
      )
      return { by: await company.person('financial'), wire: { body: {} } }
    },
  },
  sendInvoice: { may: { financial: theirs(200) }, sample: onMailedInvoice },
  sendNote: { may: { financial: theirs(200) }, sample: onMailedNote },
  remind: { may: { financial: theirs(200) }, sample: onMailedInvoice },
  runMail: { may: { financial: theirs(200) }, request: (its) => ({ params: { id: its.run } }) },
  sendRun: {
    may: { financial: theirs(202) },
    sample: async (t, company) => {
      const client = await makeClient(t.owner, company.id, { email: EMAIL })
      await makeContract(t.owner, company.id, client.id)
      const by = await company.person('financial')
      const { data } = await by.call(runApi.start, { body: { period: '2026-01' } })
      await runMassive(t.world, { company_id: company.id, run_id: data.id })
      return { by, wire: { params: { id: data.id } } }
    },
  },
})

/** A contact that was made: one that is about to be made depends on the hour of the clock. */
const contactWire = (client_id: string) => ({
  body: { contact: { client_id, channel: 'call', contacted_at: new Date(Date.now() - 60_000).toISOString() } },
})

const contactCases = casesOf(contactApi, {
  options: { with: { client_id: { may: { financial: theirs(200) } } } },
  record: {
    may: { financial: theirs(201) },
    sample: async (t, company) => {
      const { id } = await makeClient(t.owner, company.id)
      return { by: await company.person('financial'), wire: contactWire(id) }
    },
    request: (its) => contactWire(its.client),
  },
})

/** An event that Meta signed: a client answers. */
const signedReply: Sample = async (_t, company) => {
  const number = numberOf('muestra', 1)
  const admin = await company.person('admin')
  const { data } = await admin.call(whatsappApi.save, { body: { credentials: whatsappKeys(number) } })
  const endpoint_key = data.events_url.split('/').at(-1) ?? ''
  const reply = { from: '573001112233', id: `wamid.${company.id}`, text: 'Ya pagué', name: 'Ana' }
  const { body, headers } = signedEvent(number, 'messages', inboundValue(number, reply, Date.now()), Date.now())
  return { by: null, wire: { params: { endpoint_key }, body: Buffer.from(body), headers } }
}

const webhookCases = casesOf(whatsappWebhookApi, {
  verify: {
    may: { anyone: any(200) },
    isPublicBecause: 'Meta calls it to check an address, with the token that the company wrote there',
    request: (its) => ({
      params: { endpoint_key: its.whatsappKey },
      query: { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': VERIFY_TOKEN },
    }),
  },
  receive: {
    may: { anyone: any(200) },
    isPublicBecause: 'Meta calls it, with its signature',
    sample: signedReply,
  },
})

export const messageCases = [...mailCases, ...contactCases, ...webhookCases]
