import type * as z from 'zod/mini'
import type { Role } from './roles.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * One call of the HTTP API, as data: the server implements it (`implement`), the browser calls it (`call`), OpenAPI and
 * the authorisation matrix are generated from it. `path` is relative to /api; ':name' segments become `params`.
 */
export type Endpoint = {
  readonly method: Method
  readonly path: string
  /** The roles that may call it. 'public' needs no session, and test/cases has the reason. */
  readonly roles: readonly Role[] | 'public'
  /** One line for the API page. */
  readonly summary: string
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly reply: z.ZodMiniType
  /**
   * The input in which a superadmin names the company whose rows the verb reads and writes. A caller with another role only works
   * on the own company: the reply for another company is the one for a company that does not exist.
   */
  readonly company?: 'query.company_id' | 'params.id'
  /** 200 by default; 201 for a call that creates a row, 202 for a call that starts a job. */
  readonly status?: 200 | 201 | 202
  /**
   * 'required': a call that moves money is refused without an Idempotency-Key. 'never': the key is ignored where body or reply
   * contain a secret, because the first reply is stored to be sent again. 'own': the verb stores the key itself where it calls
   * another system or reads a file first, because one transaction cannot contain all the steps.
   */
  readonly idempotency?: 'required' | 'never' | 'own'
  /**
   * A call whose documents get the day of the process: it is refused with 503 while the clock of the process differs from that of the
   * database. A call that moves money ('required' above) is one without saying so.
   */
  readonly dated?: true
  /**
   * A delicate call: without a password typed in the last minutes it is refused with STEP_UP_REQUIRED, and the browser asks for it and
   * repeats the call. 'own': the verb decides, because only some of its data are delicate.
   */
  readonly stepUp?: true | 'own'
  /**
   * A call that opens, recovers or closes a session: its reply gives no information about the session that the browser has. With
   * 'opens' the browser sends no token (AUT-05).
   */
  readonly session?: 'opens' | 'recovers' | 'closes'
  /**
   * The reply of a read has data of clients of the company: of one client, or where its rows are. The rows that a user of the staff
   * reads are counted, and many in an hour are an event (src/server/core/reading.ts).
   */
  readonly clientRows?: 'one' | 'data' | 'data.excluded'
  /**
   * The reply is a file of a whole list, whose name this is in the audit log: each one is an event with the count of its rows, which
   * the verb returns beside the file, and a user has so many in an hour. 'own': the verb does so itself, because its input names the
   * list.
   */
  readonly listFile?: string
  /** What only a person does, with the own user: every key of the API is refused, whatever its scopes. */
  readonly personOnly?: true
  /** A user whose first login is not finished, or who must set up the second factor first, may call it. */
  readonly firstLogin?: true
  /** Is available while the maintenance switch is on. */
  readonly duringMaintenance?: true
  /** A POST that only reads, because its input does not fit in a URL: its transaction is read-only, as for a GET. */
  readonly readOnly?: true
  /** What the body is when it is not the JSON of `body`. */
  readonly bodyAs?: BodyForm
  /** What the reply is when it is not always the JSON of `reply`. */
  readonly replyAs?: ReplyForm
  /** Changes only the caller's own marks (what was read, which page is open), which are not events of the company: it records no event. */
  readonly ownMarks?: true
}

/**
 * 'upload': one file of at most UPLOAD_MAX_BYTES and a few short fields, of which `body` is the schema (UploadBody); without it there are
 * none. `parts`: the same, with the names of the parts that may contain the file. 'event': an event of another system, which the verb
 * receives unparsed with its signature (WebhookBody). 'signed_event': the signature is of the bytes, which the verb receives as they came
 * (SignedBody). 'email': one e-mail as it arrived (message/rfc822), of at most MAIL_MAX_BYTES, from the mail server of the platform: without
 * INBOUND_TOKEN as the bearer the call is refused before its body is read. No limit per IP address applies to events and e-mails.
 */
type BodyForm = 'upload' | { readonly parts: readonly string[] } | 'event' | 'signed_event' | 'email'

/**
 * 'file': the verb returns `{ file: { name, type, bytes } }`. 'json_or_file': it may do so instead of the JSON of `reply`, when a format in
 * the query asks for it. 'printed': JSON of `reply` that the verb printed before, a large reply that is always the same. 'stream':
 * server-sent events until the caller disconnects (src/server/core/streams.ts).
 */
type ReplyForm = 'file' | 'json_or_file' | 'printed' | 'stream'

/** Whether the body of a call is a file with a few fields. */
export const isUpload = ({ bodyAs }: Pick<Endpoint, 'bodyAs'>): boolean =>
  bodyAs === 'upload' || typeof bodyAs === 'object'

/** Whether the body of a call is an event of another system. */
export const isEvent = ({ bodyAs }: Pick<Endpoint, 'bodyAs'>): boolean =>
  bodyAs === 'event' || bodyAs === 'signed_event'

/** The largest file of an upload (API-02). */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024

/** The largest e-mail that is received: one with a file of UPLOAD_MAX_BYTES, which base64 makes a third longer, and more. */
export const MAIL_MAX_BYTES = 12 * 1024 * 1024

/** The body of an upload, as the verb receives it. */
export type UploadBody = {
  /** `part`: the name of the part that contains the file. */
  file: { part: string; name: string; bytes: Uint8Array }
  fields: Readonly<Record<string, string>>
}

/** The body of an 'event', as the verb receives it: the received JSON value, not validated, and the signature. */
export type WebhookBody = { event: unknown; signature: string | null }

/** The body of a 'signed_event', as the verb receives it. */
export type SignedBody = { bytes: Uint8Array; signature: string | null }

export type Endpoints = Readonly<Record<string, Endpoint>>

/** Declares the endpoints of a feature. Keeps the literal types; does nothing at run time. */
export const api = <const E extends Endpoints>(endpoints: E): E => endpoints

type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** The input of a verb: parsed by the endpoint's schemas, typed by its path. */
export type Input<E extends Endpoint> = {
  readonly params: Readonly<Record<PathParam<E['path']>, string>>
  readonly query: Output<E['query']>
  readonly body: E['bodyAs'] extends 'upload' | { parts: readonly string[] }
    ? UploadBody
    : E['bodyAs'] extends 'signed_event'
      ? SignedBody
      : E['bodyAs'] extends 'event'
        ? WebhookBody
        : E['bodyAs'] extends 'email'
          ? Uint8Array
          : Output<E['body']>
}

/** The value that a verb returns and a caller receives (decoded: money as centavos). */
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** The path with its parameters filled in, each escaped. */
export function pathOf(endpoint: Endpoint, params: Readonly<Record<string, string>>): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
