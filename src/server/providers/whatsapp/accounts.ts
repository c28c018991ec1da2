import { circuitBreaker } from '#server/providers/circuit-breaker.ts'
import { type Outcome, type Whatsapp, type WhatsappKeys, whatsappAt } from './client.ts'

/** Opens the numbers of the companies at the Cloud API. They share one breaker: when Meta does not answer, nothing more is sent for a while. */
export function whatsappAccounts(url: string, timeoutMs?: number): (keys: WhatsappKeys) => Whatsapp {
  const breaker = circuitBreaker()
  const guard = <T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    breaker.guard<Outcome<T>>(
      call,
      (outcome) => !outcome.ok && outcome.failure.code === null,
      () => ({ ok: false, failure: { kind: 'unsent', code: null, details: '' } }),
    )
  return (keys) => {
    const number = whatsappAt(url, keys, timeoutMs)
    return {
      send: (message) => guard(() => number.send(message)),
      number: () => guard(() => number.number()),
      templates: (name) => guard(() => number.templates(name)),
      createTemplate: (template) => guard(() => number.createTemplate(template)),
    }
  }
}
