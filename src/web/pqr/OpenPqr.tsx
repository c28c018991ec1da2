import { Link } from 'react-router'
import { type Day, dayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrRow } from '#domain/pqr/case.ts'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { CLIENT_STATUS_LABELS, dateLabel } from './words.ts'

const SHOWN_MAX = 3

/** The open cases of the client on its first screen, each with its state and the day of the answer (DSH-01). Empty without any. */
export function OpenPqr() {
  const read = useRead(pqrApi.list, { query: { state: 'open', page: 1, page_size: SHOWN_MAX } }, { background: true })
  const open = read.data?.data ?? []
  if (open.length === 0) return null
  const today = dayOf(new Date(read.dataUpdatedAt))
  return (
    <Card title="Mis PQR abiertas" actions={<Link to={paths.pqr}>Ver todas</Link>}>
      <RowList label="Mis PQR abiertas">
        {open.map((one) => (
          <li key={one.id}>
            <span className="two-lines">
              <Link to={paths.ownPqr(one.id)}>{one.subject}</Link>
              <small>{aboutOf(one, today)}</small>
            </span>
          </li>
        ))}
      </RowList>
    </Card>
  )
}

const aboutOf = ({ status, due }: PqrRow, today: Day): string =>
  due?.kind === 'answer'
    ? `${CLIENT_STATUS_LABELS[status]} · respuesta máxima: ${dateLabel(due.on, today)}`
    : CLIENT_STATUS_LABELS[status]
