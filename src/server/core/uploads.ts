import { Refusal } from '#domain/core/refusal.ts'
import { boundedQueue, queuePerKey } from './queue.ts'

/** Uploads at the same time, from the first byte to the reply: each is in memory, up to UPLOAD_MAX_BYTES. */
const UPLOADS_MAX = 40
/** The limit of one person. */
export const PERSON_UPLOADS_MAX = 8
const RETRY_AFTER_S = 5

const queueAll = boundedQueue({
  concurrency: UPLOADS_MAX,
  waitingMax: 0,
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

/** Runs one upload of a person (its user, or its network without a session), or refuses it before its bytes are read. */
export const admitUpload = <T>(person: string, work: () => Promise<T>): Promise<T> =>
  queueOfPerson(person, () => queueAll(work))
