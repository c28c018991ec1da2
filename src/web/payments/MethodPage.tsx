import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { type OnlineMethod, SCREEN_IDS } from '#domain/integrations/online-method.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { MethodChoice } from './MethodChoice.tsx'
import { withFirstMethod, writePaymentSession } from './payment-session.ts'
import { type CurrentPayment, PaidLine, WithSession } from './WithSession.tsx'
import './portal.css'

const TITLE = '¿Cómo quieres pagar?'

/** The choice of a payment method (PAY-02). */
export function MethodPage() {
  return <WithSession title={TITLE}>{(current) => <Chooser current={current} />}</WithSession>
}

function Chooser({ current: { session, notice, offered } }: { current: CurrentPayment }) {
  const navigate = useNavigate()
  const [method, setMethod] = useState<OnlineMethod | null>(null)
  const proceed = (): void => {
    if (method === null) return
    writePaymentSession(withFirstMethod(session))
    void navigate(paths.payWith(SCREEN_IDS[method]))
  }
  return (
    <Page title={TITLE} subtitle={<PaidLine session={session} />}>
      <div className="paying">
        {notice && <Alert tone="warn">{notice}</Alert>}
        <MethodChoice offered={offered} method={method} onChoose={setMethod} />
        <div className="paying__two">
          <Button size="large" onClick={() => void navigate(paths.payments)}>
            Volver
          </Button>
          <Button
            variant="primary"
            size="large"
            disabledReason={method === null ? 'Elige primero el medio de pago' : undefined}
            onClick={proceed}
          >
            Siguiente
          </Button>
        </div>
      </div>
    </Page>
  )
}
