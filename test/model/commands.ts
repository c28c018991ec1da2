import * as z from 'zod/mini'
import { chargeOnce, finishRun, noteInvoice, openDispute, resolveDispute, startRun } from './commands-billing.ts'
import { changePlan, makeClient, makeContract, stepContract } from './commands-contracts.ts'
import { payManually, reversePayment } from './commands-money.ts'
import { applyEvents, checkAll, endAtProvider, payOnline, sendEvent, verify } from './commands-online.ts'
import { LAST_INSTANT } from './days.ts'
import { agree, agreeRefused, Id, picked, type Scene } from './scene.ts'
import type { Kind, Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

/** What each step does, to the product and to the model. */
const COMMANDS: { [K in Kind]: (scene: Scene, step: Of<K>) => Promise<void> } = {
  client: makeClient,
  contract: makeContract,
  move: stepContract,
  plan: changePlan,
  run: startRun,
  work: doWork,
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
  janitor: checkAll,
  clock: moveClock,
  again: askAgain,
}

/** Takes one step: whatever the product and the model disagree on is thrown. */
export function take<K extends Kind>(scene: Scene, step: Of<K> & { kind: K }): Promise<void> {
  return COMMANDS[step.kind](scene, step)
}

/** Whoever works does what was left: the run that waits and the events that came. */
async function doWork(scene: Scene): Promise<void> {
  scene.tally('work', false)
  await finishRun(scene)
  await applyEvents(scene)
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

/** Time passes, never beyond the holidays that the model knows. */
async function moveClock(scene: Scene, step: Of<'clock'>): Promise<void> {
  const { ledger } = scene
  ledger.now = Math.min(LAST_INSTANT, ledger.now + (picked(JUMPS, step.by) ?? DAY_MS))
  await scene.house.setNow(ledger.now)
  scene.story.push(`the clock moves to ${new Date(ledger.now).toISOString()}`)
  scene.tally('clock', false)
}

/** Asks again what went well, under its key: the first answer comes back. With another body the key is refused. */
async function askAgain(scene: Scene, step: Of<'again'>): Promise<void> {
  const kept = picked(scene.kept, step.kept)
  if (kept === undefined) return
  const { path, token, key } = kept
  const isOther = step.isOther && kept.other !== null
  const body = isOther && kept.other !== null ? kept.other : kept.body
  const answer = await scene.house.ask({ method: 'POST', path, token, key, body })
  scene.story.push(`again ${path}${isOther ? ' with another body' : ''} → ${answer.status}`)
  scene.tally('again', isOther)
  if (isOther) return agreeRefused(`again ${path}`, answer, 'idempotency_conflict')
  agree(`the status of ${path} again`, answer.status, kept.status)
  // A payment online is answered as it is now; everything else as it was then.
  if (path === '/payment') agree(`${path} again`, z.parse(Id, answer.json), z.parse(Id, kept.json))
  else agree(`${path} again`, answer.json, kept.json)
}
