import type { RawBuilder } from 'kysely'
import { openPort } from '#server/core/port.ts'

/**
 * What the network devices of the company have in service, as conditions over a contract, a uuid expression. The network is to the right of
 * collections: network/device-services.ts implements this, and reactions.ts connects it.
 */
export type DeviceServices = {
  /** Whether a contract in service waits for its device to reconnect it. False for one without a device that carries out its orders. */
  isAwaited(contract: RawBuilder<unknown>): RawBuilder<boolean>
  /** Whether its device never carried out the last reconnection of a contract. False without a device that carries out its orders. */
  isUndone(contract: RawBuilder<unknown>): RawBuilder<boolean>
  /** When its device was last made to have it; null without a device that carries out its orders. */
  appliedAt(contract: RawBuilder<unknown>): RawBuilder<Date | null>
}

const port = openPort<DeviceServices>('DeviceServices')

/** Sets the module that knows the devices: connectModules of src/server/reactions.ts calls it. */
export const setDeviceServices = port.connect

/** The module that knows the devices. Throws when setDeviceServices was not called. */
export const deviceServices = port.get
