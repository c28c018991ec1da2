import { type ReactNode, useState } from 'react'
import { type Money, minus, pesosLabel } from '#domain/core/money.ts'
import { unusualPayment } from '#domain/payments/payment.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

type Asked = { received: Money; owed: Money; answer: (isMeant: boolean) => void }

/** Asks before a payment far from what is owed is sent. `confirmed` waits for the answer; `question` is what asks. */
export function useUnusualPayment(): {
  confirmed: (received: Money, owed: Money) => Promise<boolean>
  question: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const confirmed = (received: Money, owed: Money): Promise<boolean> =>
    unusualPayment(received, owed) === null
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          const answer = (isMeant: boolean): void => {
            setAsked(null)
            resolve(isMeant)
          }
          setAsked({ received, owed, answer })
        })
  return { confirmed, question: asked && <Question {...asked} /> }
}

function Question({ received, owed, answer }: Asked) {
  return (
    <ConfirmDialog
      title={`¿Registrar ${pesosLabel(received)}?`}
      confirm={`Sí, registrar ${pesosLabel(received)}`}
      cancel="Corregir el valor"
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p>
        Debe {pesosLabel(owed)} de esta factura y vas a registrar {pesosLabel(received)}.{' '}
        {received > owed
          ? `Quedarían ${pesosLabel(minus(received, owed))} a su favor.`
          : `Quedaría debiendo ${pesosLabel(minus(owed, received))}.`}
      </p>
    </ConfirmDialog>
  )
}
