import { type Money, minus, pesosLabel } from '#domain/core/money.ts'

/** 'pagas $ 20,000', or 'no pagas nada': the connection with the clause of minimum permanence. */
export function connectionLabel(clause: { connection_cost: Money; discounted_value: Money }): string {
  const amount = minus(clause.connection_cost, clause.discounted_value)
  return amount === 0 ? 'no pagas nada' : `pagas ${pesosLabel(amount)}`
}
