import { type Money, money } from '#domain/core/money.ts'

/**
 * A line as quantity, price and name, with our exact base: a price has two decimals, so a base that the quantity does not divide is one
 * unit whose name has the quantity.
 */
export function unitOf({ quantity, base, description }: { quantity: number; base: Money; description: string }): {
  quantity: number
  price: Money
  name: string
} {
  return base % quantity === 0
    ? { quantity, price: money(base / quantity), name: description }
    : { quantity: 1, price: base, name: `${quantity} × ${description}` }
}
