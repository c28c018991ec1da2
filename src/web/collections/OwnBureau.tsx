import { Link } from 'react-router'
import type { BureauCase } from '#domain/collections/bureau.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { addDays, dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { listLabel } from '#domain/core/text.ts'
import { useRead } from '#web/core/queries.ts'
import { Alert } from '#web/ui/States.tsx'

/** What the client reads about the notice before a report: when it was notified and until when it can pay (SUS-09). */
export function OwnBureau() {
  const read = useRead(bureauApi.ofClient, {}, { background: true })
  return (read.data?.data ?? []).flatMap((one) => {
    const sentence = sentenceOf(one)
    if (sentence === null) return []
    return [
      <Alert key={one.id} tone={one.left === 0 ? 'info' : 'warn'}>
        <p>{sentence}</p>
        {one.left > 0 && (
          <p>
            <Link to={paths.payments}>Pagar</Link> · <Link to={paths.newPqr}>No estoy de acuerdo</Link>
          </p>
        )}
      </Alert>,
    ]
  })
}

/** What an open case means for the client; null when it was not notified or nothing is left to do. */
function sentenceOf({ state, on, debt, left, noticed_on: days, closed_on, reported_on }: BureauCase): string | null {
  if (closed_on !== null || (days.length === 0 && reported_on === null)) return null
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
    return `Pagaste ${left === 0 ? 'la deuda que se había reportado' : `una parte de la deuda reportada y quedan ${pesosLabel(left)}`}: actualizamos el reporte a más tardar el ${dayLabel(on)}.`
  return null
}
