import { einvoiceApi } from '#domain/einvoices/api.ts'
import { useRead } from '#web/core/queries.ts'
import { Alert } from '#web/ui/States.tsx'
import type { CompanyQuery } from './company-query.ts'
import { durationLabel } from './words.ts'

/** Before documents are queued: whether the numbering range is enough, and how long its documents take (EIN-05). */
export function RunForecast({ invoices, company = {} }: { invoices: number; company?: CompanyQuery }) {
  const read = useRead(einvoiceApi.forecast, { query: { documents: invoices, ...company } })
  const forecast = read.data?.data
  if (!forecast?.is_on || invoices === 0) return null
  return (
    <Alert tone={forecast.state === 'ok' ? 'info' : 'warn'}>
      {forecast.text}
      {forecast.state !== 'blocked' && ` Enviarlos a la DIAN toma ${durationLabel(forecast.minutes)}.`}
    </Alert>
  )
}
