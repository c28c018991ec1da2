import { paths } from '#domain/core/paths.ts'

/** The own address of a company, whole: its login. */
export const siteUrlOf = (prefix: string): string => `${window.location.origin}${paths.companySite(prefix)}`
