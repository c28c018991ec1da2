const COMMON_HEADERS = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/** The headers of an API reply: its content must not run, load or be framed. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

type OtherOrigins = { readonly mapTilesUrl: string | null; readonly wompiUrls: Readonly<Record<string, string>> }

const originsOf = (addresses: readonly string[]): string =>
  [...new Set(addresses.map((address) => new URL(address).origin))].join(' ')

/**
 * The headers of every page and file: own files only, no inline code, no other origin but that of the pictures of the map, where the
 * installation has one, and those of Wompi, which alone receives the data of a card. Without Trusted Types: the menu and the tour do not work with them.
 */
export const appHeaders = ({ mapTilesUrl, wompiUrls }: OtherOrigins): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data:${mapTilesUrl === null ? '' : ` ${new URL(mapTilesUrl).origin}`}`,
    "font-src 'self'",
    `connect-src 'self' ${originsOf(Object.values(wompiUrls))}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; '),
  ...COMMON_HEADERS,
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
})
