import { MassivePage } from '#web/invoices/MassivePage.tsx'
import { SendRun } from '#web/messages/SendRun.tsx'

/** Massive invoicing, with the e-mails of its invoices. */
export function MassiveScreen() {
  return <MassivePage mail={(runId) => <SendRun id={runId} />} />
}
