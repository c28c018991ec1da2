import { Link } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { installationReportApi } from '#domain/installations/api.ts'
import { WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'

const SHOWN_MAX = 20

/** The installation reports of a contract, the last first, for its client and for the desk (CON-05). */
export function ContractReports({ no }: { no: string }) {
  const read = useRead(installationReportApi.list, { query: { no_contract: no, page: 1, page_size: SHOWN_MAX } })
  return (
    <Card title="Actas">
      <Query of={read} lines={3} height={32}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Sin actas">La primera llega cuando se hace una visita.</EmptyState>
          ) : (
            <RowList label="Actas">
              {data.map(({ id, consecutive, visit_on, type_order_job, technician }) => (
                <li key={id}>
                  <span className="two-lines">
                    <Link to={paths.view('acta', id)}>Acta {consecutive}</Link>
                    <small>
                      {WORK_ORDER_LABELS[type_order_job]}, {shortDayLabel(visit_on)}, {technician}
                    </small>
                  </span>
                </li>
              ))}
            </RowList>
          )
        }
      </Query>
    </Card>
  )
}
