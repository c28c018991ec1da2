import * as z from 'zod/mini'

/**
 * Why a client may end its contract without the cost of the permanence: a change or a charge that the company made without its consent
 * (R2.8, R2.10), a new price that it does not accept, or an outage for which the law gives that right (R2.7).
 */
const EXIT_RIGHTS = ['operator_change', 'new_price', 'outage'] as const
export type ExitRight = (typeof EXIT_RIGHTS)[number]
export const EXIT_RIGHT_LABELS: Readonly<Record<ExitRight, string>> = {
  operator_change: 'la empresa cambió el contrato o cobró algo que el cliente no aceptó',
  new_price: 'el cliente no acepta el nuevo precio',
  outage: 'una falla del servicio da derecho a terminar el contrato',
}

export const ExitRight = z.enum(EXIT_RIGHTS, { error: 'Elige por qué no paga la permanencia' })

/** The reason of a recorded termination; null when it has none. */
export function exitRightOf(after: Readonly<Record<string, unknown>> | null): ExitRight | null {
  const { data } = z.safeParse(ExitRight, after?.['exit_right'])
  return data ?? null
}
