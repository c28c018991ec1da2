import { storable } from '#domain/core/storable.ts'
import { foldedSms } from '#domain/messages/sms.ts'
import { type TemplateKind, type TemplateValues, templateTexts } from './template.ts'

/**
 * The words of each notice as a text message. They are short because each part is paid for, so they are not those that a company writes for
 * its e-mails. `{enlace}`: where it is paid.
 */
const SMS_WORDS: Readonly<Record<TemplateKind, string>> = {
  reminder: '{empresa}: {nombre}, tu contrato {contrato} tiene {valor} por pagar hasta el {fecha}. {enlace}',
  notice:
    '{empresa}: {nombre}, tu contrato {contrato} tiene {valor} vencidos. Sin el pago, podemos suspender el servicio desde el {fecha}. Puedes reclamar la factura. {enlace}',
  cut: '{empresa}: suspendimos el servicio de tu contrato {contrato} por {valor} vencidos. Con el pago lo reconectamos en máximo 3 días hábiles. {enlace}',
  reconnected: '{empresa}: {nombre}, el servicio de tu contrato {contrato} está activo otra vez desde el {fecha}.',
}

/** The longest value, so that a long name does not add a part by itself. */
const VALUE_MAX = 40

/** The text message of a notice, as it is sent. `url`: where the client pays. */
export function smsText(kind: TemplateKind, values: TemplateValues, url: string): string {
  const texts: Readonly<Record<string, string>> = templateTexts(values)
  const filled = SMS_WORDS[kind].replaceAll(/\{([a-z]+)\}/g, (_whole, name: string) =>
    name === 'enlace' ? url : storable((texts[name] ?? '').replaceAll(/\s+/g, ' ').trim(), VALUE_MAX),
  )
  return foldedSms(filled)
}
