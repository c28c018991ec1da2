import * as z from 'zod/mini'
import type { ObservedService } from './driver.ts'

/** The menus that the driver writes. */
export type Menu = '/ppp/secret' | '/queue/simple' | '/ip/firewall/address-list'

/** Every value of the REST API of RouterOS is a text. An empty one is absent. */
export const Row = z.object({
  '.id': z.string(),
  comment: z.optional(z.string()),
  dynamic: z.optional(z.string()),
})
export type Row = z.output<typeof Row>

export const SecretRow = z.extend(Row, {
  name: z.string(),
  disabled: z.optional(z.string()),
  password: z.optional(z.string()),
  'remote-address': z.optional(z.string()),
})
export type SecretRow = z.output<typeof SecretRow>

export const ListRow = z.extend(Row, { list: z.string(), address: z.string() })
export type ListRow = z.output<typeof ListRow>

export const QueueRow = z.extend(Row, { name: z.string(), target: z.string(), 'max-limit': z.optional(z.string()) })
export type QueueRow = z.output<typeof QueueRow>

const UUID = /^enlace:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The signature of our rows. */
export const commentOf = (serviceId: string): string => `enlace:${serviceId}`
export const serviceIdOf = (row: Row): string | null => UUID.exec(row.comment ?? '')?.[1] ?? null

const bare = (address: string): string => address.replace(/\/32$/, '')
export const sameAddress = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : bare(one) === bare(other)

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, M: 1_000_000, G: 1_000_000_000 }

/** The kilobits of a limit: '10M/50M' and '10000000/50000000' are the same one. Upload first. Null for another text. */
export function parseRate(text: string | undefined): { down_kbps: number; up_kbps: number } | null {
  const found = /^(\d{1,12})([kMG]?)\/(\d{1,12})([kMG]?)$/.exec(text ?? '')
  if (!found) return null
  const [, up = '', upUnit = '', down = '', downUnit = ''] = found
  const kbps = (digits: string, unit: string): number => (Number(digits) * (UNITS[unit] ?? 1)) / 1_000
  return { down_kbps: kbps(down, downUnit), up_kbps: kbps(up, upUnit) }
}

type RouterRows = { secrets: SecretRow[]; listed: ListRow[]; queues: QueueRow[] }

/** The services of our rows: one for each secret with our signature. A row of a list or a queue without its secret is one too. */
export function observedOf({ secrets, listed, queues }: RouterRows): ObservedService[] {
  const services = new Map<string, ObservedService>()
  for (const row of secrets) {
    const id = serviceIdOf(row)
    if (id === null) continue
    services.set(id, {
      service_id: id,
      username: row.name,
      ipv4: row['remote-address'] ?? null,
      state: row.disabled === 'true' ? 'suspended' : 'active',
      speed: null,
    })
  }
  const orphan = (id: string, address: string): ObservedService => ({
    service_id: id,
    username: '',
    ipv4: bare(address),
    state: 'active',
    speed: null,
  })
  for (const row of listed) {
    const id = serviceIdOf(row)
    if (id !== null) services.set(id, { ...(services.get(id) ?? orphan(id, row.address)), state: 'suspended' })
  }
  for (const row of queues) {
    const id = serviceIdOf(row)
    if (id !== null) {
      services.set(id, { ...(services.get(id) ?? orphan(id, row.target)), speed: parseRate(row['max-limit']) })
    }
  }
  return [...services.values()]
}
