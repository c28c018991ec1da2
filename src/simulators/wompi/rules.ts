import * as z from 'zod/mini'
import { integritySignature } from '#server/providers/wompi/signature.ts'

/** A merchant of the simulator, with its four keys of the test environment and the URL for its events. */
export type SimulatedMerchant = {
  name: string
  public_key: string
  private_key: string
  integrity_secret: string
  events_secret: string
  events_url: string | null
  /** The methods of the account. Absent: every method of the simulator. */
  accepted_payment_methods?: readonly string[]
}

const ALL_METHODS = ['NEQUI', 'PSE', 'BANCOLOMBIA_TRANSFER', 'CARD', 'BANCOLOMBIA_COLLECT'] as const
export const acceptedBy = ({ accepted_payment_methods }: SimulatedMerchant): readonly string[] =>
  accepted_payment_methods ?? ALL_METHODS

/** A reply: an HTTP status, and a body in the provider's format. */
export type Reply = { status: number; body: unknown }

export const refusal = (status: number, error: Record<string, unknown>): Reply => ({ status, body: { error } })
export const invalid = (messages: Record<string, unknown>): Reply =>
  refusal(422, { type: 'INPUT_VALIDATION_ERROR', messages })
const unauthorised = (reason: string): Reply => refusal(401, { type: 'INVALID_ACCESS_TOKEN', reason })
export const NOT_FOUND = refusal(404, { type: 'NOT_FOUND_ERROR', reason: 'La entidad solicitada no existe' })

/** The smallest payment of the aggregator plan, in centavos. The textUpTo of the refusal is the simulator's: the provider's is not known. */
const MINIMUM_CENTS = 150_000

export const textUpTo = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const Nequi = z.looseObject({ type: z.literal('NEQUI'), phone_number: z.string().check(z.regex(/^3\d{9}$/)) })
const Pse = z.looseObject({
  type: z.literal('PSE'),
  user_type: z.literal([0, 1]),
  user_legal_id_type: z.literal(['CC', 'NIT']),
  user_legal_id: textUpTo(20),
  financial_institution_code: textUpTo(10),
  // The lower of the two limits in the documentation.
  payment_description: textUpTo(30),
})

/** The text of the provider has these fields and no others, and an address of https. The simulator's: http to this machine, for the demo. */
const Bancolombia = z.strictObject({
  type: z.literal('BANCOLOMBIA_TRANSFER'),
  user_type: z.literal('PERSON'),
  payment_description: textUpTo(64).check(z.regex(/^[^']*$/)),
  ecommerce_url: z.url().check(z.regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/)/)),
})

const Create = z.looseObject({
  amount_in_cents: z.int().check(z.gte(1)),
  currency: z.literal('COP'),
  reference: z.string().check(z.regex(/^[\w-]{1,255}$/)),
  customer_email: z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/)),
  customer_data: z.optional(z.looseObject({ full_name: z.optional(z.string()), phone_number: z.optional(z.string()) })),
  acceptance_token: z.optional(z.string()),
  accept_personal_auth: z.optional(z.string()),
  signature: z.optional(z.string()),
  redirect_url: z.optional(z.string()),
  expiration_time: z.optional(z.iso.datetime()),
  payment_method: z.optional(z.looseObject({ type: z.string() })),
})
export type CreateBody = z.output<typeof Create>

const CardPayment = z.strictObject({
  type: z.literal('CARD'),
  token: textUpTo(200),
  installments: z.optional(z.int().check(z.gte(1))),
})

/** Cash at a correspondent: the payer gives no data before. */
const Collect = z.strictObject({ type: z.literal('BANCOLOMBIA_COLLECT') })

const Payment = z.discriminatedUnion('type', [Nequi, Pse, Bancolombia, CardPayment, Collect])
export type PaymentMethod = z.output<typeof Payment>

/** Parses the body with the provider's schema. The refusal contains only the first error. */
export function readCreate(body: unknown): { body: CreateBody; method: PaymentMethod } | { reply: Reply } {
  const parsed = z.safeParse(Create, body)
  if (!parsed.success) return { reply: invalid(firstOf(parsed.error.issues)) }
  const { payment_method, customer_data } = parsed.data
  if (payment_method === undefined) {
    const reason = 'No se especificó método de pago o fuente de pago'
    return { reply: refusal(422, { type: 'UNPROCESSABLE', reason }) }
  }
  const method = z.safeParse(Payment, payment_method)
  if (!method.success) return { reply: invalid({ payment_method: firstOf(method.error.issues) }) }
  if (method.data.type === 'PSE' && !(customer_data?.full_name && customer_data.phone_number)) {
    return { reply: invalid({ customer_data: ["debe tener la propiedad requerida 'full_name' y 'phone_number'."] }) }
  }
  return { body: parsed.data, method: method.data }
}

/** The first error, as the provider names it. */
export function firstOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const [issue] = issues
  const field = String(issue?.path[0] ?? 'payment_method')
  return {
    [field]: [issue?.code === 'invalid_type' ? `debe tener la propiedad requerida ${field}.` : 'Formato inválido'],
  }
}

/** The merchant of the key in the header, or the refusal. `accepts`: the kinds of key that the call accepts, by the provider's table. */
export function merchantOf(
  merchants: readonly SimulatedMerchant[],
  header: string | undefined,
  accepts: readonly ('public' | 'private')[],
): { merchant: SimulatedMerchant } | { reply: Reply } {
  const key = /^Bearer (\S+)$/i.exec(header ?? '')?.[1]
  if (key === undefined) {
    return { reply: unauthorised('Se esperaba una llave pública o privada pero no se recibió ninguna') }
  }
  if (!/^(pub|prv)_test_/.test(key)) {
    return { reply: unauthorised(`La llave proporcionada no corresponde a este ambiente, se recibió: ${key}`) }
  }
  const kind = key.startsWith('pub_') ? 'public' : 'private'
  const merchant = merchants.find((item) => item.public_key === key || item.private_key === key)
  if (!merchant || !accepts.includes(kind)) return { reply: unauthorised('Llave no válida') }
  return { merchant }
}

/** The acceptance tokens by their text: each is valid for one use within the hour. */
export type Acceptances = Map<string, { merchant: string; expires: number; isUsed: boolean }>

/** The first refusal of a create, in the provider's order of checks (tokens, signature, reference, method, amount). Null when it is valid. */
export function refuseCreate(
  body: CreateBody,
  merchant: SimulatedMerchant,
  acceptances: Acceptances,
  isReferenceUsed: boolean,
  now: number,
): Reply | null {
  for (const field of ['acceptance_token', 'accept_personal_auth'] as const) {
    const token = body[field]
    if (token === undefined) return invalid({ [field]: ['No está presente'] })
    const known = acceptances.get(token)
    if (!known || known.merchant !== merchant.public_key || known.expires < now) {
      return invalid({ [field]: ['El token de aceptación no es válido'] })
    }
    if (known.isUsed) return invalid({ [field]: ['El token de aceptación ya fue usado'] })
  }
  // From here on the tokens are used, also when a later check refuses the call.
  for (const token of [body.acceptance_token, body.accept_personal_auth]) {
    const known = acceptances.get(token ?? '')
    if (known) known.isUsed = true
  }
  if (body.signature === undefined) return invalid({ signature: ['Firma de integridad requerida no enviada'] })
  if (body.signature !== integritySignature(body, merchant.integrity_secret)) {
    return invalid({ signature: ['La firma es inválida'] })
  }
  if (isReferenceUsed) return invalid({ reference: ['La referencia ya ha sido usada'] })
  if (!acceptedBy(merchant).includes(body.payment_method?.type ?? '')) {
    return invalid({ payment_method: ['El comercio no tiene este medio de pago (texto del simulador)'] })
  }
  if (body.expiration_time !== undefined && Date.parse(body.expiration_time) <= now) {
    return invalid({ expiration_time: ['La fecha límite ya pasó (texto del simulador)'] })
  }
  return belowMinimum(body.amount_in_cents)
}

/** The refusal of an amount that is too small. Null when it is not. */
export const belowMinimum = (cents: number): Reply | null =>
  cents < MINIMUM_CENTS
    ? invalid({ amount_in_cents: ['El valor es menor que el mínimo permitido (texto del simulador)'] })
    : null

/**
 * The result of a payment by the provider's test data. 'bank': the payer chooses on the bank's page, with Bancolombia also in the sandbox.
 * Null: it stays pending, as cash does until its payer is at the correspondent.
 */
export function outcomeOf(
  method: Exclude<PaymentMethod, { type: 'CARD' }>,
  pse: 'sandbox' | 'production_like',
): Ending | 'bank' | null {
  if (method.type === 'NEQUI')
    return method.phone_number === STAYS_PENDING ? null : (NEQUI[method.phone_number] ?? 'ERROR')
  if (method.type === 'BANCOLOMBIA_COLLECT') return null
  if (method.type === 'BANCOLOMBIA_TRANSFER' || pse === 'production_like') return 'bank'
  return PSE[method.financial_institution_code] ?? 'ERROR'
}

export type Ending = 'APPROVED' | 'DECLINED' | 'ERROR'

/** Only of this simulator: a Nequi number whose payment stays pending. */
const STAYS_PENDING = '3990000000'
/** Only of this simulator: the payment is created and approved, and the reply to the create is lost. */
export const LOSES_REPLY = '3990000001'
const NEQUI: Readonly<Record<string, Ending>> = {
  '3991111111': 'APPROVED',
  '3992222222': 'DECLINED',
  [LOSES_REPLY]: 'APPROVED',
}
const PSE: Readonly<Record<string, Ending>> = { '1': 'APPROVED', '2': 'DECLINED', '3': 'ERROR' }

export const BANKS = [
  { financial_institution_code: '1', financial_institution_name: 'Banco que aprueba' },
  { financial_institution_code: '2', financial_institution_name: 'Banco que declina' },
  { financial_institution_code: '3', financial_institution_name: 'Banco que simula un error' },
] as const

export const MESSAGES: Readonly<Record<Ending, string | null>> = {
  APPROVED: null,
  DECLINED: 'Transacción RECHAZADA en Sandbox',
  ERROR: 'Transacción con ERROR en Sandbox',
}

/** The message of a payment in cash whose days passed. The provider's status and text for it are not known: these are the simulator's. */
export const SLIP_EXPIRED = 'El plazo para pagar venció (texto del simulador)'

/** The message of a declined card. */
export const CARD_DECLINED = 'La transacción fue rechazada (Sandbox)'
