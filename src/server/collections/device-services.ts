import type { RawBuilder } from 'kysely'

/**
 * What the network devices of the company have in service, as conditions over a contract, a uuid expression. The network is to the right of
 * collections: network/device-services.ts implements this, and reactions.ts connects it.
 */
export type DeviceServices = {
  /** Whether a contract in service waits for its device to reconnect it. False for one without a device that carries out its orders. */
  isAwaited(contract: RawBuilder<unknown>): RawBuilder<boolean>
  /** When its device was last made to have it; null without a device that carries out its orders. */
  appliedAt(contract: RawBuilder<unknown>): RawBuilder<Date | null>
}

let connected: DeviceServices | null = null

/** Sets the module that knows the devices: connectModules of src/server/reactions.ts calls it. */
export function setDeviceServices(services: DeviceServices): void {
  connected = services
}

/** The module that knows the devices. Throws when setDeviceServices was not called. */
export function deviceServices(): DeviceServices {
  if (connected === null) throw new Error('a reconnection before setDeviceServices (src/server/reactions.ts)')
  return connected
}
