import * as z from 'zod/mini'
import { refuseField } from '#domain/core/refusal.ts'
import { lineOfText, patternText } from '#domain/core/text.ts'
import { MANUAL_METHODS } from './payment.ts'

/** A cash box, a bank account, or the account of the payment gateway, which Enlace keeps. */
const ACCOUNT_KINDS = ['cash', 'bank', 'gateway'] as const
export const DESK_ACCOUNT_KINDS = ['cash', 'bank'] as const
export const ACCOUNT_KIND_LABELS: Readonly<Record<(typeof ACCOUNT_KINDS)[number], string>> = {
  cash: 'Caja',
  bank: 'Cuenta bancaria',
  gateway: 'Pasarela de pagos',
}

/** The account of the online payments. */
export const GATEWAY_ACCOUNT_NAME = 'Wompi'

/** The label of a payment without an account: it was registered before the company had accounts. */
export const NO_ACCOUNT_LABEL = 'Sin cuenta'

export const ACCOUNTS_MAX = 50

export const MoneyAccount = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  bank: z.nullable(z.string()),
  last_digits: z.nullable(z.string()),
  is_active: z.boolean(),
  /** The methods at the desk whose payments it receives when they name no account. */
  default_for: z.array(z.enum(MANUAL_METHODS)),
})
export type MoneyAccount = z.output<typeof MoneyAccount>

const fields = {
  name: lineOfText('Escribe el nombre de la cuenta', 60),
  bank: z.nullable(lineOfText('Escribe el banco', 60)),
  last_digits: z.nullable(patternText(4, /^\d{4}$/, 'Escribe los últimos cuatro números de la cuenta')),
  default_for: z.array(z.enum(MANUAL_METHODS)).check(z.maxLength(MANUAL_METHODS.length)),
}

export const NewMoneyAccount = z.strictObject({
  ...fields,
  kind: z.enum(DESK_ACCOUNT_KINDS, { error: 'Elige si es una caja o una cuenta bancaria' }),
})
export type NewMoneyAccount = z.output<typeof NewMoneyAccount>

export const MoneyAccountChanges = z.partial(z.strictObject({ ...fields, is_active: z.boolean() }))
export type MoneyAccountChanges = z.output<typeof MoneyAccountChanges>

/** Throws a Refusal for a change of the gateway's account, or for a default account that is not active. */
export function assertAccountChanges(account: MoneyAccount, changes: MoneyAccountChanges): void {
  if (account.kind === 'gateway') {
    throw refuseField('refused', 'account.name', 'La cuenta de los pagos en línea la lleva Enlace: no se cambia')
  }
  const isActive = changes.is_active ?? account.is_active
  if (!isActive && (changes.default_for ?? account.default_for).length > 0) {
    throw refuseField(
      'conflict',
      'account.is_active',
      'Esta cuenta recibe por defecto algún medio de pago: quítaselo antes de desactivarla',
    )
  }
}

/** 'Bancolombia ahorros (····1234)'. */
export const accountLabel = ({ name, last_digits }: Pick<MoneyAccount, 'name' | 'last_digits'>): string =>
  last_digits === null ? name : `${name} (····${last_digits})`
