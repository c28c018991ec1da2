import { Readable } from 'node:stream'
import type * as S3 from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { Refusal } from '#domain/core/refusal.ts'
import { circuitBreaker } from '../circuit-breaker.ts'
import type { ObjectStore, StoredObject } from './store.ts'

/** A bucket of an S3 service. Without `endpoint` it is Amazon's. `prefix`: '' or a text that ends in '/'. */
export type S3Settings = {
  readonly bucket: string
  readonly region: string
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly prefix: string
}

/** The limits of one call, in milliseconds. A call without a reply is made once more. */
const LIMITS = { connectionTimeout: 3_000, requestTimeout: 15_000, socketTimeout: 15_000, throwOnRequestTimeout: true }
const ATTEMPTS = 2
const RETRY_AFTER_S = 30
const PAGE = 1_000

type Sdk = typeof S3
type Work<T> = (client: S3.S3Client, sdk: Sdk) => Promise<T>
type Outcome<T> = { value: T } | { error: unknown }

/** The error of a call that is not sent, because the last ones had no answer. */
const UNSENT = new Error('the last calls had no answer')

/** The calls to the service: `call` throws the refusal of a call that failed, `read` returns undefined for an object that does not exist. */
function openCalls(settings: S3Settings, log: Logger, limits: typeof LIMITS) {
  const breaker = circuitBreaker()
  let client: S3.S3Client | undefined
  const ask = async <T>(work: Work<T>): Promise<Outcome<T>> => {
    const sdk = await import('@aws-sdk/client-s3')
    const s3 = (client ??= openClient(sdk, settings, limits))
    const send = (): Promise<Outcome<T>> =>
      work(s3, sdk).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
    return breaker.guard(send, isUnanswered, () => ({ error: UNSENT }))
  }
  return {
    call: async <T>(work: Work<T>): Promise<T> => {
      const outcome = await ask(work)
      if ('value' in outcome) return outcome.value
      throw refusalOf(outcome.error, log)
    },
    read: async <T>(work: Work<T>): Promise<T | undefined> => {
      const outcome = await ask(work)
      if ('value' in outcome) return outcome.value
      if (isAbsent(outcome.error)) return undefined
      throw refusalOf(outcome.error, log)
    },
    close: () => client?.destroy(),
  }
}

/** The store in a bucket. Loads the SDK at its first use. */
export function s3Store(settings: S3Settings, log: Logger): ObjectStore {
  const Bucket = settings.bucket
  const { call, read, close } = openCalls(settings, log, LIMITS)
  const at = (key: string) => ({ Bucket, Key: `${settings.prefix}${key}` })
  return {
    put: (key, bytes) =>
      call(async (s3, { PutObjectCommand }) => {
        await s3.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length }))
      }),

    read: (key) =>
      read(async (s3, { GetObjectCommand }) => {
        const { Body } = await s3.send(new GetObjectCommand(at(key)))
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      }),

    open: (key) =>
      read(async (s3, { GetObjectCommand }) => {
        const { Body, ContentLength } = await s3.send(new GetObjectCommand(at(key)))
        return { body: Body instanceof Readable ? Body : Readable.from([]), bytes: ContentLength ?? 0 }
      }),

    find: (key) =>
      read(async (s3, { HeadObjectCommand }) => {
        const found = await s3.send(new HeadObjectCommand(at(key)))
        return { key, bytes: found.ContentLength ?? 0, storedAt: found.LastModified ?? new Date(0) }
      }),

    remove: (key) =>
      call(async (s3, { DeleteObjectCommand }) => {
        await s3.send(new DeleteObjectCommand(at(key)))
      }),

    list: (prefix) => listPages(settings, call, prefix),

    // The service shows an object only when it is complete.
    removeUnfinished: async () => undefined,

    close,
  }
}

async function* listPages(
  { bucket, prefix: ours }: S3Settings,
  call: <T>(work: Work<T>) => Promise<T>,
  prefix: string,
): AsyncGenerator<StoredObject> {
  let next: string | undefined
  do {
    const asked = {
      Bucket: bucket,
      Prefix: `${ours}${prefix}`,
      MaxKeys: PAGE,
      ...(next === undefined ? {} : { ContinuationToken: next }),
    }
    const page = await call((s3, { ListObjectsV2Command }) => s3.send(new ListObjectsV2Command(asked)))
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
      yield { key: Key.slice(ours.length), bytes: Size, storedAt: LastModified }
    next = page.IsTruncated === true ? page.NextContinuationToken : undefined
  } while (next !== undefined)
}

/**
 * Proves at start that the bucket can be written, read and emptied of what was written. Throws an Error in Spanish with the name of the
 * variable that is wrong.
 */
export async function proveS3(settings: S3Settings): Promise<void> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = openClient(sdk, settings, LIMITS)
  const at = { Bucket: settings.bucket, Key: `${settings.prefix}start.check` }
  try {
    await client.send(new sdk.PutObjectCommand({ ...at, Body: Buffer.from('x') }))
    const { Body } = await client.send(new sdk.GetObjectCommand(at))
    await Body?.transformToByteArray()
    await client.send(new sdk.ListObjectsV2Command({ Bucket: settings.bucket, MaxKeys: 1 }))
    await client.send(new sdk.DeleteObjectCommand(at))
  } catch (error) {
    throw new Error(problemOf(error, settings), { cause: error })
  } finally {
    client.destroy()
  }
}

const openClient = (
  { S3Client }: Sdk,
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  requestHandler: typeof LIMITS,
): S3.S3Client =>
  new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Services other than Amazon's have no name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // With its own checksums the SDK frames the body, and other services store the frames.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler,
  })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** The service did not answer, or said that it cannot now. */
function isUnanswered(outcome: Outcome<unknown>): boolean {
  if ('value' in outcome) return false
  const { error } = outcome
  const status = statusOf(error)
  return status === undefined || status >= 500
}

const WithStatus = z.object({ $metadata: z.object({ httpStatusCode: z.optional(z.number()) }) })

/** The HTTP status of an error of the SDK; undefined when no reply came. */
const statusOf = (error: unknown): number | undefined => z.safeParse(WithStatus, error).data?.$metadata.httpStatusCode

const isAbsent = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameOf(error))

/** The refusal of a call that failed. The operator finds the reason in the log. */
function refusalOf(error: unknown, log: Logger): Refusal {
  if (error instanceof Refusal) return error
  log.error({ problem: `${nameOf(error)}: ${messageOf(error)}` }, 'the file store did not answer as expected')
  return new Refusal(
    'unavailable',
    'En este momento no podemos abrir ni guardar archivos. Lo demás sigue funcionando: intenta de nuevo en unos minutos.',
    { retryAfterS: RETRY_AFTER_S },
  )
}

const KEY_PROBLEMS = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'AuthorizationHeaderMalformed']

function problemOf(error: unknown, { bucket, endpoint }: S3Settings): string {
  const name = nameOf(error)
  if (name === 'NoSuchBucket') return `S3_BUCKET: el servicio no tiene el bucket ${bucket}. Créalo o corrige el nombre.`
  if (name === 'PermanentRedirect') return `S3_REGION: el bucket ${bucket} está en otra región.`
  if (KEY_PROBLEMS.includes(name))
    return `S3_ACCESS_KEY_ID o S3_SECRET_ACCESS_KEY: el servicio de archivos no acepta esa clave (${name}).`
  if (name === 'AccessDenied')
    return `S3_ACCESS_KEY_ID: esa clave no puede leer, escribir, listar y borrar en el bucket ${bucket}.`
  const where = endpoint === undefined ? 'S3_REGION: Amazon S3' : `S3_ENDPOINT: ${endpoint}`
  return `${where} no responde como un servicio S3 (${name === '' ? 'sin respuesta' : name}).`
}
