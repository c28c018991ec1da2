const YEAR_S = 365 * 24 * 60 * 60
const NAME = 'enlace-checklist'

/** Whether the setup checklist is put away on this device, in a cookie header. In a cookie, because the logout clears local storage. */
export const isChecklistAway = (cookie: string): boolean => /(?:^|;\s*)enlace-checklist=away(?:;|$)/.test(cookie)

export function putChecklistAway(isAway: boolean): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- some supported browsers do not have the cookie store
  document.cookie = `${NAME}=away; Path=/; SameSite=Strict; Max-Age=${isAway ? YEAR_S : 0}`
}
