import { useId, useState } from 'react'
import { dayOf } from '#domain/core/days.ts'
import { type Period, periodLabel, periodOf } from '#domain/core/period.ts'
import { fileIssuerApi } from '#domain/einvoices/file-issuer.ts'
import { download } from '#web/core/download.ts'
import { isFailure } from '#web/core/failure.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { MonthSelect } from '#web/ui/MonthSelect.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastError } from '#web/ui/Toasts.tsx'
import type { CompanyQuery } from './company-query.ts'

/** The XML of a month as ZIP files (EIN-04). */
export function MonthFilesCard({ company }: { company: CompanyQuery }) {
  const id = useId()
  const [period, setPeriod] = useState<Period>(() => periodOf(dayOf(new Date())))
  const [busy, setBusy] = useState<number | null>(null)
  const read = useRead(fileIssuerApi.monthFiles, { query: { period, ...company } })
  const save = async (part: number): Promise<void> => {
    setBusy(part)
    try {
      await download(fileIssuerApi.monthZip, { query: { period, part, ...company } })
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    } finally {
      setBusy(null)
    }
  }
  return (
    <Card title="XML de un mes">
      <div className="einvoices-actions">
        <label htmlFor={id}>Mes</label>
        <MonthSelect id={id} ahead={0} value={period} onChange={(chosen) => chosen && setPeriod(chosen)} />
      </div>
      <Query of={read} lines={2} height={24}>
        {({ data: { count, parts } }) =>
          count === 0 ? (
            <p className="einvoices-quiet">No hay archivos XML de {periodLabel(period)}.</p>
          ) : (
            <div className="einvoices-actions">
              {Array.from({ length: parts }, (_, index) => index + 1).map((part) => (
                <Button key={part} busy={busy === part ? 'Preparando…' : undefined} onClick={() => void save(part)}>
                  {parts === 1 ? `Descargar ZIP (${count} XML)` : `Descargar parte ${part} de ${parts}`}
                </Button>
              ))}
            </div>
          )
        }
      </Query>
    </Card>
  )
}
