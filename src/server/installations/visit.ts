import type { installationReportApi } from '#domain/installations/api.ts'
import { type Visit, WORK_ORDERS } from '#domain/installations/report.ts'
import { mbpsOf } from '#domain/installations/speed.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import type { Verb } from '#server/core/verb.ts'
import { listInstalled } from '#server/equipment/queries.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { contractSnapshot } from './create-report.ts'
import { findVisited } from './find-report.ts'
import { listReports } from './list-queries.ts'
import { readStep } from './report-effects.ts'
import { getSubject } from './report-queries.ts'

/** What a device needs before a visit: the contract, its client, and what each work order would do today. */
export const visit: Verb<typeof installationReportApi.visit> = (ctx, { params, query }) =>
  ctx.tx(async (tx) => {
    const contract = await findVisited(tx, ctx, params.id, query)
    const { plan: name, ...place } = contractSnapshot(contract, await getSubject(tx, contract.client_id))
    const [last] = await listReports(tx, { userId: null, contractId: contract.id }, { offset: 0, limit: 1 })
    const work_orders: Visit['work_orders'] = []
    for (const type_order_job of WORK_ORDERS) {
      const step = await readStep(tx, contract, { order: type_order_job, on: ctx.today }, ctx.today)
      work_orders.push({ type_order_job, problem: step.kind === 'task' ? step.reason : null })
    }
    return {
      data: {
        ...place,
        status: contract.status,
        scheduled_on: contract.scheduled_on,
        technician: contract.technician_name,
        plan: { name, download_mbps: mbpsOf(contract.download_speed), upload_mbps: mbpsOf(contract.upload_speed) },
        share_bps: valueInForce(await readParameters(tx), 'programme.speed_share', ctx.today),
        installed: await listInstalled(tx, contract.id),
        work_orders,
        last_report: last ?? null,
        now: ctx.now.toISOString(),
      },
    }
  })
