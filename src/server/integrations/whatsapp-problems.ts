import type { WhatsappFailure } from '#server/providers/whatsapp/client.ts'

/** What was asked of Meta: the number of the token, the account of the number, or a new template. */
type Asked = 'number' | 'account' | 'template'

const WRONG: Readonly<Record<Asked, string>> = {
  number: 'Meta no conoce ese identificador de número con este token: revísalo en el administrador de WhatsApp',
  account:
    'Meta no conoce esa cuenta de WhatsApp Business con este token: revisa su identificador y los permisos del token',
  template: 'Meta no recibió una plantilla',
}

const NO_ANSWER = 'Meta no respondió. Las llaves quedaron guardadas: prueba de nuevo en unos minutos'

const ACCOUNTS: Readonly<Record<number, string>> = {
  131_042: 'La cuenta de WhatsApp no tiene un medio de pago en Meta: agrégalo y prueba de nuevo',
  131_031: 'Meta bloqueó la cuenta de WhatsApp: mira la razón en el administrador de WhatsApp',
  131_037: 'Meta no ha aprobado el nombre del número: espera su respuesta y prueba de nuevo',
  133_010: 'El número no está registrado en WhatsApp: regístralo en Meta y prueba de nuevo',
}

/** What a person reads of a failure of the number itself, with what to do. */
export function whatsappProblem({ kind, code, details }: WhatsappFailure, asked: Asked): { problem: string } {
  if (kind === 'credentials') return { problem: 'Meta no acepta el token, o le faltan permisos: crea otro y guárdalo' }
  if (kind === 'account')
    return { problem: ACCOUNTS[code ?? 0] ?? `Meta detuvo la cuenta de WhatsApp (código ${code}): mira la razón allá` }
  if (kind === 'slow') return { problem: 'Meta pide esperar: hubo muchas llamadas seguidas. Prueba en una hora' }
  if (kind === 'unknown' || kind === 'unsent' || kind === 'retry') return { problem: NO_ANSWER }
  return { problem: asked === 'template' ? `${WRONG.template}: ${details}` : WRONG[asked] }
}
