export type MenuPath = 'ppp/secret' | 'ppp/active' | 'ip/firewall/address-list' | 'queue/simple'
export type RouterRow = Record<string, string> & { '.id': string }

/** The arguments of each menu that the simulator knows. Any other is refused, as a router does. */
const ARGUMENTS: Readonly<Record<MenuPath, readonly string[]>> = {
  'ppp/secret': ['name', 'password', 'service', 'profile', 'remote-address', 'comment', 'disabled', 'caller-id'],
  'ppp/active': [],
  'ip/firewall/address-list': ['list', 'address', 'comment', 'disabled', 'timeout'],
  'queue/simple': ['name', 'target', 'max-limit', 'comment', 'disabled'],
}
const REQUIRED: Readonly<Record<MenuPath, readonly string[]>> = {
  'ppp/secret': ['name'],
  'ppp/active': [],
  'ip/firewall/address-list': ['list', 'address'],
  'queue/simple': ['name', 'target'],
}
const MENUS: readonly MenuPath[] = ['ppp/secret', 'ppp/active', 'ip/firewall/address-list', 'queue/simple']

/** The menu and the command of a path: 'ppp/secret/set'. */
export function menuOf(path: string): { menu: MenuPath; command: string } | null {
  for (const menu of MENUS) {
    if (path === menu) return { menu, command: '' }
    if (path.startsWith(`${menu}/`)) return { menu, command: path.slice(menu.length + 1) }
  }
  return null
}

/** Why the router refuses a write; null when it accepts it. */
export function refusalOf(
  menu: MenuPath,
  command: string,
  values: Readonly<Record<string, unknown>>,
  rows: readonly RouterRow[],
): string | null {
  if (!['add', 'set', 'remove'].includes(command)) return `no such command (${command})`
  if (menu === 'ppp/active' && command !== 'remove') return `no such command (${command})`
  const isNumber = Object.entries(values).find(([, value]) => typeof value !== 'string')
  if (isNumber) return `invalid value for argument ${isNumber[0]}`
  const unknown = Object.keys(values).find((key) => key !== '.id' && !ARGUMENTS[menu].includes(key))
  if (unknown !== undefined) return `unknown parameter ${unknown}`
  if (Object.values(values).some((value) => !/^[\u0020-\u007e]*$/.test(String(value)))) return 'invalid character'
  if (command !== 'add')
    return rows.some((row) => row['.id'] === values['.id']) ? duplicateOf(menu, values, rows) : 'not found'
  const missing = REQUIRED[menu].find((key) => !(key in values))
  return missing === undefined ? duplicateOf(menu, values, rows) : `missing =${missing}=`
}

function duplicateOf(
  menu: MenuPath,
  values: Readonly<Record<string, unknown>>,
  rows: readonly RouterRow[],
): string | null {
  const others = rows.filter((row) => row['.id'] !== values['.id'])
  if (menu === 'ppp/secret' && others.some(({ name }) => name === values['name'])) {
    return 'failure: secret with the same name already exists'
  }
  if (menu === 'queue/simple' && others.some(({ name }) => name === values['name'])) {
    return 'failure: already have such name'
  }
  const isListed = others.some(
    ({ list, address }) => list === values['list'] && address === bare(String(values['address'])),
  )
  return menu === 'ip/firewall/address-list' && isListed ? 'failure: already have such entry' : null
}

const bare = (address: string): string => address.replace(/\/32$/, '')

/** A row as the router keeps it: addresses without /32, rates in bits. */
export function storedRow(
  menu: MenuPath,
  { '.id': _id, ...values }: Readonly<Record<string, string>>,
): Record<string, string> {
  const stored = { ...values }
  if (stored['address'] !== undefined) stored['address'] = bare(stored['address'])
  if (menu === 'queue/simple' && stored['max-limit'] !== undefined) stored['max-limit'] = bitsOf(stored['max-limit'])
  return stored
}

const UNITS: Readonly<Record<string, number>> = { k: 1_000, M: 1_000_000, G: 1_000_000_000 }
const bitsOf = (rate: string): string =>
  rate.replaceAll(/(\d+)([kMG])/g, (_, digits: string, unit: string) => String(Number(digits) * (UNITS[unit] ?? 1)))

/** A row as the router shows it: empty values are absent, and what it computes is there. */
export function shownRow(menu: MenuPath, row: RouterRow): Record<string, string> {
  const shown = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))
  const computed: Record<string, string> =
    menu === 'ip/firewall/address-list' ? { dynamic: 'false', 'creation-time': '2026-11-20 10:00:00' } : {}
  return { disabled: 'false', ...computed, ...shown }
}
