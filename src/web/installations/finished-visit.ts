import { type Day, dayOf } from '#domain/core/days.ts'
import type { DeviceReport } from './report-store.ts'

type Prepared = { readonly no_contract: string; readonly scheduled_on: Day | null }

/** The report of this device with which a prepared visit was finished, the last one; undefined while the visit is to be made. */
export const finishOf = (
  { no_contract, scheduled_on }: Prepared,
  reports: readonly DeviceReport[],
): DeviceReport | undefined =>
  reports.find(
    (report) =>
      report.no_contract === no_contract &&
      report.sent_at !== null &&
      (scheduled_on === null || scheduled_on <= dayOf(new Date(report.sent_at))),
  )
