import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { type Ending, invalid, type Reply, refusal, type SimulatedMerchant } from './rules.ts'

/** A card that a browser sent: its token pays twice at most, within the hour, for its merchant. */
type StoredCard = { merchant: string; number: string; uses: number; expires: number }
export type Cards = Map<string, StoredCard>

const USES_MAX = 2
const TTL_MS = 60 * 60_000

const text = (pattern: RegExp) => z.string().check(z.regex(pattern))
const CardBody = z.strictObject({
  number: z.string(),
  cvc: text(/^\d{3,4}$/),
  exp_month: text(/^(0[1-9]|1[0-2])$/),
  exp_year: text(/^\d{2}$/),
  card_holder: z.string().check(z.minLength(5)),
})

/** The token of a card. The refusals of the number and of the key are those of the sandbox; the other texts are the simulator's. */
export function createCard(
  { merchants, cards }: { merchants: readonly SimulatedMerchant[]; cards: Cards },
  header: string | undefined,
  body: unknown,
): Reply {
  const parsed = z.safeParse(CardBody, body)
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'number')
    return invalid({ [field]: [`debe tener la propiedad requerida ${field}.`] })
  }
  const { number, exp_month, exp_year, card_holder } = parsed.data
  if (!/^\d{12,19}$/.test(number)) return invalid({ number: [String.raw`debe coincidir con el patron "^\d{12,19}$"`] })
  if (!hasCheckDigit(number)) return invalid({ number: ['El número de tarjeta es inválido. Luhn check falló.'] })
  const key = /^Bearer (\S+)$/i.exec(header ?? '')?.[1]
  const merchant = merchants.find(({ public_key }) => public_key === key)
  if (!merchant) {
    const reason = `Comercio con llave ${key} no encontrado`
    return refusal(404, { type: 'NOT_FOUND', reason, code: 'MERCHANT_NOT_FOUND' })
  }
  const id = `tok_test_11004_${randomBytes(12).toString('hex')}`
  const expires = Date.now() + TTL_MS
  cards.set(id, { merchant: merchant.public_key, number, uses: 0, expires })
  const last_four = number.slice(-4)
  const data = {
    id,
    created_at: new Date().toISOString(),
    brand: 'VISA',
    name: `VISA-${last_four}`,
    last_four,
    bin: number.slice(0, 6),
    exp_year,
    exp_month,
    card_holder,
    expires_at: new Date(expires).toISOString(),
  }
  return { status: 201, body: { status: 'CREATED', data } }
}

/** Takes one use of a token. False when it is not of the merchant, is too old or has no use left. */
export function takeCardUse(cards: Cards, token: string, merchant: SimulatedMerchant, now: number): boolean {
  const card = cards.get(token)
  if (!card || card.merchant !== merchant.public_key || card.expires < now || card.uses >= USES_MAX) return false
  card.uses += 1
  return true
}

/** The result of a card by the test data of the provider. */
export const outcomeOfCard = (cards: Cards, token: string): Ending => ENDINGS[cards.get(token)?.number ?? ''] ?? 'ERROR'

const ENDINGS: Readonly<Record<string, Ending>> = { '4242424242424242': 'APPROVED', '4111111111111111': 'DECLINED' }

/** Whether the last digit is that of Luhn. */
const hasCheckDigit = (number: string): boolean =>
  [...number]
    .toReversed()
    .map(Number)
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((total, digit) => total + digit, 0) %
    10 ===
  0
