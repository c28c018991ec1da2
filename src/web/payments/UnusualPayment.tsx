import { type ReactNode, useState } from 'react'
import { type Money, minus, pesosLabel } from '#domain/core/money.ts'
import { unusualPayment } from '#domain/payments/payment.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

type PendingQuestion = { received: Money; owed: Money; answer: (isMeant: boolean) => void }

/** Asks for confirmation when an amount differs much from the debt. `confirmed` waits for the answer; `question` is the dialog. */
export function useUnusualPayment(): {
  confirmed: (received: Money, owed: Money) => Promise<boolean>
  question: ReactNode
} {
  const [pending, setPending] = useState<PendingQuestion | null>(null)
  const confirmed = (received: Money, owed: Money): Promise<boolean> =>
    unusualPayment(received, owed) === null
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          const answer = (isMeant: boolean): void => {
            setPending(null)
            resolve(isMeant)
          }
          setPending({ received, owed, answer })
        })
  return { confirmed, question: pending && <Question {...pending} /> }
}

function Question({ received, owed, answer }: PendingQuestion) {
  return (
    <ConfirmDialog
      title={`¿Registrar ${pesosLabel(received)}?`}
      confirm={`Sí, registrar ${pesosLabel(received)}`}
      cancel="Corregir el valor"
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p>
        Lo que va a pagar suma {pesosLabel(owed)} y vas a registrar {pesosLabel(received)}.{' '}
        {received > owed
          ? `Quedarían ${pesosLabel(minus(received, owed))} a su favor.`
          : `Quedaría debiendo ${pesosLabel(minus(owed, received))}.`}
      </p>
    </ConfirmDialog>
  )
}
