import { countListFile } from './auth/throttle.ts'
import { recordPolicyConsent } from './consents/policy-consent.ts'
import { setBilledPeriods } from './contracts/billed-periods.ts'
import { type Reaction, setReactions } from './core/events.ts'
import { setListFileLimit } from './core/reading.ts'
import { invoicedPeriods } from './invoices/corrections.ts'
import { notify } from './notifications/notify.ts'

/** What the modules do in the transaction of a recorded event, in this order. */
const REACTIONS: readonly Reaction[] = [notify, recordPolicyConsent]

/** Connects each module with those to its right that react to it. Before the first change of a process. */
export function connectModules(): void {
  setReactions(REACTIONS)
  setBilledPeriods(invoicedPeriods)
  setListFileLimit(countListFile)
}
