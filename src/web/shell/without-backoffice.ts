/** The path that an address of the older menu stands for: '/backoffice/clients' is '/clients', and the prefix alone the dashboard (RTE-11). */
export const withoutBackoffice = (pathname: string): string =>
  pathname.replace(/^\/backoffice(?=\/|$)/, '').replace(/\/+$/, '') || '/dashboard'
