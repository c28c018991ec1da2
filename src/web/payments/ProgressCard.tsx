import type { ReactNode } from 'react'
import { pesosLabel } from '#domain/core/money.ts'
import { type OnlineMethod, PAGE_METHOD } from '#domain/integrations/online-method.ts'
import type { LinkAttempt } from '#domain/payments/link-payment-api.ts'
import type { Failure } from '#web/core/failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError } from '#web/ui/Toasts.tsx'

type Props = {
  attempt: Pick<LinkAttempt, 'status' | 'method' | 'amount' | 'numbers' | 'redirect_url'>
  /** This browser opens the page of the bank by itself, as soon as its address is known. */
  isOnItsWay: boolean
  isVerifying: boolean
  /** Asks the provider now. */
  onVerify: (then: { onError: (failure: Failure) => void }) => void
  /** A further action. */
  children?: ReactNode
}

/** What happens with an open payment, step by step. */
export function ProgressCard({ attempt, isOnItsWay, isVerifying, onVerify, children }: Props) {
  const isPage = attempt.method === PAGE_METHOD
  const steps = isOnItsWay ? (isPage ? STEPS_TO_WOMPI : STEPS_TO_BANK) : stepsOf(attempt)
  return (
    <Card className="going">
      <h2>{steps.title}</h2>
      <p className="debt__about">
        {pesosLabel(attempt.amount)} · {attempt.numbers.join(', ')}
      </p>
      <div role="status">
        <ol className="progress-steps">
          {steps.list.map(({ text, state }) => (
            <li key={text} className={`progress-steps__one progress-steps__one--${state}`}>
              <span className="progress-steps__sign" aria-hidden="true">
                {SIGNS[state]}
              </span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </div>
      {attempt.redirect_url !== null && (
        <a className="button button--primary button--large paying__main" href={attempt.redirect_url}>
          {isPage ? 'Ir a la página de Wompi' : 'Ir a mi banco'}
        </a>
      )}
      <Alert tone="warn">
        {isOnItsWay
          ? `No pagues de nuevo ni cierres esta página: la de ${isPage ? 'Wompi' : 'tu banco'} se abre sola en unos segundos.`
          : isPage
            ? 'Si ya pagaste en Wompi, no pagues de nuevo: aquí verás cómo terminó. Si no, puedes volver a su página o pagar con otro medio.'
            : 'No pagues de nuevo. Puedes cerrar esta página: el pago sigue y aquí verás cómo terminó.'}
      </Alert>
      <div className="page__actions">
        <Button busy={isVerifying ? 'Preguntando…' : undefined} onClick={() => onVerify({ onError: showFailure })}>
          Verificar ahora
        </Button>
        {children}
      </div>
    </Card>
  )
}

const showFailure = (failure: Failure): void => toastError(failure.message)

const SIGNS = { done: '✓', now: '◷', next: '·' } as const

const STEPS_TO_BANK = {
  title: 'Te llevamos a tu banco',
  list: [
    { text: 'Preparamos el pago con tu banco', state: 'now' as const },
    { text: 'Pagas en la página de tu banco', state: 'next' as const },
    { text: 'Confirmación y recibo', state: 'next' as const },
  ],
}

const STEPS_TO_WOMPI: typeof STEPS_TO_BANK = {
  title: 'Te llevamos a la página de Wompi',
  list: [
    { text: 'Preparamos el pago con Wompi', state: 'now' },
    { text: 'Escoges el medio y pagas en la página de Wompi', state: 'next' },
    { text: 'Confirmación y recibo', state: 'next' },
  ],
}

const AT_BANK = {
  title: 'Termina el pago en tu banco',
  sent: 'Preparamos el pago con tu banco',
  waiting: 'Esperando que pagues en tu banco',
}

/** What is done, what the payer does, and its title, for each method. */
const WAITING: Readonly<Record<OnlineMethod, { title: string; sent: string; waiting: string }>> = {
  nequi: {
    title: 'Aprueba el pago en tu app Nequi',
    sent: 'Enviamos la solicitud a Nequi',
    waiting: 'Esperando que apruebes en tu celular',
  },
  pse: AT_BANK,
  bancolombia_transfer: AT_BANK,
  card: {
    title: 'Estamos cobrando a tu tarjeta',
    sent: 'Enviamos el cobro a tu banco',
    waiting: 'Esperando que tu banco lo apruebe',
  },
  bancolombia_collect: {
    title: 'Pago en efectivo en un corresponsal',
    sent: 'Pedimos el comprobante a Wompi',
    waiting: 'Esperando que se pague en un corresponsal Bancolombia',
  },
  wompi_page: {
    title: 'Termina el pago en la página de Wompi',
    sent: 'Preparamos el pago con Wompi',
    waiting: 'Esperando que pagues en la página de Wompi',
  },
}

function stepsOf({ method, status }: Pick<LinkAttempt, 'method' | 'status'>) {
  const isUnknown = status === 'unknown' || status === 'submitted' || status === 'created'
  const { title, sent, waiting } = WAITING[method]
  return {
    title: isUnknown ? 'Estamos verificando tu pago' : title,
    list: [
      { text: sent, state: isUnknown ? ('now' as const) : ('done' as const) },
      { text: waiting, state: isUnknown ? ('next' as const) : ('now' as const) },
      { text: 'Confirmación y recibo', state: 'next' as const },
    ],
  }
}
