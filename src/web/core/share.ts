import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** The address that opens a chat with a Colombian mobile number, with a text to send. */
export const whatsappUrl = (text: string, mobile: string): string =>
  `https://wa.me/57${mobile}?text=${encodeURIComponent(text)}`

/** Whether the browser has a sheet of its own to pass a text on. */
export const hasShareSheet = (): boolean => 'share' in navigator

/** Passes a text on: by the phone's own sheet, or by WhatsApp where a browser has none. Closing the sheet is not a failure. */
export function share(text: string): void {
  if (hasShareSheet()) void navigator.share({ text }).catch(() => undefined)
  else openWhatsapp(text)
}

/** Passes a file on by the phone's own sheet, with a text; the text alone where the sheet takes no files. */
export async function shareFile(file: File, text: string): Promise<void> {
  const content = { text, files: [file] }
  if (!hasShareSheet()) return openWhatsapp(text)
  await navigator.share(navigator.canShare(content) ? content : { text }).catch(() => undefined)
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
