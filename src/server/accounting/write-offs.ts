import {
  assertWriteOffDay,
  type WriteOffMove,
  writeOffProblem,
  writtenOffMessage,
} from '#domain/accounting/write-off.ts'
import { writeOffApi } from '#domain/accounting/write-off-api.ts'
import type { Day } from '#domain/core/days.ts'
import { pesosLabel, sum } from '#domain/core/money.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { isOpenDay } from '#domain/ledger/open-day.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { lockAccount, lockAccounts } from '#server/ledger/accounts.ts'
import { applyCreditAlone } from '#server/ledger/credit.ts'
import { assertOpenDay, getClosedThrough } from '#server/ledger/open-day.ts'
import { undoWriteOff, writeOff } from '#server/ledger/write-offs.ts'
import { bookDays } from './book-days.ts'
import { listClientsOf } from './small-balance-queries.ts'
import { countMoves, listMoves, type StoredMove, totalMoves } from './write-off-moves.ts'
import { countCandidates, getWriteOff, listCandidates, lockWriteOffDebts } from './write-off-queries.ts'

const CLOSED_COPY =
  'El mes de ese castigo ya está cerrado y no se deshace. Si el cliente paga, registra el pago en esa factura'

export const writeOffs = implement(writeOffApi, {
  candidates: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const filter = { today: ctx.today, client_id: query.client_id }
      const totals = await countCandidates(tx, filter)
      const list = await pageReply(query, {
        rows: async (range) =>
          (await listCandidates(tx, filter, range)).map(({ debt, ...row }) => ({
            ...row,
            why: writeOffProblem(debt, ctx.today),
          })),
        total: async () => totals.count,
      })
      return { ...list, totals: { amount: totals.amount } }
    }),

  post: (ctx, { body: { write_off } }) =>
    ctx.tx(async (tx) => {
      const { posted_on, reason, invoice_ids } = write_off
      assertWriteOffDay(write_off, ctx.today)
      await assertOpenDay(tx, posted_on, 'write_off.posted_on')
      await lockAccounts(tx, await listClientsOf(tx, invoice_ids))
      const debts = (await lockWriteOffDebts(tx, [...new Set(invoice_ids)], ctx.today)).map((invoice) => ({
        ...invoice,
        why: writeOffProblem(invoice.debt, posted_on),
      }))
      const bad = debts.flatMap(({ id, number, client_id, balance, why }) =>
        why === null ? [{ id, number, client_id, balance }] : [],
      )
      const skipped = debts.flatMap(({ number, why }) => (why === null ? [] : [{ number, why }]))
      if (bad.length === 0) throw new Refusal('conflict', nothingCopy(skipped))
      const id = await writeOff(tx, bad, { postedOn: posted_on, reason })
      const written_off = { count: bad.length, amount: sum(bad.map(({ balance }) => balance)) }
      return { data: { id, written_off, skipped }, message: writtenOffMessage(written_off, skipped) }
    }),

  undo: (ctx, { params, body: { reason } }) =>
    ctx.tx(async (tx) => {
      const found = await getWriteOff(tx, params.id)
      if (!found) throw notFound('Ese castigo no existe')
      await lockAccount(tx, found.client_id)
      const before = (await getWriteOff(tx, params.id)) ?? found
      const closed = await getClosedThrough(tx)
      if (closed !== null && !isOpenDay(before.posted_on, closed)) {
        throw new Refusal('conflict', CLOSED_COPY)
      }
      if (before.recovered > 0) {
        throw new Refusal(
          'conflict',
          `De ese castigo ya se recuperaron ${pesosLabel(before.recovered)}: reversa primero el pago`,
        )
      }
      if (before.left === 0 || !(await undoWriteOff(tx, before, { today: ctx.today, reason }))) {
        throw new Refusal('conflict', 'De ese castigo ya no queda nada por deshacer')
      }
      await applyCreditAlone(tx, before.client_id, ctx.today)
      const message = `La factura ${before.number} vuelve a deber ${pesosLabel(before.left)}`
      return { data: { id: before.id }, message }
    }),

  moves: (ctx, { query: { kind, ...query } }) =>
    ctx.tx(async (tx) => {
      const days = bookDays(query, ctx.today)
      const filter = { ...days, kind }
      const [closed, totals] = await Promise.all([getClosedThrough(tx), totalMoves(tx, filter)])
      const page = await pageReply(query, {
        rows: async (range) => (await listMoves(tx, filter, range)).map((move) => withUndo(move, closed)),
        total: () => countMoves(tx, filter),
        whole: ctx.wholeList,
      })
      return { ...page, totals, range: days }
    }),
})

/** The same conditions as `undo`. */
const withUndo = ({ recovered, ...move }: StoredMove, closed: Day | null): WriteOffMove => ({
  ...move,
  can_undo:
    move.kind === 'write_off' &&
    (move.left ?? 0) > 0 &&
    recovered === 0 &&
    (closed === null || isOpenDay(move.posted_on, closed)),
})

const nothingCopy = ([first]: readonly { number: string; why: string }[]): string =>
  first === undefined
    ? 'Ninguna de esas facturas existe'
    : `No se castigó ninguna deuda. La factura ${first.number} ${first.why}`
