import { pesosLabel, sum, toPesos } from '#domain/core/money.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { type AppliedAmount, entriesOfRefund } from '#domain/ledger/entry.ts'
import { assertRefund, type CreditAccount, owedCopy } from '#domain/payments/credit.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import {
  getCredit,
  getCreditSince,
  type LockedClient,
  type LockedInvoice,
  lockAccount,
  lockInvoices,
} from '#server/ledger/accounts.ts'
import { applyCreditTo, readCredit } from '#server/ledger/credit.ts'
import { postEntries } from '#server/ledger/entries.ts'
import { assertOpenDay } from '#server/ledger/open-day.ts'
import { getUsableCredit, listOwedRefunds, payOwedRefunds } from '#server/ledger/owed-refunds.ts'
import { receivingAccount } from './money-account-queries.ts'
import { lockRefundTurn } from './open-turn.ts'
import { paidServices } from './paid-services.ts'
import { getRefund, insertRefund, listRefunds } from './refund-queries.ts'

const ABSENT_COPY = 'Ese cliente no existe'

export const credits = implement(creditApi, {
  get: (ctx, { params }) => ctx.tx(async (tx) => ({ data: await readCreditAccount(tx, params.client_id) })),

  apply: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const client = await lockClient(tx, params.client_id)
      const credit = await getUsableCredit(tx, client.id)
      if (credit === 0) throw await noCredit(tx, client.id)
      const invoices = await lockChosen(tx, client.id, body.invoice_ids ?? null)
      const parts = await applyCreditTo(tx, { clientId: client.id, today: ctx.today, credit }, invoices)
      if (parts.length === 0) throw new Refusal('conflict', 'No hay facturas por pagar con el saldo a favor')
      const applied = parts.map((part) => ({
        invoice_id: part.id,
        number: numberOf(part, invoices),
        amount: part.amount,
      }))
      const used = sum(parts.map(({ amount }) => amount))
      await tx.record('credit.applied', {
        entity_id: client.id,
        client_id: client.id,
        after: { client: client.name, amount: toPesos(used), invoices: applied.map(({ number }) => number) },
      })
      await paidServices().reconnect(tx, [{ id: client.id, on: ctx.today }], ctx.now)
      const message = `Cruzamos ${pesosLabel(used)} del saldo a favor con ${applied.map(({ number }) => number).join(', ')}`
      return { data: { applied, credit: await getCredit(tx, client.id) }, message }
    }),

  refund: (ctx, { params, body: { refund } }) =>
    ctx.tx(async (tx) => {
      const client = await lockClient(tx, params.client_id)
      await assertOpenDay(tx, refund.paid_on, 'refund.paid_on')
      const since = await getCreditSince(tx, client.id, refund.paid_on)
      assertRefund(refund, { credit: await getCredit(tx, client.id), since }, ctx.today)
      const account_id = await receivingAccount(tx, refund, 'refund.account_id')
      const turn_id = await lockRefundTurn(tx, { ...refund, account_id })
      const id = newId()
      const { amount, paid_on, method, reason } = refund
      await postEntries(tx, entriesOfRefund({ client_id: client.id, posted_on: paid_on, refund_id: id, amount }))
      const number = await insertRefund(tx, id, { ...refund, account_id, turn_id, client_id: client.id })
      await tx.record('credit.refunded', {
        entity_id: id,
        client_id: client.id,
        after: { number, client: client.name, amount: toPesos(amount), method, reason },
      })
      await payOwedRefunds(tx, { clientId: client.id, amount, on: paid_on })
      const data = await getRefund(tx, id)
      if (!data) throw new Error('a refund that was just written does not exist')
      return { data, message: `Devolución ${number} registrada por ${pesosLabel(amount)}` }
    }),
})

/** Why no credit pays an invoice: there is none, or all of it is to be paid back. */
async function noCredit(tx: Tx, clientId: string): Promise<Refusal> {
  const owed = await listOwedRefunds(tx, clientId)
  if (owed.length === 0) return new Refusal('conflict', 'El cliente no tiene saldo a favor')
  return new Refusal('conflict', owedCopy(owed.map(({ no_contract }) => no_contract)))
}

async function readCreditAccount(tx: Tx, clientId: string): Promise<CreditAccount> {
  const client = await tx
    .selectFrom('clients')
    .select(['id', 'name', 'identification'])
    .where('id', '=', clientId)
    .executeTakeFirst()
  if (!client) throw notFound(ABSENT_COPY)
  const [credit, { lots, documentOf }, refunds, owed] = await Promise.all([
    getCredit(tx, clientId),
    readCredit(tx, clientId),
    listRefunds(tx, clientId),
    listOwedRefunds(tx, clientId),
  ])
  const sources = lots.flatMap(({ key, remaining, isKept }) =>
    remaining > 0 ? [{ document: documentOf(key).name, amount: remaining, is_kept: isKept }] : [],
  )
  return { client, credit, sources, refunds, owed }
}

async function lockClient(tx: Tx, id: string): Promise<LockedClient> {
  const client = await lockAccount(tx, id)
  if (!client) throw notFound(ABSENT_COPY)
  return client
}

/** The chosen invoices in their order, or the open ones, the oldest due first. Throws a Refusal for one that cannot be paid. */
async function lockChosen(tx: Tx, clientId: string, ids: readonly string[] | null): Promise<LockedInvoice[]> {
  const chosen = ids === null ? null : [...new Set(ids)]
  const invoices = await lockInvoices(tx, clientId, chosen)
  if (chosen === null) return invoices
  if (invoices.length < chosen.length) {
    throw refuseField('not_found', 'invoice_ids', 'Una de las facturas no existe o es de otro cliente')
  }
  const closed = invoices.find(({ balance, disputed_amount }) => balance <= disputed_amount)
  if (closed) throw refuseField('conflict', 'invoice_ids', `La factura ${closed.number} no tiene saldo por pagar`)
  return invoices
}

const numberOf = ({ id }: AppliedAmount, invoices: readonly LockedInvoice[]): string =>
  invoices.find((invoice) => invoice.id === id)?.number ?? ''
