import { expect, vi } from 'vitest'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import type { StoredTransaction } from '#simulators/wompi/state.ts'
import type { Payer, Paying } from './paying.ts'

export const offerPage = ({ admin }: Payer, is_offered: boolean) =>
  admin.call(integrationApi.offerPage, { body: { environment: 'test', is_offered } })

const ofCompany = <T extends { merchant: { name: string } }>(payer: Payer, all: readonly T[]): T[] =>
  all.filter(({ merchant }) => merchant.name === payer.company.id)

export const casesOf = async ({ financial }: Payer) => (await financial.call(paymentApi.cases)).data
export const creditOf = async ({ client }: Payer) => (await client.call(paymentApi.debts)).data.credit
export const statusOf = async ({ client }: Payer, id: string) =>
  (await client.call(invoiceApi.get, { params: { id } })).data.status

/** What the payer chooses on the page of Wompi. */
export const onPage = (address: string | null, ending: 'APPROVED' | 'DECLINED' | 'PENDING') =>
  fetch(address ?? '', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `ending=${ending}`,
  })

/** The steps of the tests of the page of Wompi. */
export const pageSteps = (paying: Paying) => ({
  /** A payer whose company offers the page. */
  pagePayer: async (): Promise<Payer> => {
    const payer = await paying.payer()
    await offerPage(payer, true)
    return payer
  },
  linksOf: (payer: Payer) => ofCompany(payer, paying.simulator().links()),
  sentOf: (payer: Payer) => ofCompany(payer, paying.simulator().transactions()),
  muteEvents: (payer: Payer): void => {
    for (const merchant of paying.simulator().merchants)
      if (merchant.name === payer.company.id) merchant.events_url = null
  },
  /** Sets the clock some minutes after an attempt began. */
  after: (attempt: { created_at: string }, minutes: number): void =>
    paying.t.setNow(new Date(Date.parse(attempt.created_at) + minutes * MINUTE_MS + 1_000)),
  /** Applies events until the attempt is approved, also one that had ended. */
  untilApproved: (payer: Payer, id: string) =>
    vi.waitFor(
      async () => {
        await paying.applyEvents()
        expect(await payer.attempt(id)).toMatchObject({ status: 'approved' })
      },
      { timeout: 20_000, interval: 30 },
    ),
  /** Waits until so many events of Wompi were applied. */
  untilApplied: (payer: Payer, count: number) =>
    vi.waitFor(
      async () => {
        await paying.applyEvents()
        const sql = 'select count(*)::int as count from provider_events where company_id = $1 and outcome is not null'
        const { rows } = await paying.t.owner.query<{ count: number }>(sql, [payer.company.id])
        expect(rows).toEqual([{ count }])
      },
      { timeout: 20_000, interval: 30 },
    ),
  /** A transaction that differs from another one, as Wompi would list it. */
  adopted: (from: StoredTransaction, changes: Partial<StoredTransaction>): StoredTransaction => {
    const transaction = { ...from, ...changes }
    paying.simulator().adopt(transaction)
    return transaction
  },
})
