import type { RecordedEvent } from '#domain/core/event.ts'
import { ONLINE_LABELS, ONLINE_METHODS } from '#domain/integrations/online-method.ts'

/** 'dijo que la cuenta tiene estos pagos en línea: Nequi, PSE, Botón Bancolombia'. The subject is the provider. */
export function methodSentence({ after }: RecordedEvent): string {
  const recorded = after?.['methods']
  const names = ONLINE_METHODS.filter((method) => Array.isArray(recorded) && recorded.includes(method)).map(
    (method) => ONLINE_LABELS[method],
  )
  return names.length === 0
    ? 'dijo que la cuenta ya no tiene pagos en línea de los que se ofrecen'
    : `dijo que la cuenta tiene estos pagos en línea: ${names.join(', ')}`
}
