import {
  DATA_REQUEST_LABELS,
  DATA_REQUESTS,
  PQR_TYPE_LABELS,
  PQR_TYPES,
  TYPOLOGIES,
  TYPOLOGY_LABELS,
} from '#domain/pqr/topics.ts'

type Answer = { label: string; value: string; isText?: boolean }

/** What a form will send, in the words of the screen. Empty answers are left out. */
export function answersOf(
  texts: Readonly<Record<string, string>>,
  channels: readonly { value: string; label: string }[],
  files: readonly { name: string }[],
): Answer[] {
  const typed = (name: string): string => texts[`pqr.${name}`] ?? ''
  const type = PQR_TYPES.find((one) => one === typed('type'))
  const typology = TYPOLOGIES.find((one) => one === typed('typology'))
  const request = DATA_REQUESTS.find((one) => one === typed('data_request'))
  const answers: Answer[] = [
    { label: 'Qué radicas', value: type ? PQR_TYPE_LABELS[type] : '' },
    { label: 'Tema', value: typology ? TYPOLOGY_LABELS[typology] : '' },
    { label: 'Sobre tus datos personales', value: request ? DATA_REQUEST_LABELS[request] : '' },
    { label: 'Contrato', value: typed('no_contract') },
    { label: 'Prueba de velocidad', value: typed('report_id') },
    { label: 'Factura', value: typed('invoice_id') },
    { label: 'Valor que reclamas', value: typed('amount') && `$ ${typed('amount')}` },
    { label: 'Asunto', value: typed('subject') },
    { label: 'Qué pasó', value: typed('text'), isText: true },
    { label: 'Archivos', value: files.map(({ name }) => name).join(', ') },
    { label: 'Respuesta', value: channels.find(({ value }) => value === typed('response_channel'))?.label ?? '' },
    { label: 'Dirección para la respuesta', value: typed('response_address') },
  ]
  return answers.filter(({ value }) => value !== '')
}
