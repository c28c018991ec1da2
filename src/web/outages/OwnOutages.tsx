import type { ReactNode } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { periodLabel } from '#domain/core/period.ts'
import { outageApi } from '#domain/outages/api.ts'
import { durationLabel, pricesLabel } from '#domain/outages/compensation.ts'
import type { OwnOutages as Own } from '#domain/outages/outage.ts'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert } from '#web/ui/States.tsx'

/** The outages of a client, and what is given back for them (SUS-07). Nothing without outages. `pending`: its place until they are read. */
export function OwnOutages({ pending = null }: { pending?: ReactNode }) {
  const { data, error } = useRead(outageApi.own, {})
  if (data) return <OutageList own={data.data} />
  return error ? null : pending
}

/** What is open first. `isDesk`: said of a client to the person who files for it. */
function OutageList({ own: { outages, compensations }, isDesk = false }: { own: Own; isDesk?: boolean }) {
  const open = outages.filter(({ is_open }) => is_open)
  return (
    <>
      {open.map((outage) => (
        <Alert key={`${outage.id}${outage.no_contract}`} tone="warn">
          {isDesk ? 'El servicio' : 'Tu servicio'} {outage.no_contract} tiene una falla {whereOf(outage, isDesk)} desde
          el {instantLabel(new Date(outage.started_at))}: {outage.cause}.{' '}
          {outage.expected_end_at !== null &&
            `Esperamos que vuelva el ${instantLabel(new Date(outage.expected_end_at))}. `}
          {soFarOf(outage, isDesk)}
        </Alert>
      ))}
      {compensations.length > 0 && (
        <Card title="Compensación por fallas">
          <RowList label="Compensaciones por fallas">
            {compensations.map(({ no_contract, month, minutes, prices, amount, invoice }) => (
              <li key={`${no_contract}${month}${invoice}`}>
                <span className="two-lines">
                  {durationLabel(minutes)} sin servicio en {periodLabel(month)}
                  <small>
                    {no_contract}.{' '}
                    {invoice === null ? `Va en ${isDesk ? 'su' : 'tu'} próxima factura` : `En la factura ${invoice}`}
                    {prices.length > 1 &&
                      `. ${isDesk ? 'Su' : 'Tu'} plan cambió de precio ese mes: ${pricesLabel(prices)}`}
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

/** What an outage would give back until now, with the hours of each price when it changed. Empty below the threshold. */
function soFarOf({ so_far, so_far_prices: prices }: Own['outages'][number], isDesk: boolean): string {
  if (so_far === null || so_far <= 0) return ''
  const amount = `Hasta ahora ${isDesk ? 'le' : 'te'} compensaríamos ${pesosLabel(so_far)}.`
  if (prices.length < 2) return amount
  return `${amount} ${isDesk ? 'Su' : 'Tu'} plan cambió de precio durante la falla: ${pricesLabel(prices)}.`
}

/** A client reads of no device by its name: it is of the company. */
function whereOf({ city, device }: Own['outages'][number], isDesk: boolean): string {
  if (city !== null) return `en ${city}`
  if (device !== null) return `en el equipo ${device}`
  return isDesk ? 'en el equipo que lo conecta' : 'en el equipo que te conecta'
}

/** The same while a PQR is filed: what is known and given back need not be asked for. Nothing without outages. */
export function OutagesWhileFiling() {
  const { data } = useRead(outageApi.own, {})
  return data ? <FilingNotice own={data.data} /> : null
}

/** The same while the desk files for a client. */
export function ClientOutagesWhileFiling({ clientId }: { clientId: string }) {
  const { data } = useRead(outageApi.ofClient, { params: { client_id: clientId } })
  return data ? <FilingNotice own={data.data} isDesk /> : null
}

/** The outages of a client, for the desk that reads its case. */
export function ClientOutages({ clientId }: { clientId: string }) {
  const { data } = useRead(outageApi.ofClient, { params: { client_id: clientId } })
  return data ? <OutageList own={data.data} isDesk /> : null
}

function FilingNotice({ own, isDesk = false }: { own: Own; isDesk?: boolean }) {
  const isCompensated = own.compensations.length > 0 || own.outages.some(({ so_far }) => so_far !== null && so_far > 0)
  return (
    <>
      <OutageList own={own} isDesk={isDesk} />
      {isCompensated && (
        <Alert>
          {isDesk
            ? 'La compensación le llega sola: no tiene que pedirla. Si no está de acuerdo, radica su PQR.'
            : 'La compensación llega sola: no tienes que pedirla. Si no estás de acuerdo, radica tu PQR.'}
        </Alert>
      )}
    </>
  )
}
