import type { TodoKey } from '#domain/dashboard/figures.ts'

/** What a pending task says, and the words of its link, or of what it waits for. */
export const TODO_TEXTS: Readonly<Record<TodoKey, (count: number) => { text: string; action: string }>> = {
  payment_cases: (count) => ({
    text: count === 1 ? 'Un pago en línea por revisar' : `${count} pagos en línea por revisar`,
    action: 'Revisar',
  }),
  disputes: (count) => ({
    text: count === 1 ? 'Un reclamo de factura por decidir' : `${count} reclamos de facturas por decidir`,
    action: 'Decidir',
  }),
  failed_messages: (count) => ({
    text: count === 1 ? 'Un correo no llegó' : `${count} correos no llegaron`,
    action: 'Reenviar',
  }),
  to_sign: (count) => ({
    text: count === 1 ? 'Un contrato sin firmar' : `${count} contratos sin firmar`,
    action: 'Completar',
  }),
  to_install: (count) => ({
    text: count === 1 ? 'Una instalación pendiente' : `${count} instalaciones pendientes`,
    action: 'Ver lista',
  }),
  late_installations: (count) => ({
    text: count === 1 ? 'Una instalación pasó su plazo' : `${count} instalaciones pasaron su plazo`,
    action: 'Ver lista',
  }),
  near_installations: (count) => ({
    text: count === 1 ? 'Una instalación está por vencer' : `${count} instalaciones están por vencer`,
    action: 'Ver lista',
  }),
  cessions: (count) => ({
    text: count === 1 ? 'Una cesión por responder' : `${count} cesiones por responder`,
    action: 'Responder',
  }),
  renewals: (count) => ({
    text:
      count === 1
        ? 'Un contrato termina su vigencia y no se renueva solo'
        : `${count} contratos terminan su vigencia y no se renuevan solos`,
    action: 'Ver lista',
  }),
  outages: (count) => ({
    text: count === 1 ? 'Una falla del servicio en curso' : `${count} fallas del servicio en curso`,
    action: 'Ver',
  }),
  pick_ups: (count) => ({
    text: count === 1 ? 'Un equipo por recoger de un retiro' : `${count} equipos por recoger de retiros`,
    action: 'Ver lista',
  }),
  refunds: (count) => ({
    text:
      count === 1
        ? 'Una devolución por hacer, de un contrato sin efecto'
        : `${count} devoluciones por hacer, de contratos sin efecto`,
    action: 'Devolver',
  }),
  logo: () => ({ text: 'Tu logo y tus datos', action: 'Ponerlos' }),
  wompi: () => ({ text: 'Los pagos en línea con Wompi', action: 'Conectar' }),
  factus: () => ({ text: 'La facturación electrónica con Factus', action: 'Conectar' }),
  financial: () => ({ text: 'Quien lleva las cuentas: tu financiero', action: 'Invitar' }),
  people: () => ({ text: 'El resto de tu equipo: técnico, redes', action: 'Con Wompi y Factus conectados' }),
  plans: () => ({ text: 'Los planes que vendes', action: 'Los crea tu financiero' }),
  clients: () => ({ text: 'Tus clientes, desde un archivo', action: 'Los carga tu financiero' }),
  invoices: () => ({ text: 'Tu primera factura', action: 'La emite tu financiero' }),
  first_plan: () => ({ text: 'Crea el primer plan que vendes', action: 'Crear plan' }),
  first_clients: () => ({ text: 'Trae tus clientes de un archivo, con su plan', action: 'Importar' }),
  first_invoice: () => ({ text: 'Emite tus primeras facturas', action: 'Facturar' }),
  parameters: (count) => ({
    text:
      count === 1
        ? 'Un número regulado se queda sin valor, o ya no tiene'
        : `${count} números regulados se quedan sin valor, o ya no tienen`,
    action: 'Registrar',
  }),
}
