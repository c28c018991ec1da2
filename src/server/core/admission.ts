import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isEvent } from '#domain/core/api.ts'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Config } from '#server/config.ts'
import type { Actor, World } from './context.ts'
import { placesPerKey, takeAll } from './in-flight.ts'
import { networkOf, SITE_FACTOR, siteOf } from './network.ts'
import type { Route } from './verb.ts'

const RETRY_AFTER_S = 2
/** Mails at the same time: each is in memory, and its mail server keeps the others. */
const MAILS_AT_ONCE = 4

/**
 * Admits a request before its body is read: counts it for its person, or for its network and site without a session, and takes a place
 * among the requests that the person and the company have at the same time. A webhook counts for the company of its address, and for the
 * network when no company has the address. Throws a Refusal over a limit. Returns a function that gives the places back when the reply
 * has left.
 */
export type Admit = (route: Route, actor: Actor | null, request: FastifyRequest) => Promise<() => void>

/** The limits of one process. A place is held until the reply has left, so that a slow reader counts too. */
export function openAdmission(app: FastifyInstance, world: World): Admit {
  const { config } = world
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
  const addressOf = knownAddresses(world)
  return async (route, actor, request) => {
    const { endpoint } = route
    if (endpoint.bodyAs === 'email') return placeOfMail('mail')
    if (actor === null) {
      if (endpoint.path.startsWith('/health/')) return nothing
      const address = isEvent(endpoint) ? await addressOf(route, request) : null
      if (address !== null) {
        await minute.webhook(request, address)
        return placeOfNetwork(`webhook ${address}`)
      }
      await minute.anonymous(request)
      return placeOfNetwork(networkOf(request.ip))
    }
    await minute.person(request, actor)
    // A stream stays open for hours and holds almost no memory: it does not use the places of the other requests.
    if (endpoint.replyAs === 'stream') return placeOfPerson(`stream ${actor.userId}`)
    return takeAll([() => placeOfPerson(actor.userId), () => placeOfCompany(actor.companyId)])
  }
}

const nothing = (): void => undefined
const tooMany = (message: string): Refusal => new Refusal('too_many', message, { retryAfterS: RETRY_AFTER_S })

const PathParams = z.record(z.string(), z.string())
/** The time in which the addresses of the companies are not read again. */
const KNOWN_MS = 60_000

type Addresses = { list: Promise<ReadonlySet<string>>; until: number }

/**
 * Returns the address of the company in the path of a webhook, as the router decoded it, so that every spelling of it is one. Null for
 * one that no company has, and for one that is younger than a minute. The addresses are read together, once in that time: a request
 * to an unknown one is counted before anything of it reaches the database.
 */
function knownAddresses(world: World) {
  const lists = new Map<string, Addresses>()
  const readAddresses = (path: string, list: (world: World) => Promise<string[]>): Addresses => {
    const read = { list: list(world).then((values) => new Set(values)), until: performance.now() + KNOWN_MS }
    lists.set(path, read)
    // The next request reads them again.
    read.list.catch(() => lists.delete(path))
    return read
  }
  return async ({ endpoint, listAddresses }: Route, request: FastifyRequest): Promise<string | null> => {
    if (listAddresses === undefined) return null
    const last = lists.get(endpoint.path)
    const { list } =
      last !== undefined && last.until > performance.now() ? last : readAddresses(endpoint.path, listAddresses)
    const value = Object.values(z.parse(PathParams, request.params)).join(' ')
    return (await list).has(value) ? `${endpoint.path} ${value}` : null
  }
}

function minuteLimits(app: FastifyInstance, config: Config) {
  const limiterOf = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator })
  const subjects = new WeakMap<FastifyRequest, string>()
  const subjectOf = (request: FastifyRequest): string => subjects.get(request) ?? request.ip
  const [byNetwork, bySite, byPerson, byAddress] = [
    limiterOf(config.rateAnonymousPerMinute, (request) => networkOf(request.ip)),
    limiterOf(config.rateAnonymousPerMinute * SITE_FACTOR, (request) => siteOf(request.ip)),
    limiterOf(config.ratePerMinute, subjectOf),
    limiterOf(config.eventsPerMinute, subjectOf),
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
    anonymous: async (request: FastifyRequest) => {
      await check(byNetwork, request)
      await check(bySite, request)
    },
    webhook: (request: FastifyRequest, address: string) => {
      subjects.set(request, address)
      return check(byAddress, request)
    },
    person: (request: FastifyRequest, actor: Actor) => {
      subjects.set(request, actor.userId)
      return check(byPerson, request)
    },
  }
}
