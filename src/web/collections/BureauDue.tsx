import { Link } from 'react-router'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { dayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'

/**
 * What is to be done about reports to credit bureaus, on the dashboard: the payments to update and the claims to notify, each with its first
 * last day, and the debts that may be reported. The desk sees it when there is something to do; an administrator always, with the policy.
 */
export function BureauDue({ isAdmin }: { isAdmin: boolean }) {
  const read = useRead(bureauApi.cases, { query: { page: 1, page_size: 1 } }, { background: true })
  const summary = read.data?.summary
  if (summary === undefined) return null
  const { update_due, dispute_due, reportable } = summary.counts
  if (!isAdmin && update_due === 0 && dispute_due === 0 && reportable === 0) return null
  return (
    <Card
      title="Centrales de riesgo"
      actions={
        <Link to={isAdmin ? paths.bureauPolicy : paths.bureau}>{isAdmin ? 'Ver la política' : 'Ver la lista'}</Link>
      }
    >
      {summary.update_by !== null && (
        <p>
          <Link to={`${paths.bureau}?state=update_due`}>
            {update_due === 1 ? 'Falta actualizar 1 pago' : `Falta actualizar ${update_due} pagos`}
          </Link>
          : el primer plazo termina el {dayLabel(summary.update_by)}.
        </p>
      )}
      {summary.dispute_by !== null && (
        <p>
          <Link to={`${paths.bureau}?state=dispute_due`}>
            {dispute_due === 1
              ? '1 deuda reportada está en reclamo'
              : `${dispute_due} deudas reportadas están en reclamo`}
          </Link>
          : avísale a la central a más tardar el {dayLabel(summary.dispute_by)}.
        </p>
      )}
      {reportable > 0 && (
        <p>
          <Link to={`${paths.bureau}?state=reportable`}>
            {reportable === 1 ? '1 deuda se puede reportar' : `${reportable} deudas se pueden reportar`}
          </Link>
          .
        </p>
      )}
      {update_due === 0 && dispute_due === 0 && reportable === 0 && (
        <p>
          {summary.is_on
            ? 'No hay nada por reportar ni por actualizar.'
            : 'Los avisos antes de un reporte están apagados.'}{' '}
          <Link to={paths.bureau}>Ver la lista</Link>
        </p>
      )}
    </Card>
  )
}
