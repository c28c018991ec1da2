const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const MOBILE_DEVICES: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Celular Android'],
  [/\bAndroid\b/, 'Tableta Android'],
]

/** 'Chrome en Windows', 'Celular Android', 'Otro programa': a User-Agent as text for the user. */
export function deviceLabel(userAgent: string): string {
  const device = firstMatch(MOBILE_DEVICES, userAgent)
  if (device) return device
  const browser = firstMatch(BROWSERS, userAgent)
  const system = firstMatch(SYSTEMS, userAgent)
  if (!browser) return 'Otro programa'
  return system ? `${browser} en ${system}` : browser
}

const firstMatch = (names: typeof BROWSERS, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]
