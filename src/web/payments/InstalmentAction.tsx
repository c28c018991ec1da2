import { Link } from 'react-router'
import { type Money, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { instalmentsLabel, type PayableInstalment } from '#domain/payments/instalment.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'
import type { DebtState } from './debt-state.ts'

/** `minimum`: the least that is paid online. */
type Props = { instalment: PayableInstalment; minimum: Money; state: DebtState; onPay: () => void }

/** The button that pays the next instalment of an agreement, or why it cannot be paid now. Nothing when it is paid. */
export function InstalmentAction({ instalment, minimum, state, onPay }: Props) {
  if (state.kind === 'paid') return null
  if (state.kind === 'pending') {
    return (
      <Alert>
        Hay un pago en proceso de la factura {state.number}. No pagues de nuevo.{' '}
        <Link to={paths.processing(state.attemptId)}>Ver cómo va</Link>
      </Alert>
    )
  }
  const blocked = state.kind === 'blocked' ? state.why : undefined
  return (
    <>
      <Button variant="primary" size="large" disabledReason={blocked} onClick={onPay}>
        Pagar la{instalment.position === instalment.last_position ? '' : 's'} {instalmentsLabel(instalment)} (
        {pesosLabel(instalment.amount)})
      </Button>
      {blocked && <p className="debt__about">{blocked}</p>}
      {!blocked && instalment.position !== instalment.last_position && (
        <p className="debt__about">Van juntas porque los pagos en línea son desde {pesosLabel(minimum)}.</p>
      )}
    </>
  )
}
