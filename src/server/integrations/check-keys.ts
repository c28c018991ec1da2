import { methodsOfAccount, type OnlineMethod } from '#domain/integrations/online-method.ts'
import type { World } from '#server/core/context.ts'
import type { Wompi, WompiFailure } from '#server/providers/wompi/client.ts'
import { decryptKeys } from './keys.ts'
import type { StoredConnection } from './queries.ts'

/**
 * Calls the provider with both keys. `isAnswered`: there is an answer, which decides whether the connection is on. `methods`: those of
 * the account, when the provider said them.
 */
export async function checkKeys(world: World, companyId: string, stored: StoredConnection) {
  const keys = decryptKeys(world.config.secret, companyId, stored.environment, stored.sealed)
  if (keys === null) {
    return {
      problem: 'Las llaves guardadas no se pueden abrir con el secreto de este servidor: guárdalas de nuevo',
      isAnswered: true,
      methods: null,
    }
  }
  const wompi = world.wompi(stored.environment, keys)
  const { failure, methods } = await callWithKeys(wompi)
  if (failure) return { problem: PROBLEMS[failure.kind], isAnswered: !NO_REPLY.has(failure.kind), methods: null }
  return { problem: methods?.length === 0 ? NO_METHODS : null, isAnswered: true, methods }
}

const NO_METHODS =
  'Wompi aceptó las llaves, pero la cuenta no tiene Nequi, PSE, Botón Bancolombia, tarjeta ni efectivo en corresponsal: actívalos en comercios.wompi.co'

const NO_REPLY: ReadonlySet<WompiFailure['kind']> = new Set(['unknown', 'unsent'])

/** The first failure of two calls, or the methods of the account: the terms test the public key, a list of transactions the private key. */
async function callWithKeys(
  wompi: Wompi,
): Promise<{ failure: WompiFailure; methods: null } | { failure: null; methods: OnlineMethod[] | null }> {
  const terms = await wompi.merchant()
  if (!terms.ok) return { failure: terms.failure, methods: null }
  const own = await wompi.findByReference('enlace-prueba-de-conexion')
  if (!own.ok) return { failure: own.failure, methods: null }
  return { failure: null, methods: methodsOfAccount(terms.value.accepted_payment_methods) }
}

const PROBLEMS: Readonly<Record<WompiFailure['kind'], string>> = {
  absent: 'Wompi no conoce la llave pública: revísala en comercios.wompi.co',
  credentials: 'Wompi no acepta la llave privada: revísala en comercios.wompi.co',
  refused: 'Wompi no acepta la llave pública: revísala en comercios.wompi.co',
  unknown: 'Wompi no respondió. Las llaves quedaron guardadas: prueba de nuevo en unos minutos',
  unsent: 'Wompi no está respondiendo. Las llaves quedaron guardadas: prueba de nuevo en un minuto',
}
