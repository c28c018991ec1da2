import { WORK_ORDERS } from '#domain/installations/report.ts'
import { WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import { orderOf } from './report-choice.ts'
import type { DeviceReport } from './report-store.ts'

/** 'Retiro': the work order of a report as it is read. */
export function orderName(report: DeviceReport): string {
  const order = WORK_ORDERS.find((value) => value === orderOf(report))
  return order === undefined ? 'Sin tipo de orden' : WORK_ORDER_LABELS[order]
}
