import type { EventName, RecordedEvent } from '#domain/core/event.ts'

const textOf = ({ after }: RecordedEvent, field: 'number' | 'prefix'): string => {
  const value = after?.[field]
  return typeof value === 'string' ? value : ''
}

/** The sentences about the validation and the acceptance of electronic documents, and about 'Archivo UBL'. */
export const ACCEPTANCE_SENTENCES = {
  'electronic.confirmed': (event) => `confirmó que la DIAN validó el documento ${textOf(event, 'number')}`,
  'electronic.accepted': (event) =>
    `registró la aceptación tácita de la factura electrónica ${textOf(event, 'number')}`,
  'electronic.claimed': (event) => `avisó que el cliente reclamó la factura electrónica ${textOf(event, 'number')}`,
  'file_issuer.saved': (event) => `encendió Archivo UBL con el prefijo ${textOf(event, 'prefix')}`,
  'file_issuer.stopped': () => 'apagó Archivo UBL',
} as const satisfies Partial<Record<EventName, (event: RecordedEvent) => string>>
