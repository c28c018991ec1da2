import { paths } from '#domain/core/paths.ts'
import { storable } from '#domain/core/storable.ts'
import { fixedPath, type RulesByEvent, textOf } from './rule.ts'

/** The notifications of WhatsApp: what a client answers, and what Meta stopped. */
export const WHATSAPP_RULES: RulesByEvent = {
  'client.replied': [
    {
      topic: 'payments',
      staff: ['financial'],
      text: (event) =>
        `${textOf(event, 'client') || `El número ${textOf(event, 'phone')}`} respondió por WhatsApp: «${storable(textOf(event, 'text'), 300)}»`,
      href: (event) => {
        const client = textOf(event, 'client_id')
        return client === '' ? paths.replies : paths.client(client)
      },
    },
  ],
  'whatsapp.stopped': [
    {
      topic: 'system',
      staff: ['admin'],
      text: (event) => `Se apagó WhatsApp: ${textOf(event, 'problem')}`,
      href: fixedPath(paths.integration),
    },
  ],
  'whatsapp.template_changed': [
    {
      topic: 'system',
      staff: ['admin'],
      when: (event) => event.after?.['status'] !== 'approved',
      text: (event) =>
        `La plantilla de WhatsApp «${textOf(event, 'label')}» no se puede usar: esos avisos salen por correo`,
      href: fixedPath(paths.integration),
    },
  ],
}
