import { useRef } from 'react'
import type { Card } from '#domain/payments/card.ts'
import type { Acceptance, LinkPayment, NewPayment } from '#domain/payments/online.ts'
import { cardToken } from './card-token.ts'

/**
 * Puts the token of a typed card into a payment. The same card keeps its token while its payment has no answer, so that the payment that is
 * sent again is the same one; the provider takes a token twice.
 */
export function useCardToken(documents: Acceptance | undefined) {
  const last = useRef<{ typed: string; token: string } | null>(null)
  return async <P extends NewPayment | LinkPayment>(payment: P, card: Card | undefined): Promise<P> => {
    const { payment_method } = payment
    if (payment_method.type !== 'CARD' || card === undefined || documents === undefined) return payment
    const typed = JSON.stringify(card)
    if (last.current?.typed !== typed) last.current = { typed, token: await cardToken(card, documents) }
    return { ...payment, payment_method: { ...payment_method, token: last.current.token } }
  }
}
