import { Link } from 'react-router'
import { reportApi } from '#domain/reports/api.ts'
import { GROUP_LABELS, REPORT_GROUPS } from '#domain/reports/report.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Card, Page } from '#web/ui/Page.tsx'
import './reports.css'

/** Reportes: the catalogue, by group (RPT-01, RPT-03). */
export function ReportsPage() {
  const read = useRead(reportApi.catalogue, {})
  return (
    <Page title="Reportes" subtitle="Las cifras de tu empresa, para ver, descargar y comparar">
      <Query of={read} lines={6} height={28}>
        {({ data }) =>
          REPORT_GROUPS.map((group) => (
            <Card key={group} title={GROUP_LABELS[group]}>
              <ul className="report-list" role="list">
                {data
                  .filter((report) => report.group === group)
                  .map(({ name, title, about, href }) => (
                    <li key={name} className="report-list__item">
                      <Link to={href}>{title}</Link>
                      <span>{about}</span>
                    </li>
                  ))}
              </ul>
            </Card>
          ))
        }
      </Query>
    </Page>
  )
}
