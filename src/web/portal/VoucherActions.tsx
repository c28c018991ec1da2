import { Link } from 'react-router'
import { pesosLabel } from '#domain/core/money.ts'
import type { PaymentAttempt } from '#domain/payments/online.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'

/** What to do with a voucher: keep it, pass it on, go home. */
export function VoucherActions({ attempt }: { attempt: PaymentAttempt }) {
  const text = shareText(attempt)
  return (
    <>
      <Button size="large" onClick={() => share(text)}>
        Compartir
      </Button>
      <Link className="button button--secondary button--large" to={paths.dashboard}>
        Volver al inicio
      </Link>
    </>
  )
}

const shareText = (attempt: PaymentAttempt): string =>
  `Pagué ${pesosLabel(attempt.amount)} de ${attempt.invoices.map((one) => `la factura ${one.number}`).join(', ')}. Referencia ${attempt.reference}.`

/** The phone's own sheet, or WhatsApp where a browser has none. Closing the sheet is not a failure. */
function share(text: string): void {
  if ('share' in navigator) void navigator.share({ text }).catch(() => undefined)
  else window.open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener')
}
