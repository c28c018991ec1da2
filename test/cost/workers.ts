import { sendDue } from '#server/einvoices/worker.ts'
import { startDue } from '#server/integrations/deliver.ts'
import { runClock } from '#server/pqr/clock.ts'
import { runOrders } from '#test/run-orders.ts'
import type { Case } from './case.ts'

/** Often enough for a connection to use a generic plan: PostgreSQL considers it from the sixth execution on. */
export const TIMES = 8

/** The clock over many open cases of which none is due. */
export const pqrClock: Case = {
  name: 'clock of cases, none due',
  isSmall: true,
  per: 'tick',
  of: 'page',
  limit: 4,
  prepare:
    async ({ t }) =>
    async () => {
      for (let time = 0; time < TIMES; time += 1) await runClock(t.world)
      return TIMES
    },
}

/** The worker over the orders of every service, of which none is due. */
export const networkWorker: Case = {
  name: 'network orders, none due',
  per: 'tick',
  of: 'page',
  limit: 12,
  prepare:
    async ({ t }) =>
    async () => {
      for (let time = 0; time < TIMES; time += 1) await runOrders(t.world)
      return TIMES
    },
}

/** So many requests that what PostgreSQL reads to plan the first one is little for each. */
const REQUESTS = 100

/** What FreeRADIUS asks for each client that connects: seven rows by their keys, whatever the number of services. */
export const radiusItems: Case = {
  name: 'RADIUS authorisation',
  per: 'request',
  of: 'page',
  limit: 20,
  prepare: async ({ t, companyId }) => {
    const { rows } = await t.owner.query<{ device: string; username: string }>(
      'select device_id as device, username from network_services where company_id = $1 order by id limit $2',
      [companyId, REQUESTS],
    )
    return async () => {
      for (const { device, username } of rows)
        await t.owner.query('select * from radius.items($1, $2, null)', [device, username])
      return rows.length
    }
  },
}

/** The look for due deliveries to webhooks, of which none is due. */
export const webhookWorker: Case = {
  name: 'webhook deliveries, none due',
  per: 'tick',
  of: 'page',
  limit: 12,
  prepare: async ({ t }) => {
    await t.owner.query(
      `insert into outgoing_webhooks (company_id, name, url, events, sealed)
       select id, 'CRM', 'https://crm.test/', '{contract.activated}', '' from companies`,
    )
    return async () => {
      for (let time = 0; time < TIMES; time += 1) await Promise.all(await startDue(t.world, new Map()))
      return TIMES
    }
  },
}

/** The tick of the worker of electronic documents, when none is due. */
export const electronicTick: Case = {
  name: 'electronic documents, none due',
  per: 'tick',
  of: 'page',
  limit: 60,
  prepare: async ({ t }) => {
    await t.owner.query('insert into electronic_queues (company_id) select id from companies on conflict do nothing')
    await t.owner.query('update companies set is_factus_integration = true')
    // Those of the runs of other cases wait.
    await t.owner.query(`update electronic_documents set next_try_at = 'infinity' where status = 'queued'`)
    // Removes the old rows, which would be counted once.
    await t.owner.query('vacuum electronic_documents')
    return async () => {
      for (let time = 0; time < TIMES; time += 1) await sendDue(t.world)
      return TIMES
    }
  },
}
