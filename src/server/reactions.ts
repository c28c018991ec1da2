import { countListFile } from './auth/throttle.ts'
import { queueAgreed } from './collections/agreed-days.ts'
import { mailAgreement } from './collections/agreement-notices.ts'
import { setDeviceServices } from './collections/device-services.ts'
import { queueUnowed } from './collections/follow-debt.ts'
import { payableInstalments } from './collections/payable-instalments.ts'
import { owedCuts } from './collections/person-cut.ts'
import { collectionServices } from './collections/reconnect-paid.ts'
import { reopenKept } from './collections/reopen-kept.ts'
import { smsMonths } from './collections/sms-month.ts'
import { checkedDebtMessages } from './collections/still-applies.ts'
import { recordPolicyConsent } from './consents/policy-consent.ts'
import { setBilledPeriods } from './contracts/billed-periods.ts'
import { mailCopy } from './contracts/contract-mail.ts'
import { setPersonCuts } from './contracts/person-cuts.ts'
import { type Reaction, setReactions, toEachAlone } from './core/events.ts'
import { setListFileLimit } from './core/reading.ts'
import { correctedClients, freedQueues, queuedDocuments } from './einvoices/queue.ts'
import { trialDocuments } from './einvoices/trials.ts'
import { followEnd } from './equipment/follow-contract.ts'
import { queueDeliveries } from './integrations/queue-deliveries.ts'
import { setSmsMonth } from './integrations/sms-month.ts'
import { setClaimCases } from './invoices/claim-cases.ts'
import { invoicedPeriods } from './invoices/corrections.ts'
import { setIssuedDocuments } from './invoices/issued.ts'
import { mailContractChange } from './messages/contract-message.ts'
import { setDebtMessages } from './messages/debt-messages.ts'
import { enforcedServices } from './network/device-services.ts'
import { recordedStays } from './network/device-stays.ts'
import { orderNetwork } from './network/follow-contract.ts'
import { notify } from './notifications/notify.ts'
import { setDeviceStays } from './outages/device-stays.ts'
import { queueReached } from './outages/follow-contract.ts'
import { setAgreedInstalments } from './payments/agreed-instalments.ts'
import { setPaidServices } from './payments/paid-services.ts'
import { casesOfClaims } from './pqr/claim-cases.ts'
import { followContract } from './visits/follow-contract.ts'

/** What the modules do in the transaction of recorded events, in this order. */
const REACTIONS: readonly Reaction[] = [
  notify,
  toEachAlone(recordPolicyConsent),
  toEachAlone(followContract),
  toEachAlone(followEnd),
  orderNetwork,
  queueReached,
  queueUnowed,
  queueAgreed,
  toEachAlone(mailAgreement),
  toEachAlone(mailCopy),
  toEachAlone(mailContractChange),
  toEachAlone(correctedClients),
  toEachAlone(freedQueues),
  toEachAlone(trialDocuments),
  queueDeliveries,
]

/** Connects each module with those to its right that react to it. Before the first change of a process. */
export function connectModules(): void {
  setReactions(REACTIONS)
  setBilledPeriods(invoicedPeriods)
  setPersonCuts(owedCuts)
  setIssuedDocuments(queuedDocuments)
  setPaidServices({ ...collectionServices, reopen: reopenKept })
  setClaimCases(casesOfClaims)
  setDebtMessages(checkedDebtMessages)
  setAgreedInstalments(payableInstalments)
  setSmsMonth(smsMonths)
  setDeviceServices(enforcedServices)
  setDeviceStays(recordedStays)
  setListFileLimit(countListFile)
}
