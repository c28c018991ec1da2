import { useState } from 'react'
import { dayLabel } from '#domain/core/days.ts'
import { type PublicCase, publicPqrApi } from '#domain/pqr/public-api.ts'
import { call } from '#web/core/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { AppealDialog } from './AppealDialog.tsx'
import { PublicMessageForm } from './PublicMessageForm.tsx'

/** A found case, with the two numbers that prove who asks. `others`: the companies of other cases with the same two numbers. */
export type Found = {
  pqr: PublicCase
  proof: { cun: string; identification: string }
  others: readonly { nit: string; name: string }[]
}

type Props = { found: Found; onStep: (found: Found) => void }

/** What who filed a case does without a session. */
export function LookupSteps({ found, onStep }: Props) {
  const { pqr, proof } = found
  const [isAppealing, setAppealing] = useState(false)
  return (
    <>
      {pqr.actions.includes('appeal') && <AppealCard pqr={pqr} onOpen={() => setAppealing(true)} />}
      {pqr.actions.includes('message') && (
        <Card title="Escríbele a la empresa">
          <PublicMessageForm found={found} onSent={(sent) => onStep({ ...found, pqr: sent })} />
        </Card>
      )}
      {isAppealing && (
        <AppealDialog
          pqr={pqr}
          send={async ({ kind, text }) => {
            const body = { ...proof, company: pqr.company.nit, kind, text }
            const { data, message } = await call(publicPqrApi.appeal, { body })
            onStep({ ...found, pqr: data.pqr })
            return { message }
          }}
          onClose={() => setAppealing(false)}
        />
      )}
    </>
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
