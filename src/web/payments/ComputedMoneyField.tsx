import { type ComponentProps, useState } from 'react'
import type { Money } from '#domain/core/money.ts'
import { MoneyField } from '#web/ui/MoneyField.tsx'

type Props = { amount: Money; isTyped: boolean } & Pick<
  ComponentProps<typeof MoneyField>,
  'label' | 'id' | 'name' | 'error' | 'onType'
>

/** An amount field that shows a computed amount until the user types one. */
export function ComputedMoneyField({ amount, isTyped, ...field }: Props) {
  const [computed, setComputed] = useState(amount)
  if (!isTyped && computed !== amount) setComputed(amount)
  return <MoneyField key={computed} {...field} initial={computed / 100} />
}
