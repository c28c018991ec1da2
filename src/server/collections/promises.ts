import {
  assertAgreement,
  assertPromise,
  type PaymentAgreement,
  type PaymentPromise,
  type PromiseOffer,
  promiseDays,
  promiseProblem,
} from '#domain/collections/promise.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, plus, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { getContract, lockContract } from '#server/contracts/contract-queries.ts'
import type { Ctx } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { paidServices } from '#server/payments/paid-services.ts'
import { keepAgreedDays } from './agreement-queries.ts'
import { decideDay, readRules } from './decide-day.ts'
import { endCommitment } from './end-commitment.ts'
import { readPolicy } from './policy-queries.ts'
import {
  countAgreements,
  countPromises,
  listAgreementInvoices,
  listAgreements,
  listPromises,
  listPromising,
  type PromisingRow,
} from './promise-lists.ts'
import { endPassed } from './promise-queries.ts'
import { reconnectContract } from './reconnect-paid.ts'
import { listUnpaid } from './unpaid.ts'

const ONE = { offset: 0, limit: 1 }
const ownerOf = ({ actor }: Pick<Ctx, 'actor'>): string | null => (actor.role === 'client' ? actor.userId : null)

export const promises = implement(promiseApi, {
  offer: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const userId = ownerOf(ctx)
      if (userId !== null && query.client_id !== undefined)
        throw new Refusal('forbidden', 'Solo el personal consulta a otra persona')
      if (userId === null && query.client_id === undefined)
        throw refuseField('invalid', 'client_id', 'Di de qué cliente es')
      const client = userId === null ? { id: query.client_id ?? '' } : { userId }
      return { data: await readOffers(tx, client, ctx.today) }
    }),

  promises: (ctx, { query }) =>
    ctx.tx((tx) => {
      const filter = { userId: ownerOf(ctx), state: query.state }
      return pageReply(query, {
        rows: (range) => listPromises(tx, filter, range),
        total: () => countPromises(tx, filter),
      })
    }),

  promise: (ctx, { body: { promise } }) =>
    ctx.tx(async (tx) => {
      const { contract, debt } = await lockDebtor(tx, ctx, { no: promise.no_contract, field: 'promise.no_contract' })
      const policy = await readPolicy(tx)
      assertPromise({ ...contract, debt }, promise.until_on, policy, ctx.today)
      const id = newId()
      const { no_contract, client_id } = contract
      await tx
        .insertInto('payment_promises')
        .values({
          id,
          contract_id: contract.id,
          client_id,
          amount: debt,
          made_on: ctx.today,
          until_on: promise.until_on,
          made_by: ctx.actor.name,
          side: ctx.actor.role === 'client' ? 'cliente' : 'empresa',
        })
        .execute()
      await tx.record('promise.made', {
        entity_id: id,
        client_id,
        after: { no_contract, amount: toPesos(debt), until_on: promise.until_on },
      })
      const isBack = contract.is_cut && policy.promise_reconnects
      if (isBack) await reconnectContract(tx, contract, { now: ctx.now, on: ctx.today, cause: 'promise' })
      const back = isBack ? ' Reconectamos el servicio.' : ''
      const message = `Guardamos la promesa de pago hasta el ${dayLabel(promise.until_on)}.${back}`
      return { data: await readPromise(tx, id), message }
    }),

  cancelPromise: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const { id, no_contract } = await readPromise(tx, params.id)
      if (!(await endCommitment(tx, 'promise', { id, no_contract }, 'cancelled', ctx.today)))
        throw new Refusal('conflict', 'Esa promesa ya terminó')
      return { data: await readPromise(tx, id), message: 'Cancelamos la promesa' }
    }),

  agreements: (ctx, { query }) =>
    ctx.tx((tx) => {
      const filter = { userId: ownerOf(ctx) }
      return pageReply(query, {
        rows: (range) => listAgreements(tx, filter, range, ctx.today),
        total: () => countAgreements(tx, filter),
      })
    }),

  agree: (ctx, { body: { agreement } }) =>
    ctx.tx(async (tx) => {
      const { contract } = await lockDebtor(tx, ctx, {
        no: agreement.no_contract,
        field: 'agreement.no_contract',
        // The agreement is for the debt: also of who left.
        ofAnyStatus: true,
      })
      if (contract.has_agreement) throw new Refusal('conflict', 'Ese contrato ya tiene un acuerdo de pago')
      const invoices = await listAgreementInvoices(tx, contract.id, contract.client_id)
      const amount = sum(invoices.map((invoice) => invoice.amount))
      assertAgreement(agreement, amount, ctx.today)
      const id = newId()
      const { no_contract, client_id } = contract
      const row = { id, contract_id: contract.id, client_id, amount, made_on: ctx.today, made_by: ctx.actor.name }
      await tx.insertInto('payment_agreements').values(row).execute()
      await tx
        .insertInto('payment_agreement_instalments')
        .values(agreement.instalments.map((one, index) => ({ ...one, agreement_id: id, position: index + 1 })))
        .execute()
      await tx
        .insertInto('payment_agreement_invoices')
        .values(invoices.map((invoice) => ({ ...invoice, agreement_id: id })))
        .execute()
      await keepAgreedDays(tx, client_id)
      await tx.record('agreement.made', {
        entity_id: id,
        client_id,
        after: { no_contract, amount: toPesos(amount), instalments: agreement.instalments.length },
      })
      await paidServices().reconnect(tx, [{ id: client_id, on: ctx.today }], ctx.now)
      const message = `Acuerdo de ${agreement.instalments.length} cuotas: mientras cumpla, no se corta ni cuenta como mora`
      return { data: await readAgreement(tx, id, ctx.today), message }
    }),

  cancelAgreement: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const { id, no_contract } = await readAgreement(tx, params.id, ctx.today)
      if (!(await endCommitment(tx, 'agreement', { id, no_contract }, 'cancelled', ctx.today)))
        throw new Refusal('conflict', 'Ese acuerdo ya terminó')
      return {
        data: await readAgreement(tx, id, ctx.today),
        message: 'Cancelamos el acuerdo: lo que falta vuelve a contar',
      }
    }),
})

async function readPromise(tx: Tx, id: string): Promise<PaymentPromise> {
  const [promise] = await listPromises(tx, { userId: null, id }, ONE)
  if (!promise) throw notFound('Esa promesa no existe')
  return promise
}

async function readAgreement(tx: Tx, id: string, today: Day): Promise<PaymentAgreement> {
  const [agreement] = await listAgreements(tx, { userId: null, id }, ONE, today)
  if (!agreement) throw notFound('Ese acuerdo no existe')
  return agreement
}

/** A contract that the caller may see, with the account of its client and itself locked, and its overdue debt. */
async function lockDebtor(
  tx: Tx,
  ctx: Ctx,
  { no, field, ofAnyStatus = false }: { no: string; field: string; ofAnyStatus?: boolean },
): Promise<{ contract: PromisingRow; debt: Money }> {
  const found = await getContract(tx, no, { userId: ownerOf(ctx) }, ctx.today)
  if (!found) throw refuseField('not_found', field, 'Ese contrato no existe')
  await lockAccount(tx, found.client_id)
  await lockContract(tx, no)
  const client = { id: found.client_id }
  await endPassed(tx, ctx.today, found.client_id)
  const contract = (await listPromising(tx, client, ctx.today, { ofAnyStatus })).find(({ id }) => id === found.id)
  if (!contract) throw new Refusal('conflict', 'Ese contrato no está en servicio')
  return { contract, debt: (await debtsOf(tx, found.client_id, ctx.today)).get(found.id) ?? ZERO }
}

/** The overdue debt of each contract of a client, without what is disputed or agreed. */
async function debtsOf(tx: Tx, clientId: string, today: Day): Promise<Map<string, Money>> {
  const debts = new Map<string, Money>()
  for (const { contract_id, overdue } of await listUnpaid(tx, [clientId], today)) {
    debts.set(contract_id, plus(debts.get(contract_id) ?? ZERO, overdue))
  }
  return debts
}

/** What each contract with overdue debt of a client may promise today. */
async function readOffers(tx: Tx, client: { id: string } | { userId: string }, today: Day): Promise<PromiseOffer[]> {
  const contracts = await listPromising(tx, client, today)
  const [first] = contracts
  if (!first) return []
  const debts = await debtsOf(tx, first.client_id, today)
  const rules = await readRules(tx, today)
  const { policy } = rules
  const decided = policy.mode === 'on' ? await decideDay(tx, rules, today, [first.client_id]) : []
  return contracts.flatMap((contract): PromiseOffer[] => {
    const debt = debts.get(contract.id) ?? ZERO
    if (debt === 0) return []
    const problem = promiseProblem({ ...contract, debt }, policy)
    return [
      {
        no_contract: contract.no_contract,
        debt,
        is_cut: contract.is_cut,
        cut_from: decided.find(({ facts }) => facts.id === contract.id)?.decision.cut_from ?? null,
        until_on: contract.open_until,
        days: problem === null ? promiseDays(policy, today) : [],
        uses_left: Math.max(0, policy.promise_uses - contract.uses),
        reconnects: policy.promise_reconnects,
        problem,
      },
    ]
  })
}
