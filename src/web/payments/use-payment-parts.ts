import { useState } from 'react'
import { readAmount } from '#domain/core/amount.ts'
import { type Money, minus, money, plus, sum, ZERO } from '#domain/core/money.ts'
import { payableOf } from '#domain/invoices/invoice.ts'
import type { DeskAccount, DeskInvoice } from '#domain/payments/desk-account.ts'
import { applyUndisputedFirst } from '#domain/payments/payment.ts'

export type Withholding = 'retefuente' | 'reteiva' | 'reteica'

/** The fields of the payment form that its parts share. */
export type PaymentFormFields = {
  field: (name: string) => { id: string; name: string; error: string | undefined }
  errors: Readonly<Record<string, string>>
}

export type PaymentParts = {
  isOldestFirst: boolean
  choose: (isOldestFirst: boolean) => void
  /** The chosen invoices, the oldest due first; null for the oldest first without a choice. */
  chosen: readonly DeskInvoice[] | null
  toggle: (id: string) => void
  /** The money: what there is to collect of the invoices, less the withholdings, until the user types an amount. */
  money: Money
  isMoneyTyped: boolean
  onMoney: (text: string) => void
  onWithheld: (name: Withholding, text: string) => void
  withheld: Readonly<Record<Withholding, Money>>
  /** The amount that the payment gives to each invoice, by id. */
  amounts: ReadonlyMap<string, Money>
  /** The rest of the payment, which becomes credit in favour. */
  rest: Money
  /** With chosen invoices: the rest stays as an advance, and does not pay the other invoices. */
  keepsAdvance: boolean
  onKeepsAdvance: (keeps: boolean) => void
  isTyped: (id: string) => boolean
  /** An amount that the user typed for an invoice: the others share what is left. */
  onPart: (id: string, text: string) => void
  /** The debt of the invoices that the payment is for. */
  owed: Money
}

/** The distribution of a payment over the invoices of a client while the user fills the form, by the rules of the server. */
export function usePaymentParts({ invoices }: DeskAccount, invoiceId: string | null): PaymentParts {
  const [isOldestFirst, choose] = useState(invoiceId === null || invoices.length === 1)
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(invoiceId === null ? [] : [invoiceId]))
  const [typed, setTyped] = useState<ReadonlyMap<string, Money>>(new Map())
  const [typedMoney, setTypedMoney] = useState<Money | null>(null)
  const [keeps, setKeeps] = useState(false)
  const [withheld, setWithheld] = useState<ReadonlyMap<Withholding, Money>>(new Map())
  const paid = isOldestFirst ? invoices : invoices.filter(({ id }) => ids.has(id))
  const fixed = isOldestFirst ? new Map<string, Money>() : typed
  const withheldTotal = sum([...withheld.values()])
  const received = typedMoney ?? collectable(paid, fixed, withheldTotal)
  const shares = distributed(plus(received, withheldTotal), paid, isOldestFirst ? null : fixed)
  return {
    isOldestFirst,
    choose,
    chosen: isOldestFirst ? null : paid,
    toggle: (id) => {
      setIds((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]))
      setTyped((before) => new Map([...before].filter(([other]) => other !== id)))
    },
    money: received,
    isMoneyTyped: typedMoney !== null,
    onMoney: (text) => setTypedMoney(amountIn(text)),
    withheld: {
      retefuente: withheld.get('retefuente') ?? ZERO,
      reteiva: withheld.get('reteiva') ?? ZERO,
      reteica: withheld.get('reteica') ?? ZERO,
    },
    onWithheld: (name, text) => setWithheld((before) => new Map([...before, [name, amountIn(text)]])),
    ...shares,
    keepsAdvance: keeps && !isOldestFirst && shares.rest > 0,
    onKeepsAdvance: setKeeps,
    isTyped: (id) => typed.has(id),
    onPart: (id, text) => setTyped((before) => new Map([...before, [id, amountIn(text)]])),
    owed: sum(paid.map((invoice) => invoice.balance)),
  }
}

/** The money that closes the invoices: what is not in dispute, or the amount typed for an invoice, less the withholdings. */
function collectable(paid: readonly DeskInvoice[], fixed: ReadonlyMap<string, Money>, withheld: Money): Money {
  const wanted = sum(paid.map((invoice) => fixed.get(invoice.id) ?? payableOf(invoice)))
  return money(Math.max(0, wanted - withheld))
}

/** The typed amounts as they are, and what is left of the payment for the other invoices in their order; null: the oldest first. */
function distributed(received: Money, paid: readonly DeskInvoice[], fixed: ReadonlyMap<string, Money> | null) {
  if (fixed === null) {
    const { applied, rest } = applyUndisputedFirst(received, paid)
    return { amounts: new Map(applied.map((part) => [part.id, part.amount])), rest }
  }
  const typed = paid.flatMap(({ id }) => (fixed.has(id) ? [[id, fixed.get(id) ?? ZERO] as const] : []))
  const left = minus(received, sum(typed.map(([, amount]) => amount)))
  const { applied, rest } = applyUndisputedFirst(
    left,
    paid.filter(({ id }) => !fixed.has(id)),
  )
  return { amounts: new Map([...typed, ...applied.map((part) => [part.id, part.amount] as const)]), rest }
}

const amountIn = (text: string): Money => {
  const reading = readAmount(text)
  return reading.kind === 'amount' ? reading.amount : ZERO
}
