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
const VISITS: QuickLink = {
  to: paths.visits,
  title: 'Visitas',
  about: 'Las visitas por programar y la semana de cada técnico.',
}
const OUTAGES: QuickLink = {
  to: paths.outages,
  title: 'Fallas del servicio',
  about: 'Anunciar una falla, registrar su final y ver lo que se compensa.',
}
const EQUIPMENT: QuickLink = {
  to: paths.equipment,
  title: 'Equipos',
  about: 'Cada ONU, router o antena por su serial, y dónde está.',
}
export const DEVICE_REPORTS: QuickLink = {
  to: paths.deviceReports,
  title: 'Actas en este teléfono',
  about: 'Lo que llenaste en la visita, y preparar los contratos para trabajar sin señal.',
}
const OWN_CONTRACTS: QuickLink = {
  to: paths.contracts,
  title: 'Mis contratos',
  about: 'Tu plan, tu dirección, tu permanencia y la firma si falta.',
}
const PQR_QUEUE: QuickLink = {
  to: paths.pqrQueue,
  title: 'Gestión de PQR',
  about: 'Las peticiones, quejas y recursos, con los días que quedan para responder.',
}
export const PQR_REGULATOR: QuickLink = {
  to: paths.pqrRegulator,
  title: 'PQR para la CRC',
  about: 'Los formatos T.4.2 y T.4.3 de un trimestre, y la numeración CUN.',
}
const OWN_PQR: QuickLink = {
  to: paths.pqr,
  title: 'Mis PQR',
  about: 'Radicar una petición o queja, y ver en qué van las tuyas.',
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
  about: 'Lo que debes, y pagarlo en línea.',
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
export const AUDIT_LOG: QuickLink = {
  to: paths.auditLog,
  title: 'Bitácora',
  about: 'Quién hizo qué y cuándo, con lo que había antes y después.',
}
const BUCKET: QuickLink = {
  to: paths.bucket,
  title: 'Bucket',
  about: 'El espacio que ocupa cada empresa, sus archivos y la papelera.',
}
const PARAMETERS: QuickLink = {
  to: paths.integration,
  title: 'Valores regulados',
  about: 'IVA, topes y plazos de ley que usa Enlace, con su fecha y su norma.',
}

/** The pages that each role can already use, for the dashboard and the search. */
export const QUICK_LINKS: Readonly<Record<Role, readonly QuickLink[]>> = {
  superadmin: [COMPANIES, BUCKET, PARAMETERS, PROFILE],
  admin: [AUDIT_LOG, ACCOUNTING, PQR_REGULATOR, PARAMETERS, PROFILE],
  financial: [
    MASSIVE,
    INVOICES,
    TRANSACTIONS,
    MESSAGES,
    CLIENTS,
    PQR_QUEUE,
    CONTRACTS,
    VISITS,
    EQUIPMENT,
    OUTAGES,
    PLANS,
    ACCOUNTING,
    PROFILE,
  ],
  technical: [VISITS, PQR_QUEUE, CONTRACTS, EQUIPMENT, OUTAGES, DEVICE_REPORTS, PROFILE],
  network: [CONTRACTS, EQUIPMENT, OUTAGES, PROFILE],
  client: [PAYMENTS, OWN_TRANSACTIONS, OWN_PQR, OWN_CONTRACTS, PROFILE],
}
