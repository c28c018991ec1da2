import { useSyncExternalStore } from 'react'
import { type Items, localItems } from './items.ts'
import { type SecureItems, secureItems } from './secure-items.ts'

const MAINTENANCE_KEY = 'app_maintenance_mode'
/** The secure item by which we know our own flag from one that a person set. */
const MEMORY = 'maintenance-set-by-server'

/** Whether this browser is in maintenance, and who said so (RTE-10). */
export type MaintenanceFlag = 'off' | 'by-server' | 'by-hand'

/** The flag in plain text, 'active' or 'inactive'. One set by hand is obeyed to the letter and never touched by us. */
export function maintenanceFlagOver(items: Items, secure: SecureItems) {
  const listeners = new Set<() => void>()
  const isActive = (): boolean => ['active', 'true'].includes(items.get(MAINTENANCE_KEY) ?? '')
  const isOurs = (): boolean => secure.get(MEMORY) !== null

  const read = (): MaintenanceFlag => {
    if (!isActive()) return 'off'
    return isOurs() ? 'by-server' : 'by-hand'
  }

  /** Sets or lifts the flag as the server says. */
  const obeyServer = (isOn: boolean): void => {
    const isAbsent = items.get(MAINTENANCE_KEY) === null
    if (isOn && isAbsent) {
      secure.set(MEMORY, 'yes')
      items.set(MAINTENANCE_KEY, 'active')
    } else if (!isOn && isOurs()) {
      if (isActive()) items.remove(MAINTENANCE_KEY)
      secure.remove(MEMORY)
    } else return
    for (const listener of listeners) listener()
  }

  /** The raw flag, when it is a person's and must outlive what clears local storage. */
  const handSet = (): string | null => (isOurs() ? null : items.get(MAINTENANCE_KEY))

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { read, obeyServer, handSet, subscribe }
}

export const maintenanceFlag = maintenanceFlagOver(localItems, secureItems)

/** Follows our own changes and those of other tabs; one made by hand in this tab is seen at the next navigation. */
export const useMaintenanceFlag = (): MaintenanceFlag => useSyncExternalStore(follow, maintenanceFlag.read)

function follow(listener: () => void): () => void {
  const stop = maintenanceFlag.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
