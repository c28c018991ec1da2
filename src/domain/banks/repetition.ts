import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { comparableText } from '#domain/places/place.ts'

/** A payment in the account of a file that is not reversed: of another file, or of a person at the desk. */
export type RegisteredPayment = {
  id: string
  number: number
  client_id: string
  paid_on: Day
  amount: Money
  reference: string
}

/** A movement as it is compared with the payments. `clients`: those that its number, document or remembered reference names. */
export type Compared = {
  on_day: Day
  amount: Money
  reference: string
  description: string
  clients: ReadonlySet<string>
}

/** The payment that is like a movement. `isSame`: also its reference is, and no other movement of the file is that payment. */
export type Repetition = { payment: RegisteredPayment; isSame: boolean }

/**
 * The payments that are like the movements of one file, in their order; null for one that is new. A payment of the same day, amount and
 * reference is the same; one of the same client with another reference, and a second equal movement, may be another one, and a person
 * decides. `taken`: the payments that other movements of the file are; it grows.
 */
export function repetitionsOf(
  movements: readonly Compared[],
  payments: readonly RegisteredPayment[],
  taken: Set<string>,
): (Repetition | null)[] {
  const byFacts = Map.groupBy(payments, ({ paid_on, amount }) => `${paid_on} ${amount}`)
  return movements.map((movement) => {
    const equal = byFacts.get(`${movement.on_day} ${movement.amount}`) ?? []
    const same = equal.filter((payment) => hasReferenceOf(payment, movement))
    const free = same.find(({ id }) => !taken.has(id))
    if (free !== undefined) {
      taken.add(free.id)
      return { payment: free, isSame: true }
    }
    const like = same[0] ?? equal.find(({ client_id }) => movement.clients.has(client_id))
    return like === undefined ? null : { payment: like, isSame: false }
  })
}

/** Whether the references are equal, or both are of one client and have a number in common: '00001024' and 'AF-1024'. */
function hasReferenceOf(payment: RegisteredPayment, { reference, description, clients }: Compared): boolean {
  // A payment without a reference in the file has its description.
  const text = reference || description
  const key = comparable(text)
  if (key !== '' && comparable(payment.reference) === key) return true
  const numbers = numbersOf(text)
  return clients.has(payment.client_id) && numbersOf(payment.reference).some((number) => numbers.includes(number))
}

const comparable = (text: string): string =>
  comparableText(text)
    .replace(/[^a-z0-9ñ]/g, '')
    .replace(/^0+/, '')

const numbersOf = (text: string): string[] =>
  (text.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+/, '')).filter((digits) => digits !== '')

/** Why a movement is shown as registered already. */
export const repeatedReason = ({ number }: RegisteredPayment): string =>
  `Ya registrado: recibo ${number}, del mismo día, valor y referencia`

/** Why a movement that is like a payment waits for a person. */
export const likeReason = ({ number }: RegisteredPayment): string =>
  `Ese día ya hay un pago igual, recibo ${number}: mira si este es otro`

/** Why a person must say that the movement is another payment. */
export const confirmReason = ({ number }: RegisteredPayment): string =>
  `Ese día ya hay un pago igual, recibo ${number}: confirma que este es otro`
