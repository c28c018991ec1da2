import { MESSAGE_KIND_LABELS, MESSAGE_STATUS_LABELS } from '#domain/messages/message.ts'

/** The columns of the file of the messages. */
export const MESSAGE_COLUMNS = [
  { header: 'Para', at: 'to' },
  { header: 'Cliente', at: 'client.name' },
  { header: 'Qué es', at: 'kind', words: MESSAGE_KIND_LABELS },
  { header: 'Asunto', at: 'subject' },
  { header: 'Estado', at: 'status', words: MESSAGE_STATUS_LABELS },
  { header: 'Escrito', at: 'created_at' },
  { header: 'Enviado', at: 'sent_at' },
  { header: 'Detalle', at: 'problem' },
] as const
