import type { reportApi } from '#domain/installations/api.ts'
import { stepOf } from '#domain/installations/effect.ts'
import { WORK_ORDERS } from '#domain/installations/report.ts'
import { mbpsOf } from '#domain/installations/speed.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { getPlannedTransfer } from '#server/contracts/transfer-queries.ts'
import type { Verb } from '#server/core/verb.ts'
import { listInstalled } from '#server/equipment/queries.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { contractSnapshot } from './create-report.ts'
import { findVisited } from './find-report.ts'
import { listReports } from './list-queries.ts'
import { NO_TRANSFER, serviceStateOf } from './report-effects.ts'
import { getSubject } from './report-queries.ts'

/** What a device needs before a visit: the contract, its client, and what each work order would do today. */
export const visit: Verb<typeof reportApi.visit> = (ctx, { params, query }) =>
  ctx.tx(async (tx) => {
    const contract = await findVisited(tx, ctx, params.id, query)
    const { plan: name, ...place } = contractSnapshot(contract, await getSubject(tx, contract.client_id))
    const [last] = await listReports(tx, { userId: null, contractId: contract.id }, { offset: 0, limit: 1 })
    const state = serviceStateOf(contract, ctx.today)
    const transfer = await getPlannedTransfer(tx, contract.id)
    return {
      data: {
        ...place,
        status: contract.status,
        scheduled_on: contract.scheduled_on,
        technician: contract.technician_name,
        plan: { name, download_mbps: mbpsOf(contract.download_speed), upload_mbps: mbpsOf(contract.upload_speed) },
        share_bps: valueInForce(await readParameters(tx), 'programme.speed_share', ctx.today),
        installed: await listInstalled(tx, contract.id),
        work_orders: WORK_ORDERS.map((type_order_job) => {
          const step = stepOf(type_order_job, state, ctx.today)
          const problem = step.kind === 'task' ? step.reason : step.kind === 'move' && !transfer ? NO_TRANSFER : null
          return { type_order_job, problem }
        }),
        last_report: last ?? null,
        now: ctx.now.toISOString(),
      },
    }
  })
