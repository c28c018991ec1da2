/** Passes a text on: by the phone's own sheet, or by WhatsApp where a browser has none. Closing the sheet is not a failure. */
export function share(text: string): void {
  if ('share' in navigator) void navigator.share({ text }).catch(() => undefined)
  else window.open(whatsappUrl(text), '_blank', 'noopener')
}

/** A WhatsApp message with its text written, to whoever is chosen there or to a Colombian mobile. */
export const whatsappUrl = (text: string, mobile = ''): string =>
  `https://wa.me/${mobile === '' ? '' : `57${mobile}`}?text=${encodeURIComponent(text)}`
