/**
 * The areas of the API that a key may call, by the first part of the path. A call outside of them, such as those of the session, of the
 * users and of the keys themselves, is refused for every key.
 */
const AREAS = {
  clients: ['client', 'consent'],
  contracts: ['contract', 'visit'],
  invoices: ['invoice', 'credit-note', 'dispute'],
  payments: ['payment', 'transaction', 'credit'],
  pqr: ['pqr'],
  reports: ['report', 'accounting'],
} as const
type Area = keyof typeof AREAS
const AREA_NAMES = ['clients', 'contracts', 'invoices', 'payments', 'pqr', 'reports'] as const satisfies readonly Area[]

export const SCOPES = [
  'clients:read',
  'clients:write',
  'contracts:read',
  'contracts:write',
  'invoices:read',
  'invoices:write',
  'payments:read',
  'payments:write',
  'pqr:read',
  'pqr:write',
  'reports:read',
  'reports:write',
] as const
export type Scope = (typeof SCOPES)[number]

/** The scope that a call needs; null for a call that no key may make. */
export function scopeOfCall({
  method,
  path,
  readOnly,
}: {
  method: string
  path: string
  readOnly?: true
}): Scope | null {
  const first = path.split('/')[1] ?? ''
  const area = AREA_NAMES.find((name) => AREAS[name].some((part) => part === first))
  return area === undefined ? null : `${area}:${method === 'GET' || readOnly === true ? 'read' : 'write'}`
}
