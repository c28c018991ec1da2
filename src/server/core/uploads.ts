import { Refusal } from '#domain/core/refusal.ts'
import type { Actor } from './context.ts'
import { boundedQueue, queuePerKey } from './queue.ts'

/** Uploads at the same time, from the first byte to the reply: each is in memory, up to UPLOAD_MAX_BYTES. */
export const UPLOADS_MAX = 40
/** Uploads of people that wait for a place, with their bytes unread, and for how long: phones come back to the signal at the same time. */
const UPLOADS_WAITING_MAX = 200
const UPLOAD_WAIT_MAX_MS = 10_000
/** The limit of one person. */
export const PERSON_UPLOADS_MAX = 8
/** Of those, the ones without a session, and the limit of one network. */
export const PUBLIC_UPLOADS_MAX = 12
export const NETWORK_UPLOADS_MAX = 3
const RETRY_AFTER_S = 5

const queueAll = boundedQueue({
  concurrency: UPLOADS_MAX,
  waitingMax: UPLOADS_WAITING_MAX,
  waitMaxMs: UPLOAD_WAIT_MAX_MS,
  refusal: () =>
    new Refusal('unavailable', 'Estamos recibiendo muchos archivos en este momento. Intenta de nuevo en un minuto.', {
      retryAfterS: RETRY_AFTER_S,
    }),
})

const queueOfPerson = queuePerKey({
  concurrency: PERSON_UPLOADS_MAX,
  waitingMax: 0,
  refusal: () =>
    new Refusal('too_many', 'Estás subiendo muchos archivos a la vez. Espera a que terminen e intenta de nuevo.', {
      retryAfterS: RETRY_AFTER_S,
    }),
})

/** Uploads without a session have places of their own, so that a few networks do not take those of every client. */
const queuePublic = boundedQueue({
  concurrency: PUBLIC_UPLOADS_MAX,
  waitingMax: 0,
  refusal: () =>
    new Refusal('unavailable', 'Estamos recibiendo muchos archivos en este momento. Intenta de nuevo en un minuto.', {
      retryAfterS: RETRY_AFTER_S,
    }),
})
const queueOfNetwork = queuePerKey({
  concurrency: NETWORK_UPLOADS_MAX,
  waitingMax: 0,
  refusal: () =>
    new Refusal(
      'too_many',
      'Desde tu red se están subiendo otros archivos. Espera a que terminen e intenta de nuevo.',
      {
        retryAfterS: RETRY_AFTER_S,
      },
    ),
})

/** Runs one upload of a person when there is a place for it, or refuses it before its bytes are read. */
export const admitUpload = <T>(actor: Pick<Actor, 'userId'>, work: () => Promise<T>): Promise<T> =>
  queueOfPerson(actor.userId, () => queueAll(work))

/** The same for an upload without a session, by its network. */
export const admitPublicUpload = <T>(network: string, work: () => Promise<T>): Promise<T> =>
  queueOfNetwork(network, () => queuePublic(work))
