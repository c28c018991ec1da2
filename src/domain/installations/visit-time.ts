import { type Day, dayOf, hasDay } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'

/** A smaller difference between two clocks is no error of the device. */
const CLOCK_TOLERANCE_MS = 10 * 60_000

/** Whether the clock of a device differs from the server's by more than 10 minutes. Both in milliseconds. */
export const isClockOff = (device: number, server: number): boolean => Math.abs(device - server) > CLOCK_TOLERANCE_MS

/**
 * How many days a report of a visit may wait on a phone and still change its contract: as long as a phone keeps a contract that was
 * prepared for a visit. An older day was not measured by anything but the clock of who sent it, and it decides what is credited.
 */
export const REPORT_DAYS_MAX = 7

type DeviceTimes = { start_time: string; end_time: string; sent_at: string | null }

/** Throws a refusal on the field for a visit that ends before it starts. */
export function assertTimes({ start_time, end_time }: Pick<DeviceTimes, 'start_time' | 'end_time'>): void {
  if (Date.parse(end_time) < Date.parse(start_time)) {
    throw refuseField(
      'invalid',
      'installation_log.end_time',
      'La hora de finalización es anterior a la de inicio: corrígela',
    )
  }
}

/**
 * The day of a visit in Bogotá, and whether the clock of the device is wrong. `sent_at` is that clock when the report was sent, so its
 * difference to the server is the error of all its times. Without it only an end in the future shows an error. A visit never ends
 * after the server received its report. Throws a Refusal for a clock so wrong that no day is left.
 */
export function visitDay(
  { end_time, sent_at }: Pick<DeviceTimes, 'end_time' | 'sent_at'>,
  receivedAt: Date,
): { visit_on: Day; is_clock_off: boolean } {
  const received = receivedAt.getTime()
  const offset = sent_at === null ? 0 : received - Date.parse(sent_at)
  const isOff = isClockOff(0, offset)
  const end = Date.parse(end_time) + (isOff ? offset : 0)
  const visit = new Date(Math.min(end, received))
  if (!hasDay(visit))
    throw refuseField('invalid', 'sent_at', 'La hora del teléfono no se entiende: corrígela y envía el acta otra vez')
  return {
    visit_on: dayOf(visit),
    is_clock_off: isOff || end > received + CLOCK_TOLERANCE_MS,
  }
}
