import { outgoingWebhookApi } from '#domain/integrations/outgoing-webhook-api.ts'
import { seedWebhook } from '../authorization/webhook-fixtures.ts'
import { casesOf, filter, type Sample, sampleBy, theirs } from './case.ts'

const onWebhook =
  (body?: object): Sample =>
  async (t, company) => {
    const by = await company.person('admin')
    const { webhook } = await seedWebhook(t, by, 'CRM de ventas')
    return { by, wire: { params: { id: webhook }, ...(body && { body }) } }
  }

const newWebhook = () => ({
  webhook: { name: 'CRM de ventas', url: 'https://crm.example.com/enlace', events: ['payment.registered'] },
})

export const webhookCases = casesOf(outgoingWebhookApi, {
  list: { may: { admin: 200 } },
  create: { may: { admin: 201 }, sample: sampleBy('admin', newWebhook) },
  change: { may: { admin: theirs(200) }, sample: onWebhook({ webhook: { state: 'off' } }) },
  remove: { may: { admin: theirs(200) }, sample: onWebhook() },
  rotate: { may: { admin: theirs(200) }, sample: onWebhook() },
  test: { may: { admin: theirs(200) }, sample: onWebhook() },
  deliveries: {
    may: { admin: 200 },
    with: { webhook_id: { may: { admin: filter }, request: (its) => ({ query: { webhook_id: its.webhook } }) } },
  },
  delivery: { may: { admin: theirs(200) }, request: (its) => ({ params: { id: its.delivery } }) },
  resend: {
    may: { admin: theirs(200) },
    sample: async (t, company) => {
      const by = await company.person('admin')
      const { delivery } = await seedWebhook(t, by, 'CRM de ventas')
      return { by, wire: { params: { id: delivery } } }
    },
  },
})
