import { recordPolicyConsent } from './consents/policy-consent.ts'
import type { Reaction } from './core/events.ts'
import { notify } from './notifications/notify.ts'

/** What the modules do in the transaction of a recorded event, in this order. */
export const REACTIONS: readonly Reaction[] = [notify, recordPolicyConsent]
