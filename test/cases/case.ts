import type { Endpoint, Endpoints } from '#domain/core/api.ts'
import type { Role } from '#domain/core/roles.ts'
import type { Named } from '../authorization/fixtures.ts'
import type { Wire } from '../authorization/wires.ts'
import type { Company, Person, TestApp } from '../world.ts'

/**
 * The status for a record of the caller, of another user of the company, of another company, and for one that does not exist. For
 * staff, "own" is a record of one client of the company and "other" one of another client.
 */
type Four = readonly [own: number, other: number, foreign: number, absent: number]

/**
 * Which roles may make a call, written independently of the endpoint to check it. A role that is not named gets 403, a caller without
 * a session 401. A number: the call names no record.
 */
export type Roles = Partial<Record<Role | 'anyone', number | Four>> & {
  /** Instead of 404, when the path names a record and the body names a foreign or absent one. */
  body?: number
}

/** A request that names records of the fixtures of test/authorization. */
export type Request = (its: Named) => Wire

/** A call that must succeed: its request, for records that it makes in a company without any, and its caller. */
export type Sample = (t: TestApp, company: Company) => Promise<{ by: Person | null; wire: Wire }>

/** What the walks over all calls need to know about one of them, beyond its declaration. */
type Entry = {
  /** Left out when the call needs one of `with`. */
  may?: Roles
  /** Why the call needs no session. */
  isPublicBecause?: string
  /** For a call that changes something: the walk over the events makes it. */
  sample?: Sample
  /** For a call without a sample that names a record or has a body; before the sample when the call has both. */
  request?: Request
  /** The same call with one more filter or field. The request of a filter of FILTERS need not be written. */
  with?: Readonly<Record<string, { may: Roles; request?: Request }>>
}

export type CallCase = Entry & { name: string; endpoint: Endpoint }

/** The cases of a module, by the names of its endpoints. A new endpoint does not compile without its entry. */
export const casesOf = <const E extends Endpoints>(
  endpoints: E,
  entries: { readonly [K in keyof E]: Entry },
): CallCase[] =>
  Object.entries(entries).flatMap(([key, entry]) => {
    const endpoint = endpoints[key]
    return endpoint ? [{ ...entry, endpoint, name: `${endpoint.method} ${endpoint.path}` }] : []
  })

/** Any record of the company. */
export const theirs = (status: number): Four => [status, status, 404, 404]
/** Only the caller's own records. */
export const own = (status: number): Four => [status, 404, 404, 404]
/** Records of any company: for the superadmin, and for secret links and addresses. */
export const any = (status: number): Four => [status, status, status, 404]
/** A filter: it finds no record that the caller may not see. */
export const filter: Four = [200, 200, 200, 200]
/** The same for all six roles. */
export const all = (verdict: number | Four): Roles => ({
  superadmin: verdict,
  admin: verdict,
  financial: verdict,
  technical: verdict,
  network: verdict,
  client: verdict,
})

/** The requests of the usual filters of a list. */
export const FILTERS: Readonly<Record<string, Request>> = {
  client_id: (its) => ({ query: { client_id: its.client } }),
  no_contract: (its) => ({ query: { no_contract: its.contract } }),
  identification: (its) => ({ query: { identification: its.cedula } }),
  company_id: (its) => ({ query: { company_id: its.company } }),
  q: (its) => ({ query: { q: its.cedula } }),
}

/** A sample by a new user of a role. */
export const sampleBy =
  (role: Role, body?: object | (() => object)): Sample =>
  async (_t, company) => ({
    by: await company.person(role),
    wire: body === undefined ? {} : { body: typeof body === 'function' ? body() : body },
  })

/** The smallest PDF that the server accepts. */
export const SAMPLE_PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')

/** The request of a form with one file, in the part of that name. */
export function fileWire(
  name: string,
  bytes: Buffer,
  part = 'file',
  fields: Readonly<Record<string, string>> = {},
): Wire {
  const texts = Object.entries(fields).map(
    ([field, value]) => `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `--x\r\ncontent-disposition: form-data; name="${part}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from('\r\n--x--\r\n')]),
  }
}
