import type { Role } from '#domain/core/roles.ts'

/** What each role's dashboard will answer, in the words of its first questions (DSH). */
export const DASHBOARD_HOLDS: Readonly<Record<Role, readonly string[]>> = {
  superadmin: [
    'Cuántas empresas hay, cuántos contratos activos suman y cuánto se factura y se recauda.',
    'Qué empresas tienen integraciones pendientes o acaban de llegar.',
    'La salud de la plataforma: trabajos, correo y espacio.',
  ],
  admin: [
    'Cómo va el recaudo, cuánta cartera está vencida y cómo crece la empresa.',
    'Los clientes activos, suspendidos y retirados, y las PQR respondidas a tiempo.',
    'El estado de las integraciones y los pasos que faltan para empezar.',
  ],
  financial: [
    'Lo recaudado, la cartera vencida por edades y lo que vence en los próximos siete días.',
    'Lo que hay por facturar, los próximos cortes y las PQR cerca de su plazo.',
    'Los pendientes del día, cada uno con el enlace para resolverlo.',
  ],
  technical: [
    'Tu día: las visitas en orden, con la dirección, cómo llegar y el acta de cada una.',
    'Las actas sin enviar, con su reintento.',
    'Las PQR que tienes asignadas, por días que quedan.',
  ],
  network: [
    'Los servicios suspendidos y los que hay que reconectar.',
    'Las órdenes a la red que fallaron, para repetirlas.',
    'Las actas que esperan los datos técnicos de los equipos.',
  ],
  client: [
    'Cuánto debes, cuándo vence y un botón para pagar.',
    'Tu plan, su velocidad y si el servicio está activo.',
    'Tus últimos pagos con su recibo y tus PQR abiertas.',
  ],
}

/** 'Buenos días' until noon, 'Buenas tardes' until seven, 'Buenas noches' after. `hour` is Bogotá's, 0 to 23. */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Buenos días'
  return hour >= 12 && hour < 19 ? 'Buenas tardes' : 'Buenas noches'
}
