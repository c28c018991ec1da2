import { notFound, Refusal } from '#domain/core/refusal.ts'
import type { networkApi } from '#domain/network/api.ts'
import type { NetworkOrder } from '#domain/network/order.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { countDifferences, listDifferences } from './difference-queries.ts'
import { countOrders, listOrders, listTries, requeueOrder } from './order-queries.ts'

export const orders: Verb<typeof networkApi.orders> = (ctx, { query }) =>
  ctx.tx((tx) =>
    listReply(query, { rows: (range) => listOrders(tx, query, range), total: () => countOrders(tx, query) }),
  )

export const order: Verb<typeof networkApi.order> = (ctx, { params }) =>
  ctx.tx(async (tx) => ({ data: { ...(await readOrder(tx, params.id)), log: await listTries(tx, params.id) } }))

export const retry: Verb<typeof networkApi.retry> = (ctx, { params }) =>
  ctx.tx(async (tx) => {
    const before = await readOrder(tx, params.id)
    if (!(await requeueOrder(tx, params.id))) {
      throw new Refusal('conflict', 'Esa orden ya terminó: no hay nada que repetir')
    }
    await tx.record('network_order.retried', {
      entity_id: before.id,
      after: { no_contract: before.no_contract, device: before.device.name, action: before.action },
    })
    const data = await readOrder(tx, params.id)
    return { data, message: data.waits_for === null ? 'La orden va de nuevo' : `La orden espera: ${data.waits_for}` }
  })

export const differences: Verb<typeof networkApi.differences> = (ctx, { query }) =>
  ctx.tx((tx) =>
    listReply(query, { rows: (range) => listDifferences(tx, query, range), total: () => countDifferences(tx, query) }),
  )

async function readOrder(tx: Tx, id: string): Promise<NetworkOrder> {
  const [found] = await listOrders(tx, { id }, { offset: 0, limit: 1 })
  if (!found) throw notFound('Esa orden no existe')
  return found
}
