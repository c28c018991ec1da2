import { useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { PQR_STATUS_LABELS } from '#domain/pqr/lifecycle.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { dueLabel, statusTone } from './words.ts'

const SHOWN_MAX = 5

/** The cases of a client on its page: those that expire first, with a link to all of them (CLI-03). */
export function ClientPqr({ clientId }: { clientId: string }) {
  const [today] = useState(() => dayOf(new Date()))
  const read = useRead(pqrApi.list, { query: { client_id: clientId, page: 1, page_size: SHOWN_MAX } })
  return (
    <Card
      title="PQR"
      actions={
        <LinkButton to={paths.newDeskPqrOf(clientId)} size="dense">
          Radicar
        </LinkButton>
      }
    >
      <Query of={read} lines={2}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title="Sin PQR">No ha radicado ninguna.</EmptyState>
          ) : (
            <>
              <RowList label="PQR del cliente">
                {data.map(({ id, subject, reference, status, due }) => (
                  <li key={id}>
                    <span className="two-lines">
                      <Link to={paths.pqrCase(id)}>{subject}</Link>
                      <small className="figures">
                        {reference}
                        {due !== null && ` · ${dueLabel(due, today)}`}
                      </small>
                    </span>
                    <Badge tone={statusTone(status)}>{PQR_STATUS_LABELS[status]}</Badge>
                  </li>
                ))}
              </RowList>
              {meta.total > data.length && (
                <Link to={`${paths.pqrOf(clientId)}&state=all`}>Ver sus {meta.total} PQR</Link>
              )}
            </>
          )
        }
      </Query>
    </Card>
  )
}
