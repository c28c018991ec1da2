const KEY = 'enlace-reloaded-at'
const AGAIN_MS = 60_000

/**
 * Loads the page again when the code of a screen is missing, as after an upgrade: the new page names the new files. Does nothing
 * within a minute of the last time, so that code that is really missing causes no loop, nor while the server does not answer: the
 * browser would show its own error page.
 */
export async function reloadOnce(): Promise<void> {
  if (Date.now() - readTime() < AGAIN_MS) return
  const answer = await fetch(window.location.href, { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok || !writeTime(Date.now())) return
  window.location.reload()
}

function readTime(): number {
  try {
    return Number(window.sessionStorage.getItem(KEY) ?? 0)
  } catch {
    return 0
  }
}

/** False when the browser stores nothing: then nothing could stop a loop. */
function writeTime(time: number): boolean {
  try {
    window.sessionStorage.setItem(KEY, String(time))
    return true
  } catch {
    return false
  }
}
