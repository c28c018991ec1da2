import * as fc from 'fast-check'
import { kind, part, pick } from './step-parts.ts'
import { badDebt, recover, undo, writeOff } from './write-off-steps.ts'

// The possible steps, as plain numbers: the client, the invoice and the amount are chosen when the step is taken, so that any part
// of a sequence is a valid sequence.

export type Step =
  | { kind: 'client'; stratum: number | null; paymentDate: number | null; isDuplicate: boolean }
  | {
      kind: 'contract'
      client: number
      plan: number
      cutDay: number
      stratum: number | null
      isBusiness: boolean
      connection: number
      discounted: number
      /** Its last state: draft, signed, in service. */
      until: 0 | 1 | 2
    }
  | { kind: 'move'; contract: number; action: 'sign' | 'activate' | 'suspend' | 'reconnect'; days: number }
  | { kind: 'plan'; contract: number; plan: number }
  | { kind: 'retire'; contract: number; days: number }
  | { kind: 'stay'; contract: number }
  | { kind: 'pause'; contract: number; ahead: number; months: number; isLate: boolean }
  | { kind: 'unpause'; contract: number }
  | { kind: 'transfer'; contract: number; days: number; stratum: number | null; isBusiness: boolean; cancels: boolean }
  | { kind: 'cession'; contract: number; client: number; answer: number }
  | { kind: 'opening'; client: number; documents: { balance: number; due: number; term: number }[] }
  | { kind: 'hour' }
  | { kind: 'run'; months: number; isDeferred: boolean }
  | { kind: 'work' }
  | { kind: 'charge'; contract: number; lines: { charge: number; quantity: number; price: number }[] }
  | {
      kind: 'pay'
      client: number
      how: number
      part: number
      method: number
      days: number
      withheld: number
      keeps: boolean
    }
  | { kind: 'reverse'; payment: number }
  | { kind: 'writeOff'; invoice: number; days: number }
  | { kind: 'undo'; writeOff: number }
  | { kind: 'recover'; invoice: number; how: number; part: number; method: number; days: number }
  | { kind: 'note'; invoice: number; position: number; part: number }
  | { kind: 'dispute'; invoice: number; part: number }
  | { kind: 'resolve'; invoice: number; decision: number; part: number; days: number | null }
  | { kind: 'refund'; client: number; part: number; days: number }
  | { kind: 'cross'; client: number; how: number }
  | { kind: 'close'; days: number | null; hasReason: boolean }
  | { kind: 'chargeback'; attempt: number }
  | {
      kind: 'online'
      client: number
      invoice: number
      other: number
      method: 'nequi' | 'pse' | 'bancolombia_transfer'
      ends: number
    }
  | { kind: 'provider'; attempt: number; ending: 'APPROVED' | 'DECLINED' | 'ERROR' | 'VOIDED' }
  | { kind: 'event'; attempt: number; status: number; copies: number; isDeferred: boolean; isForged: boolean }
  | { kind: 'verify'; attempt: number }
  | { kind: 'poll' }
  | { kind: 'clock'; by: number; isMidnight: boolean }
  | { kind: 'again'; request: number; isOther: boolean }

export type Kind = Step['kind']
/** Where a process is killed: before or after its nth commit, or after its answer when it makes fewer commits. */
export type CrashPoint = { commit: number; isBefore: boolean }
/** A step, and the crash in the middle of it, if any. */
export type PlannedStep = { step: Step; crashPoint: CrashPoint | null }

/** The commits at which a step of each kind may crash. An online payment makes seven; the provider is called between the fifth and the sixth. */
const CRASH_COMMITS: { [K in Kind]?: readonly number[] } = {
  charge: [1, 2],
  pay: [1, 2],
  reverse: [1, 2],
  writeOff: [1, 2],
  undo: [1, 2],
  recover: [1, 2],
  refund: [1, 2],
  cross: [1, 2],
  chargeback: [1, 2],
  retire: [1, 2],
  stay: [1, 2],
  pause: [1, 2],
  unpause: [1, 2],
  transfer: [1, 2],
  cession: [1, 2],
  opening: [1, 2],
  hour: [1, 2],
  note: [1, 2],
  run: [1, 2, 2, 3, 4],
  work: [1, 1, 2, 3],
  online: [1, 3, 5, 6, 6, 6, 7],
  event: [1, 2, 3],
  verify: [1, 2, 3, 4],
}

const STEPS = 45

const stratum = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null, freq: 12 })
/** True once in `count`. */
const rarely = (count: number) => fc.integer({ min: 1, max: count }).map((one) => one === 1)

const client: fc.Arbitrary<Step> = fc.record({
  kind: kind('client'),
  stratum,
  paymentDate: fc.option(fc.integer({ min: 1, max: 31 }), { nil: null }),
  isDuplicate: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
})
const contractWith = (
  until: fc.Arbitrary<0 | 1 | 2>,
  at: typeof stratum,
  connections: readonly number[],
  discounts: readonly number[],
): fc.Arbitrary<Step> =>
  fc.record({
    kind: kind('contract'),
    client: pick,
    plan: pick,
    cutDay: fc.constantFrom(1, 5, 15, 28, 29, 30, 31),
    stratum: at,
    isBusiness: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
    connection: fc.constantFrom(...connections),
    discounted: fc.constantFrom(...discounts),
    until,
  })

const line = fc.record({
  charge: pick,
  quantity: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 1_001, max: 9_000_000 }),
})

const anything: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: client },
  {
    weight: 3,
    arbitrary: contractWith(
      fc.constantFrom(0, 1, 2, 2, 2, 2),
      stratum,
      [0, 0, 9_000_000, 11_900_033],
      [0, 7_654_321, 4_000_000, 12_000_000],
    ),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: kind('move'),
      contract: pick,
      action: fc.constantFrom('sign', 'activate', 'suspend', 'suspend', 'reconnect', 'reconnect'),
      days: fc.integer({ min: -3, max: 1 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('plan'), contract: pick, plan: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('retire'), contract: pick, days: fc.constantFrom(-40, -12, -3, 0, 0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('stay'), contract: pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('pause'),
      contract: pick,
      ahead: fc.constantFrom(0, 1, 1, 1, 2),
      months: fc.constantFrom(1, 1, 2, 2, 3),
      isLate: rarely(8),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('unpause'), contract: pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('transfer'),
      contract: pick,
      days: fc.constantFrom(-1, 0, 0, 3, 9, 25, 40),
      stratum,
      isBusiness: rarely(5),
      cancels: rarely(6),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('cession'), contract: pick, client: pick, answer: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('opening'),
      client: pick,
      documents: fc.array(
        fc.record({
          balance: fc.integer({ min: 1, max: 9_000_000 }),
          due: fc.integer({ min: -60, max: 30 }),
          term: fc.integer({ min: 0, max: 40 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('hour') }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: kind('run'),
      months: fc.constantFrom(-2, -1, 0, 0, 0, 0, 1, 1, 2),
      isDeferred: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('work') }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: kind('charge'),
      contract: pick,
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 13,
    arbitrary: fc.record({
      kind: kind('pay'),
      client: pick,
      how: pick,
      part,
      method: pick,
      days: fc.integer({ min: -9, max: 1 }),
      withheld: fc.constantFrom(0, 0, 0, 0, 250_000, 3_000_000),
      keeps: rarely(4),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('reverse'), payment: pick }) },
  { weight: 5, arbitrary: writeOff },
  { weight: 2, arbitrary: undo },
  { weight: 6, arbitrary: recover },
  { weight: 5, arbitrary: fc.record({ kind: kind('note'), invoice: pick, position: pick, part }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('dispute'), invoice: pick, part }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('resolve'),
      invoice: pick,
      decision: pick,
      part,
      days: fc.constantFrom(null, null, -1, 0, 9, 40),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('refund'), client: pick, part, days: fc.constantFrom(-2, 0, 0, 0, 0, 1) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('cross'), client: pick, how: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('chargeback'), attempt: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('close'),
      days: fc.constantFrom(null, -40, -9, -5, -2, -1, -1, -1, 0),
      hasReason: rarely(2),
    }),
  },
  {
    weight: 11,
    arbitrary: fc.record({
      kind: kind('online'),
      client: pick,
      invoice: pick,
      other: pick,
      method: fc.constantFrom('nequi', 'pse', 'bancolombia_transfer'),
      ends: pick,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: kind('provider'),
      attempt: pick,
      ending: fc.constantFrom('APPROVED', 'APPROVED', 'APPROVED', 'DECLINED', 'ERROR', 'VOIDED', 'VOIDED'),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: kind('event'),
      attempt: pick,
      status: pick,
      copies: fc.integer({ min: 1, max: 3 }),
      isDeferred: fc.boolean(),
      isForged: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('verify'), attempt: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('poll') }) },
  { weight: 7, arbitrary: fc.record({ kind: kind('clock'), by: pick, isMidnight: rarely(3) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('again'), request: pick, isOther: fc.boolean() }) },
)

const withCrashPoint = (step: Step): fc.Arbitrary<PlannedStep> => {
  const commits = CRASH_COMMITS[step.kind]
  if (commits === undefined) return fc.constant({ step, crashPoint: null })
  const crashPoint = fc.record({ commit: fc.constantFrom(...commits), isBefore: fc.boolean() })
  const noCrash: fc.Arbitrary<CrashPoint | null> = fc.constant(null)
  return fc
    .oneof({ weight: step.kind === 'online' ? 2 : 5, arbitrary: noCrash }, { weight: 1, arbitrary: crashPoint })
    .map((drawn) => ({ step, crashPoint: drawn }))
}
const planned = (step: fc.Arbitrary<Step>): fc.Arbitrary<PlannedStep> => step.chain(withCrashPoint)

/** A sequence begins with a client in service: otherwise most of the following steps would have no object. Half of them have a second one, with bad debt. */
const sequence: fc.Arbitrary<PlannedStep[]> = fc
  .tuple(
    planned(client),
    planned(
      contractWith(fc.constant(2), fc.integer({ min: 1, max: 6 }), [9_000_000, 11_900_033], [0, 4_000_000, 7_654_321]),
    ),
    fc.oneof(fc.constant([]), fc.tuple(planned(client), planned(badDebt), planned(writeOff), planned(writeOff))),
    fc.array(planned(anything), { minLength: STEPS - 2, maxLength: STEPS - 2 }),
  )
  .map(([first, second, debtor, rest]) => [first, second, ...debtor, ...rest])

/** The sequence of a seed, always the same. */
export const sequenceOf = (seed: number): PlannedStep[] =>
  fc.sample(sequence, { seed, numRuns: 1, unbiased: true })[0] ?? []
