import { expect, vi } from 'vitest'
import type { PaymentAttempt } from '#domain/payments/online.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import type { Payer, Paying } from './paying.ts'

/** Applies the provider's events until an attempt has a final status. */
export const untilFinal = (paying: Paying, payer: Payer, id: string): Promise<PaymentAttempt> =>
  vi.waitFor(
    async () => {
      await paying.applyEvents()
      const attempt = await payer.attempt(id)
      expect(attempt.settled_at).not.toBeNull()
      return attempt
    },
    { timeout: 20_000, interval: 30 },
  )

/** The address of the bank's page of a payment, when the provider has it. */
export const bankOf = (payer: Payer, id: string): Promise<string> =>
  vi.waitFor(async () => {
    const { data } = await payer.client.call(paymentApi.verify, { params: { id } })
    expect(data.redirect_url).not.toBeNull()
    return data.redirect_url ?? ''
  })

/** Submits the result on the bank's page, as the payer does. */
export const finishAtBank = (bank: string, ending: 'APPROVED' | 'DECLINED') =>
  fetch(bank, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `ending=${ending}`,
  })
