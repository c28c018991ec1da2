import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { ContractDocument } from '#domain/contracts/document.ts'
import { documentApi } from '#domain/contracts/documents-api.ts'
import { dayOf, shortDayLabel } from '#domain/core/days.ts'
import { sizeLabel } from '#domain/core/megabytes.ts'
import { paths } from '#domain/core/paths.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'

const AddAnnexDialog = lazy(() => import('./AnnexDialogs.tsx').then((file) => ({ default: file.AddAnnexDialog })))
const RemoveAnnexDialog = lazy(() => import('./AnnexDialogs.tsx').then((file) => ({ default: file.RemoveAnnexDialog })))

/** The annexes of a contract; the desk adds and removes them (CON-05). */
export function AnnexesCard({ no, isDesk }: { no: string; isDesk: boolean }) {
  const read = useRead(documentApi.list, { params: { no } })
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<ContractDocument | null>(null)
  return (
    <Card
      title="Anexos"
      actions={
        isDesk && (
          <Button variant="primary" onClick={() => setAdding(true)}>
            Anexar
          </Button>
        )
      }
    >
      <Query of={read} lines={4} height={32}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Sin anexos">
              {isDesk
                ? 'Anexa la cédula, un recibo o cualquier papel del contrato.'
                : 'Aquí verás los papeles que tu proveedor anexe a tu contrato.'}
            </EmptyState>
          ) : (
            <RowList label="Anexos">
              {data.map((annex) => (
                <AnnexRow key={annex.id} annex={annex} isDesk={isDesk} onRemove={() => setRemoving(annex)} />
              ))}
            </RowList>
          )
        }
      </Query>
      <Suspense>
        {isAdding && <AddAnnexDialog no={no} onClose={() => setAdding(false)} />}
        {removing && <RemoveAnnexDialog annex={removing} onClose={() => setRemoving(null)} />}
      </Suspense>
    </Card>
  )
}

type RowProps = { annex: ContractDocument; isDesk: boolean; onRemove: () => void }

const AnnexRow = ({ annex, isDesk, onRemove }: RowProps) => (
  <li>
    <span className="two-lines">
      <Link to={paths.view('document', annex.id)}>{annex.title}</Link>
      <small>{annex.removed ? removedNote(annex.removed) : addedNote(annex)}</small>
    </span>
    {annex.removed && <Badge tone="quiet">Quitado</Badge>}
    {isDesk && !annex.removed && (
      <Button size="dense" aria-label={`Quitar ${annex.title}`} onClick={onRemove}>
        Quitar
      </Button>
    )}
  </li>
)

const dayOfInstant = (instant: string): string => shortDayLabel(dayOf(new Date(instant)))

const addedNote = ({ kind, bytes, createdAt }: ContractDocument): string =>
  `${kind === 'pdf' ? 'PDF' : 'Imagen'}, ${sizeLabel(bytes)}, del ${dayOfInstant(createdAt)}`

const removedNote = ({ at, by, reason }: NonNullable<ContractDocument['removed']>): string =>
  `Lo quitó ${by} el ${dayOfInstant(at)}: ${reason}`
