import * as z from 'zod/mini'
import { storable } from '#domain/core/storable.ts'
import type { CallFailure, CallResult, DeviceReading, NetworkDriver, ServiceCall } from './driver.ts'
import type { HttpClient } from './http.ts'
import {
  commentOf,
  ListRow,
  type Menu,
  observedOf,
  parseRate,
  QueueRow,
  Row,
  SecretRow,
  sameAddress,
  serviceIdOf,
} from './routeros-rows.ts'

const REPLY_MAX_BYTES = 32 * 1024 * 1024

type RouterOptions = {
  url: string
  login: string
  password: string
  certificate: string | null
  listName: string
  http: HttpClient
}

type Reply = { ok: true; body: unknown } | { ok: false; failure: CallFailure }
type Rest = (method: 'GET' | 'POST' | 'PUT', path: string, body?: Record<string, unknown>) => Promise<Reply>
type OwnRows = { secrets: SecretRow[]; listed: ListRow[]; queues: QueueRow[] }
/** One write: a menu and its values. */
type Write = { method: 'POST' | 'PUT'; path: string; body: Record<string, string> }

/**
 * The driver of RouterOS 7 over its REST API. Each row of ours has the comment enlace:<service>; a row without it is never changed.
 * A service is one PPP secret, and with a fixed address one simple queue and, while it is cut, one row of the address list. Writes are
 * read back: a reply may come after the change, or not come.
 */
export function routerosDriver(options: RouterOptions): NetworkDriver {
  const rest = restOf(options)
  return {
    test: async () => {
      const reply = await rest('GET', '/system/resource')
      return reply.ok ? { kind: 'applied' } : reply.failure
    },
    apply: (service) => applyService(rest, service, options.listName),
    read: () => readRouter(rest, options.listName),
  }
}

async function applyService(rest: Rest, service: ServiceCall, listName: string): Promise<CallResult> {
  const before = await readOwn(rest, service.service_id)
  if ('kind' in before) return asError(before)
  const writes = writesFor(service, before, listName)
  for (const { method, path, body } of writes) {
    const reply = await rest(method, path, body)
    // A row that is gone is what a removal wants. Another refusal may come after the change: the rows are read again below.
    if (!reply.ok && reply.failure.kind !== 'refused') return reply.failure
    if (!reply.ok && /already have|same name/.test(reply.failure.detail)) return foreignRow(service)
  }
  if (writes.length === 0 && service.state === 'active') return { kind: 'unchanged' }
  // The state first, then the sessions: in the other order the client would connect with the old state. An earlier try may have written
  // the state of a cut and not ended its session, which goes on until then.
  const kicked = await endSessions(rest, [service.username, ...before.secrets.map(({ name }) => name)])
  if (kicked) return kicked
  if (writes.length === 0) return { kind: 'unchanged' }
  const after = await readOwn(rest, service.service_id)
  if ('kind' in after) return asError(after)
  // A password cannot be read back.
  return writesFor({ ...service, password: null }, after, listName).length === 0
    ? { kind: 'applied' }
    : { kind: 'error', detail: 'el router no quedó como se le pidió' }
}

/** A reading that is refused says nothing about the order: it is tried again. */
const asError = (failure: CallFailure): CallFailure =>
  failure.kind === 'refused' ? { ...failure, kind: 'error' } : failure

const foreignRow = ({ username }: ServiceCall): CallFailure => ({
  kind: 'refused',
  detail: `el router ya tiene a ${username} sin la marca de Enlace: quítalo o márcalo`,
})

/** The writes that make the rows of a service what they must be. None when they are. */
function writesFor(service: ServiceCall, rows: OwnRows, listName: string): Write[] {
  const isCut = service.state === 'suspended'
  const isWalled = isCut && service.on_suspend === 'walled' && service.ipv4 !== null
  const isPresent = service.state !== 'absent'
  return [
    ...secretWrites(service, isPresent, isCut && !isWalled, rows.secrets),
    ...queueWrites(service, isPresent, rows.queues),
    ...listWrites(service, isWalled, rows.listed, listName),
  ]
}

function secretWrites(service: ServiceCall, isPresent: boolean, isDisabled: boolean, found: SecretRow[]): Write[] {
  const [first, ...others] = isPresent ? found : []
  const removed = (isPresent ? others : found).map((row) => remove('/ppp/secret', row))
  if (!isPresent) return removed
  const values: Record<string, string> = {
    name: service.username,
    disabled: String(isDisabled),
    ...(service.ipv4 === null ? {} : { 'remote-address': service.ipv4 }),
  }
  const password: Record<string, string> = service.password === null ? {} : { password: service.password }
  if (!first) {
    const created = { ...values, ...password, service: 'pppoe', comment: commentOf(service.service_id) }
    return [...removed, { method: 'PUT', path: '/ppp/secret', body: created }]
  }
  const isSame =
    first.name === service.username &&
    first.disabled === String(isDisabled) &&
    (service.ipv4 === null || sameAddress(first['remote-address'] ?? null, service.ipv4))
  const isNewPassword = service.action === 'create'
  if (isSame && !isNewPassword) return removed
  // The router does not show a password, so a new one cannot be compared: it is written with the order that creates the service.
  if (isSame && (service.password === null || first.password === service.password)) return removed
  return [...removed, set('/ppp/secret', first, { ...values, ...password })]
}

function queueWrites(
  { ipv4, down_kbps, up_kbps, ...service }: ServiceCall,
  isPresent: boolean,
  found: QueueRow[],
): Write[] {
  if (!isPresent || ipv4 === null) return found.map((row) => remove('/queue/simple', row))
  const [first, ...others] = found
  const removed = others.map((row) => remove('/queue/simple', row))
  const values = { name: `enlace-${service.username}`, target: `${ipv4}/32`, 'max-limit': `${up_kbps}k/${down_kbps}k` }
  if (!first) {
    return [
      ...removed,
      { method: 'PUT', path: '/queue/simple', body: { ...values, comment: commentOf(service.service_id) } },
    ]
  }
  const speed = parseRate(first['max-limit'])
  const isSame = speed?.down_kbps === down_kbps && speed.up_kbps === up_kbps && sameAddress(first.target, ipv4)
  return isSame ? removed : [...removed, set('/queue/simple', first, values)]
}

function listWrites({ ipv4, service_id }: ServiceCall, isWalled: boolean, found: ListRow[], list: string): Write[] {
  const kept = found.find((row) => isWalled && row.list === list && sameAddress(row.address, ipv4))
  const removed = found.filter((row) => row !== kept).map((row) => remove('/ip/firewall/address-list', row))
  if (!isWalled || kept || ipv4 === null) return removed
  const body = { list, address: ipv4, comment: commentOf(service_id) }
  return [...removed, { method: 'PUT', path: '/ip/firewall/address-list', body }]
}

const remove = (menu: Menu, row: Row): Write => ({
  method: 'POST',
  path: `${menu}/remove`,
  body: { '.id': row['.id'] },
})
const set = (menu: Menu, row: Row, values: Record<string, string>): Write => ({
  method: 'POST',
  path: `${menu}/set`,
  body: { '.id': row['.id'], ...values },
})

/** The rows of one service. */
async function readOwn(rest: Rest, serviceId: string): Promise<OwnRows | CallFailure> {
  const query = { '.query': [`comment=${commentOf(serviceId)}`] }
  const secrets = rowsOf(SecretRow, await rest('POST', '/ppp/secret/print', query))
  if ('kind' in secrets) return secrets
  const listed = rowsOf(ListRow, await rest('POST', '/ip/firewall/address-list/print', query))
  if ('kind' in listed) return listed
  const queues = rowsOf(QueueRow, await rest('POST', '/queue/simple/print', query))
  return 'kind' in queues ? queues : { secrets, listed, queues }
}

/** Ends the sessions of user names. Null when none is left. */
async function endSessions(rest: Rest, usernames: readonly string[]): Promise<CallFailure | null> {
  for (const username of new Set(usernames)) {
    const sessions = rowsOf(Row, await rest('POST', '/ppp/active/print', { '.query': [`name=${username}`] }))
    if ('kind' in sessions) return sessions
    for (const session of sessions) {
      const reply = await rest('POST', '/ppp/active/remove', { '.id': session['.id'] })
      if (!reply.ok && reply.failure.kind !== 'refused') return reply.failure
    }
  }
  return null
}

async function readRouter(rest: Rest, listName: string): Promise<DeviceReading> {
  const secrets = rowsOf(SecretRow, await rest('GET', '/ppp/secret'))
  if ('kind' in secrets) return secrets
  const listed = rowsOf(ListRow, await rest('GET', '/ip/firewall/address-list'))
  if ('kind' in listed) return listed
  const queues = rowsOf(QueueRow, await rest('GET', '/queue/simple'))
  if ('kind' in queues) return queues
  return {
    kind: 'read',
    services: observedOf({ secrets, listed: listed.filter((row) => row.list === listName), queues }),
    foreign: secrets.filter((row) => serviceIdOf(row) === null).map(({ name }) => ({ name })),
  }
}

/** The rows of a list, without the dynamic ones. One row that cannot be read makes the list unreadable: no removal follows from it. */
function rowsOf<S extends z.ZodMiniType<Row>>(schema: S, reply: Reply): z.output<S>[] | CallFailure {
  if (!reply.ok) return reply.failure
  const parsed = z.safeParse(z.array(schema), reply.body)
  if (!parsed.success) return { kind: 'unanswered', detail: 'su respuesta no es una lista de RouterOS' }
  return parsed.data.filter((row) => row.dynamic !== 'true')
}

const restOf =
  ({ url, login, password, certificate, http }: RouterOptions): Rest =>
  async (method, path, body) => {
    const reply = await http({
      method,
      url: `${url.replace(/\/+$/, '')}/rest${path}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      certificate,
      maxBytes: REPLY_MAX_BYTES,
    })
    if ('problem' in reply) return { ok: false, failure: { kind: 'unanswered', detail: reply.problem } }
    return readReply(reply.status, reply.text)
  }

function readReply(status: number, text: string): Reply {
  const body = parseJson(text)
  if (status >= 200 && status < 300) {
    if (body !== undefined) return { ok: true, body }
    return {
      ok: false,
      failure: { kind: 'unanswered', detail: 'no respondió la API REST: necesita RouterOS 7.10 o mayor' },
    }
  }
  const detail = detailOf(body) ?? `respondió ${status}`
  if (status === 401) return { ok: false, failure: { kind: 'credentials', detail } }
  if (/not allowed|not enough permissions/.test(detail)) {
    return {
      ok: false,
      failure: { kind: 'credentials', detail: 'a su usuario le falta un permiso: read, write, api y rest-api' },
    }
  }
  if (/session closed/i.test(detail)) return { ok: false, failure: { kind: 'unanswered', detail } }
  return { ok: false, failure: { kind: status >= 500 ? 'error' : 'refused', detail } }
}

const ErrorBody = z.object({ detail: z.optional(z.string()), message: z.optional(z.string()) })
function detailOf(body: unknown): string | undefined {
  const parsed = z.safeParse(ErrorBody, body)
  const detail = parsed.success ? (parsed.data.detail ?? parsed.data.message) : undefined
  return detail === undefined ? undefined : storable(detail, 200)
}

/** Undefined for a text that is not JSON. A write answers with an empty body. */
function parseJson(text: string): unknown {
  if (text === '') return []
  try {
    const body: unknown = JSON.parse(text)
    return body
  } catch {
    return undefined
  }
}
