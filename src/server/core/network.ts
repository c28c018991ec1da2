/** The network of an address: the address itself in IPv4, its /64 in IPv6, where one connection has many addresses. */
export const networkOf = (ip: string): string => ipv4Of(ip) ?? groupsOf(ip, 4)

/** The networks around an address that one customer may have: its /24 in IPv4, its /48 in IPv6, which has 65,536 networks. */
export const siteOf = (ip: string): string => ipv4Of(ip)?.split('.').slice(0, 3).join('.') ?? groupsOf(ip, 3)

/** The limit of the networks of one site together, as a multiple of the limit of one network. */
export const SITE_FACTOR = 10

/** An IPv4 address, also one that is written in IPv6. Null for any other. */
function ipv4Of(ip: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  return mapped ?? (ip.includes(':') ? null : ip)
}

/** The first groups of an IPv6 address. */
function groupsOf(ip: string, count: number): string {
  const [head = '', tail = ''] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const start = head.split(':').filter((group) => group !== '')
  const end = tail.split(':').filter((group) => group !== '')
  const zeros = ip.includes('::') ? Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0') : []
  return [...start, ...zeros, ...end]
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
