import type { RawBuilder } from 'kysely'
import type { OutageDevice } from '#domain/outages/outage.ts'
import { openPort } from '#server/core/port.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * Which contracts each network device connects, and when. A contract and a device are uuid expressions. The network is to the right of
 * the outages: network/device-stays.ts implements this, and reactions.ts connects it.
 */
export type DeviceStays = {
  /** The devices of the company by name, also those that Enlace does not change. */
  list(tx: Tx): Promise<OutageDevice[]>
  /** Locks a device until the end of the transaction, for a connection not to move meanwhile. Undefined for one of another company. */
  lock(tx: Tx, id: string): Promise<OutageDevice | undefined>
  /** A query of the `contract_id` that the device has or had at any time after an instant. */
  contractsSince(device: RawBuilder<unknown>, instant: RawBuilder<unknown>): RawBuilder<unknown>
  /** When the device had the contract, a multirange; null for never. The first known device had it from the beginning. */
  timeOf(contract: RawBuilder<unknown>, device: RawBuilder<unknown>): RawBuilder<unknown>
  /** Whether the device has the contract now. */
  isOn(contract: RawBuilder<unknown>, device: RawBuilder<unknown>): RawBuilder<boolean>
}

const port = openPort<DeviceStays>('DeviceStays')

/** Sets the module that knows the devices: connectModules of src/server/reactions.ts calls it. */
export const setDeviceStays = port.connect

/** The module that knows the devices. Throws when setDeviceStays was not called. */
export const deviceStays = port.get
