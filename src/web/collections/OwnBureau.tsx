import { Link } from 'react-router'
import type { BureauCase } from '#domain/collections/bureau.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { addDays, dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { listLabel } from '#domain/core/text.ts'
import { useRead } from '#web/core/queries.ts'
import { Alert } from '#web/ui/States.tsx'
import { sentDays } from './bureau-words.ts'

/** What the client reads about the notice before a report: when it was notified and until when it can pay (SUS-09). */
export function OwnBureau() {
  const read = useRead(bureauApi.ofClient, {}, { background: true })
  return (read.data?.data ?? []).flatMap((one) => {
    const sentence = sentenceOf(one)
    if (sentence === null) return []
    return [
      <Alert key={one.id} tone={one.state === 'update_due' ? 'info' : 'warn'}>
        <p>{sentence}</p>
        {one.state !== 'update_due' && (
          <p>
            <Link to={paths.payments}>Pagar</Link> · <Link to={paths.newPqr}>No estoy de acuerdo</Link>
          </p>
        )}
      </Alert>,
    ]
  })
}

/** What an open case means for the client; null when it was not notified or nothing is left to do. */
function sentenceOf({ state, on, debt, notices, closed_on }: BureauCase): string | null {
  const days = sentDays(notices)
  if (closed_on !== null || days.length === 0) return null
  const notified = `Te avisamos el ${listLabel(days.map(dayLabel))} que tu deuda vencida de ${pesosLabel(debt)} se puede reportar a una central de riesgo.`
  if (state === 'waiting' && on !== null)
    return `${notified} Puedes pagarla antes del reporte hasta el ${dayLabel(addDays(on, -1))}.`
  if (state === 'reportable') return `${notified} Págala ya para evitar el reporte.`
  if (state === 'second_notice') return `${notified} Antes del reporte te enviamos otro aviso.`
  if (state === 'reported')
    return `Tu deuda de ${pesosLabel(debt)} se reportó a una central de riesgo. Cuando la pagues, actualizamos el reporte dentro del mes.`
  if (state === 'dispute_due')
    return `Tu deuda de ${pesosLabel(debt)} se reportó a una central de riesgo y la estás reclamando: le avisamos a la central que está en discusión.`
  if (state === 'update_due' && on !== null)
    return `Pagaste la deuda que se había reportado: actualizamos el reporte a más tardar el ${dayLabel(on)}.`
  return null
}
