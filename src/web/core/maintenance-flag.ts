import { useSyncExternalStore } from 'react'
import { type Items, localItems } from './items.ts'
import { type SecureItems, secureItems } from './secure-items.ts'

const MAINTENANCE_KEY = 'app_maintenance_mode'
/** The secure item that exists while the flag was set by the server and not by hand. */
const SET_BY_SERVER_KEY = 'maintenance-set-by-server'

/** Whether this browser is in maintenance, and the origin of the flag (RTE-10). */
export type MaintenanceFlag = 'off' | 'by-server' | 'by-hand'

/** The flag in plain text, 'active' or 'inactive'. A flag that was set by hand is applied as it is and never changed by this code. */
export function maintenanceFlagOver(items: Items, secure: SecureItems) {
  const listeners = new Set<() => void>()
  const isActive = (): boolean => ['active', 'true'].includes(items.get(MAINTENANCE_KEY) ?? '')
  const isSetByServer = (): boolean => secure.get(SET_BY_SERVER_KEY) !== null

  const read = (): MaintenanceFlag => {
    if (!isActive()) return 'off'
    return isSetByServer() ? 'by-server' : 'by-hand'
  }

  /** Sets or removes the flag according to the server. */
  const applyServerState = (isOn: boolean): void => {
    const isAbsent = items.get(MAINTENANCE_KEY) === null
    if (isOn && isAbsent) {
      secure.set(SET_BY_SERVER_KEY, 'yes')
      items.set(MAINTENANCE_KEY, 'active')
    } else if (!isOn && isSetByServer()) {
      if (isActive()) items.remove(MAINTENANCE_KEY)
      secure.remove(SET_BY_SERVER_KEY)
    } else return
    for (const listener of listeners) listener()
  }

  /** The text of a flag that was set by hand: it must remain after local storage is cleared. */
  const handSet = (): string | null => (isSetByServer() ? null : items.get(MAINTENANCE_KEY))

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { read, applyServerState, handSet, subscribe }
}

export const maintenanceFlag = maintenanceFlagOver(localItems, secureItems)

/** Updates after a change by this code or by another tab; a change by hand in this tab is read at the next navigation. */
export const useMaintenanceFlag = (): MaintenanceFlag => useSyncExternalStore(subscribeToFlag, maintenanceFlag.read)

function subscribeToFlag(listener: () => void): () => void {
  const stop = maintenanceFlag.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
