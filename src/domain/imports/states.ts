import { comparableText } from '#domain/places/place.ts'

/** What a state of another system means here. `none`: the service has not begun. */
export type ServiceState = 'active' | 'suspended' | 'retired' | 'free' | 'none'

/** The states of the known systems and of lists made by hand, as comparable text. */
const STATES: readonly (readonly [ServiceState, string])[] = [
  ['active', 'activo|activa|active|al dia|habilitado|por cortar'],
  [
    'suspended',
    'suspendido|suspendida|cortado|cortada|corte|blocked|stopped|bloqueado|moroso|corte por deuda|en corte',
  ],
  ['retired', 'retirado|retirada|cancelado|cancelada|anulado|anulada|disabled|inactivo|inactiva|baja|de baja'],
  ['free', 'gratis|cortesia|exonerado'],
  ['none', 'new|pending|nuevo|pendiente|por instalar|prospecto'],
]

const BY_TEXT = new Map(STATES.flatMap(([state, texts]) => texts.split('|').map((text) => [text, state] as const)))

/** The state of a text, null when it is not known. */
export const stateOf = (text: string): ServiceState | null => BY_TEXT.get(comparableText(text)) ?? null

/** The state that another system wrote as a plan: 'CORTE POR DEUDA'. Null for a plan. */
export const stateOfPlan = (text: string): ServiceState | null => {
  const state = stateOf(text)
  return state === 'suspended' || state === 'retired' ? state : null
}

/** 'FELIPE ACUÑA ROJAS  SUSPENDIDO' → the name, and its state; null when the name ends with none. */
export function splitStateOfName(text: string): { name: string; state: ServiceState | null } {
  const match = /^(.*\S)\s+(activo|suspendido|retirado|cortado|gratis)$/i.exec(text.trim())
  return match ? { name: match[1] ?? '', state: stateOf(match[2] ?? '') } : { name: text.trim(), state: null }
}
