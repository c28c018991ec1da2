import * as z from 'zod/mini'
import { chargeOnce, finishRun, noteInvoice, openDispute, resolveDispute, startRun } from './commands-billing.ts'
import { changePlan, makeClient, makeContract, stepContract } from './commands-contracts.ts'
import { payManually, reversePayment } from './commands-money.ts'
import { applyEvents, checkAll, endAtProvider, payOnline, sendEvent, verify } from './commands-online.ts'
import { assertEqual, assertRefused, Id, type ModelContext, pickFrom } from './context.ts'
import { LAST_INSTANT } from './days.ts'
import type { Kind, Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

/** The command of each step, which changes the product and the model. */
const COMMANDS: { [K in Kind]: (context: ModelContext, step: Of<K>) => Promise<void> } = {
  client: makeClient,
  contract: makeContract,
  move: stepContract,
  plan: changePlan,
  run: startRun,
  work: doDeferredWork,
  charge: chargeOnce,
  pay: payManually,
  reverse: reversePayment,
  note: noteInvoice,
  dispute: openDispute,
  resolve: resolveDispute,
  online: payOnline,
  provider: endAtProvider,
  event: sendEvent,
  verify,
  poll: checkAll,
  clock: moveClock,
  again: repeatRequest,
}

/** Takes one step. Throws when the product and the model differ. */
export function takeStep<K extends Kind>(context: ModelContext, step: Of<K> & { kind: K }): Promise<void> {
  return COMMANDS[step.kind](context, step)
}

/** Does the deferred work: the pending run and the received events. */
async function doDeferredWork(context: ModelContext): Promise<void> {
  context.countStep('work', false)
  await finishRun(context)
  await applyEvents(context)
}

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const JUMPS = [
  5 * MINUTE_MS,
  90 * MINUTE_MS,
  DAY_MS,
  3 * DAY_MS,
  6 * DAY_MS,
  12 * DAY_MS,
  20 * DAY_MS,
  31 * DAY_MS,
] as const

/** Moves the clock forward, never beyond the known holidays. */
async function moveClock(context: ModelContext, step: Of<'clock'>): Promise<void> {
  const { ledger } = context
  ledger.now = Math.min(LAST_INSTANT, ledger.now + (pickFrom(JUMPS, step.by) ?? DAY_MS))
  await context.server.setNow(ledger.now)
  context.log.push(`the clock moves to ${new Date(ledger.now).toISOString()}`)
  context.countStep('clock', false)
}

/** Repeats a successful request with its key: the answer is the same. With another body the key is refused. */
async function repeatRequest(context: ModelContext, step: Of<'again'>): Promise<void> {
  const sent = pickFrom(context.sentRequests, step.request)
  if (sent === undefined) return
  const { path, token, key } = sent
  const isOther = step.isOther && sent.other !== null
  const body = isOther && sent.other !== null ? sent.other : sent.body
  const answer = await context.server.ask({ method: 'POST', path, token, key, body })
  context.log.push(`again ${path}${isOther ? ' with another body' : ''} → ${answer.status}`)
  context.countStep('again', isOther)
  if (isOther) return assertRefused(`again ${path}`, answer, 'idempotency_conflict')
  assertEqual(`the status of ${path} again`, answer.status, sent.status)
  // An online payment is answered with its current status; other requests with the first answer.
  if (path === '/payment') assertEqual(`${path} again`, z.parse(Id, answer.json), z.parse(Id, sent.json))
  else assertEqual(`${path} again`, answer.json, sent.json)
}
