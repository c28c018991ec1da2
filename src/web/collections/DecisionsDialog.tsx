import { useState } from 'react'
import { Link } from 'react-router'
import { collectionApi } from '#domain/collections/api.ts'
import { type CollectionRun, OUTCOME_LABELS } from '#domain/collections/preview.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

const PAGE_SIZE = 20

/** The decisions of one day and what became of each one. */
export function DecisionsDialog({ run, onClose }: { run: CollectionRun; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const read = useRead(
    collectionApi.run,
    { params: { id: run.id }, query: { page, page_size: PAGE_SIZE } },
    { keepPrevious: true },
  )
  const total = read.data?.meta.total ?? 0
  return (
    <Dialog title={`Decisiones del ${shortDayLabel(run.on_day)}`} onClose={onClose}>
      {read.data === undefined ? (
        <ReadState of={read} lines={4} height={44} />
      ) : total === 0 ? (
        <p>Ese día no había a quién avisar ni a quién cortar.</p>
      ) : (
        <ul>
          {read.data.data.map(({ id, no_contract, client, action, debt, outcome, reason }) => (
            <li key={id}>
              <Link to={paths.contract(no_contract)}>{no_contract}</Link> {client.name}:{' '}
              {action === 'cut' ? 'corte' : 'aviso'} por {pesosLabel(debt)}. {OUTCOME_LABELS[outcome]}
              {reason === null ? '' : `: ${reason}`}
            </li>
          ))}
        </ul>
      )}
      {total > PAGE_SIZE && (
        <p>
          <Button disabledReason={page === 1 ? 'Es la primera página' : undefined} onClick={() => setPage(page - 1)}>
            Anteriores
          </Button>{' '}
          <Button
            disabledReason={page * PAGE_SIZE >= total ? 'Es la última página' : undefined}
            onClick={() => setPage(page + 1)}
          >
            Siguientes
          </Button>
        </p>
      )}
    </Dialog>
  )
}
