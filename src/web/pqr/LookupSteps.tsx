import { useState } from 'react'
import { dayLabel } from '#domain/core/days.ts'
import type { Receipt } from '#domain/pqr/case.ts'
import { type PublicCase, type PublicStepReply, publicPqrApi } from '#domain/pqr/public-api.ts'
import { call } from '#web/core/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { AppealDialog } from './AppealDialog.tsx'
import { PublicConstanciaButton } from './PdfButton.tsx'
import { PublicMessageForm } from './PublicMessageForm.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

type StepReceipt = Exclude<Receipt, 'filing'>

/** A found case, with the two numbers that prove who asks, and the key of the receipt of what that person did now. */
export type Found = {
  pqr: PublicCase
  proof: { cun: string; identification: string }
  receipt: { token: string; of: StepReceipt } | null
}

type Props = { found: Found; onStep: (found: Found) => void }

/** What who filed a case does without a session, and the receipt of it. */
export function LookupSteps({ found, onStep }: Props) {
  const { pqr, proof, receipt } = found
  const [step, setStep] = useState<StepReceipt | null>(null)
  const done = ({ data, message }: PublicStepReply, of: StepReceipt): { message: string } => {
    onStep({ pqr: data.pqr, proof, receipt: { token: data.receipt_token, of } })
    return { message }
  }
  const close = (): void => setStep(null)
  return (
    <>
      {receipt !== null && <ReceiptCard receipt={receipt} />}
      {pqr.actions.includes('appeal') && <AppealCard pqr={pqr} onOpen={() => setStep('appeal')} />}
      {pqr.actions.includes('message') && (
        <Card title="Escríbele a la empresa">
          <PublicMessageForm found={found} onSent={(sent) => onStep({ ...found, pqr: sent })} />
        </Card>
      )}
      {pqr.actions.includes('withdraw') && <WithdrawCard pqr={pqr} onOpen={() => setStep('withdrawal')} />}
      {step === 'appeal' && (
        <AppealDialog
          pqr={pqr}
          send={async ({ kind, text }) =>
            done(await call(publicPqrApi.appeal, { body: { ...proof, kind, text } }), 'appeal')
          }
          onClose={close}
        />
      )}
      {step === 'withdrawal' && (
        <WithdrawDialog
          isAppeal={pqr.status === 'en_reposicion'}
          isClaim={pqr.is_claim}
          send={async (reason) => done(await call(publicPqrApi.withdraw, { body: { ...proof, reason } }), 'withdrawal')}
          onClose={close}
        />
      )}
    </>
  )
}

const RECEIPTS: Readonly<Record<StepReceipt, { title: string; text: string }>> = {
  appeal: { title: 'Recibimos tu recurso', text: 'La empresa lo revisa y te responde.' },
  withdrawal: { title: 'Desististe de la PQR', text: 'El caso terminó.' },
}

function ReceiptCard({ receipt }: { receipt: NonNullable<Found['receipt']> }) {
  const { title, text } = RECEIPTS[receipt.of]
  return (
    <Card title={title}>
      <div className="pqr-write">
        <p>{text} Descarga la constancia: si diste un correo, también te llega allí.</p>
        <div>
          <PublicConstanciaButton {...receipt} />
        </div>
      </div>
    </Card>
  )
}

type CardProps = { pqr: PublicCase; onOpen: () => void }

const AppealCard = ({ pqr: { appeal_until }, onOpen }: CardProps) => (
  <Card title="¿No estás de acuerdo con la respuesta?">
    <div className="pqr-write">
      <p>
        Puedes pedir que la revisen
        {appeal_until !== null && (
          <>
            {' '}
            hasta el <strong>{dayLabel(appeal_until)}</strong>
          </>
        )}
        . Es gratis y no necesitas abogado.
      </p>
      <div>
        <Button variant="primary" onClick={onOpen}>
          Interponer recurso
        </Button>
      </div>
    </div>
  </Card>
)

function WithdrawCard({ pqr, onOpen }: CardProps) {
  const isAppeal = pqr.status === 'en_reposicion'
  return (
    <Card title={isAppeal ? '¿Ya no quieres el recurso?' : '¿Ya no necesitas esta PQR?'}>
      <div className="pqr-write">
        <p>Puedes desistir mientras no te hayan respondido.</p>
        <div>
          <Button onClick={onOpen}>{isAppeal ? 'Desistir del recurso' : 'Desistir de la PQR'}</Button>
        </div>
      </div>
    </Card>
  )
}
