/** Opens the share dialog of the device with a text, or WhatsApp in a browser without one. A dialog that is closed is not a failure. */
export function share(text: string): void {
  if ('share' in navigator) void navigator.share({ text }).catch(() => undefined)
  else window.open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener')
}

/** The address of a new WhatsApp message with its text. Without `mobile` (Colombian) the user chooses the recipient in WhatsApp. */
export const whatsappUrl = (text: string, mobile = ''): string =>
  `https://wa.me/${mobile === '' ? '' : `57${mobile}`}?text=${encodeURIComponent(text)}`
