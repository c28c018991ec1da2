import { MINUTE_MS } from '#domain/core/durations.ts'
import { createLifecycle } from '#domain/core/lifecycle.ts'
import { ELECTRONIC_STATUSES, type ElectronicStatus } from '#domain/invoices/electronic.ts'

/**
 * What happens to an electronic document. `send`: it goes to the provider. `release`: it was not sent. `wait`: DIAN has not decided.
 * `retry`: a person sends it again, a rejected one
 * with the data of today. `give_up`: a person must look at it. `withdraw`: its invoice was annulled before the DIAN had it.
 */
type ElectronicAction = 'send' | 'release' | 'validate' | 'reject' | 'wait' | 'give_up' | 'retry' | 'withdraw'

/** A validated document never changes. One that was rejected, given up or withdrawn becomes validated when the provider shows that DIAN took it. */
export const electronicLifecycle = createLifecycle<ElectronicStatus, ElectronicAction>(ELECTRONIC_STATUSES, {
  queued: { send: 'sending', retry: 'queued', withdraw: 'withdrawn' },
  sending: {
    release: 'queued',
    validate: 'validated',
    reject: 'rejected',
    wait: 'pending_dian',
    give_up: 'manual',
  },
  pending_dian: { send: 'sending', validate: 'validated', retry: 'pending_dian' },
  rejected: { retry: 'queued', validate: 'validated', withdraw: 'withdrawn' },
  manual: { retry: 'pending_dian', validate: 'validated' },
  validated: {},
  withdrawn: { validate: 'validated' },
})

/** The waits between two tries, in minutes; the last one repeats. */
const WAITS_MIN = [1, 5, 15, 60] as const

/** When a queue that failed is tried again. `failures`: those so far, from 1. */
export const nextTryAt = (failures: number, now: Date): Date =>
  new Date(now.getTime() + (WAITS_MIN[Math.min(failures, WAITS_MIN.length) - 1] ?? 1) * MINUTE_MS)

/**
 * When a document without a decision of DIAN is tried again: the waits grow with the time since its first try, so that a document that a
 * person sends again begins with the short ones.
 */
export function nextAskAt(pendingSince: Date, now: Date): Date {
  const passed = now.getTime() - pendingSince.getTime()
  const ends = WAITS_MIN.map((_wait, index) => sumOf(WAITS_MIN.slice(0, index + 1)) * MINUTE_MS)
  return nextTryAt(1 + ends.filter((end) => end <= passed).length, now)
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Whether the hours to transmit a document that DIAN did not decide are over. */
export const isContingencyOver = (pendingSince: Date, hours: number, now: Date): boolean =>
  now.getTime() - pendingSince.getTime() >= hours * 60 * MINUTE_MS
