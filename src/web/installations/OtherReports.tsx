import { Link, useLocation } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { installationReportApi } from '#domain/installations/api.ts'
import { WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import { newReportAddress } from '#web/contracts/report-address.ts'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'

/** The other reports of the contract, and the way to a new one. */
export function OtherReports({ no, identification, current }: { no: string; identification: string; current: string }) {
  const { pathname } = useLocation()
  const { user } = useSession()
  const rows = useRead(installationReportApi.reports, { params: { id: no } }).data?.data ?? []
  const others = rows.filter(({ id }) => id !== current)
  const canWrite = user?.metadata.role !== 'network'
  if (others.length === 0 && !canWrite) return null
  return (
    <div className="acta__others">
      <Card title="Otras actas de este contrato">
        {others.length === 0 ? (
          <p>Esta es la única.</p>
        ) : (
          <RowList label="Otras actas">
            {others.map(({ id, consecutive, visit_on, type_order_job, technician }) => (
              <li key={id}>
                <Link to={`${pathname}?report=${id}`}>
                  Acta {consecutive}, {shortDayLabel(visit_on)}
                </Link>
                <span>
                  {WORK_ORDER_LABELS[type_order_job]} · {technician}
                </span>
              </li>
            ))}
          </RowList>
        )}
        {canWrite && (
          <p>
            <Link to={newReportAddress(no, identification)}>Crear otra acta</Link>
          </p>
        )}
      </Card>
    </div>
  )
}
