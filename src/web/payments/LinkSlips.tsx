import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { slipApi } from '#domain/payments/slip-api.ts'
import { useRead } from '#web/core/queries.ts'
import { Alert } from '#web/ui/States.tsx'

/** The open slips of the invoice of a link, above the form that pays it. */
export function LinkSlips({ token }: { token: string }) {
  const read = useRead(slipApi.ofLink, { params: { token } })
  return (read.data?.data ?? []).map((slip) => (
    <Alert key={slip.id} tone="warn">
      Hay un comprobante para pagar {pesosLabel(slip.amount)} en efectivo. Si ya se pagó, no pagues otra vez. Vence el{' '}
      {instantLabel(new Date(slip.expires_at))}{' '}
      {slip.agreement !== null && <Link to={paths.linkPayment(token, slip.id)}>Ver comprobante</Link>}
    </Alert>
  ))
}
