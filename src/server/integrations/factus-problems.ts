import type { Environment } from '#domain/core/environment.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { ENVIRONMENT_LABELS } from '#domain/integrations/integration.ts'
import type { Answer } from '#server/providers/factus/answer.ts'
import type { FactusDocument } from '#server/providers/factus/client.ts'
import type { FactusAccount } from './account.ts'

type Failure = Exclude<Answer<never>, { kind: 'ok' }>

/** A failure of Factus as a sentence for the administrator: what happened, and what to do. */
export function factusProblem(failure: Failure): string {
  switch (failure.kind) {
    case 'unauthorized':
      return UNAUTHORIZED[failure.reason]
    case 'rejected':
      return rejectedText(failure)
    case 'pending':
      return 'Factus tiene un documento pendiente por enviar a la DIAN: espera a que termine y prueba de nuevo'
    case 'limited':
      return failure.by === 'provider'
        ? `Factus recibió demasiadas consultas: prueba de nuevo en ${failure.retryAfterSeconds} segundos`
        : 'Factus no está respondiendo. Las credenciales quedaron guardadas: prueba de nuevo en un minuto'
    case 'unknown':
      return 'Factus no respondió como se esperaba. Las credenciales quedaron guardadas: prueba de nuevo en unos minutos'
  }
}

const UNAUTHORIZED: Readonly<Record<Extract<Failure, { kind: 'unauthorized' }>['reason'], string>> = {
  client: 'Factus no acepta el client_id o el client_secret: cópialos de nuevo de tu cuenta de Factus',
  user: 'Factus no acepta el usuario o la contraseña: revísalos en tu cuenta de Factus',
  token: 'Factus dio una sesión y no la aceptó: prueba de nuevo, y si sigue igual escribe a Factus',
}

function rejectedText({ status, errors }: Extract<Failure, { kind: 'rejected' }>): string {
  if (status === 402)
    return 'Factus pide un pago: revisa en Factus que tu plan esté vigente y con documentos disponibles'
  const [first] = errors
  return first === undefined || first.message === ''
    ? 'Factus rechazó la consulta: revisa en Factus que tu empresa esté habilitada'
    : `Factus rechazó la consulta: ${first.message}`
}

export const wrongEnvironment = (other: Environment): string =>
  `Estas credenciales son del ambiente de ${ENVIRONMENT_LABELS[other].toLowerCase()}: guárdalas en ${ENVIRONMENT_LABELS[other]}`

/**
 * Whether an account of Factus issues for another company than the one that saved its credentials, as a sentence. Null when it is the
 * same company, when Factus does not say it, and in the test environment, where one account serves many companies.
 */
export function otherCompanyProblem(
  { environment, nit }: Pick<FactusAccount, 'environment' | 'nit'>,
  { issuer_nit }: Pick<FactusDocument, 'issuer_nit'>,
): string | null {
  if (environment === 'test' || issuer_nit === null || issuer_nit === nit.split('-')[0]) return null
  return `Esta cuenta de Factus emite con el NIT ${nitLabel(issuer_nit)}, y el de tu empresa es ${nitLabel(nit)}: guarda las credenciales de tu empresa`
}
