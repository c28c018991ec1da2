/** The address that opens a chat with a Colombian mobile number, with a text to send. */
export const whatsappUrl = (text: string, mobile: string): string =>
  `https://wa.me/57${mobile}?text=${encodeURIComponent(text)}`

/** Passes a text on: by the phone's own sheet, or by WhatsApp where a browser has none. Closing the sheet is not a failure. */
export function share(text: string): void {
  if ('share' in navigator) void navigator.share({ text }).catch(() => undefined)
  else window.open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener')
}
