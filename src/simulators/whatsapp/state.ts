/** A number of the simulator with the keys of its company. */
export type SimulatedNumber = {
  name: string
  phone_number_id: string
  waba_id: string
  token: string
  app_secret: string
  /** Where its events go; null: nowhere. */
  events_url: string | null
  display_phone_number: string
}

export type TemplateStatus = 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED'

export type SimulatedTemplate = {
  waba_id: string
  id: string
  name: string
  language: string
  status: TemplateStatus
  category: 'UTILITY' | 'MARKETING'
  body: string
  components: unknown[]
}

/** A message that the simulator accepted. */
export type SimulatedMessage = {
  id: string
  number: SimulatedNumber
  /** Digits with the country in front. */
  to: string
  template: string | null
  values: Readonly<Record<string, string>>
  reference: string | null
  at: Date
}

/** A reply: an HTTP status and a body. */
export type Reply = { status: number; body: unknown }

export type SimulatorState = {
  numbers: readonly SimulatedNumber[]
  templates: SimulatedTemplate[]
  messages: SimulatedMessage[]
  /** The instants of the calls by number, and of the messages by number and recipient: milliseconds. */
  calls: Map<string, number[]>
  pairs: Map<string, number[]>
  /** Recipients that were messaged in the last day. */
  tier: number
  reviewMs: number
  statusMs: number
  retriesMs: readonly number[]
  failuresLeft: Map<string, number>
  now: () => number
  later: (ms: number, work: () => void) => void
}

/** An error of Meta. The HTTP status does not decide: the code does. */
export const refusal = (status: number, code: number, details: string): Reply => ({
  status,
  body: {
    error: {
      message: `(#${code}) ${details}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: 'AsimulatedTraceOfMeta',
    },
  },
})
