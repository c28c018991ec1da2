import type * as z from 'zod/mini'
import type { Role } from './roles.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * One call of the HTTP API, as data: the server implements it (`implement`), the browser makes it (`call`), OpenAPI and
 * the authorisation matrix are read from it. `path` is relative to /api; ':name' segments become `params`.
 */
export type Endpoint = {
  readonly method: Method
  readonly path: string
  /** Who may call it. 'public' needs no session and is on the named list of test/api.test.ts. */
  readonly roles: readonly Role[] | 'public'
  /** One line for the API page. */
  readonly summary: string
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly reply: z.ZodMiniType
  /**
   * Where a superadmin names the company whose rows the verb works on. Anybody else only ever works on the own company: another
   * one is answered like one that does not exist.
   */
  readonly company?: 'query.company_id' | 'params.id'
  /** 200 unless said otherwise: 201 for what creates, 202 for a job that starts. */
  readonly status?: 200 | 201 | 202
  /**
   * Money routes refuse to run without an Idempotency-Key ('required'). Where body or answer hold a secret the key is ignored
   * ('never'), because the first answer is kept to be given again. Where another system is called in between, or a file is read
   * first, the verb keeps the key itself ('own'): one transaction cannot hold it all.
   */
  readonly idempotency?: 'required' | 'never' | 'own'
  /**
   * A call that opens, recovers or closes a session: what it answers says nothing of the session that the browser has. Where it opens
   * one, the browser sends no token (AUT-05).
   */
  readonly session?: 'opens' | 'recovers' | 'closes'
  /** A person whose first login is not finished may call it. */
  readonly firstLogin?: true
  /** Answers while the maintenance switch is on. */
  readonly duringMaintenance?: true
  /** A POST that only asks, because its question does not fit an address: the database lets it write nothing, as a GET. */
  readonly readOnly?: true
  /** Not a JSON body: one file and a few short fields, as `Upload` of the verb (UPLOAD_MAX_BYTES). */
  readonly multipart?: true
  /** Another system's event: its body comes unread, with its signature, as `WebhookBody`. No limit of one address holds it up. */
  readonly webhook?: true
  /** Answers a file and not JSON: the verb returns `{ file: { name, type, bytes } }`. */
  readonly download?: true
  /** Answers server-sent events until the caller leaves: the verb returns a `Subscribe` of the server. */
  readonly stream?: true
  /** Changes only the caller's own marks of what was seen, which is no fact of the company: it leaves no event. */
  readonly ownMarks?: true
}

/** The largest file of an upload (API-02). */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024

/** The body of a multipart endpoint, as the verb receives it. */
export type UploadBody = { file: { name: string; bytes: Uint8Array }; fields: Readonly<Record<string, string>> }

/** The body of a webhook endpoint, as the verb receives it: whatever came, and the signature beside it. */
export type WebhookBody = { event: unknown; signature: string | null }

export type Endpoints = Readonly<Record<string, Endpoint>>

/** Declares the endpoints of a feature. Keeps the literal types; does nothing at run time. */
export const api = <const E extends Endpoints>(endpoints: E): E => endpoints

type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** What a verb receives: parsed by the endpoint's schemas, typed by its path. */
export type Input<E extends Endpoint> = {
  readonly params: Readonly<Record<PathParam<E['path']>, string>>
  readonly query: Output<E['query']>
  readonly body: E['multipart'] extends true ? UploadBody : E['webhook'] extends true ? WebhookBody : Output<E['body']>
}

/** What a verb returns and a caller receives (decoded: money as centavos). */
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** The path with its parameters filled in, each escaped. */
export function pathOf(endpoint: Endpoint, params: Readonly<Record<string, string>>): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
