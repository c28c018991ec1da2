import { minus, pesosLabel, toPesos } from '#domain/core/money.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import {
  assertCash,
  assertClosing,
  assertMovement,
  baseReasonOf,
  type CashTurn,
  type CashTurnDetail,
  countedOf,
  differenceLabel,
  expectedOf,
  type NewCashMovement,
} from '#domain/payments/cash-turn.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import type { Ctx } from '#server/core/context.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import {
  closeTurn,
  countTurns,
  getCount,
  getLeftCash,
  getTurn,
  insertCount,
  insertMovement,
  insertTurn,
  listCounts,
  listTurnEntries,
  listTurnPeople,
  listTurns,
  lockTurn,
  totalTurn,
} from './cash-turn-queries.ts'
import { listAccounts } from './money-account-queries.ts'
import { getTurnRule } from './open-turn.ts'

/** A person has one open turn for each cash box; a company has at most as many boxes as accounts. */
const OWN_OPEN_MAX = 50

export const cashTurns = implement(cashTurnApi, {
  desk: (ctx) =>
    ctx.tx(async (tx) => {
      const own = { user_id: ctx.actor.userId, state: 'open' as const }
      const [open, requires_turn] = await Promise.all([
        listTurns(tx, own, { offset: 0, limit: OWN_OPEN_MAX }),
        getTurnRule(tx),
      ])
      return { data: { open, requires_turn } }
    }),

  setRule: (ctx, { body: { rule } }) =>
    ctx.tx(async (tx) => {
      const before = { requires_turn: await getTurnRule(tx) }
      await tx
        .insertInto('cash_settings')
        .values(rule)
        .onConflict((on) => on.column('company_id').doUpdateSet(rule))
        .execute()
      await tx.record('cash.rule_changed', { before, after: rule })
      const message = rule.requires_turn
        ? 'Desde ahora el efectivo se recibe y se devuelve solo con un turno abierto'
        : 'El efectivo se puede recibir sin abrir un turno'
      return { data: rule, message }
    }),

  people: (ctx) => ctx.tx(async (tx) => ({ data: await listTurnPeople(tx) })),

  list: (ctx, { query }) =>
    ctx.tx((tx) => {
      const filter = { ...query, ...(ctx.actor.role === 'admin' ? {} : { user_id: ctx.actor.userId }) }
      return pageReply(query, {
        rows: (range) => listTurns(tx, filter, range),
        total: () => countTurns(tx, filter),
        whole: ctx.wholeList,
      })
    }),

  open: (ctx, { body: { turn } }) =>
    ctx.tx(async (tx) => {
      // The numbers follow each other.
      await tx.lock('cash_turns')
      const account = (await listAccounts(tx)).find(({ id }) => id === turn.account_id)
      if (!account?.is_active) {
        throw refuseField('not_found', 'turn.account_id', 'Esa caja no existe o está inactiva: elige otra')
      }
      if (account.kind !== 'cash') {
        throw refuseField('refused', 'turn.account_id', 'Un turno es de una caja, no de una cuenta bancaria')
      }
      const previous_counted = await getLeftCash(tx, account.id)
      const base_reason = baseReasonOf(turn, previous_counted)
      const opened = { account_id: account.id, base: turn.base, previous_counted, base_reason }
      const id = await insertTurn(tx, { ...opened, user_id: ctx.actor.userId, opened_on: ctx.today })
      if (id === undefined) {
        throw refuseField(
          'conflict',
          'turn.account_id',
          'Ya tienes un turno abierto en esa caja: ciérralo antes de abrir otro',
        )
      }
      const data = await readDetail(tx, await readTurn(tx, ctx, id))
      await tx.record('cash_turn.opened', {
        entity_id: id,
        after: {
          number: data.number,
          account: account.name,
          base: toPesos(turn.base),
          ...(base_reason === null || previous_counted === null
            ? {}
            : { difference: toPesos(minus(turn.base, previous_counted)), reason: base_reason }),
        },
      })
      return { data, message: `Abriste el turno ${data.number} de ${account.name} con ${pesosLabel(turn.base)}` }
    }),

  get: (ctx, { params }) => ctx.tx(async (tx) => ({ data: await readDetail(tx, await readTurn(tx, ctx, params.id)) })),

  move: (ctx, { params, body: { movement } }) =>
    ctx.tx(async (tx) => {
      assertMovement(movement)
      const turn = await lockOpenTurn(tx, ctx, params.id)
      const to = movement.kind === 'deposit' ? await bankName(tx, movement) : null
      assertCash(movement.amount, expectedOf(turn.base, await totalTurn(tx, turn.id)))
      await insertMovement(tx, turn.id, ctx.today, movement)
      const { kind, amount, reason, reference } = movement
      const after = { number: turn.number, account: turn.account.name, amount: toPesos(amount) }
      await (kind === 'expense'
        ? tx.record('cash_turn.spent', { entity_id: turn.id, after: { ...after, reason } })
        : tx.record('cash_turn.deposited', { entity_id: turn.id, after: { ...after, to, reference } }))
      const message =
        to === null
          ? `Registramos el gasto de ${pesosLabel(amount)}`
          : `Registramos la consignación de ${pesosLabel(amount)} en ${to}`
      return { data: await readDetail(tx, turn), message }
    }),

  count: (ctx, { params, body: { count } }) =>
    ctx.tx(async (tx) => {
      const counted = countedOf(count)
      const turn = await lockOpenTurn(tx, ctx, params.id)
      const expected = expectedOf(turn.base, await totalTurn(tx, turn.id))
      const data = await insertCount(tx, { turn_id: turn.id, counted, expected, pieces: count.pieces ?? null })
      await tx.record('cash_turn.counted', {
        entity_id: turn.id,
        after: {
          number: turn.number,
          account: turn.account.name,
          counted: toPesos(counted),
          difference: toPesos(data.difference),
        },
      })
      return { data, message: differenceLabel(data.difference) }
    }),

  close: (ctx, { params, body: { closing } }) =>
    ctx.tx(async (tx) => {
      const turn = await lockOpenTurn(tx, ctx, params.id)
      const count = await getCount(tx, turn.id, closing.count_id)
      if (!count) throw refuseField('not_found', 'closing.count_id', 'Ese conteo no es de este turno: cuenta otra vez')
      assertClosing(count, expectedOf(turn.base, await totalTurn(tx, turn.id)), closing.reason)
      const { counted, expected, difference } = count
      const reason = difference === 0 ? null : (closing.reason ?? null)
      await closeTurn(tx, turn.id, { today: ctx.today, counted, expected, reason })
      await tx.record('cash_turn.closed', {
        entity_id: turn.id,
        after: {
          number: turn.number,
          account: turn.account.name,
          counted: toPesos(counted),
          difference: toPesos(difference),
          ...(reason === null ? {} : { reason }),
        },
      })
      const data = await readDetail(tx, await readTurn(tx, ctx, turn.id))
      return { data, message: `Cerraste el turno ${turn.number}. ${differenceLabel(difference)}` }
    }),
})

const ABSENT_COPY = 'Ese turno no existe'

/** A turn that the actor may see: the own one, or any one for an administrator. Throws a Refusal 'not_found'. */
async function readTurn(tx: Tx, { actor }: Ctx, id: string): Promise<CashTurn> {
  const turn = await getTurn(tx, id)
  if (!turn || (actor.role !== 'admin' && turn.person.id !== actor.userId)) throw notFound(ABSENT_COPY)
  return turn
}

/** The same, locked. Throws a Refusal 'conflict' when it is closed. */
async function lockOpenTurn(tx: Tx, ctx: Ctx, id: string): Promise<CashTurn> {
  await lockTurn(tx, id)
  const turn = await readTurn(tx, ctx, id)
  if (turn.closed !== null) throw new Refusal('conflict', `El turno ${turn.number} ya está cerrado`)
  return turn
}

async function readDetail(tx: Tx, turn: CashTurn): Promise<CashTurnDetail> {
  const isClosed = turn.closed !== null
  const [listed, totals, counts] = await Promise.all([
    listTurnEntries(tx, turn.id),
    isClosed ? totalTurn(tx, turn.id) : null,
    isClosed ? listCounts(tx, turn.id) : null,
  ])
  return { ...turn, ...listed, totals, counts }
}

async function bankName(tx: Tx, { to_account_id }: NewCashMovement): Promise<string> {
  const account = (await listAccounts(tx)).find(({ id }) => id === to_account_id)
  if (!account?.is_active || account.kind !== 'bank') {
    throw refuseField(
      'not_found',
      'movement.to_account_id',
      'Esa cuenta bancaria no existe o está inactiva: elige otra',
    )
  }
  return account.name
}
