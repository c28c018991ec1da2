import { lazy, Suspense, useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import type { Role } from '#domain/core/roles.ts'
import { visitApi } from '#domain/visits/api.ts'
import { isOpenVisit, type Visit, visitKindsOf } from '#domain/visits/visit.ts'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { MoveVisitDialog, NewVisitDialog } from './VisitForm.tsx'
import { VisitRow } from './VisitRow.tsx'

// A client does not open it, and the page of a contract is near its limit of scripts.
const VisitDialog = lazy(() => import('./VisitDialog.tsx').then((file) => ({ default: file.VisitDialog })))

type Props = { contract: Contract; role: Role }

/** The visits of a contract. A client sees when they come; the staff also plans and changes them. */
export function ContractVisits({ contract, role }: Props) {
  const { data } = useRead(visitApi.list, { query: { no_contract: contract.no_contract } })
  const [open, setOpen] = useState<Visit | 'new' | null>(null)
  const canChange = role === 'financial' || role === 'technical'
  const kinds = visitKindsOf(contract.status)
  const visits = data?.data.toReversed() ?? []
  if (!canChange && visits.length === 0) return null
  return (
    <Card
      title="Visitas"
      actions={
        canChange &&
        kinds.length > 0 && (
          <Button size="dense" onClick={() => setOpen('new')}>
            Nueva visita
          </Button>
        )
      }
    >
      {data && visits.length === 0 && <p>Este contrato no tiene visitas.</p>}
      <RowList label="Visitas del contrato">
        {visits.map((visit) => (
          <VisitRow key={visit.id} visit={visit} onOpen={canChange ? () => setOpen(visit) : null} />
        ))}
      </RowList>
      {open === 'new' && (
        <NewVisitDialog
          kinds={kinds}
          no_contract={contract.no_contract}
          due_on={installationDueOf(contract)}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'new' && (
        <Suspense>
          <VisitDialog visit={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  )
}

/** The last legal day of an installation that is not made yet. */
const installationDueOf = ({ status, installation_due_on }: Contract) =>
  status === 'awaiting_installation' ? installation_due_on : null

/** Gives the installation of a contract its day: the visit that waits for it, or a new one. */
export function ScheduleInstallation({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const { data } = useRead(visitApi.list, { query: { no_contract: contract.no_contract, kind: 'instalacion' } })
  if (!data) return null
  const open = data.data.find(({ state }) => isOpenVisit(state))
  return open === undefined ? (
    <NewVisitDialog
      kinds={['instalacion']}
      no_contract={contract.no_contract}
      due_on={installationDueOf(contract)}
      onClose={onClose}
    />
  ) : (
    <MoveVisitDialog visit={open} onClose={onClose} />
  )
}
