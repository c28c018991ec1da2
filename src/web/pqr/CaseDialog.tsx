import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { noticeOf } from '#domain/pqr/notice.ts'
import { useChange } from '#web/core/queries.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { CaseAppealDialog } from './AppealDialog.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { CaseVisitDialog } from './CaseVisitDialog.tsx'
import { ClassifyDialog } from './ClassifyDialog.tsx'
import { CunDialog } from './CunDialog.tsx'
import { DeliverDialog } from './DeliverDialog.tsx'
import { DeskWithdrawDialog } from './DeskWithdrawDialog.tsx'
import type { CaseStep } from './desk-steps.ts'
import { LinkInvoiceDialog } from './LinkInvoiceDialog.tsx'
import { RaiseClaimDialog } from './RaiseClaimDialog.tsx'
import { SicDecisionDialog } from './SicDecisionDialog.tsx'
import { TextStepDialog } from './TextStepDialog.tsx'

type Props = { pqr: PqrCase; onClose: () => void }

/** The dialog of a step of the desk. `presence`: who else has the case open. */
export function CaseDialog({ step, presence, ...props }: Props & { step: CaseStep; presence: string }) {
  switch (step) {
    case 'answer':
      return <AnswerDialog {...props} presence={presence} />
    case 'assign':
      return <AssignDialog {...props} />
    case 'classify':
      return <ClassifyDialog {...props} />
    case 'request_info':
      return <RequestInfoDialog {...props} />
    case 'extend':
      return <ExtendDialog {...props} />
    case 'appeal':
      return <CaseAppealDialog {...props} isDesk />
    case 'escalate':
      return <EscalateDialog {...props} />
    case 'sic_decision':
      return <SicDecisionDialog {...props} />
    case 'visit':
      return <CaseVisitDialog {...props} />
    case 'withdraw':
      return <DeskWithdrawDialog {...props} />
    case 'link_invoice':
      return <LinkInvoiceDialog {...props} />
    case 'raise_claim':
      return <RaiseClaimDialog {...props} isDesk />
    case 'deliver':
      return <DeliverDialog {...props} />
    case 'set_cun':
      return <CunDialog {...props} />
  }
}

/** How the user learns of what is written: one who cannot be written to, from the desk. */
function noticeHint({ petitioner, client_id, response_channel }: PqrCase): string {
  const notice = noticeOf({ response_channel, client_id, petitioner_email: petitioner.email })
  if (notice === 'mail') return 'Se lo enviamos a su correo.'
  return notice === 'portal' ? 'Lo lee en su portal.' : 'No tiene correo: queda una tarea para que se lo digas tú.'
}

function RequestInfoDialog({ pqr, onClose }: Props) {
  const request = useChange(pqrApi.requestInfo)
  return (
    <TextStepDialog
      pqr={pqr}
      title="Pedir más datos"
      label="Pedir los datos"
      name="text"
      fieldLabel="Qué datos necesitas"
      hint={`${noticeHint(pqr)} El plazo para responder no se detiene.`}
      schema={pqrApi.requestInfo.body}
      send={(body) => request.mutateAsync({ params: { id: pqr.id }, body })}
      onClose={onClose}
    />
  )
}

/** The extension of the term: once, and with the reason that the client reads (PQR-04). */
function ExtendDialog({ pqr, onClose }: Props) {
  const extend = useChange(pqrApi.extend)
  return (
    <TextStepDialog
      pqr={pqr}
      title="Ampliar el plazo"
      label="Ampliar el plazo"
      name="reason"
      fieldLabel="Qué pruebas faltan y por qué"
      hint={`Se puede ampliar una sola vez, antes de que venza, y solo para practicar pruebas. ${noticeHint(pqr)}`}
      schema={pqrApi.extend.body}
      send={(body) => extend.mutateAsync({ params: { id: pqr.id }, body })}
      onClose={onClose}
    />
  )
}

function EscalateDialog({ pqr, onClose }: Props) {
  const escalate = useChange(pqrApi.escalate)
  return (
    <TextStepDialog
      pqr={pqr}
      title="Registrar el envío a la SIC"
      label="Registrar el envío"
      name="note"
      fieldLabel="Cómo se envió"
      hint="Primero descarga el expediente para la SIC y envíalo. Escribe el medio y el número que te dieron."
      schema={pqrApi.escalate.body}
      send={(body) => escalate.mutateAsync({ params: { id: pqr.id }, body })}
      onClose={onClose}
    />
  )
}
