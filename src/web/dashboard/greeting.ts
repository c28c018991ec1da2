/** 'Buenos días' until noon, 'Buenas tardes' until seven, 'Buenas noches' after. `hour` is Bogotá's, 0 to 23. */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Buenos días'
  return hour >= 12 && hour < 19 ? 'Buenas tardes' : 'Buenas noches'
}
