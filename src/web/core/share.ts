/** Passes a text on: by the phone's own sheet, or by WhatsApp where a browser has none. Closing the sheet is not a failure. */
export function share(text: string): void {
  if ('share' in navigator) void navigator.share({ text }).catch(() => undefined)
  else window.open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener')
}
