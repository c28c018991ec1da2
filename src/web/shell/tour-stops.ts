import type { Role } from '#domain/core/roles.ts'

/** One stop of the guided tour: the element it highlights (`data-tour`) and its texts. */
export type TourStop = { readonly target: string; readonly title: string; readonly description: string }

const DASHBOARD: TourStop = {
  target: '/dashboard',
  title: 'Tu panel principal',
  description: 'Aquí empiezas cada día: lo más importante de un vistazo.',
}
const NOTIFICATIONS: TourStop = {
  target: '/notifications',
  title: 'Notificaciones',
  description: 'Los avisos que te tocan, con un enlace a lo que pasó.',
}
const ELECTRONIC: TourStop = {
  target: '/invoices-electronic',
  title: 'Facturas electrónicas',
  description: 'Cada documento enviado a la DIAN y en qué va.',
}
const INTEGRATION: TourStop = {
  target: '/integration',
  title: 'Integraciones',
  description: 'Conecta los pagos y la facturación electrónica.',
}
const PROFILE: TourStop = {
  target: 'user',
  title: 'Tu cuenta',
  description: 'Tu perfil, tu contraseña y la salida están aquí.',
}
const CONTRACTS: TourStop = {
  target: '/contracts',
  title: 'Contratos',
  description: 'Cada servicio con su plan, su dirección y su estado.',
}
const PQR_DESK: TourStop = {
  target: '/pqrResponse',
  title: 'Gestión de PQR',
  description: 'Las solicitudes de los clientes, por el plazo que les queda.',
}

/** The options of the tour, exactly as in SHL-11. */
export const TOUR_OPTIONS = {
  duration: 400,
  overlayOpacity: 0.7,
  stagePadding: 5,
  stageRadius: 10,
  allowClose: true,
  overlayClickBehavior: 'close',
  nextBtnText: 'Siguiente',
  prevBtnText: 'Anterior',
  doneBtnText: 'Finalizar',
} as const
export const TOUR_FIRST_STEP = 0

/** The five stops of each role, in the order of SHL-11. */
export const TOUR_STOPS: Readonly<Record<Role, readonly TourStop[]>> = {
  superadmin: [
    DASHBOARD,
    { target: '/companies', title: 'Empresas', description: 'Las empresas que usan Enlace, con su gente y su estado.' },
    NOTIFICATIONS,
    ELECTRONIC,
    INTEGRATION,
  ],
  admin: [
    DASHBOARD,
    { target: '/reports', title: 'Reportes', description: 'Las cifras de tu empresa, para ver y descargar.' },
    NOTIFICATIONS,
    ELECTRONIC,
    INTEGRATION,
  ],
  financial: [
    DASHBOARD,
    {
      target: '/plans-and-service',
      title: 'Planes y Servicios',
      description: 'Los planes que vendes y los valores por defecto de los contratos.',
    },
    PQR_DESK,
    {
      target: '/invoices',
      title: 'Facturas',
      description: 'Lo que se cobra, lo que se ha pagado y lo que está vencido.',
    },
    PROFILE,
  ],
  technical: [DASHBOARD, CONTRACTS, PQR_DESK, NOTIFICATIONS, PROFILE],
  network: [
    DASHBOARD,
    CONTRACTS,
    NOTIFICATIONS,
    { target: 'company', title: 'Tu empresa', description: 'La empresa en la que trabajas y su NIT.' },
    PROFILE,
  ],
  client: [
    DASHBOARD,
    { ...CONTRACTS, description: 'Tu contrato, con tu plan y tus documentos.' },
    { target: '/payments', title: 'Pagos', description: 'Lo que debes y cómo pagarlo desde aquí.' },
    { target: '/transactions', title: 'Transacciones', description: 'Tus pagos y sus comprobantes.' },
    PROFILE,
  ],
}
