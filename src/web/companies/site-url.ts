import { paths } from '#domain/core/paths.ts'

/** The own address of a company, whole: its login. */
export const siteUrlOf = (letters: string): string => `${window.location.origin}${paths.companySite(letters)}`
