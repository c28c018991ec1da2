import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { hasBothIntegrations, type SignedInUser } from '#domain/core/signed-in-user.ts'

/** The icon keys of SHL-07, and those of the other entries. */
export const MENU_ICONS = [
  'notificaciones',
  'pqrManagement',
  'reportes',
  'bitacora',
  'pqr',
  'facturas',
  'contratos',
  'usuarios',
  'pagos',
  'clientes',
  'salir',
  'perfil',
  'empresas',
  'dashboard',
  'bucket',
  'facturasElectronicas',
  'planes',
  'transacciones',
  'integraciones',
  'contrasena',
  'red',
  'visitas',
] as const
export type MenuIcon = (typeof MENU_ICONS)[number]

export type MenuAction = 'logout' | 'change-password'

/** An entry of a menu. With `action` it runs the handler; otherwise it links to `to`. */
export type MenuEntry =
  | { readonly label: string; readonly icon: MenuIcon; readonly to: string; readonly action?: undefined }
  | { readonly label: string; readonly icon: MenuIcon; readonly action: MenuAction }

export type MenuSection = { readonly heading: 'General' | 'Configuración'; readonly entries: readonly MenuEntry[] }

/** The sidebar on a computer, or the panel on a phone. */
export type MenuPlace = 'side' | 'mobile'

/** The sections of a user's menu, in the order of SHL-05. Empty sections are omitted. */
export function menuOf(user: SignedInUser, place: MenuPlace, offersPassword: boolean): MenuSection[] {
  const { role, is_first_login: isFirstLogin } = user.metadata
  const sections: MenuSection[] = [
    { heading: 'General', entries: isFirstLogin ? [] : [DASHBOARD, NOTIFICATIONS, ...roleEntries(user, place)] },
    {
      heading: 'Configuración',
      entries: [
        ...(place === 'mobile' ? [PROFILE] : []),
        ...(INTEGRATION_ROLES.includes(role) && !isFirstLogin ? [INTEGRATION] : []),
        ...(place === 'mobile' && offersPassword && !isFirstLogin ? [CHANGE_PASSWORD] : []),
      ],
    },
  ]
  return sections.filter((section) => section.entries.length > 0)
}

/** The dropdown 'Mi cuenta' (SHL-01, SHL-09). */
export function accountMenuOf(user: SignedInUser, offersPassword: boolean): MenuEntry[] {
  const { role, is_first_login: isFirstLogin } = user.metadata
  if (isFirstLogin) return [LOGOUT]
  return [
    PROFILE,
    NOTIFICATIONS,
    ...(role === 'admin' ? [INTEGRATION] : []),
    ...(offersPassword ? [CHANGE_PASSWORD] : []),
    LOGOUT,
  ]
}

const DASHBOARD: MenuEntry = { label: 'Dashboard', icon: 'dashboard', to: paths.dashboard }
const NOTIFICATIONS: MenuEntry = { label: 'Notificaciones', icon: 'notificaciones', to: paths.notifications }
const PROFILE: MenuEntry = { label: 'Perfil', icon: 'perfil', to: paths.profile }
const INTEGRATION: MenuEntry = { label: 'Integraciones', icon: 'integraciones', to: paths.integration }
const CHANGE_PASSWORD: MenuEntry = { label: 'Cambiar contraseña', icon: 'contrasena', action: 'change-password' }
const LOGOUT: MenuEntry = { label: 'Cerrar sesión', icon: 'salir', action: 'logout' }
/** The logout with its label in the panel on a phone. */
export const MOBILE_LOGOUT: MenuEntry = { label: 'Salir', icon: 'salir', action: 'logout' }

const INTEGRATION_ROLES: readonly Role[] = ['superadmin', 'admin']

const COMPANIES: MenuEntry = { label: 'Gestión de empresas', icon: 'empresas', to: paths.companies }
const BUCKET: MenuEntry = { label: 'Bucket', icon: 'bucket', to: paths.bucket }
const ELECTRONIC: MenuEntry = {
  label: 'Facturas Electrónicas',
  icon: 'facturasElectronicas',
  to: paths.electronic,
}
const AUDIT_LOG: MenuEntry = { label: 'Bitacora', icon: 'bitacora', to: paths.auditLog }
const INVOICES: MenuEntry = { label: 'Gestión de facturas', icon: 'facturas', to: paths.invoices }
const CLIENTS: MenuEntry = { label: 'Gestión de clientes', icon: 'clientes', to: paths.clients }
const PLANS: MenuEntry = { label: 'Planes y Servicios', icon: 'planes', to: paths.plans }
const REPORTS: MenuEntry = { label: 'Reportes', icon: 'reportes', to: paths.reportCatalogue }
const PQR_DESK: MenuEntry = { label: 'Gestión de PQR', icon: 'pqrManagement', to: paths.pqrQueue }
const CONTRACTS: MenuEntry = { label: 'Contratos', icon: 'contratos', to: paths.contracts }
/** Not in the specification's menu: after its entries. */
const NETWORK: MenuEntry = { label: 'Red', icon: 'red', to: paths.network }
/** In the panel on a phone alone, where the technician works: after the entries of the specification too. */
const VISITS: MenuEntry = { label: 'Visitas', icon: 'visitas', to: paths.visits }
const MY_PQR: MenuEntry = { label: 'Mis PQR', icon: 'pqr', to: paths.pqr }
const PAYMENTS: MenuEntry = { label: 'Gestión de pagos', icon: 'pagos', to: paths.payments }
const TRANSACTIONS: MenuEntry = { label: 'Mis Transacciones', icon: 'transacciones', to: paths.transactions }
const USERS: MenuEntry = { label: 'Gestión de usuarios', icon: 'usuarios', to: paths.users }

function roleEntries(user: SignedInUser, place: MenuPlace): readonly MenuEntry[] {
  switch (user.metadata.role) {
    case 'superadmin':
      return [COMPANIES, BUCKET, ELECTRONIC, ...(place === 'mobile' ? [] : [AUDIT_LOG])]
    case 'admin':
      return [ELECTRONIC, AUDIT_LOG, ...(hasBothIntegrations(user) ? [USERS] : []), REPORTS, NETWORK]
    case 'financial':
      return [INVOICES, CLIENTS, PLANS, REPORTS, PQR_DESK, CONTRACTS]
    case 'technical':
      return [PQR_DESK, CONTRACTS, ...(place === 'mobile' ? [VISITS] : [])]
    case 'network':
      return [CONTRACTS, NETWORK]
    case 'client':
      return [MY_PQR, CONTRACTS, PAYMENTS, TRANSACTIONS]
  }
}

/**
 * Whether the user's company has no payment gateway yet: the red dot beside Integraciones (SHL-06). A superadmin has no company: the
 * flag of its profile is the one of the platform's row, which never receives payments.
 */
export const lacksPayments = ({ metadata, profile }: SignedInUser): boolean =>
  metadata.role === 'admin' && 'legal_representative' in profile && !profile.is_wompi_integration
