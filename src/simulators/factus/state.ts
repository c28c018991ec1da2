import { randomBytes } from 'node:crypto'
import type { Environment } from '#domain/core/environment.ts'
import type { FactusKind } from '#domain/providers/factus-document.ts'
import type { Payload } from './payload.ts'
import type { LineTotals, Totals } from './totals.ts'

/** An account of the simulator: what signs in, and the company that issues. */
export type SimulatedAccount = {
  name: string
  /** With its check digit: '901234567-7'. */
  nit: string
  user: string
  password: string
  client_id: string
  client_secret: string
  /** Test when absent. */
  environment?: Environment
  /** Changes to its two ranges, by kind. */
  ranges?: Partial<Record<FactusKind, Partial<SimulatedRange>>>
}

export type SimulatedRange = {
  id: number
  kind: FactusKind
  prefix: string
  from: number
  to: number
  /** The number of the next document. */
  current: number
  resolution_number: string | null
  start_date: string | null
  end_date: string | null
  technical_key: string | null
  is_active: boolean
}

/** A stored document. `errors`: by rule, as DIAN writes them. */
export type StoredDocument = {
  kind: FactusKind
  reference: string
  number: string
  payload: Payload
  totals: Totals
  lines: LineTotals[]
  is_validated: boolean
  code: string | null
  errors: Record<string, string>
  created_at: string
  validated_at: string | null
}

/** An event of RADIAN in the shape of v2. */
type SimulatedEvent = {
  number: string
  cude: string
  event_code: string
  event_name: string
  effective_date: string
  effective_time: string
}

export type AccountState = {
  account: SimulatedAccount
  ranges: SimulatedRange[]
  /** By kind and reference, in the order of creation. */
  documents: Map<string, StoredDocument>
  /** The events of RADIAN of its invoices, by number. */
  events: Map<string, SimulatedEvent[]>
  /** The instants of its last requests, for the limit per minute. */
  requests: number[]
}

export type SimulatorState = {
  accounts: Map<string, AccountState>
  tokens: Map<string, { user: string; until: number }>
  refreshTokens: Map<string, string>
  tokenSeconds: number
  /** Requests per minute of an account; null lifts the limit. */
  perMinute: number | null
  /** What DIAN does with the next documents. */
  dian: DianBehaviour[]
  /** Called after each change of a document. `document` null: it was deleted. */
  onChange: (user: string, key: string, document: StoredDocument | null) => void
}

/**
 * DIAN's next answer. `slow`: it does not answer in time. `rejected`: a rejection with a rule. `duplicate`: rule 90. `notified`: a
 * notification, which is harmless. Without one, and with `prompt`, a valid document is validated.
 */
export type DianBehaviour = 'prompt' | 'slow' | 'rejected' | 'duplicate' | 'notified'

/** DIAN's public key of tests. */
const TECHNICAL_KEY = 'fc8eac422eba16e22ffd8c6f94b3f40a6e38162c'
/** The simulator's own PIN: with Factus no client sees the real one. */
export const SOFTWARE_PIN = '75315'

/** An account with its two ranges. The ids are others in each account, as at the provider. */
export function openAccount(account: SimulatedAccount, index: number): AccountState {
  const invoice: SimulatedRange = {
    id: 389 + index * 100,
    kind: 'invoice',
    prefix: 'SETP',
    from: 990_000_000,
    to: 995_000_000,
    current: 990_000_000,
    resolution_number: '18760000001',
    start_date: '2019-01-19',
    end_date: '2030-01-19',
    technical_key: TECHNICAL_KEY,
    is_active: true,
    ...account.ranges?.invoice,
  }
  const note: SimulatedRange = {
    id: 1776 + index * 100,
    kind: 'credit_note',
    prefix: 'NC',
    from: 1,
    to: 10_000_000,
    current: 1,
    resolution_number: null,
    start_date: null,
    end_date: null,
    technical_key: null,
    is_active: true,
    ...account.ranges?.credit_note,
  }
  return { account, ranges: [invoice, note], events: new Map(), documents: new Map(), requests: [] }
}

export const documentKey = (kind: FactusKind, reference: string): string => `${kind} ${reference}`

export const findByNumber = (state: AccountState, kind: FactusKind, number: string): StoredDocument | undefined =>
  [...state.documents.values()].find((document) => document.kind === kind && document.number === number)

/** The document of a kind that is not validated: it blocks the others. */
export const pendingOf = (state: AccountState, kind: FactusKind): StoredDocument | undefined =>
  [...state.documents.values()].find((document) => document.kind === kind && !document.is_validated)

/** The grants of OAuth: a token by user and password, or by a refresh token. */
export function grantToken(state: SimulatorState, form: URLSearchParams): { status: number; body: unknown } {
  const refused = (status: number, error: string, description: string) => ({
    status,
    body: { error, error_description: description, message: description },
  })
  const clients = [...state.accounts.values()].map(({ account }) => account)
  const client = clients.find(
    ({ client_id, client_secret }) =>
      client_id === form.get('client_id') && client_secret === form.get('client_secret'),
  )
  if (!client) return refused(401, 'invalid_client', 'Client authentication failed')
  if (form.get('grant_type') === 'refresh_token') {
    const token = form.get('refresh_token') ?? ''
    if (state.refreshTokens.get(token) !== client.user)
      return refused(401, 'invalid_request', 'The refresh token is invalid.')
    state.refreshTokens.delete(token)
    return issueToken(state, client.user)
  }
  if (form.get('grant_type') !== 'password')
    return refused(400, 'unsupported_grant_type', 'The authorization grant type is not supported.')
  if (form.get('username') !== client.user || form.get('password') !== client.password)
    return refused(400, 'invalid_grant', 'The user credentials were incorrect.')
  return issueToken(state, client.user)
}

function issueToken(state: SimulatorState, user: string): { status: number; body: unknown } {
  const [access_token, refresh_token] = [randomBytes(40).toString('hex'), randomBytes(40).toString('hex')]
  state.tokens.set(access_token, { user, until: Date.now() + state.tokenSeconds * 1_000 })
  state.refreshTokens.set(refresh_token, user)
  return { status: 200, body: { token_type: 'Bearer', expires_in: state.tokenSeconds, access_token, refresh_token } }
}

/** The account of a token that has not expired. */
export function accountOf(state: SimulatorState, header: string | undefined): AccountState | null {
  const token = /^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? ''
  const known = state.tokens.get(token)
  if (!known || known.until <= Date.now()) return null
  return state.accounts.get(known.user) ?? null
}

/** The seconds to wait when the account made too many requests in the last minute; null when this one is allowed. */
export function overLimit(state: SimulatorState, own: AccountState): number | null {
  if (state.perMinute === null) return null
  const now = Date.now()
  own.requests = own.requests.filter((at) => at > now - 60_000)
  const [first] = own.requests
  if (own.requests.length >= state.perMinute && first !== undefined) return Math.ceil((first + 60_000 - now) / 1_000)
  own.requests.push(now)
  return null
}
