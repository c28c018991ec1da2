import { type RefObject, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { pesosLabel } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { NewInvoice, OneOffPreview } from '#domain/invoices/invoice.ts'
import { useRead } from '#web/core/queries.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { oneOffBody } from './one-off-form.ts'
import './invoices.css'

/** How often the controls are read, and the body sent when it changed: a computed price changes a control without an event. */
const READ_MS = 300

type Props = { of: RefObject<HTMLElement | null>; lines: number }

/** What the charge costs with its VAT, while the user fills it. Nothing until the form can be sent. */
export function OneOffTotal({ of, lines }: Props) {
  const body = useTypedInvoice(of, lines)
  const preview = useRead(
    invoiceApi.preview,
    { body: { invoice: body ?? EMPTY } },
    { enabled: body !== null, keepPrevious: true },
  )
  const data = body === null ? undefined : preview.data?.data
  // The amounts of the text before the last change: they are not shown, and their rows stay, so that nothing moves.
  const isOld = preview.isPlaceholderData
  return (
    <div aria-live="polite" aria-busy={isOld} className="one-off-total">
      {data && <Facts facts={isOld ? factsOf(data).map(computing) : factsOf(data)} />}
    </div>
  )
}

const EMPTY: NewInvoice = { no_contract: '', lines: [] }

const computing = ({ label }: { label: string }) => ({ label, value: 'Calculando…' })

const factsOf = ({ subtotal, vat, total, credit_taken, to_pay }: OneOffPreview) => [
  { label: 'Base', value: pesosLabel(subtotal) },
  { label: 'IVA', value: vat === 0 ? 'No causa' : pesosLabel(vat) },
  { label: 'Total de la factura', value: pesosLabel(total) },
  ...(credit_taken > 0
    ? [
        { label: 'Lo paga su saldo a favor', value: pesosLabel(credit_taken) },
        { label: 'Queda por pagar', value: pesosLabel(to_pay) },
      ]
    : []),
]

/** The invoice that the controls say, null while it could not be sent. */
function useTypedInvoice(of: RefObject<HTMLElement | null>, lines: number): NewInvoice | null {
  const [invoice, setInvoice] = useState<NewInvoice | null>(null)
  useEffect(() => {
    let last = ''
    const read = (): void => {
      const form = of.current?.closest('form')
      if (!form) return
      const typed = oneOffBody(Object.fromEntries(new FormData(form)), lines)
      const text = JSON.stringify(typed)
      if (text === last) return
      last = text
      const parsed = z.safeParse(invoiceApi.preview.body, typed)
      setInvoice(parsed.success ? parsed.data.invoice : null)
    }
    read()
    const timer = setInterval(read, READ_MS)
    return () => clearInterval(timer)
  }, [of, lines])
  return invoice
}
