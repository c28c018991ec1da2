import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { money, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { methodOfType, type OnlineMethod } from '#domain/integrations/online-method.ts'
import { instalmentApi, instalmentsLabel } from '#domain/payments/instalment.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Page } from '#web/ui/Page.tsx'
import { debtStateOf, withDebt } from './debt-state.ts'
import { NotPayable } from './NotPayable.tsx'
import { withMethod } from './payment-body.ts'
import {
  clearPaymentSession,
  type PaymentSession,
  readPaymentSession,
  type StoredMethod,
  writePaymentSession,
} from './payment-session.ts'
import { POLL_MS, useDebts } from './use-debts.ts'

/** The payment of the screen, with the amount that is owed now. */
export type CurrentPayment = {
  session: PaymentSession
  /** A sentence for the payer: what changed since the payment began. */
  notice: string | null
  /** The methods that the company offers. */
  offered: readonly OnlineMethod[]
  /** Keeps this session on the screen while a body is sent, because the call itself changes the debts. Null ends it. */
  freeze: (session: PaymentSession | null) => void
}

type Props = {
  title: string
  /** The method of the screen, which is stored when it opens (PAY-02). */
  method?: StoredMethod['type']
  children: (current: CurrentPayment) => ReactNode
}

/**
 * The payment session for one of its screens, while its invoices can be paid: paid or pending invoices are not offered, also
 * when it happened in another tab. Without a session the flow starts again (PAY-02), and a method that is not offered leads to the choice.
 */
export function WithSession(props: Props) {
  const [session] = useState(() => openSession(props.method))
  return session === null ? <Navigate to={paths.payments} replace /> : <CheckedSession {...props} session={session} />
}

function openSession(method: StoredMethod['type'] | undefined): PaymentSession | null {
  const stored = readPaymentSession()
  if (stored === null || stored.invoice_id === '' || stored.customer_data.full_name === '') {
    clearPaymentSession()
    return null
  }
  if (method === undefined) return stored
  const session = withMethod(stored, method)
  writePaymentSession(session)
  return session
}

function CheckedSession({ title, method, session, children }: Props & { session: PaymentSession }) {
  const read = useDebts()
  const agreed = useRead(instalmentApi.payable, {}, { enabled: session.instalment !== undefined, pollMs: POLL_MS })
  const isAgreedRead = session.instalment === undefined || agreed.isFetchedAfterMount
  const [frozen, freeze] = useState<PaymentSession | null>(null)
  const offered = read.data?.data.online.methods ?? []
  if (frozen !== null) return children({ session: frozen, notice: null, offered, freeze })
  // The data that an earlier screen loaded may be older than the last payment.
  if (!read.data || !isAgreedRead || !(read.isFetchedAfterMount || read.fetchStatus === 'paused')) {
    return (
      <Page title={title}>
        <ReadState of={read.data ? agreed : read} lines={4} height={48} />
      </Page>
    )
  }
  const state = debtStateOf(session, read.data.data, agreed.data?.data)
  if (state.kind !== 'payable') return <NotPayable session={session} state={state} />
  if (method !== undefined && !offered.includes(methodOfType(method)))
    return <Navigate to={paths.paymentMethod} replace />
  const current = withDebt(session, state)
  return children({ session: current, notice: noticeOf(session, current), offered, freeze })
}

function noticeOf(before: PaymentSession, now: PaymentSession): string | null {
  if (before.amount !== now.amount) return `Lo que debes cambió: ahora son ${pesosLabel(money(now.amount))}.`
  if (before.attempt_id !== null) return 'Tu intento anterior no se completó. Puedes repetirlo o elegir otro medio.'
  return null
}

/** The invoices being paid, in one line. */
export function PaidLine({ session }: { session: PaymentSession }) {
  const { instalment, numbers } = session
  const invoices = numbers.length === 1 ? `Factura ${numbers[0]}` : `${numbers.length} facturas`
  const label = instalment === undefined ? invoices : `C${instalmentsLabel(instalment).slice(1)} de tu acuerdo de pago`
  return (
    <>
      {label} · <strong>{pesosLabel(money(session.amount))}</strong>
    </>
  )
}
