import { DEVICE_MODE_LABELS, HALT_LABELS, type NetworkDevice } from '#domain/network/device.ts'
import type { NetworkOrder, OrderState } from '#domain/network/order.ts'
import type { Tone } from '#web/ui/Badge.tsx'

export const ORDER_TONES: Readonly<Record<OrderState, Tone>> = {
  queued: 'info',
  done: 'good',
  superseded: 'quiet',
  failed: 'bad',
}

/** Why an order failed or waits; its tries when it ended well. */
export function orderNote({ state, problem, waits_for, tries }: NetworkOrder): string {
  if (state === 'queued') return waits_for ?? problem ?? 'Sale en unos segundos'
  if (state === 'failed') return problem ?? 'El equipo no la aceptó'
  if (state === 'superseded') return 'El servicio cambió antes de enviarla'
  return tries === 1 ? 'Un intento' : `${tries} intentos`
}

const SOURCES: Readonly<Record<string, string>> = {
  'contract.activated': 'se activó el contrato',
  'contract.suspended': 'se suspendió el servicio',
  'contract.reconnected': 'se reconectó el servicio',
  'contract.plan_changed': 'cambió el plan',
  'contract.transferred': 'se trasladó el servicio',
  'contract.termination_withdrawn': 'se anuló el retiro',
  'contract.ended': 'terminó el contrato',
  'contract.cancelled': 'se anuló el contrato',
  'network.settle': 'el servicio debía estar de otra manera',
  compare: 'el equipo tenía una diferencia',
  assign: 'se asignó la conexión',
}

/** What an order comes from, in words. */
export const sourceLabel = (source: string): string => SOURCES[source] ?? source

/** The state of a device in two words, and why. */
export function deviceState({ mode, halted, problem, rests_until }: NetworkDevice): {
  tone: Tone
  label: string
  note: string | null
} {
  if (mode === 'off') return { tone: 'quiet', label: DEVICE_MODE_LABELS.off, note: null }
  if (halted !== null) return { tone: 'bad', label: 'Espera a alguien', note: HALT_LABELS[halted] }
  if (rests_until !== null || problem !== null) return { tone: 'warn', label: 'No responde', note: problem }
  return mode === 'monitor'
    ? { tone: 'info', label: DEVICE_MODE_LABELS.monitor, note: 'No se le envía nada' }
    : { tone: 'good', label: DEVICE_MODE_LABELS.enforce, note: null }
}
