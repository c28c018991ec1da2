import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#domain/core/api.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Config } from '#server/config.ts'
import type { Actor } from './context.ts'
import { placesPerKey } from './in-flight.ts'
import { networkOf } from './network.ts'

const MINUTE_MS = 60_000
const RETRY_AFTER_S = 2
/** Mails at the same time: each is in memory, and its mail server keeps the others. */
const MAILS_AT_ONCE = 4

/**
 * Admits a request before its body is read: counts it for its person, or for its network without a session, and takes a place among
 * the requests that the person and the company have at the same time. Throws a Refusal over a limit. Returns a function that gives
 * the places back when the reply has left.
 */
export type Admit = (endpoint: Endpoint, actor: Actor | null, request: FastifyRequest) => Promise<() => void>

/** The limits of one process. A place is held until the reply has left, so that a slow reader counts too. */
export function openAdmission(app: FastifyInstance, config: Config): Admit {
  const minute = minuteLimits(app, config)
  const placeOfPerson = placesPerKey(config.inFlightPerPerson, () =>
    tooMany('Tienes muchas solicitudes a la vez. Espera a que terminen e intenta de nuevo.'),
  )
  const placeOfCompany = placesPerKey(config.inFlightPerCompany, () =>
    tooMany('Tu empresa tiene muchas solicitudes a la vez. Intenta de nuevo en unos segundos.'),
  )
  const placeOfNetwork = placesPerKey(config.inFlightPerCompany, () =>
    tooMany('Desde tu red llegan muchas solicitudes a la vez. Intenta de nuevo en unos segundos.'),
  )
  const placeOfMail = placesPerKey(MAILS_AT_ONCE, () => tooMany('Estamos recibiendo muchos correos a la vez.'))
  return async (endpoint, actor, request) => {
    if (endpoint.mail) return placeOfMail('mail')
    if (actor === null) {
      if (endpoint.path.startsWith('/health/')) return nothing
      if (endpoint.webhook) {
        await minute.webhook(request)
        return placeOfNetwork(`webhook ${addressOf(request)}`)
      }
      await minute.anonymous(request)
      return placeOfNetwork(networkOf(request.ip))
    }
    await minute.person(request, actor)
    // A stream stays open for hours and holds almost no memory: it does not use the places of the other requests.
    if (endpoint.stream) return placeOfPerson(`stream ${actor.userId}`)
    const leavePerson = placeOfPerson(actor.userId)
    try {
      const leaveCompany = placeOfCompany(actor.companyId)
      return () => {
        leavePerson()
        leaveCompany()
      }
    } catch (error) {
      leavePerson()
      throw error
    }
  }
}

const nothing = (): void => undefined
const tooMany = (message: string): Refusal => new Refusal('too_many', message, { retryAfterS: RETRY_AFTER_S })

/** The secret address of the company in the path of an event of the payment provider. */
const addressOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

function minuteLimits(app: FastifyInstance, config: Config) {
  const limiterOf = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator })
  const people = new WeakMap<FastifyRequest, string>()
  const [byNetwork, byPerson, byAddress] = [
    limiterOf(config.rateAnonymousPerMinute, (request) => networkOf(request.ip)),
    limiterOf(config.ratePerMinute, (request) => people.get(request) ?? request.ip),
    limiterOf(config.eventsPerMinute, addressOf),
  ]
  const check = async (limiter: typeof byNetwork, request: FastifyRequest): Promise<void> => {
    const verdict = await limiter(request)
    if (!verdict.isAllowed && verdict.isExceeded) {
      throw new Refusal('too_many', 'Has hecho muchas solicitudes seguidas. Espera un minuto e intenta de nuevo.', {
        retryAfterS: verdict.ttlInSeconds,
      })
    }
  }
  return {
    anonymous: (request: FastifyRequest) => check(byNetwork, request),
    webhook: (request: FastifyRequest) => check(byAddress, request),
    person: (request: FastifyRequest, actor: Actor) => {
      people.set(request, actor.userId)
      return check(byPerson, request)
    },
  }
}
