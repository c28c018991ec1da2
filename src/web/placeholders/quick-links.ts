import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'

export type QuickLink = { readonly to: string; readonly title: string; readonly about: string }

const PROFILE: QuickLink = {
  to: paths.profile,
  title: 'Perfil',
  about: 'Tus datos, tu contraseña, tus sesiones abiertas y el tema de la pantalla.',
}
const PLANS: QuickLink = {
  to: paths.plans,
  title: 'Planes y Servicios',
  about: 'Los planes que vendes y los valores por defecto de los contratos.',
}
const CLIENTS: QuickLink = {
  to: paths.clients,
  title: 'Gestión de clientes',
  about: 'Tus clientes, su estado de cuenta y la carga desde un archivo.',
}
const INVOICES: QuickLink = {
  to: paths.invoices,
  title: 'Gestión de facturas',
  about: 'Las facturas, los pagos en oficina y las notas crédito.',
}
const TRANSACTIONS: QuickLink = {
  to: paths.transactions,
  title: 'Transacciones',
  about: 'Lo recibido por cada medio, y la reversión de un pago con su motivo.',
}
const MASSIVE: QuickLink = {
  to: paths.massive,
  title: 'Facturación masiva',
  about: 'Cobrar el mes de todos los contratos, con vista previa antes de emitir.',
}
const CONTRACTS: QuickLink = {
  to: paths.contracts,
  title: 'Contratos',
  about: 'Los contratos con su plan y su estado, del borrador a la firma y al retiro.',
}
const OWN_CONTRACTS: QuickLink = {
  to: paths.contracts,
  title: 'Mis contratos',
  about: 'Tu plan, tu dirección, tu permanencia y la firma si falta.',
}
const MESSAGES: QuickLink = {
  to: paths.messages,
  title: 'Mensajes',
  about: 'Los correos a tus clientes, y lo que no les llegó para enviarlo de nuevo.',
}
const ACCOUNTING: QuickLink = {
  to: paths.accounting,
  title: 'Contabilidad',
  about:
    'El día de cierre de tus libros, los saldos pequeños, los ingresos por mes, y las cajas y cuentas que reciben los pagos.',
}
const PAYMENTS: QuickLink = {
  to: paths.payments,
  title: 'Gestión de pagos',
  about: 'Lo que debes, y pagarlo con Nequi o PSE.',
}
const OWN_TRANSACTIONS: QuickLink = {
  to: paths.transactions,
  title: 'Mis Transacciones',
  about: 'Tus pagos, en proceso y terminados, con sus recibos.',
}
const COMPANIES: QuickLink = {
  to: paths.companies,
  title: 'Gestión de empresas',
  about: 'Las empresas de la plataforma, su administrador, su estado y su gente.',
}
const AUDIT_LOG: QuickLink = {
  to: paths.auditLog,
  title: 'Bitácora',
  about: 'Quién hizo qué y cuándo, con lo que había antes y después.',
}
const PARAMETERS: QuickLink = {
  to: paths.integration,
  title: 'Valores regulados',
  about: 'IVA, topes y plazos de ley que usa Enlace, con su fecha y su norma.',
}

/** The pages that each role can already use, for the dashboard, the search and the placeholder pages. */
export const QUICK_LINKS: Readonly<Record<Role, readonly QuickLink[]>> = {
  superadmin: [COMPANIES, PARAMETERS, PROFILE],
  admin: [AUDIT_LOG, ACCOUNTING, PARAMETERS, PROFILE],
  financial: [MASSIVE, INVOICES, TRANSACTIONS, MESSAGES, CLIENTS, CONTRACTS, PLANS, ACCOUNTING, PROFILE],
  technical: [CONTRACTS, PROFILE],
  network: [CONTRACTS, PROFILE],
  client: [PAYMENTS, OWN_TRANSACTIONS, OWN_CONTRACTS, PROFILE],
}
