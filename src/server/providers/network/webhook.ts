import { createHmac } from 'node:crypto'
import type { CallResult, NetworkDriver, ServiceCall } from './driver.ts'
import type { HttpClient } from './http.ts'

const REPLY_MAX_BYTES = 64 * 1024

export const SIGNATURE_HEADER = 'enlace-signature'

type WebhookOptions = { url: string; secret: string; http: HttpClient; now: () => Date }

/**
 * The driver of a company's own system: one signed POST for each order, with the whole desired state. 2xx: applied. 409: a newer order
 * was applied already. Another 4xx: refused. 5xx: tried again later.
 */
export function webhookDriver({ url, secret, http, now }: WebhookOptions): NetworkDriver {
  const post = async (body: object): Promise<CallResult> => {
    const text = JSON.stringify(body)
    const seconds = Math.floor(now().getTime() / 1_000)
    const reply = await http({
      method: 'POST',
      url,
      body: text,
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: `t=${seconds},v1=${signatureOf(secret, seconds, text)}`,
      },
      maxBytes: REPLY_MAX_BYTES,
    })
    return 'problem' in reply ? { kind: 'unanswered', detail: reply.problem } : resultOf(reply.status)
  }
  return {
    test: () => post({ kind: 'test', at: now().toISOString() }),
    apply: (service) => post({ kind: 'order', ...bodyOf(service), at: now().toISOString() }),
    read: async () => ({ kind: 'nothing_to_read' }),
  }
}

/** HMAC-SHA256, in hexadecimal, of the seconds of the signature, a point and the body. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

const bodyOf = (service: ServiceCall) => ({
  id: service.order_id,
  version: service.version,
  action: service.action,
  service: service.service_id,
  contract: service.no_contract,
  desired: {
    state: service.state,
    on_suspend: service.on_suspend,
    username: service.username,
    ipv4: service.ipv4,
    down_kbps: service.down_kbps,
    up_kbps: service.up_kbps,
  },
})

function resultOf(status: number): CallResult {
  if (status >= 200 && status < 300) return { kind: 'applied' }
  if (status === 409) return { kind: 'unchanged' }
  const detail = `respondió ${status}`
  if (status === 401 || status === 403) return { kind: 'credentials', detail }
  if (status === 408 || status === 429 || status >= 500) return { kind: 'error', detail }
  return { kind: 'refused', detail }
}
