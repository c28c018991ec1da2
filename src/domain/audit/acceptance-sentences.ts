import type { EventName, RecordedEvent } from '#domain/core/event.ts'

const textOf = ({ after }: RecordedEvent, field: 'number' | 'prefix' | 'resolution'): string => {
  const value = after?.[field]
  return typeof value === 'string' ? value : ''
}

/** Switching it on, correcting its authorisation, and another numbering while it is on are one event. */
function fileIssuerSentence(event: RecordedEvent): string {
  const { before } = event
  const corrected = before?.['resolution']
  if (typeof corrected === 'string') {
    const sentence = `corrigió la autorización ${corrected} de Archivo UBL: es la ${textOf(event, 'resolution')}`
    return before?.['is_on'] === false ? `${sentence}. Lo encendió` : sentence
  }
  const prefix = textOf(event, 'prefix')
  return before?.['is_on'] === true
    ? `cambió la numeración de Archivo UBL: el prefijo ${prefix} con la autorización ${textOf(event, 'resolution')}`
    : `encendió Archivo UBL con el prefijo ${prefix}`
}

/** The sentences about the validation and the acceptance of electronic documents, and about 'Archivo UBL'. */
export const ACCEPTANCE_SENTENCES = {
  'electronic.confirmed': (event) => `confirmó que la DIAN validó el documento ${textOf(event, 'number')}`,
  'electronic.accepted': (event) =>
    `registró la aceptación tácita de la factura electrónica ${textOf(event, 'number')}`,
  'electronic.claimed': (event) => `avisó que el cliente reclamó la factura electrónica ${textOf(event, 'number')}`,
  'file_issuer.saved': fileIssuerSentence,
  'file_issuer.stopped': () => 'apagó Archivo UBL',
} as const satisfies Partial<Record<EventName, (event: RecordedEvent) => string>>
