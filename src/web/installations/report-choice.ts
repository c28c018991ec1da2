import type { WorkOrder } from '#domain/installations/report.ts'
import { type DeviceFile, type DeviceReport, isTouched, ORDER_FIELD } from './report-store.ts'

export type KeptReport = { readonly report: DeviceReport; readonly files: readonly DeviceFile[] }

/** What opens the form: the report that the address names, and the work order of the visit. */
type Asked = { readonly id: string | null; readonly order: WorkOrder | null }

/**
 * What the form of a contract does with the reports of it that this device has. 'begin': a new one, with the id of a draft that was
 * only looked at, if there is one. 'ask': there are unsent ones, of another work order or several, and the technician chooses.
 */
export type Choice =
  | { readonly kind: 'open'; readonly kept: KeptReport }
  | { readonly kind: 'begin'; readonly id: string | null }
  | { readonly kind: 'ask'; readonly unsent: readonly DeviceReport[] }

/** Chooses among the reports of a contract, the last saved first. A report of another work order is never opened without a question. */
export function chooseReport(kept: readonly KeptReport[], { id, order }: Asked): Choice {
  const named = kept.find(({ report }) => report.id === id)
  if (named !== undefined) return { kind: 'open', kept: named }
  const unsent = kept.filter(({ report }) => report.status !== 'sent')
  const written = unsent.filter(isWritten)
  const ofOrder = order === null ? written : written.filter(({ report }) => orderOf(report) === order)
  const own = order === null && written.length > 1 ? undefined : findToOpen(ofOrder)
  const blank = order === null ? undefined : written.find(({ report }) => isDraft(report) && orderOf(report) === null)
  const seen = unsent.find((one) => !isWritten(one))
  const opened = own ?? blank ?? (written.length === 0 || order !== null ? sameVisit(seen, order) : undefined)
  if (opened !== undefined) return { kind: 'open', kept: opened }
  // A finished report that waits for a connection is no reason for a question: the next visit has its own.
  const isAsked = order === null ? written.length > 0 : written.some(({ report }) => report.status !== 'waiting')
  return isAsked
    ? { kind: 'ask', unsent: written.map(({ report }) => report) }
    : { kind: 'begin', id: seen?.report.id ?? null }
}

/** The work order of a report; null when it has none yet. */
export const orderOf = ({ values, visit_order }: DeviceReport): string | null =>
  values[ORDER_FIELD] ?? visit_order ?? null

const isDraft = ({ status }: DeviceReport): boolean => status === 'draft'

/** Whether there is something of a person in it: a work order that the technician chose counts, that of the visit does not. */
const isWritten = ({ report, files }: KeptReport): boolean =>
  isTouched(report, files) || report.values[ORDER_FIELD] !== report.visit_order

/** One that is still being written before one that waits for a connection. */
const findToOpen = (kept: readonly KeptReport[]): KeptReport | undefined =>
  kept.find(({ report }) => report.status !== 'waiting') ?? kept[0]

/** A draft that was only looked at, when it is of the same visit; it has the time at which that was begun. */
const sameVisit = (seen: KeptReport | undefined, order: WorkOrder | null): KeptReport | undefined =>
  order === null || seen?.report.visit_order === order ? seen : undefined

/** A draft without a work order gets that of its visit; not one that the client signed already. */
export const withOrder = (report: DeviceReport, order: WorkOrder | null): DeviceReport =>
  order === null || report.status !== 'draft' || report.values[ORDER_FIELD] !== undefined || isSignedByClient(report)
    ? report
    : { ...report, visit_order: order, values: { ...report.values, [ORDER_FIELD]: order } }

export const isSignedByClient = ({ strokes, values }: DeviceReport): boolean =>
  (strokes['signature_client_url'] ?? []).length > 0 || values['name_of.signature_client_url'] !== undefined
