import * as z from 'zod/mini'
import type { Day } from '#domain/core/days.ts'
import { readReplyText } from '#server/providers/reply-text.ts'
import {
  type Bank,
  Bank as BankShape,
  dataOf,
  ErrorBody,
  flatMessages,
  Merchant,
  PaymentLink,
  Transaction,
} from './shapes.ts'
import { integritySignature } from './signature.ts'

/** The keys of one company in one environment. */
export type WompiKeys = { public_key: string; private_key: string; integrity_secret: string }

type Payer = { full_name: string; phone_number: string; legal_id?: string; legal_id_type?: string }

export type Method =
  | { type: 'NEQUI'; phone_number: string }
  | {
      type: 'PSE'
      /** 0 a person, 1 a company. */
      user_type: 0 | 1
      user_legal_id_type: 'CC' | 'NIT'
      user_legal_id: string
      financial_institution_code: string
      /** At most 30 characters: the documentation has 30 and 64; 30 satisfies both. */
      payment_description: string
    }
  | {
      type: 'BANCOLOMBIA_TRANSFER'
      user_type: 'PERSON'
      /** At most 64 characters, without single quotes. */
      payment_description: string
      /** Where the bank sends the payer back to. */
      ecommerce_url: string
    }
  | {
      type: 'CARD'
      /** What the provider gave the browser of the payer for the data of the card. */
      token: string
      installments: number
    }
  /** Cash at a correspondent of Bancolombia. */
  | { type: 'BANCOLOMBIA_COLLECT' }

/** A payment to create. The acceptance tokens are valid once: get new ones before each attempt. */
export type NewTransaction = {
  reference: string
  amount_in_cents: number
  customer_email: string
  customer_data: Payer
  payment_method: Method
  acceptance_token: string
  accept_personal_auth: string
  redirect_url?: string
  /** The last instant to pay it, in UTC; it is signed as it is sent. */
  expiration_time?: string
}

/** A payment link to create, for one approved transaction of an exact amount. No answer means that nothing was charged: its page has no payer yet. */
export type NewPaymentLink = {
  name: string
  description: string
  amount_in_cents: number
  /** The last instant to pay, in UTC. */
  expires_at: string
  redirect_url: string
  /** At most 36 characters: the link has it, and its transactions do not. */
  sku: string
}

/**
 * The failure of a call. `credentials`: the keys are not accepted. `refused`: the provider refused it, with reasons. `unknown`: the
 * result is not known (no answer, an invalid one, 5xx): find it by its reference before sending it again. `absent`: not found.
 * `unsent`: the call was not sent, because the provider did not answer the calls before it.
 */
export type WompiFailure = {
  kind: 'credentials' | 'refused' | 'unknown' | 'absent' | 'unsent'
  status: number
  problems: { field: string; message: string }[]
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: WompiFailure }

/** One merchant's account at Wompi. */
export type Wompi = {
  merchant(): Promise<Outcome<Merchant>>
  banks(): Promise<Outcome<Bank[]>>
  create(payment: NewTransaction): Promise<Outcome<Transaction>>
  get(id: string): Promise<Outcome<Transaction>>
  createLink(link: NewPaymentLink): Promise<Outcome<PaymentLink>>
  getLink(id: string): Promise<Outcome<PaymentLink>>
  /** Every transaction with this reference: call it when the answer to `create` was lost. */
  findByReference(reference: string): Promise<Outcome<Transaction[]>>
  /** A page (from 1) of the transactions created on a day; LIST_PAGE_SIZE of them when there are more. */
  listDay(day: Day, page: number): Promise<Outcome<Transaction[]>>
  /** A page (from 1) of the transactions created from a day until another, the newest first. */
  listNewest(from: Day, until: Day, page: number): Promise<Outcome<Transaction[]>>
}

export const LIST_PAGE_SIZE = 200
const TIMEOUT_MS = 10_000
const REPLY_MAX_BYTES = 1024 * 1024

/** A Wompi client at a base address ('https://sandbox.wompi.co/v1'). It does not throw: every failure is an outcome. */
export function wompiAt(baseUrl: string, keys: WompiKeys, timeoutMs = TIMEOUT_MS): Wompi {
  const call = async <S extends z.ZodMiniType>(schema: S, path: string, init: RequestInit = {}) =>
    readReply(schema, await send(`${baseUrl}${path}`, init, timeoutMs))
  const list = (from: Day, until: Day, page: number, order: 'ASC' | 'DESC') =>
    call(
      z.array(Transaction),
      `/transactions?from_date=${from}&until_date=${until}&page=${page}&page_size=${LIST_PAGE_SIZE}&order_by=created_at&order=${order}`,
      asPrivate,
    )
  const asPublic = { headers: { authorization: `Bearer ${keys.public_key}` } }
  const asPrivate = { headers: { authorization: `Bearer ${keys.private_key}` } }
  return {
    merchant: () => call(Merchant, `/merchants/${encodeURIComponent(keys.public_key)}`),
    banks: () => call(z.array(BankShape), '/pse/financial_institutions', asPublic),
    create: (payment) => {
      const signed = { ...payment, currency: 'COP' }
      return call(Transaction, '/transactions', {
        method: 'POST',
        headers: { ...asPrivate.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...signed, signature: integritySignature(signed, keys.integrity_secret) }),
      })
    },
    get: (id) => call(Transaction, `/transactions/${encodeURIComponent(id)}`),
    findByReference: (reference) =>
      call(z.array(Transaction), `/transactions?reference=${encodeURIComponent(reference)}`, asPrivate),
    createLink: (link) =>
      call(PaymentLink, '/payment_links', {
        method: 'POST',
        headers: { ...asPrivate.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...link, single_use: true, collect_shipping: false, currency: 'COP' }),
      }),
    getLink: (id) => call(PaymentLink, `/payment_links/${encodeURIComponent(id)}`, asPrivate),
    listDay: (day, page) => list(day, day, page, 'ASC'),
    listNewest: (from, until, page) => list(from, until, page, 'DESC'),
  }
}

type HttpReply = { status: number; body: unknown } | null

/** Sends one request with limits on its total time and its reply size, without redirects. Null when no answer can be read. */
async function send(url: string, init: RequestInit, timeoutMs: number): Promise<HttpReply> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const text = await readReplyText(response, REPLY_MAX_BYTES)
    return text === null ? null : { status: response.status, body: JSON.parse(text) }
  } catch {
    // A reset, a timeout, a slow reply, an HTML page: the provider may have received the request.
    return null
  }
}

function readReply<S extends z.ZodMiniType>(schema: S, reply: HttpReply): Outcome<z.output<S>> {
  if (reply === null) return failed('unknown', 0)
  const { status, body } = reply
  if (status >= 200 && status < 300) {
    const parsed = z.safeParse(dataOf(schema), body)
    if (!parsed.success) return failed('unknown', status)
    return { ok: true, value: z.parse(schema, parsed.data.data) }
  }
  // The reason of a 401 contains the key: it is not read.
  if (status === 401 || status === 403) return failed('credentials', status)
  if (status === 404) return failed('absent', status)
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return failed('refused', status, problemsOf(body))
  }
  return failed('unknown', status)
}

function problemsOf(body: unknown): WompiFailure['problems'] {
  const parsed = z.safeParse(ErrorBody, body)
  if (!parsed.success) return []
  const { reason, messages } = parsed.data.error
  return [...(reason === undefined ? [] : [{ field: '', message: reason }]), ...flatMessages(messages)]
}

const failed = <T>(
  kind: WompiFailure['kind'],
  status: number,
  problems: WompiFailure['problems'] = [],
): Outcome<T> => ({ ok: false, failure: { kind, status, problems } })
