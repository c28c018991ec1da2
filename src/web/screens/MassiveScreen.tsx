import { MassivePage } from '#web/invoices/MassivePage.tsx'
import { SendRun } from '#web/messages/SendRun.tsx'

const mailOf = (runId: string) => <SendRun id={runId} />

/** Massive invoicing, with the e-mails of its invoices. */
export const MassiveScreen = () => <MassivePage mail={mailOf} />
