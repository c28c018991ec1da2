import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { hasBothIntegrations, type SignedInUser } from '#domain/core/signed-in-user.ts'
import { REPORT_NAMES, REPORTS } from '#domain/reports/report.ts'
import { AUDIT_LOG, DEVICE_REPORTS, PQR_REGULATOR } from '#web/dashboard/quick-links.ts'
import type { Place } from './places.ts'

const HOME: Place = { to: paths.dashboard, title: 'Dashboard', about: 'El inicio, con lo que hay por hacer.' }
const NOTIFICATIONS: Place = { to: paths.notifications, title: 'Notificaciones', about: 'Los avisos que te llegaron.' }
const ONLINE: Place = {
  to: paths.online,
  title: 'Pagos en línea',
  about: 'Cada intento de pagar en línea, con lo que dijo Wompi.',
}
const BANKS: Place = {
  to: paths.bankFiles,
  title: 'Pagos del banco',
  about: 'Subir el extracto o el archivo de recaudo, y ver de quién es cada pago.',
}
const CASH: Place = { to: paths.cash, title: 'Caja', about: 'Abrir, contar y cerrar un turno, con sus recibos.' }
const NOTES: Place = { to: paths.notes, title: 'Notas crédito', about: 'Lo que corrigió una factura ya emitida.' }
const DISPUTES: Place = {
  to: paths.disputes,
  title: 'Reclamos de facturas',
  about: 'Lo que está en reclamo y no se cobra hasta que se decide.',
}
const REFUNDS: Place = {
  to: paths.contractRefunds,
  title: 'Devoluciones',
  about: 'Lo que pagaron los clientes de contratos que quedaron sin efecto.',
}
const COLLECTIONS: Place = {
  to: paths.collections,
  title: 'Cartera y cortes',
  about: 'A quién se le avisa, a quién se le corta y a quién no, con sus promesas y acuerdos.',
}
const POLICY: Place = {
  to: paths.collectionPolicy,
  title: 'Política de cartera',
  about: 'Cuándo se recuerda, se avisa, se corta y se reconecta.',
}
const BUREAU: Place = {
  to: paths.bureau,
  title: 'Centrales de riesgo',
  about: 'A quién se le avisa antes de un reporte, y a quién se puede reportar.',
}
const BUREAU_POLICY: Place = {
  to: paths.bureauPolicy,
  title: 'Política de centrales de riesgo',
  about: 'Desde qué mora y qué deuda se avisa antes de un reporte.',
}
const BULK: Place = {
  to: paths.bulk,
  title: 'Tareas de las listas',
  about: 'Lo que se hizo con muchas filas a la vez, y cómo terminó cada una.',
}
const SMALL_BALANCES: Place = {
  to: paths.smallBalances,
  title: 'Saldos pequeños',
  about: 'Cerrar los saldos por debajo del tope de tu empresa.',
}
const BAD_DEBTS: Place = {
  to: paths.badDebts,
  title: 'Cartera por castigar',
  about: 'Facturas vencidas de quien ya no tiene servicio.',
}
const WRITE_OFFS: Place = {
  to: paths.writeOffs,
  title: 'Castigos y recuperaciones',
  about: 'La cartera castigada y lo que después se pagó de ella.',
}
const INCOME: Place = {
  to: paths.income,
  title: 'Ingresos por mes de servicio',
  about: 'Lo facturado por anticipado, en el mes en que se presta el servicio.',
}
const SALES_BOOK: Place = {
  to: paths.salesBook,
  title: 'Libro de ventas',
  about: 'Facturas y notas crédito con sus bases por tratamiento de IVA.',
}
const RECEIVED_BOOK: Place = {
  to: paths.receivedBook,
  title: 'Libro de recaudo',
  about: 'Pagos, reversos y devoluciones por su fecha contable.',
}
const PORTFOLIO: Place = {
  to: paths.portfolio,
  title: 'Cartera a una fecha',
  about: 'Lo que debían los clientes al final de un día, por edades.',
}
const ADVANCES: Place = {
  to: paths.advances,
  title: 'Saldos a favor a una fecha',
  about: 'Lo que tenían a favor los clientes al final de un día.',
}
const ADVANCE_MOVES: Place = {
  to: paths.advanceMoves,
  title: 'Movimientos de saldos a favor',
  about: 'Lo que entró, se aplicó y se devolvió a cada cliente en unos días.',
}
const TEMPLATES: Place = {
  to: paths.pqrTemplates,
  title: 'Plantillas de respuesta',
  about: 'Los textos para escribir o responder una PQR.',
}
const REPORT_LIST: Place = { to: paths.reportCatalogue, title: 'Reportes', about: 'Las cifras de tu empresa.' }
const NETWORK: Place = { to: paths.network, title: 'Red', about: 'Lo que se le pidió a cada equipo, y cómo le fue.' }
const DEVICES: Place = {
  to: paths.networkDevices,
  title: 'Equipos de red',
  about: 'Dónde se cortan, se reconectan y cambian de velocidad los servicios.',
}
const DIFFERENCES: Place = {
  to: paths.networkDifferences,
  title: 'Diferencias',
  about: 'Lo que un equipo tiene distinto de lo que debe tener.',
}
const ELECTRONIC: Place = {
  to: paths.electronic,
  title: 'Facturas Electrónicas',
  about: 'Lo que se envía a la DIAN, su rango y lo que falta por validar.',
}
const INTEGRATION: Place = {
  to: paths.integration,
  title: 'Integraciones',
  about: 'Wompi, Factus, WhatsApp y los programas que usan tus datos.',
}
const USERS: Place = { to: paths.users, title: 'Gestión de usuarios', about: 'Quién trabaja en la empresa.' }

const MORE: Readonly<Record<Role, readonly Place[]>> = {
  superadmin: [ELECTRONIC, AUDIT_LOG, DEVICES],
  admin: [
    ELECTRONIC,
    INTEGRATION,
    NETWORK,
    DEVICES,
    DIFFERENCES,
    CASH,
    SMALL_BALANCES,
    BAD_DEBTS,
    WRITE_OFFS,
    INCOME,
    SALES_BOOK,
    RECEIVED_BOOK,
    PORTFOLIO,
    ADVANCES,
    ADVANCE_MOVES,
    POLICY,
    BUREAU,
    BUREAU_POLICY,
  ],
  financial: [
    COLLECTIONS,
    POLICY,
    ONLINE,
    BANKS,
    CASH,
    NOTES,
    DISPUTES,
    REFUNDS,
    BUREAU,
    BUREAU_POLICY,
    BULK,
    SMALL_BALANCES,
    BAD_DEBTS,
    WRITE_OFFS,
    INCOME,
    SALES_BOOK,
    RECEIVED_BOOK,
    PORTFOLIO,
    ADVANCES,
    ADVANCE_MOVES,
    PQR_REGULATOR,
    TEMPLATES,
    DEVICE_REPORTS,
  ],
  technical: [TEMPLATES],
  network: [NETWORK, DEVICES, DIFFERENCES],
  client: [],
}

/** One place for each report that the user may open. */
const reportPlaces = (): readonly Place[] => [
  REPORT_LIST,
  ...REPORT_NAMES.map((name) => ({
    to: paths.report(name),
    title: REPORTS[name].title,
    about: `Reporte. ${REPORTS[name].about}`,
  })),
]

/** The screens of a role that its home does not lead to. The search shows them only for a text, because they are many. */
export function morePlacesOf(user: SignedInUser): readonly Place[] {
  const { role } = user.metadata
  return [
    ...MORE[role],
    ...(role === 'admin' && hasBothIntegrations(user) ? [USERS] : []),
    ...(role === 'admin' || role === 'financial' ? reportPlaces() : []),
    HOME,
    NOTIFICATIONS,
  ]
}
