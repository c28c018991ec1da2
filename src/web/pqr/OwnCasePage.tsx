import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { EntryKind, PqrCase } from '#domain/pqr/case.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { copyText } from '#web/core/share.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { CaseAppealDialog } from './AppealDialog.tsx'
import { noAppealReason } from './appeal-reason.ts'
import { CaseFacts } from './CaseFacts.tsx'
import { CaseFilesCard } from './CaseFilesCard.tsx'
import { CaseVisitsCard } from './CaseVisitsCard.tsx'
import { MessageForm } from './MessageForm.tsx'
import { AnswerPdfButton, ConstanciaButton, StepReceiptButton } from './PdfButton.tsx'
import { RaiseClaimDialog } from './RaiseClaimDialog.tsx'
import { Rating } from './Rating.tsx'
import { Thread } from './Thread.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { CLIENT_STATUS_LABELS, clientTone } from './words.ts'
import './pqr.css'

/** One case of the client: its number, its state and dates, the thread, the appeal and the rating (PQR-03, PQR-05, PQR-07). */
export function OwnCasePage() {
  const { id = '' } = useParams()
  const read = useRead(pqrApi.get, { params: { id } })
  if (read.data) return <OwnCase pqr={read.data.data} today={dayOf(new Date(read.dataUpdatedAt))} />
  return (
    <Page title="PQR">
      <ReadState
        of={read}
        lines={8}
        height={28}
        missing={
          <EmptyState title="No encontramos esa PQR" action={<Link to={paths.pqr}>Mis PQR</Link>}>
            Puede que el enlace esté incompleto.
          </EmptyState>
        }
      />
    </Page>
  )
}

function OwnCase({ pqr, today }: { pqr: PqrCase; today: Day }) {
  const [isAppealing, setAppealing] = useState(false)
  const has = (one: EntryKind): boolean => pqr.entries.some(({ kind }) => kind === one)
  return (
    <Page
      title={pqr.subject}
      subtitle={
        <>
          <Badge tone={clientTone(pqr.status)}>
            <span className="pqr-badge-long">{CLIENT_STATUS_LABELS[pqr.status]}</span>
          </Badge>{' '}
          <span className="figures pqr-reference">
            {pqr.is_cun ? 'CUN' : 'Radicado interno'} {pqr.reference}
          </span>
        </>
      }
      actions={
        <>
          <Button onClick={() => void copyText(pqr.reference, 'Número copiado')}>Copiar el número</Button>
          <ConstanciaButton id={pqr.id} />
          {has('answered') && <AnswerPdfButton id={pqr.id} of="filing" />}
          {has('appealed') && <StepReceiptButton id={pqr.id} of="appeal" />}
          {has('linked') && <StepReceiptButton id={pqr.id} of="link" />}
          {has('withdrawn') && <StepReceiptButton id={pqr.id} of="withdrawal" />}
          {has('appeal_answered') && <AnswerPdfButton id={pqr.id} of="appeal" />}
        </>
      }
    >
      <div className="pqr-desk">
        <div className="pqr-desk__main">
          <NextStep pqr={pqr} today={today} onAppeal={() => setAppealing(true)} />
          <Card title="Lo que ha pasado">
            <Thread entries={pqr.entries} petitioner={pqr.petitioner.name} own="cliente" />
          </Card>
          {pqr.actions.includes('message') && (
            <Card>
              <MessageForm pqr={pqr} />
            </Card>
          )}
          <Rating pqr={pqr} />
          {pqr.actions.includes('raise_claim') && <RaiseCard pqr={pqr} />}
          {pqr.actions.includes('withdraw') && <WithdrawCard pqr={pqr} />}
        </div>
        <div className="pqr-desk__side">
          <CaseFacts pqr={pqr} />
          <CaseVisitsCard pqr={pqr} />
          <CaseFilesCard pqr={pqr} />
        </div>
      </div>
      {isAppealing && <CaseAppealDialog pqr={pqr} onClose={() => setAppealing(false)} />}
    </Page>
  )
}

/** More of the claimed invoice, while something of it is still collected. */
function RaiseCard({ pqr }: { pqr: PqrCase }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={`¿Hay otro cobro de la factura ${pqr.claim?.number ?? ''} que no reconoces?`}>
      <div className="pqr-write">
        <p>Agrégalo a este reclamo y no lo pagas hasta que te respondamos.</p>
        <div>
          <Button onClick={() => setOpen(true)}>Agregar valor al reclamo</Button>
        </div>
      </div>
      {isOpen && <RaiseClaimDialog pqr={pqr} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** The withdrawal of a case that waits for its answer. */
function WithdrawCard({ pqr }: { pqr: PqrCase }) {
  const withdraw = useChange(pqrApi.withdraw)
  const [isOpen, setOpen] = useState(false)
  const isAppeal = pqr.appeal !== null
  return (
    <Card title={isAppeal ? '¿Ya no quieres el recurso?' : '¿Ya no necesitas esta PQR?'}>
      <div className="pqr-write">
        <p>Puedes desistir mientras no te hayamos respondido.</p>
        <div>
          <Button onClick={() => setOpen(true)}>{isAppeal ? 'Desistir del recurso' : 'Desistir de la PQR'}</Button>
        </div>
      </div>
      {isOpen && (
        <WithdrawDialog
          isAppeal={isAppeal}
          isClaim={pqr.claim?.is_open === true}
          send={(reason) => withdraw.mutateAsync({ params: { id: pqr.id }, body: { reason, version: pqr.version } })}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

type NextProps = { pqr: PqrCase; today: Day; onAppeal: () => void }

/** What happens next: the answer that is awaited, or the appeal with its term, or why there is none. */
function NextStep({ pqr, today, onAppeal }: NextProps) {
  const { due, appeal_until, actions, withdrawal } = pqr
  if (withdrawal !== null)
    return (
      <Alert>
        Desististe el <strong>{dayLabel(withdrawal.on)}</strong>: el caso terminó. Si lo necesitas otra vez,{' '}
        <Link to={paths.newPqr}>radica una PQR nueva</Link>.
      </Alert>
    )
  if (due?.kind === 'answer')
    return (
      <Alert>
        Te respondemos a más tardar el <strong>{dayLabel(due.on)}</strong>. Si ese día no hay respuesta, la ley da por
        aceptado lo que pides.
      </Alert>
    )
  if (actions.includes('appeal'))
    return (
      <Card title="¿No estás de acuerdo con la respuesta?">
        <div className="pqr-write">
          <p>
            Puedes pedir que la revisemos
            {appeal_until !== null && (
              <>
                {' '}
                hasta el <strong>{dayLabel(appeal_until)}</strong>
              </>
            )}
            . Es gratis.
          </p>
          <div>
            <Button variant="primary" onClick={onAppeal}>
              Interponer recurso
            </Button>
          </div>
        </div>
      </Card>
    )
  const reason = noAppealReason(pqr, today)
  return reason === null ? null : <p className="pqr-quiet">{reason}</p>
}
