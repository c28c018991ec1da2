import { useState } from 'react'
import { type PublicCase, type PublicStepReply, publicPqrApi } from '#domain/pqr/public-api.ts'
import { call } from '#web/core/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { PublicConstanciaButton } from './PdfButton.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** A found case, with the two numbers that prove who asks, and the key of the receipts of what that person did now. */
export type Found = {
  pqr: PublicCase
  proof: { cun: string; identification: string }
  receipt: { token: string; of: 'withdrawal' } | null
}

type Props = { found: Found; onStep: (found: Found) => void }

/** What who filed a case does without a session, and the receipt of it. */
export function LookupSteps({ found, onStep }: Props) {
  const { pqr, proof, receipt } = found
  const [isOpen, setOpen] = useState(false)
  const isAppeal = pqr.status === 'en_reposicion'
  const done = ({ data, message }: PublicStepReply, of: 'withdrawal'): { message: string } => {
    onStep({ pqr: data.pqr, proof, receipt: { token: data.receipt_token, of } })
    return { message }
  }
  return (
    <>
      {receipt !== null && (
        <Card title="Desististe de la PQR">
          <div className="pqr-write">
            <p>El caso terminó. Descarga la constancia: si diste un correo, también te llega allí.</p>
            <div>
              <PublicConstanciaButton {...receipt} />
            </div>
          </div>
        </Card>
      )}
      {pqr.actions.includes('withdraw') && (
        <Card title={isAppeal ? '¿Ya no quieres el recurso?' : '¿Ya no necesitas esta PQR?'}>
          <div className="pqr-write">
            <p>Puedes desistir mientras no te hayan respondido.</p>
            <div>
              <Button onClick={() => setOpen(true)}>{isAppeal ? 'Desistir del recurso' : 'Desistir de la PQR'}</Button>
            </div>
          </div>
        </Card>
      )}
      {isOpen && (
        <WithdrawDialog
          isAppeal={isAppeal}
          isClaim={pqr.is_claim}
          send={async (reason) => done(await call(publicPqrApi.withdraw, { body: { ...proof, reason } }), 'withdrawal')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
