import { useEffect, useState } from 'react'

/** Below this free space the screen warns. */
const ROOM_MIN_BYTES = 50 * 1024 * 1024

/**
 * Asks the browser not to remove what this site keeps on the device, and returns the free megabytes when they are few; null when there
 * is room, or when the browser does not say.
 */
export function useLittleRoom(): number | null {
  const [megabytes, setMegabytes] = useState<number | null>(null)
  useEffect(() => {
    void askRoom().then(setMegabytes)
  }, [])
  return megabytes
}

async function askRoom(): Promise<number | null> {
  // An old browser, or a page without TLS, has no storage manager.
  if (!('storage' in navigator)) return null
  await navigator.storage.persist().catch(() => false)
  const { quota, usage } = await navigator.storage.estimate().catch(() => ({ quota: undefined, usage: undefined }))
  if (quota === undefined || usage === undefined || quota - usage >= ROOM_MIN_BYTES) return null
  return Math.max(0, Math.floor((quota - usage) / 1024 / 1024))
}
