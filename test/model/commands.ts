import * as z from 'zod/mini'
import { chargeOnce, finishRun, noteInvoice, openDispute, resolveDispute, startRun } from './commands-billing.ts'
import { cedeContract } from './commands-ceding.ts'
import { closeBooks } from './commands-closing.ts'
import { changePlan, makeClient, makeContract, stepContract } from './commands-contracts.ts'
import { chargeBack, crossCredit, refundCredit } from './commands-credit.ts'
import { retire, runHourlyJobs, stay } from './commands-ending.ts'
import { payManually, recoverInvoice, reversePayment } from './commands-money.ts'
import { transferService } from './commands-moving.ts'
import { applyEvents, checkAll, endAtProvider, payOnline, sendEvent, verify } from './commands-online.ts'
import { loadOpening } from './commands-opening.ts'
import { pauseService, unpauseService } from './commands-pausing.ts'
import { undoWriteOff, writeOffInvoice } from './commands-write-off.ts'
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
  retire,
  stay,
  pause: pauseService,
  unpause: unpauseService,
  transfer: transferService,
  cession: cedeContract,
  opening: loadOpening,
  hour: runHourlyJobs,
  run: startRun,
  work: doDeferredWork,
  charge: chargeOnce,
  pay: payManually,
  reverse: reversePayment,
  writeOff: writeOffInvoice,
  undo: undoWriteOff,
  recover: recoverInvoice,
  refund: refundCredit,
  cross: crossCredit,
  close: closeBooks,
  chargeback: chargeBack,
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

/** A second before and a second after midnight, in Bogotá and in UTC. */
const MIDNIGHTS = [5, 0].flatMap((hour) => [-1_000, 1_000].map((by) => hour * 60 * MINUTE_MS + by))

/** Moves the clock forward, sometimes to the next midnight, never beyond the known holidays. */
async function moveClock(context: ModelContext, step: Of<'clock'>): Promise<void> {
  const { ledger } = context
  const midnight = pickFrom(MIDNIGHTS, step.by) ?? 0
  const next = ledger.now + (DAY_MS - ((ledger.now - midnight) % DAY_MS))
  const jump = pickFrom(JUMPS, step.by) ?? DAY_MS
  ledger.now = Math.min(LAST_INSTANT, step.isMidnight ? next : ledger.now + jump)
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
