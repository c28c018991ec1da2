import { paths } from '#domain/core/paths.ts'
import { hasBothIntegrations, type SignedInUser } from '#domain/core/signed-in-user.ts'
import type { Place } from './places.ts'

/**
 * What a user does from the search: `to` opens the screen with its dialog. With `asksClient` the search asks for a client first, and
 * `to` is the end of the client's address.
 */
export type SearchAction = Place & { readonly asksClient?: boolean }

const PAYMENT: SearchAction = {
  to: '?new=payment',
  title: 'Registrar pago',
  about: 'Recibir un pago o un abono de un cliente en la oficina.',
  asksClient: true,
}
const CLIENT: SearchAction = {
  to: paths.newClient,
  title: 'Crear cliente',
  about: 'Agregar una persona o empresa nueva.',
}
const INVOICE: SearchAction = {
  to: paths.newInvoice,
  title: 'Nueva factura',
  about: 'Cobrar una visita, un traslado u otro cargo.',
}
const CONTRACT: SearchAction = {
  to: paths.newContract,
  title: 'Crear contrato',
  about: 'Vender un plan a un cliente que ya tienes.',
}
const OWN_PQR: SearchAction = {
  to: paths.newPqr,
  title: 'Nueva PQR',
  about: 'Radicar una petición, una queja o un reclamo.',
}
const PQR: SearchAction = {
  to: paths.newDeskPqr,
  title: 'Nueva PQR',
  about: 'Radicar la petición o queja de quien llama o llega a la oficina.',
}
const IMPORT: SearchAction = {
  to: paths.clientImport,
  title: 'Importar clientes',
  about: 'Subir tus clientes de un archivo de Excel o CSV.',
}
const PLAN: SearchAction = { to: paths.newPlan, title: 'Crear plan', about: 'Agregar un plan a los que vendes.' }
const USER: SearchAction = {
  to: paths.newUser,
  title: 'Invitar usuario',
  about: 'Crear el acceso de una persona de tu equipo.',
}
const COMPANY: SearchAction = {
  to: paths.newCompany,
  title: 'Crear empresa',
  about: 'Agregar un proveedor a la plataforma.',
}

/** The actions of a user, the most frequent first. */
export function actionsOf(user: SignedInUser): readonly SearchAction[] {
  switch (user.metadata.role) {
    case 'financial':
      return [PAYMENT, CLIENT, INVOICE, CONTRACT, PQR, IMPORT, PLAN]
    case 'technical':
      return [PQR]
    case 'client':
      return [OWN_PQR]
    case 'admin':
      return hasBothIntegrations(user) ? [USER] : []
    case 'superadmin':
      return [COMPANY]
    default:
      return []
  }
}
