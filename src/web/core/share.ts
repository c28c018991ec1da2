import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** The address that opens a chat with a Colombian mobile number, with a text to send. */
export const whatsappUrl = (text: string, mobile: string): string =>
  `https://wa.me/57${mobile}?text=${encodeURIComponent(text)}`

/** Whether the browser has a sheet of its own to pass a text on. */
export const hasShareSheet = (): boolean => 'share' in navigator

/** What the browser's sheet did: opened, or refused. `late`: the tap was too long ago, and another one opens it. */
export type Shared = 'opened' | 'late' | 'refused'

export const REFUSED_COPY = 'Tu navegador no dejó compartir: intenta de nuevo o descarga el PDF'

/** Passes a text on: by the phone's own sheet, or by WhatsApp where a browser has none. */
export async function share(text: string): Promise<void> {
  if (!hasShareSheet()) return openWhatsapp(text)
  if ((await openSheet({ text })) !== 'opened') toastError(REFUSED_COPY)
}

/** Passes a file on by the browser's own sheet, with a text; the text alone where the sheet takes no files. */
export function shareFile(file: File, text: string): Promise<Shared> {
  const content = { text, files: [file] }
  return openSheet('canShare' in navigator && navigator.canShare(content) ? content : { text })
}

/** Opens the browser's own sheet. Closing it is not a failure. */
async function openSheet(content: ShareData): Promise<Shared> {
  try {
    await navigator.share(content)
    return 'opened'
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'AbortError') return 'opened'
    return name === 'NotAllowedError' ? 'late' : 'refused'
  }
}

/** Opens WhatsApp with a text, so that the user chooses the chat. */
export function openWhatsapp(text: string): void {
  window.open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener')
}

/** Copies a text, and says so. A browser without a clipboard, or that refuses it, says what to do. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toastSuccess(done)
  } catch {
    toastError('Tu navegador no dejó copiar: selecciona el texto y cópialo')
  }
}
