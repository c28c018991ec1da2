/** The message to the service worker that the code of the screens of the field is kept. */
const KEEP_CODE = 'enlace-keep-field'
const ANSWER_MAX_MS = 20_000

/** Asks the service worker to keep the code of the screens of the field, also of later versions of the app. */
export async function keepCode(): Promise<void> {
  const worker = (await navigator.serviceWorker?.getRegistration())?.active
  if (!worker) return
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<void>((resolve) => {
    port1.addEventListener('message', () => resolve())
    port1.start()
    setTimeout(resolve, ANSWER_MAX_MS)
  })
  worker.postMessage(KEEP_CODE, [port2])
  await answered
}

/** Keeps the code once the service worker is active: at the first visit it is still being installed. Without one, nothing. */
export async function keepCodeSoon(): Promise<void> {
  await navigator.serviceWorker?.ready
  await keepCode()
}
