import {
  assertBalanceClosing,
  assertConfirmed,
  assertLimit,
  CLOSED_AT_ONCE_MAX,
  type ClosedBalance,
  closedMessage,
  closingProblem,
  type LimitMax,
  limitInForce,
} from '#domain/accounting/small-balance.ts'
import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import type { Day } from '#domain/core/days.ts'
import { pesosLabel, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { parameterOn } from '#domain/parameters/parameter.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { lockAccount, lockAccounts } from '#server/ledger/accounts.ts'
import { closeBalances, reopenBalance } from '#server/ledger/adjustments.ts'
import { applyCreditAlone } from '#server/ledger/credit.ts'
import { assertOpenDay } from '#server/ledger/open-day.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import {
  countClosedBalances,
  getClosedBalance,
  getLimit,
  listClientsOf,
  listClosedBalances,
  listSmallBalances,
  lockCandidates,
  saveLimit,
  totalSmallBalances,
} from './small-balance-queries.ts'

const NOTHING = { count: 0, amount: ZERO }
const ABSENT_COPY = 'Ese cierre de saldo no existe'

export const smallBalances = implement(smallBalanceApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const { limits, inForce } = await readLimits(tx, ctx.today)
      const totals = inForce === null ? NOTHING : await totalSmallBalances(tx, inForce)
      const list = await pageReply(query, {
        rows: async (range) => (inForce === null ? [] : listSmallBalances(tx, inForce, range)),
        total: async () => totals.count,
      })
      return { ...list, totals, limits }
    }),

  setLimit: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      await tx.lock('small_balance_limit')
      const { limits, max } = await readLimits(tx, ctx.today)
      const { amount } = body.limit
      assertLimit(amount, max)
      await saveLimit(tx, amount)
      await tx.record('small_balances.limited', {
        before: { limit: limits.limit === null ? null : toPesos(limits.limit) },
        after: { limit: amount === null ? null : toPesos(amount) },
      })
      const message =
        amount === null ? 'Ningún saldo se cierra por pequeño' : `Un saldo es pequeño hasta ${pesosLabel(amount)}`
      return { data: { ...limits, limit: amount }, message }
    }),

  close: (ctx, { body: { closing } }) =>
    ctx.tx(async (tx) => {
      const { inForce: limit } = await readLimits(tx, ctx.today)
      assertBalanceClosing(closing, limit, ctx.today)
      await assertOpenDay(tx, closing.posted_on, 'closing.posted_on')
      if (closing.invoice_ids === undefined) assertConfirmed(closing.total, await totalSmallBalances(tx, limit))
      const ids = closing.invoice_ids ?? (await listAllIds(tx, limit))
      if (ids.length === 0) throw new Refusal('conflict', 'No hay saldos pequeños por cerrar')
      await lockAccounts(tx, await listClientsOf(tx, ids))
      const candidates = (await lockCandidates(tx, [...new Set(ids)])).map((invoice) => ({
        ...invoice,
        why: closingProblem(invoice, limit, closing.posted_on),
      }))
      const small = candidates.filter(({ why }) => why === null)
      const skipped = candidates.flatMap(({ number, why }) => (why === null ? [] : [{ number, why }]))
      if (small.length === 0) throw new Refusal('conflict', nothingCopy(skipped))
      const id = await closeBalances(tx, small, { postedOn: closing.posted_on, limit })
      const closed = { count: small.length, amount: sum(small.map(({ balance }) => balance)) }
      await tx.record('small_balances.closed', {
        entity_id: id,
        after: {
          count: closed.count,
          amount: toPesos(closed.amount),
          limit: toPesos(limit),
          posted_on: closing.posted_on,
        },
      })
      return { data: { id, closed, skipped }, message: closedMessage(closed, skipped) }
    }),

  closed: (ctx, { query }) =>
    ctx.tx((tx) =>
      pageReply(query, { rows: (range) => listClosedBalances(tx, range), total: () => countClosedBalances(tx) }),
    ),

  reverse: (ctx, { params, body: { reason } }) =>
    ctx.tx(async (tx) => {
      const before = await readClosed(tx, params.id)
      await lockAccount(tx, before.client_id)
      if (!(await reopenBalance(tx, before, { today: ctx.today, reason }))) {
        throw new Refusal('conflict', 'El cierre de ese saldo ya está reversado')
      }
      await applyCreditAlone(tx, before.client_id, ctx.today)
      const message = `La factura ${before.number} vuelve a deber ${pesosLabel(before.amount)}`
      return { data: await readClosed(tx, before.id), message }
    }),
})

const nothingCopy = ([first]: readonly { number: string; why: string }[]): string =>
  first === undefined
    ? 'Ninguna de esas facturas existe'
    : `No se cerró ningún saldo. La factura ${first.number} ${first.why}`

/** The company's limit, the highest one in force on a day, and the lower of both. */
async function readLimits(tx: Tx, on: Day) {
  const [limit, parameters] = await Promise.all([getLimit(tx), readParameters(tx)])
  const parameter = parameterOn(parameters, 'accounting.small_balance_max', on)
  const max: LimitMax | null =
    parameter?.unit === 'pesos' ? { value: parameter.value, legal_basis: parameter.legal_basis } : null
  return { limits: { limit, limit_max: max?.value ?? null }, max, inForce: limitInForce(limit, max) }
}

const listAllIds = async (tx: Tx, limit: NonNullable<ReturnType<typeof limitInForce>>): Promise<string[]> =>
  (await listSmallBalances(tx, limit, { offset: 0, limit: CLOSED_AT_ONCE_MAX })).map(({ invoice_id }) => invoice_id)

async function readClosed(tx: Tx, id: string): Promise<ClosedBalance> {
  const closed = await getClosedBalance(tx, id)
  if (!closed) throw notFound(ABSENT_COPY)
  return closed
}
