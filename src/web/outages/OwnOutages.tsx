import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { periodLabel } from '#domain/core/period.ts'
import { outageApi } from '#domain/outages/api.ts'
import { durationLabel } from '#domain/outages/compensation.ts'
import type { OwnOutages as Own } from '#domain/outages/outage.ts'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert } from '#web/ui/States.tsx'

/** The outages of a client, and what is given back for them (SUS-07). Nothing without outages. */
export function OwnOutages() {
  const { data } = useRead(outageApi.own, {})
  return data ? <OutageList own={data.data} /> : null
}

/** What is open first. */
function OutageList({ own: { outages, compensations } }: { own: Own }) {
  const open = outages.filter(({ is_open }) => is_open)
  return (
    <>
      {open.map((outage) => (
        <Alert key={`${outage.id}${outage.no_contract}`} tone="warn">
          Tu servicio {outage.no_contract} tiene una falla en {outage.city} desde el{' '}
          {instantLabel(new Date(outage.started_at))}: {outage.cause}.{' '}
          {outage.expected_end_at !== null &&
            `Esperamos que vuelva el ${instantLabel(new Date(outage.expected_end_at))}.`}
        </Alert>
      ))}
      {compensations.length > 0 && (
        <Card title="Compensación por fallas">
          <RowList label="Compensaciones por fallas">
            {compensations.map(({ no_contract, month, minutes, amount, invoice }) => (
              <li key={`${no_contract}${month}${invoice}`}>
                <span className="two-lines">
                  {durationLabel(minutes)} sin servicio en {periodLabel(month)}
                  <small>
                    {no_contract}. {invoice === null ? 'Va en tu próxima factura' : `En la factura ${invoice}`}
                  </small>
                </span>
                <strong className="figures">{pesosLabel(amount)}</strong>
              </li>
            ))}
          </RowList>
        </Card>
      )}
    </>
  )
}

/** The same while a PQR is filed: what is known and given back need not be asked for. Nothing without outages. */
export function OutagesWhileFiling() {
  const { data } = useRead(outageApi.own, {})
  if (!data || (data.data.outages.length === 0 && data.data.compensations.length === 0)) return null
  return (
    <>
      <OutageList own={data.data} />
      {data.data.compensations.length > 0 && (
        <Alert>La compensación llega sola: no tienes que pedirla. Si no estás de acuerdo, radica tu PQR.</Alert>
      )}
    </>
  )
}
