import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import type { networkApi } from '#domain/network/api.ts'
import {
  assertAddressed,
  DEVICES_MAX,
  type DeviceChanges,
  type NetworkDevice,
  type NewDevice,
} from '#domain/network/device.ts'
import { restAfterMs } from '#domain/network/order.ts'
import type { Ctx, World } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import type { CallResult } from '#server/providers/network/driver.ts'
import { compareNow, ordersOf } from './compare.ts'
import {
  confirmDevice,
  countDevices,
  type DeviceColumns,
  insertDevice,
  isAddressTaken,
  isNameTaken,
  listDevices,
  listWanted,
  lockDevice,
  type StoredDevice,
  saveAnswer,
  saveSilence,
  setSecret,
  updateDevice,
} from './device-queries.ts'
import { listStoredDifferences } from './difference-queries.ts'
import { addressProblem, driverOf, radiusKey, sealSecret } from './drivers.ts'
import { insertOrders } from './order-queries.ts'

const COA_PORT = 3_799
const LIST_NAME = 'morosos'

export const devices: Verb<typeof networkApi.devices> = (ctx) => ctx.tx(async (tx) => ({ data: await listDevices(tx) }))

export const addDevice: Verb<typeof networkApi.addDevice> = (ctx, { body: { device } }) =>
  ctx.tx(async (tx) => {
    if ((await countDevices(tx)) >= DEVICES_MAX) {
      throw new Refusal('limit_reached', `Una empresa tiene máximo ${DEVICES_MAX} equipos`)
    }
    const id = newId()
    const columns = newColumns(device)
    await assertDevice(tx, ctx.world, columns, null)
    await insertDevice(tx, id, columns)
    await writeSecret(tx, ctx, { id, kind: device.kind, secret: device.secret })
    await tx.record('network_device.added', { entity_id: id, after: shownOf(columns) })
    return { data: await readDevice(tx, id), message: 'Equipo agregado. Pruébalo: por ahora solo observa' }
  })

const newColumns = (device: NewDevice): DeviceColumns => ({
  name: device.name,
  kind: device.kind,
  mode: 'monitor',
  url: device.url ?? null,
  nas_address: device.nas_address ?? null,
  coa_port: device.coa_port ?? COA_PORT,
  login: emptyAsNull(device.login),
  certificate: device.certificate ?? null,
  list_name: device.list_name ?? LIST_NAME,
})

const emptyAsNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)

export const changeDevice: Verb<typeof networkApi.changeDevice> = (ctx, { params, body: { device } }) =>
  ctx.tx(async (tx) => {
    const before = await findDevice(tx, params.id)
    const columns = changedColumns(before, device)
    assertOwnSecret(before, columns, device)
    await assertDevice(tx, ctx.world, columns, before.id)
    await updateDevice(tx, before.id, columns)
    if (device.secret !== undefined) {
      await writeSecret(tx, ctx, { id: before.id, kind: before.kind, secret: device.secret })
      // A new secret is tried at once.
      await saveAnswer(tx, before.id)
    }
    await tx.record('network_device.changed', {
      entity_id: before.id,
      before: shownOf(before),
      after: { ...shownOf(columns), ...(device.secret === undefined ? {} : { secret: 'otro' }) },
    })
    return { data: await readDevice(tx, before.id), message: 'Equipo guardado' }
  })

const changedColumns = (before: StoredDevice, changes: DeviceChanges): DeviceColumns => ({
  name: changes.name ?? before.name,
  kind: before.kind,
  mode: changes.mode ?? before.mode,
  url: changes.url ?? before.url,
  nas_address: changes.nas_address ?? before.nas_address,
  coa_port: changes.coa_port ?? before.coa_port,
  login: changes.login === undefined ? before.login : emptyAsNull(changes.login),
  certificate: changes.certificate === undefined ? before.certificate : changes.certificate,
  list_name: changes.list_name ?? before.list_name,
})

/** The secret is sent to the address: at another one, or to a server with another certificate, it is written again by a person who has it. */
function assertOwnSecret(before: StoredDevice, after: DeviceColumns, { secret }: DeviceChanges): void {
  const isSame = (['url', 'nas_address', 'certificate'] as const).every((name) => before[name] === after[name])
  if (!isSame && secret === undefined) throw refuseField('refused', 'device.secret', SECRET_COPY)
}

const SECRET_COPY = 'Cambiaste la dirección o la huella: escribe otra vez el secreto, porque se envía allí'

/** Calls the device now, between two transactions: it may take ten seconds, and no row is locked while waiting. */
export const testDevice: Verb<typeof networkApi.testDevice> = async (ctx, { params }) => {
  const device = await ctx.tx((tx) => findDevice(tx, params.id))
  const result = await driverOf(ctx.world, device).test()
  const data = await ctx.tx(async (tx) => {
    await findDevice(tx, device.id)
    await saveTest(tx, device, result)
    await tx.record('network_device.tested', {
      entity_id: device.id,
      after: { name: device.name, problem: 'detail' in result ? result.detail : null },
    })
    return readDevice(tx, device.id)
  })
  return {
    data,
    message: 'detail' in result ? `El equipo no pasó la prueba: ${result.detail}` : 'El equipo respondió bien',
  }
}

async function saveTest(tx: Tx, device: StoredDevice, result: CallResult): Promise<void> {
  if (!('detail' in result)) return saveAnswer(tx, device.id)
  const halted = result.kind === 'credentials' ? 'credentials' : null
  return saveSilence(tx, device.id, { problem: result.detail, restMs: restAfterMs(device.failures + 1), halted })
}

export const compare: Verb<typeof networkApi.compare> = async (ctx, { params }) => {
  const device = await ctx.tx((tx) => findDevice(tx, params.id))
  if (device.mode === 'off') throw new Refusal('conflict', 'El equipo está apagado: primero ponlo a observar')
  const outcome = await compareNow(ctx.world, device.id, { inTx: (work) => ctx.tx(work), isByPerson: true })
  const data = await ctx.tx((tx) => readDevice(tx, device.id))
  return { data, message: COMPARED[outcome] }
}

const COMPARED = {
  busy: 'El equipo está ocupado con sus órdenes: inténtalo en un momento',
  unread: 'El equipo no respondió: no se cambió nada',
  same: 'El equipo está como debe',
  differs: 'Hay diferencias: míralas en la lista',
  halted: 'Hay demasiadas diferencias: revísalas y confírmalas para corregirlas',
} as const

/** Lets the cuts and corrections of this instant pass the limit of the device. */
export const confirm: Verb<typeof networkApi.confirm> = (ctx, { params }) =>
  ctx.tx(async (tx) => {
    const device = await findDevice(tx, params.id)
    if (device.halted !== 'cuts' && device.halted !== 'differences') {
      throw new Refusal('conflict', 'Este equipo no espera ninguna confirmación')
    }
    if (device.halted === 'differences') {
      const wanted = await listWanted(tx, device.id, ctx.today)
      const orders = ordersOf(wanted, await listStoredDifferences(tx, device.id))
      await insertOrders(tx, orders, { source: 'compare', actorName: ctx.actor.name, deviceId: device.id })
    }
    await confirmDevice(tx, device.id)
    await tx.record('network_device.confirmed', {
      entity_id: device.id,
      after: { name: device.name, reason: device.halted },
    })
    return { data: await readDevice(tx, device.id), message: 'Confirmado: las órdenes se envían en su turno' }
  })

async function findDevice(tx: Tx, id: string): Promise<StoredDevice> {
  const device = await lockDevice(tx, id)
  if (!device) throw notFound('Ese equipo no existe')
  return device
}

async function readDevice(tx: Tx, id: string): Promise<NetworkDevice> {
  const [device] = await listDevices(tx, id)
  if (!device) throw notFound('Ese equipo no existe')
  return device
}

async function assertDevice(tx: Tx, world: World, columns: DeviceColumns, id: string | null): Promise<void> {
  assertAddressed(columns)
  const problem = addressProblem(world, columns)
  const field = columns.kind === 'radius' ? 'device.nas_address' : 'device.url'
  if (problem !== null) throw refuseField('refused', field, problem)
  if (await isNameTaken(tx, columns.name, id)) {
    throw refuseField('duplicate', 'device.name', 'Ya hay un equipo con ese nombre')
  }
  if (columns.nas_address !== null && (await isAddressTaken(tx, columns.nas_address, id))) {
    const copy =
      'Otro router ya usa esa dirección: cada uno necesita la suya. Si es la de tu router y tú no la registraste, pide a soporte de Enlace que la libere.'
    throw refuseField('duplicate', 'device.nas_address', copy)
  }
}

async function writeSecret(
  tx: Tx,
  ctx: Ctx,
  { id, kind, secret }: { id: string; kind: StoredDevice['kind']; secret: string },
): Promise<void> {
  if (kind === 'radius') await setSecret(tx, id, { radius: secret, key: radiusKey(ctx.world.config.secret) })
  else await setSecret(tx, id, { sealed: sealSecret(ctx.world, { company_id: ctx.companyId, id }, secret) })
}

const shownOf = ({ name, kind, mode, url, nas_address }: DeviceColumns) => ({ name, kind, mode, url, nas_address })
