import * as z from 'zod/mini'
import { integritySignature } from '#server/providers/wompi/signature.ts'

/** A merchant of the simulator, with its four keys of the test environment and where its events go. */
export type SimulatedMerchant = {
  name: string
  public_key: string
  private_key: string
  integrity_secret: string
  events_secret: string
  events_url: string | null
}

/** What goes back: a status, and a body of the provider's own shape. */
export type Reply = { status: number; body: unknown }

export const refusal = (status: number, error: Record<string, unknown>): Reply => ({ status, body: { error } })
export const invalid = (messages: Record<string, unknown>): Reply =>
  refusal(422, { type: 'INPUT_VALIDATION_ERROR', messages })
const unauthorised = (reason: string): Reply => refusal(401, { type: 'INVALID_ACCESS_TOKEN', reason })
export const NOT_FOUND = refusal(404, { type: 'NOT_FOUND_ERROR', reason: 'La entidad solicitada no existe' })

/** The smallest payment of the aggregator plan, in centavos. The text of the refusal is ours: the provider's is not known. */
const MINIMUM_CENTS = 150_000

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const Nequi = z.looseObject({ type: z.literal('NEQUI'), phone_number: z.string().check(z.regex(/^3\d{9}$/)) })
const Pse = z.looseObject({
  type: z.literal('PSE'),
  user_type: z.literal([0, 1]),
  user_legal_id_type: z.literal(['CC', 'NIT']),
  user_legal_id: text(20),
  financial_institution_code: text(10),
  // The shorter of the two limits that the documentation gives: never more permissive than either.
  payment_description: text(30),
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
  expiration_time: z.optional(z.string()),
  payment_method: z.optional(z.looseObject({ type: z.string() })),
})
export type CreateBody = z.output<typeof Create>

const Payment = z.discriminatedUnion('type', [Nequi, Pse])
export type PaymentMethod = z.output<typeof Payment>

/** The body as the provider's schema wants it; the first thing that is wrong is all it says. */
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

function firstOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const [issue] = issues
  const field = String(issue?.path[0] ?? 'payment_method')
  return {
    [field]: [issue?.code === 'invalid_type' ? `debe tener la propiedad requerida ${field}.` : 'Formato inválido'],
  }
}

/** The merchant that a key of the header names, or the refusal: which keys a call takes is the provider's table of keys. */
export function merchantOf(
  merchants: readonly SimulatedMerchant[],
  header: string | undefined,
  takes: readonly ('public' | 'private')[],
): { merchant: SimulatedMerchant } | { reply: Reply } {
  const key = /^Bearer (\S+)$/i.exec(header ?? '')?.[1]
  if (key === undefined) {
    return { reply: unauthorised('Se esperaba una llave pública o privada pero no se recibió ninguna') }
  }
  if (!/^(pub|prv)_test_/.test(key)) {
    return { reply: unauthorised(`La llave proporcionada no corresponde a este ambiente, se recibió: ${key}`) }
  }
  const kind = key.startsWith('pub_') ? 'public' : 'private'
  const merchant = merchants.find((one) => one.public_key === key || one.private_key === key)
  if (!merchant || !takes.includes(kind)) return { reply: unauthorised('Llave no válida') }
  return { merchant }
}

/** Two tokens of a merchant, each good for one use within the hour. */
export type Acceptances = Map<string, { merchant: string; expires: number; isUsed: boolean }>

/** The refusal of a create whose tokens or signature are not right, in the provider's order: it says only the first. */
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
  // From here on the tokens are spent, also when the rest is refused.
  for (const token of [body.acceptance_token, body.accept_personal_auth]) {
    const known = acceptances.get(token ?? '')
    if (known) known.isUsed = true
  }
  if (body.signature === undefined) return invalid({ signature: ['Firma de integridad requerida no enviada'] })
  if (body.signature !== integritySignature(body, merchant.integrity_secret)) {
    return invalid({ signature: ['La firma es inválida'] })
  }
  if (isReferenceUsed) return invalid({ reference: ['La referencia ya ha sido usada'] })
  if (body.amount_in_cents < MINIMUM_CENTS) {
    return invalid({ amount_in_cents: ['El valor es menor que el mínimo permitido (texto del simulador)'] })
  }
  return null
}

/** How a payment ends by the provider's own test data. 'bank': the payer decides on the bank's page. Null: never by itself. */
export function outcomeOf(method: PaymentMethod, pse: 'sandbox' | 'production_like'): Ending | 'bank' | null {
  if (method.type === 'NEQUI')
    return method.phone_number === STAYS_PENDING ? null : (NEQUI[method.phone_number] ?? 'ERROR')
  if (pse === 'production_like') return 'bank'
  return PSE[method.financial_institution_code] ?? 'ERROR'
}

export type Ending = 'APPROVED' | 'DECLINED' | 'ERROR'

/** Ours, not the provider's: a push that nobody answers. */
const STAYS_PENDING = '3990000000'
/** Ours: it is created and approved, and the answer to creating it never comes. */
export const LOSES_ANSWER = '3990000001'
const NEQUI: Readonly<Record<string, Ending>> = {
  '3991111111': 'APPROVED',
  '3992222222': 'DECLINED',
  [LOSES_ANSWER]: 'APPROVED',
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
