import type { Role } from '#domain/core/roles.ts'
import { paths } from '#web/paths.ts'

export type OpenRoom = { readonly to: string; readonly title: string; readonly about: string }

const PROFILE: OpenRoom = {
  to: paths.profile,
  title: 'Perfil',
  about: 'Tus datos, tu contraseña, tus sesiones abiertas y el tema de la pantalla.',
}
const PLANS: OpenRoom = {
  to: paths.plans,
  title: 'Planes y Servicios',
  about: 'Los planes que vendes y los valores por defecto de los contratos.',
}
const CLIENTS: OpenRoom = {
  to: paths.clients,
  title: 'Gestión de clientes',
  about: 'Tus clientes, su estado de cuenta y la carga desde un archivo.',
}
const INVOICES: OpenRoom = {
  to: paths.invoices,
  title: 'Gestión de facturas',
  about: 'Las facturas, los pagos en oficina y las notas crédito.',
}
const TRANSACTIONS: OpenRoom = {
  to: paths.transactions,
  title: 'Transacciones',
  about: 'Lo recibido por cada medio, y la reversión de un pago con su motivo.',
}
const MASSIVE: OpenRoom = {
  to: paths.massive,
  title: 'Facturación masiva',
  about: 'Cobrar el mes de todos los contratos, con vista previa antes de emitir.',
}
const CONTRACTS: OpenRoom = {
  to: paths.contracts,
  title: 'Contratos',
  about: 'Los contratos con su plan y su estado, del borrador a la firma y al retiro.',
}
const OWN_CONTRACTS: OpenRoom = {
  to: paths.contracts,
  title: 'Mis contratos',
  about: 'Tu plan, tu dirección, tu permanencia y la firma si falta.',
}
const MESSAGES: OpenRoom = {
  to: paths.messages,
  title: 'Mensajes',
  about: 'Los correos a tus clientes, y lo que no les llegó para enviarlo de nuevo.',
}
const PAYMENTS: OpenRoom = {
  to: paths.payments,
  title: 'Gestión de pagos',
  about: 'Lo que debes, y pagarlo con Nequi o PSE.',
}
const OWN_TRANSACTIONS: OpenRoom = {
  to: paths.transactions,
  title: 'Mis Transacciones',
  about: 'Tus pagos, en proceso y terminados, con sus recibos.',
}
const COMPANIES: OpenRoom = {
  to: paths.companies,
  title: 'Gestión de empresas',
  about: 'Las empresas de la plataforma, su administrador, su estado y su gente.',
}
const BINNACLE: OpenRoom = {
  to: paths.binnacle,
  title: 'Bitácora',
  about: 'Quién hizo qué y cuándo, con lo que había antes y después.',
}
const PARAMETERS: OpenRoom = {
  to: paths.integration,
  title: 'Valores regulados',
  about: 'IVA, topes y plazos de ley que usa Enlace, con su fecha y su norma.',
}

/** What each role can already use, to offer where something is not built yet. */
export const OPEN_ROOMS: Readonly<Record<Role, readonly OpenRoom[]>> = {
  superadmin: [COMPANIES, PARAMETERS, PROFILE],
  admin: [BINNACLE, PARAMETERS, PROFILE],
  financial: [MASSIVE, INVOICES, TRANSACTIONS, MESSAGES, CLIENTS, CONTRACTS, PLANS, PROFILE],
  technical: [CONTRACTS, PROFILE],
  network: [CONTRACTS, PROFILE],
  client: [PAYMENTS, OWN_TRANSACTIONS, OWN_CONTRACTS, PROFILE],
}
