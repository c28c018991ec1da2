import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { DueBadge } from './DueBadge.tsx'
import './pqr.css'

const SHOWN_MAX = 5

/** The cases that expire first on the dashboard of the desk: its own for a technician (DSH-02, DSH-04). */
export function PqrDue({ isOwn }: { isOwn: boolean }) {
  const read = useRead(
    pqrApi.list,
    { query: { state: 'open', page: 1, page_size: SHOWN_MAX, ...(isOwn ? { assignee: 'me' } : {}) } },
    { background: true },
  )
  const due = read.data?.data.filter((one) => one.due !== null) ?? []
  if (read.data === undefined || (due.length === 0 && !isOwn)) return null
  return (
    <Card
      title={isOwn ? 'Tus PQR' : 'PQR que vencen primero'}
      actions={<Link to={isOwn ? `${paths.pqrQueue}?assignee=me` : paths.pqrQueue}>Ver todas</Link>}
    >
      {due.length === 0 ? (
        <p className="pqr-quiet">
          No tienes PQR asignadas. <Link to={`${paths.pqrQueue}?assignee=none`}>Ver las que nadie ha tomado</Link>
        </p>
      ) : (
        <RowList label="PQR que vencen primero">
          {due.map(({ id, subject, petitioner, due: term }) => (
            <li key={id}>
              <span className="two-lines">
                <Link to={paths.pqrCase(id)}>{subject}</Link>
                <small>{petitioner.name}</small>
              </span>
              <DueBadge due={term} />
            </li>
          ))}
        </RowList>
      )}
    </Card>
  )
}
