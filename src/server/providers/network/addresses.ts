import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * The networks that an address of a device may not be in: this server, the metadata of a cloud, and private networks, whose other
 * machines are of the operator. NETWORK_RANGES allows those where the routers are.
 */
const REFUSED = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  // IPv6 outside 2000::/3, which alone is the internet: this server, IPv4 that is mapped, compatible or behind NAT64, discard, unique
  // local, link-local, site-local, multicast and what is not assigned (IANA, IPv6 address space).
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  // Inside it: special protocols with Teredo and ORCHID, 6to4, and documentation (IANA, IPv6 special-purpose addresses).
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const isRefused = rangesOf(REFUSED.map(([address, bits]) => ({ address, bits })))

/** A network in CIDR notation. */
export type AddressRange = { address: string; bits: number }

/** Parses '10.8.0.0/16'. Null for another text. */
export function parseRange(text: string): AddressRange | null {
  const [address = '', bits = ''] = text.split('/')
  const family = isIP(address)
  if (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return null
  return { address, bits: Number(bits) }
}

/** Whether Enlace may open a connection to an address. */
export type AddressCheck = (address: string) => boolean

/** The check with the networks that the operator allows. */
export function addressCheck(allowed: readonly AddressRange[]): AddressCheck {
  const isNamed = rangesOf(allowed)
  return (address) => isIP(address) !== 0 && (isNamed(address) || !isRefused(address))
}

export const isLoopback = (address: string): boolean => /^127(\.\d{1,3}){3}$|^::1$|^\[::1\]$/.test(address)

/**
 * The look-up of a name for a connection: it fails for an address that is not allowed, so the address that is checked is the one that
 * is connected to.
 */
export const guardedLookup =
  (isAllowed: AddressCheck): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4)
      const [first] = addresses
      if (!first || addresses.some(({ address }) => !isAllowed(address))) {
        return callback(new Error('the address is not allowed'), '', 4)
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }

/** Whether an address is in one of the ranges of its own family. One BlockList for both would find each IPv4 address in `::/3`. */
function rangesOf(ranges: readonly AddressRange[]): AddressCheck {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')
  for (const { address, bits } of ranges) lists[familyOf(address)].addSubnet(address, bits, familyOf(address))
  return (address) => lists[familyOf(address)].check(address, familyOf(address))
}
