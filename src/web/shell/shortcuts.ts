import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { hasBothIntegrations, type SignedInUser } from '#domain/core/signed-in-user.ts'

/** A screen that G and a key open. */
export type GoTo = { readonly key: string; readonly to: string; readonly title: string }

const HOME: GoTo = { key: 'i', to: paths.dashboard, title: 'Inicio' }
const NOTIFICATIONS: GoTo = { key: 'n', to: paths.notifications, title: 'Notificaciones' }
const CONTRACTS: GoTo = { key: 'k', to: paths.contracts, title: 'Contratos' }
const TRANSACTIONS: GoTo = { key: 't', to: paths.transactions, title: 'Transacciones' }
const PQR: GoTo = { key: 'q', to: paths.pqrQueue, title: 'PQR' }
const ACCOUNTING: GoTo = { key: 'a', to: paths.accounting, title: 'Contabilidad' }
const AUDIT_LOG: GoTo = { key: 'b', to: paths.auditLog, title: 'Bitácora' }
const PROFILE: GoTo = { key: 'o', to: paths.profile, title: 'Perfil' }

const OF_ROLE: Readonly<Record<Role, readonly GoTo[]>> = {
  financial: [
    { key: 'c', to: paths.clients, title: 'Clientes' },
    { key: 'f', to: paths.invoices, title: 'Facturas' },
    CONTRACTS,
    TRANSACTIONS,
    PQR,
    { key: 'p', to: paths.plans, title: 'Planes' },
    { key: 'm', to: paths.messages, title: 'Mensajes' },
    ACCOUNTING,
  ],
  technical: [PQR, CONTRACTS],
  network: [CONTRACTS],
  admin: [AUDIT_LOG, ACCOUNTING],
  superadmin: [{ key: 'e', to: paths.companies, title: 'Empresas' }, AUDIT_LOG],
  client: [
    { key: 'f', to: paths.payments, title: 'Facturas' },
    { key: 'q', to: paths.pqr, title: 'PQR' },
    TRANSACTIONS,
    CONTRACTS,
  ],
}

/** The screens that a user opens with G and a key. */
export const goTosOf = (user: SignedInUser): readonly GoTo[] => [
  HOME,
  ...OF_ROLE[user.metadata.role],
  ...(hasBothIntegrations(user) && user.metadata.role === 'admin'
    ? [{ key: 'u', to: paths.users, title: 'Usuarios' }]
    : []),
  NOTIFICATIONS,
  PROFILE,
]

/** The lists where N creates a record, and the role that may. */
const NEW_RECORDS: Readonly<Record<string, Role>> = {
  [paths.clients]: 'financial',
  [paths.invoices]: 'financial',
  [paths.contracts]: 'financial',
  [paths.plans]: 'financial',
  [paths.users]: 'admin',
  [paths.companies]: 'superadmin',
}

/** What a key does. */
export type Shortcut =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'new' | 'search' | 'list' | 'wait' }
  | null

/** What a key does on a screen. `isAfterG`: the key before it was G. */
export function shortcutOf(user: SignedInUser, pathname: string, key: string, isAfterG: boolean): Shortcut {
  const pressed = key.toLowerCase()
  if (isAfterG) {
    const found = goTosOf(user).find((one) => one.key === pressed)
    return found === undefined ? null : { kind: 'go', to: found.to }
  }
  if (pressed === 'g') return { kind: 'wait' }
  if (pressed === 'n') return NEW_RECORDS[pathname] === user.metadata.role ? { kind: 'new' } : null
  if (pressed === '/') return { kind: 'search' }
  return pressed === '?' ? { kind: 'list' } : null
}
