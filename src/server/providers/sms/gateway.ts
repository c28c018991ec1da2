import * as z from 'zod/mini'
import { storable } from '#domain/core/storable.ts'
import { type CircuitBreaker, circuitBreaker } from '../circuit-breaker.ts'
import { type AddressRange, addressCheck } from '../network/addresses.ts'
import { type HttpClient, httpClient } from '../network/http.ts'
import type { SmsMessage, SmsOutcome, SmsSender } from './sender.ts'

/** The account of a company at a gateway. `sender`: its short code. */
export type SmsKeys = { url: string; sender: string; key: string }

const REPLY_MAX_BYTES = 64 * 1024
const DETAILS_MAX = 200
const COUNTRY = '57'
const KEY_HEADER = 'X-Hablame-Key'
const CAMPAIGN = 'Avisos'
/** The breakers in memory: a company may write one address after another. */
const BREAKERS_MAX = 1_000

/**
 * Opens the gateways of the companies: each at the address that the company wrote, which may not be of this server or of a private network
 * outside `ranges`. The companies of one address share a breaker: one gateway that does not answer keeps no other waiting for long.
 */
export function smsGateways(ranges: readonly AddressRange[], timeoutMs?: number): (keys: SmsKeys) => SmsSender {
  const http = httpClient(addressCheck(ranges), timeoutMs)
  const breakers = new Map<string, CircuitBreaker>()
  return (keys) => {
    if (!URL.canParse(keys.url)) return NO_ADDRESS
    const { origin } = new URL(keys.url)
    const breaker = breakers.get(origin) ?? circuitBreaker()
    if (breakers.size >= BREAKERS_MAX) breakers.clear()
    breakers.set(origin, breaker)
    return {
      send: (message) =>
        breaker.guard<SmsOutcome>(
          () => sendTo(http, keys, message),
          ({ kind }) => kind === 'unsent' || kind === 'unknown',
          () => ({ kind: 'unsent', details: 'no responde' }),
        ),
    }
  }
}

/** The sender of an address that is none. */
const NO_ADDRESS: SmsSender = { send: async () => ({ kind: 'unsent', details: 'la dirección no existe' }) }

/** The request of hablame.co, as public code has it (v5). */
async function sendTo(http: HttpClient, { url, sender, key }: SmsKeys, message: SmsMessage): Promise<SmsOutcome> {
  const { to, text, reference } = message
  const reply = await http({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', accept: 'application/json', [KEY_HEADER]: key },
    body: JSON.stringify({
      priority: true,
      certificate: false,
      flash: false,
      sendDate: 'Now',
      campaignName: CAMPAIGN,
      from: sender,
      messages: [{ to: `${COUNTRY}${to}`, text, costCenter: 0, reference01: reference }],
    }),
    maxBytes: REPLY_MAX_BYTES,
  })
  if ('problem' in reply) return { kind: reply.isUnsent ? 'unsent' : 'unknown', details: reply.problem }
  return outcomeOf(reply.status, answerIn(reply.text))
}

const Answer = z.looseObject({ statusMessage: z.optional(z.string()), message: z.optional(z.string()) })
type Answer = z.output<typeof Answer>

/** The answer of a gateway; null for what is not a JSON object, as the page of a proxy. */
function answerIn(text: string): Answer | null {
  try {
    const parsed = z.safeParse(Answer, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Only 'OK' says that a message was accepted, and only an answer of 4xx of the gateway itself that none was: anything else says nothing. */
function outcomeOf(status: number, answer: Answer | null): SmsOutcome {
  const details = storable(answer?.statusMessage ?? answer?.message ?? '', DETAILS_MAX) || `respondió ${status}`
  if (answer === null) return { kind: 'unknown', details }
  if (status >= 200 && status < 300)
    return answer.statusMessage?.toUpperCase() === 'OK' ? { kind: 'accepted' } : { kind: 'unknown', details }
  if (status === TOO_MANY) return { kind: 'slow', details }
  if (status === TIMED_OUT || status < 400 || status >= 500) return { kind: 'unknown', details }
  return { kind: 'refused', isKey: status === 401 || status === 403, details }
}

const TOO_MANY = 429
const TIMED_OUT = 408
