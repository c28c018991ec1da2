import { RunDocumentsCard } from '#web/einvoices/RunDocumentsCard.tsx'
import { RunForecast } from '#web/einvoices/RunForecast.tsx'
import { MassivePage } from '#web/invoices/MassivePage.tsx'
import { SendRun } from '#web/messages/SendRun.tsx'

const slots = {
  mail: (runId: string) => <SendRun id={runId} />,
  documents: (runId: string) => <RunDocumentsCard runId={runId} />,
  forecast: (invoices: number) => <RunForecast invoices={invoices} />,
}

/** Massive invoicing, with the e-mails and the electronic documents of its invoices. */
export const MassiveScreen = () => <MassivePage slots={slots} />
