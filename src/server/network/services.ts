import type { Day } from '#domain/core/days.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import type { AssignProblem, networkApi, ServiceInput } from '#domain/network/api.ts'
import type { NetworkService } from '#domain/network/connection.ts'
import { getContract } from '#server/contracts/contract-queries.ts'
import type { Ctx } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { queueOpenOf } from '#server/outages/queue-work.ts'
import { lockDevice } from './device-queries.ts'
import { radiusKey } from './drivers.ts'
import { insertOrders, listOrders } from './order-queries.ts'
import {
  countServices,
  listContractIds,
  listServices,
  lockService,
  saveService,
  setPassword,
} from './service-queries.ts'

export const services: Verb<typeof networkApi.services> = (ctx, { query }) =>
  ctx.tx((tx) =>
    listReply(query, {
      rows: async (range) =>
        (await listServices(tx, query, ctx.today, range)).map((service) => ({ ...service, last_order: null })),
      total: () => countServices(tx, query),
    }),
  )

export const service: Verb<typeof networkApi.service> = (ctx, { params }) =>
  ctx.tx(async (tx) => ({ data: await readService(tx, (await findContract(tx, params.no, ctx.today)).id, ctx.today) }))

export const assign: Verb<typeof networkApi.assign> = (ctx, { params, body: { service: input } }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, params.no, ctx.today)
    const moved = new Set<string>()
    const problem = await assignOne(tx, ctx, contract.id, input, moved)
    if (problem !== null) throw refuseField(problem.code, `service.${problem.field}`, problem.message)
    await queueOpenOf(tx, ctx.actor.companyId, [...moved])
    await tx.record('network_service.assigned', {
      entity_id: contract.id,
      client_id: contract.client_id,
      after: { no_contract: contract.no_contract, username: input.username, ipv4: input.ipv4 ?? null },
    })
    const data = await readService(tx, contract.id, ctx.today)
    if (data === null) throw notFound('Ese contrato no tiene conexión')
    return { data, message: 'Conexión guardada: la orden para su equipo está en la cola' }
  })

export const assignMany: Verb<typeof networkApi.assignMany> = (ctx, { body }) =>
  ctx.tx(async (tx) => {
    const contracts = await listContractIds(
      tx,
      body.services.map(({ no_contract }) => no_contract),
    )
    const problems: AssignProblem[] = []
    const moved = new Set<string>()
    for (const [index, { no_contract, ...input }] of body.services.entries()) {
      const contractId = contracts.get(no_contract)
      const problem =
        contractId === undefined
          ? { message: 'Ese contrato no existe' }
          : await assignOne(tx, ctx, contractId, input, moved)
      if (problem !== null) problems.push({ row: index + 1, message: `Fila ${index + 1}: ${problem.message}` })
    }
    if (problems.length > 0) {
      // Nothing is saved: the rows are corrected and sent again.
      throw new Refusal('refused', 'No se guardó ninguna fila: corrige las que están mal', {
        errors: problems.slice(0, 50).map(({ row, message }) => ({ field: `services.${row - 1}`, message })),
      })
    }
    await queueOpenOf(tx, ctx.actor.companyId, [...moved])
    await tx.record('network_service.assigned', { after: { count: body.services.length } })
    return {
      data: { assigned: body.services.length, problems },
      message: `Guardamos ${body.services.length} conexiones: sus órdenes están en la cola`,
    }
  })

type Problem = { code: 'duplicate' | 'not_found' | 'invalid'; field: string; message: string }

/**
 * Writes one connection and its order. A service that moves to another device is removed from the first one. `moved`: the
 * devices to which a service came. Null: written.
 */
async function assignOne(
  tx: Tx,
  ctx: Ctx,
  contractId: string,
  input: ServiceInput,
  moved: Set<string>,
): Promise<Problem | null> {
  const device = await lockDevice(tx, input.device_id)
  if (!device) return { code: 'not_found', field: 'device_id', message: 'Ese equipo no existe' }
  const before = await lockService(tx, contractId)
  if (!before && input.password === undefined && device.kind !== 'webhook') {
    return { code: 'invalid', field: 'password', message: 'Escribe la contraseña de la conexión' }
  }
  const id = await saveService(tx, {
    contract_id: contractId,
    device_id: device.id,
    username: input.username,
    ipv4: input.ipv4 === undefined ? (before?.ipv4 ?? null) : input.ipv4,
    on_suspend: input.on_suspend ?? before?.on_suspend ?? 'walled',
  })
  if (id === null) {
    return {
      code: 'duplicate',
      field: 'username',
      message: 'Otro contrato de ese equipo ya tiene ese usuario o esa dirección',
    }
  }
  if (input.password !== undefined) await setPassword(tx, id, input.password, radiusKey(ctx.world.config.secret))
  if (before?.device_id !== device.id) moved.add(device.id)
  const by = { source: 'assign', actorName: ctx.actor.name }
  if (before && before.device_id !== device.id) {
    await insertOrders(tx, [{ service_id: id, action: 'remove' }], { ...by, deviceId: before.device_id })
  }
  await insertOrders(tx, [{ service_id: id, action: 'create' }], by)
  return null
}

async function findContract(tx: Tx, no: string, today: Day) {
  const contract = await getContract(tx, no, { userId: null }, today)
  if (!contract) throw notFound('Ese contrato no existe')
  return contract
}

async function readService(tx: Tx, contractId: string, today: Day): Promise<NetworkService | null> {
  const one = { offset: 0, limit: 1 }
  const [found] = await listServices(tx, { contract_id: contractId }, today, one)
  if (!found) return null
  const [last] = await listOrders(tx, { contract_id: contractId }, one)
  return { ...found, last_order: last ?? null }
}
