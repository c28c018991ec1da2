/** A message. `to`: ten digits of a Colombian mobile. `reference`: our identifier, which the gateway keeps with it. */
export type SmsMessage = { to: string; text: string; reference: string }

/**
 * What became of a message. `refused`: the gateway said no, and nothing was sent; `isKey`: it does not accept the key. `unsent`: no byte of
 * the request left. `slow`: it asks to wait. `unknown`: it may have been sent. `details`: what the gateway or the network said.
 */
export type SmsOutcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; isKey: boolean; details: string }
  | { kind: 'unsent' | 'slow' | 'unknown'; details: string }

/**
 * The port to a gateway of text messages. It sends once and does not throw. No gateway is known to have an idempotency key, so a message
 * whose outcome is unknown is not sent again unless a person asks.
 */
export type SmsSender = { send(message: SmsMessage): Promise<SmsOutcome> }
