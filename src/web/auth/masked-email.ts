/** 'cl•••@andina.test': enough for its owner to know it, too little for who looks over the shoulder. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '•••'
  return `${email.slice(0, Math.min(2, at - 1))}•••${email.slice(at)}`
}
