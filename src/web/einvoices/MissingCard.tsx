import { useId, useState } from 'react'
import { dayOf } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { type Period, periodLabel, periodOf } from '#domain/core/period.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import type { MissingDocuments } from '#domain/einvoices/electronic.ts'
import { countLabel } from '#domain/integrations/numbering-range.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { MonthSelect } from '#web/ui/MonthSelect.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import type { CompanyQuery } from './company-query.ts'
import { RunForecast } from './RunForecast.tsx'

/** The invoices of a month that were issued while electronic invoicing was off or in tests, to queue them. */
export function MissingCard({ company, isOff }: { company: CompanyQuery; isOff: boolean }) {
  const id = useId()
  const [period, setPeriod] = useState<Period>(() => periodOf(dayOf(new Date())))
  const read = useRead(einvoiceApi.missing, { query: { period, ...company } })
  return (
    <Card title="Facturas sin documento electrónico">
      <div className="einvoices-actions">
        <label htmlFor={id}>Mes</label>
        <MonthSelect id={id} ahead={0} value={period} onChange={(chosen) => chosen && setPeriod(chosen)} />
      </div>
      <Query of={read} lines={2} height={24}>
        {({ data }) => <Missing missing={data} period={period} company={company} isOff={isOff} />}
      </Query>
    </Card>
  )
}

type Props = { missing: MissingDocuments; period: Period; company: CompanyQuery; isOff: boolean }

function Missing({ missing: { count, total }, period, company, isOff }: Props) {
  const [isAsking, setAsking] = useState(false)
  const queue = useChange(einvoiceApi.queueMissing)
  if (count === 0)
    return <p className="einvoices-quiet">Todas las facturas de {periodLabel(period)} tienen su documento.</p>
  const invoices = count === 1 ? '1 factura' : `${countLabel(count)} facturas`
  const send = () =>
    queue.mutate(
      { query: company, body: { period } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastFailure(error, 'No pudimos ponerlas en la fila'),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <div className="einvoices-actions">
      <p>
        {invoices} de {periodLabel(period)} por {pesosLabel(total)}: {count === 1 ? 'se emitió' : 'se emitieron'} con la
        facturación electrónica apagada o en el ambiente de pruebas.
      </p>
      <Button
        disabledReason={isOff ? 'Enciende la facturación electrónica en Integraciones' : undefined}
        onClick={() => setAsking(true)}
      >
        Enviar a la DIAN
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`¿Enviar ${invoices} a la DIAN?`}
          confirm="Poner en la fila"
          busy={queue.isPending ? 'Poniendo en la fila…' : undefined}
          onConfirm={send}
          onCancel={() => setAsking(false)}
        >
          <RunForecast invoices={count} company={company} />
          <p>
            Cada una toma un número de tu rango y la fecha del día en que se envía, con sus notas crédito. Si ya las
            facturaste ante la DIAN con otro programa, no las envíes: quedarían dos veces.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
