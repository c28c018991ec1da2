import { type ComponentProps, useState } from 'react'
import { type Money, toPesos } from '#domain/core/money.ts'
import { MoneyField } from './MoneyField.tsx'

/** `amount`: null for an empty field. */
type Props = { amount: Money | null; isTyped: boolean } & Pick<
  ComponentProps<typeof MoneyField>,
  'label' | 'hint' | 'id' | 'name' | 'error' | 'onType'
>

/** An amount field that shows a computed amount until the user types one. */
export function ComputedMoneyField({ amount, isTyped, ...field }: Props) {
  const [computed, setComputed] = useState(amount)
  if (!isTyped && computed !== amount) setComputed(amount)
  return <MoneyField key={computed} {...field} {...(computed === null ? {} : { initial: toPesos(computed) })} />
}
