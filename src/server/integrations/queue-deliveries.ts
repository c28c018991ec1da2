import { sql } from 'kysely'
import { WEBHOOK_EVENTS } from '#domain/integrations/outgoing-webhook.ts'
import type { Reaction } from '#server/core/events.ts'

const SENT: ReadonlySet<string> = new Set(WEBHOOK_EVENTS)

/**
 * The deliveries of events, one for each webhook of their company that receives them, in their transaction. A webhook that is
 * off or paused gets none.
 */
export const queueDeliveries: Reaction = ([{ name, companyId }]) =>
  SENT.has(name)
    ? {
        with: [
          sql`webhook_delivery as (
            insert into webhook_deliveries (company_id, webhook_id, event_id, type)
            select w.company_id, w.id, event.id, ${name} from event cross join outgoing_webhooks w
            where w.company_id = ${companyId}::uuid and w.state = 'on' and w.removed_at is null and ${name} = any(w.events))`,
        ],
        select: [],
      }
    : { with: [], select: [] }
