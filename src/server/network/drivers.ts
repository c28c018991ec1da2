import { isIP } from 'node:net'
import { inSystemTx, type World } from '#server/core/context.ts'
import { decrypt, encrypt } from '#server/core/encryption.ts'
import { keyFor } from '#server/core/secrets.ts'
import { addressCheck, isLoopback } from '#server/providers/network/addresses.ts'
import type { CallFailure, NetworkDriver } from '#server/providers/network/driver.ts'
import { httpClient } from '#server/providers/network/http.ts'
import { radiusDriver } from '#server/providers/network/radius.ts'
import { routerosDriver } from '#server/providers/network/routeros.ts'
import { webhookDriver } from '#server/providers/network/webhook.ts'
import { digestOf, type StoredDevice } from './device-queries.ts'

const UNREADABLE: CallFailure = { kind: 'credentials', detail: 'su secreto no se puede abrir: guárdalo otra vez' }
const NOT_ALLOWED: CallFailure = { kind: 'credentials', detail: 'la dirección no está permitida' }

/** The driver of a device. Its secrets are opened here, and only here. */
export function driverOf(world: World, device: StoredDevice): NetworkDriver {
  const isAllowed = addressCheck(world.config.networkRanges)
  if (device.kind === 'radius') {
    const address = device.nas_address ?? ''
    return isAllowed(address)
      ? radiusDriver({ address, port: device.coa_port, digest: digestIn(world, device) })
      : brokenDriver(NOT_ALLOWED)
  }
  const secret = device.sealed === null ? null : decrypt(world.config.secret, device.sealed, contextOf(device))
  if (secret === null || device.url === null) return brokenDriver(UNREADABLE)
  const http = httpClient(isAllowed)
  if (device.kind === 'webhook') return webhookDriver({ url: device.url, secret, http, now: () => new Date() })
  const { url, login, certificate, list_name: listName } = device
  return routerosDriver({ url, login: login ?? '', password: secret, certificate, listName, http })
}

export const sealSecret = (world: World, device: Pick<StoredDevice, 'company_id' | 'id'>, secret: string): Buffer =>
  encrypt(world.config.secret, secret, contextOf(device))

/** The key of the passwords of connections and of the secrets of routers: FreeRADIUS' configuration has it too (bin/enlace radius). */
export const radiusKey = (secret: Buffer): string => keyFor(secret, 'network-radius').toString('hex')

/** Why Enlace does not call an address. Null when it may, and for a name, which is checked at each call. */
export function addressProblem(world: World, device: Pick<StoredDevice, 'url' | 'nas_address'>): string | null {
  const isAllowed = addressCheck(world.config.networkRanges)
  const host = device.url === null ? (device.nas_address ?? '') : new URL(device.url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0 ? host === 'localhost' : !isAllowed(host)) {
    return 'Esa dirección es de este servidor o de una red privada que no está permitida (NETWORK_RANGES)'
  }
  if (device.url !== null && !device.url.startsWith('https:') && !isLoopback(host)) return 'La dirección debe ser https'
  return null
}

const UNSIGNED = Buffer.alloc(16)

const contextOf = ({ company_id, id }: Pick<StoredDevice, 'company_id' | 'id'>): string => `network:${company_id}:${id}`

const brokenDriver = (failure: CallFailure): NetworkDriver => ({
  test: async () => failure,
  apply: async () => failure,
  read: async () => failure,
})

/** The digest is computed by the database, which gives nothing else of the secret. A secret that cannot be opened signs nothing right. */
const digestIn = (world: World, device: StoredDevice) => (packet: Buffer) =>
  inSystemTx(
    world,
    device.company_id,
    async (tx) => (await digestOf(tx, device.id, packet, radiusKey(world.config.secret))) ?? UNSIGNED,
  ).catch(() => UNSIGNED)
