import { Link } from 'react-router'
import { type Day, dayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrRow } from '#domain/pqr/case.ts'
import { PQR_TYPE_LABELS } from '#domain/pqr/topics.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { CLIENT_STATUS_LABELS, clientTone, dateLabel } from './words.ts'
import './pqr.css'

const PAGE_SIZE = 8

/** Mis PQR: the cases of the client, each with its number, its state in words and the last day of the answer (PQR-01). */
export function MyPqrPage() {
  const url = useTableUrl({ pageSize: PAGE_SIZE })
  const list = useRead(
    pqrApi.list,
    { query: { page: url.page, page_size: url.pageSize, sort: '-filed_at' } },
    { keepPrevious: true },
  )
  return (
    <Page
      title="Mis PQR"
      subtitle="Tus peticiones, quejas y recursos. Radicar es gratis y no tienes que estar al día."
      actions={
        <LinkButton to={paths.newPqr} variant="primary">
          Nueva PQR
        </LinkButton>
      }
    >
      <Query of={list} lines={4} height={96}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <NoCases />
          ) : (
            <>
              <ul role="list" className="pqr-list" aria-label="Mis PQR">
                {data.map((one) => (
                  <CaseCard key={one.id} one={one} today={dayOf(new Date(list.dataUpdatedAt))} />
                ))}
              </ul>
              {meta.total > url.pageSize && (
                <Pagination
                  page={url.page}
                  pageSize={url.pageSize}
                  total={meta.total}
                  shown={data.length}
                  onPage={url.onPage}
                  onPageSize={url.onPageSize}
                />
              )}
            </>
          )
        }
      </Query>
    </Page>
  )
}

function CaseCard({ one, today }: { one: PqrRow; today: Day }) {
  return (
    <li className="pqr-card">
      <span className="pqr-card__head">
        <span className="pqr-quiet">{PQR_TYPE_LABELS[one.type]}</span>
        <Badge tone={clientTone(one.status)}>
          <span className="pqr-badge-long">{CLIENT_STATUS_LABELS[one.status]}</span>
        </Badge>
      </span>
      <span className="pqr-card__subject">
        <Link to={paths.ownPqr(one.id)}>{one.subject}</Link>
      </span>
      <span className="pqr-quiet figures">
        {one.is_cun ? 'CUN' : 'Radicado interno'} {one.reference}
      </span>
      <span className="pqr-quiet">{nextLabel(one, today)}</span>
    </li>
  )
}

/** What the client waits for, or may do: the answer, the appeal. */
function nextLabel({ due, status, answered_on, appeal_until, filed_on }: PqrRow, today: Day): string {
  if (due?.kind === 'answer') return `Respuesta máxima: ${dateLabel(due.on, today)}`
  if (appeal_until !== null && appeal_until >= today)
    return `Si no estás de acuerdo, tienes hasta el ${dateLabel(appeal_until, today)}`
  if (status === 'desistida') return 'Terminó porque desististe'
  if (answered_on !== null) return `Respondida el ${dateLabel(answered_on, today)}`
  return `Radicada el ${dateLabel(filed_on, today)}`
}

const NoCases = () => (
  <EmptyState title="No has radicado ninguna PQR" action={<Link to={paths.newPqr}>Radicar la primera</Link>}>
    Si algo no salió bien o necesitas pedir algo, cuéntanos: te damos un número y una fecha máxima de respuesta.
  </EmptyState>
)
