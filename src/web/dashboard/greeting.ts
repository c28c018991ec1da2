/** The future content of the dashboards that are not built yet (DSH-04, DSH-06). */
export const DASHBOARD_PLANS = {
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
} as const

/** 'Buenos días' until noon, 'Buenas tardes' until seven, 'Buenas noches' after. `hour` is Bogotá's, 0 to 23. */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Buenos días'
  return hour >= 12 && hour < 19 ? 'Buenas tardes' : 'Buenas noches'
}
