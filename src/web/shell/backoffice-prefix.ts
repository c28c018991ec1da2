/** The path of an address of the older menu: '/backoffice/clients' is '/clients', and the prefix alone is the dashboard (RTE-11). */
export const withoutBackofficePrefix = (pathname: string): string =>
  pathname.replace(/^\/backoffice(?=\/|$)/, '').replace(/\/+$/, '') || '/dashboard'
