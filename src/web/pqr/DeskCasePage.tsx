import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { PQR_STATUS_LABELS } from '#domain/pqr/lifecycle.ts'
import { APPEAL_NOT_EXTENDED } from '#domain/pqr/steps.ts'
import { isOpenVisit } from '#domain/visits/visit.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { CaseDialog } from './CaseDialog.tsx'
import { CaseFacts } from './CaseFacts.tsx'
import { CaseFilesCard } from './CaseFilesCard.tsx'
import { CaseVisitsCard } from './CaseVisitsCard.tsx'
import { DeskActions } from './DeskActions.tsx'
import { DueBadge } from './DueBadge.tsx'
import type { CaseStep } from './desk-steps.ts'
import { PetitionerCard } from './PetitionerCard.tsx'
import { PresenceNotice } from './PresenceNotice.tsx'
import { TasksCard } from './TasksCard.tsx'
import { Thread } from './Thread.tsx'
import { usePresence } from './use-presence.ts'
import { WriteCard } from './WriteCard.tsx'
import { statusTone } from './words.ts'
import './pqr.css'

// Most clients have no outage.
const ClientOutages = lazy(() =>
  import('#web/outages/OwnOutages.tsx').then((file) => ({ default: file.ClientOutages })),
)

/** How often an open case is read again: another desk may take it or answer it. */
const POLL_MS = 20_000

/** One case for the desk: what the person says, what was done, and every step with its dialog (PQR-03, PQR-04, PQR-05). */
export function DeskCasePage() {
  const { id = '' } = useParams()
  const read = useRead(pqrApi.get, { params: { id } }, { pollMs: POLL_MS })
  if (read.data) return <DeskCase pqr={read.data.data} />
  return (
    <Page title="PQR">
      <ReadState
        of={read}
        lines={8}
        height={28}
        missing={
          <EmptyState title="No encontramos esa PQR" action={<Link to={paths.pqrQueue}>Ver las PQR</Link>}>
            Puede que el enlace esté incompleto.
          </EmptyState>
        }
      />
    </Page>
  )
}

function DeskCase({ pqr }: { pqr: PqrCase }) {
  const [chosen, setStep] = useState<CaseStep | null>(null)
  // '?new=answer' opens the answer from the queue.
  const [opened, setOpened] = useOpened()
  const step: CaseStep | null = chosen ?? (opened === 'answer' && pqr.actions.includes('answer') ? 'answer' : null)
  const presence = usePresence(pqr.id, step === 'answer' ? 'answering' : 'reading')
  const close = (): void => {
    setStep(null)
    if (opened !== null) setOpened(null)
  }
  return (
    <Page
      title={pqr.subject}
      subtitle={
        <>
          <DueBadge due={pqr.due} /> <Badge tone={statusTone(pqr.status)}>{PQR_STATUS_LABELS[pqr.status]}</Badge>{' '}
          <span className="figures pqr-reference">
            {pqr.is_cun ? 'CUN' : 'Radicado interno'} {pqr.reference}
          </span>
        </>
      }
      actions={<DeskActions pqr={pqr} onStep={setStep} />}
    >
      <PresenceNotice text={presence} />
      <Assignee pqr={pqr} />
      {pqr.client_id !== null && pqr.due?.kind === 'answer' && (
        <Suspense fallback={null}>
          <ClientOutages clientId={pqr.client_id} />
        </Suspense>
      )}
      {pqr.status === 'desistida' && <Withdrawn pqr={pqr} />}
      {pqr.status === 'en_reposicion' && <Alert>Es un recurso. {APPEAL_NOT_EXTENDED}.</Alert>}
      {pqr.status === 'sap' && (
        <Alert tone="bad">
          No se respondió a tiempo: lo que pidió el cliente quedó a su favor por ley. La respuesta ya no puede ser en
          contra, y las tareas de abajo tienen 72 horas.
        </Alert>
      )}
      <div className="pqr-desk">
        <div className="pqr-desk__main">
          <TasksCard pqr={pqr} onStep={setStep} />
          <Card title="Lo que ha pasado">
            <Thread entries={pqr.entries} petitioner={pqr.petitioner.name} own="empresa" />
          </Card>
          <WriteCard pqr={pqr} />
        </div>
        <div className="pqr-desk__side">
          <PetitionerCard pqr={pqr} />
          <CaseFacts pqr={pqr} isDesk />
          <CaseVisitsCard pqr={pqr} isDesk />
          <CaseFilesCard pqr={pqr} />
        </div>
      </div>
      {step !== null && <CaseDialog step={step} pqr={pqr} presence={presence} onClose={close} />}
    </Page>
  )
}

/** What is left after a withdrawal: a visit is not cancelled by itself, because its client may still need it. */
function Withdrawn({ pqr: { visits } }: { pqr: PqrCase }) {
  const hasVisit = visits.some(({ state }) => isOpenVisit(state))
  return (
    <Alert>
      Quien radicó desistió: no hay que responder.
      {hasVisit && ' Queda una visita programada: cancélala si ya no hace falta.'}
    </Alert>
  )
}

/** Whose the case is: another person of the desk is named before two answer the same client. */
function Assignee({ pqr: { assignee, due } }: { pqr: PqrCase }) {
  const own = useSession().user?.metadata.user_id
  if (due === null) return null
  if (assignee === null && due.kind !== 'answer') return null
  if (assignee === null) return <Alert tone="warn">Nadie la ha tomado todavía.</Alert>
  if (assignee.id === own) return null
  return <Alert>La tiene {assignee.name}. Si respondes tú, avísale primero.</Alert>
}
