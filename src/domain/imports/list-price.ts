import { type Money, pesosLabel } from '#domain/core/money.ts'
import type { ImportDefaults } from './defaults.ts'

type Choice = ImportDefaults['contract_price']

/** The prices of a new contract: that of its plan, and what its row says when it says something. */
type Prices = { plan: Money | null; list: Money | null }

const CENTAVOS = 100

/** The own price of a contract: what the list says, when that was chosen and is in whole pesos as every contract; else null. */
export const ownPrice = (list: Money | null, choice: Choice): Money | null =>
  choice === 'list' && list !== null && list % CENTAVOS === 0 ? list : null

/** Whether a list charges a client another price than its plan. */
export const isOtherPrice = ({ plan, list }: Prices): boolean => plan !== null && list !== null && plan !== list

/** What a person reads of a contract whose list and plan differ; null when they agree. */
export function priceNote(prices: Prices, choice: Choice): string | null {
  const { plan, list } = prices
  if (!isOtherPrice(prices) || plan === null || list === null) return null
  if (ownPrice(list, choice) !== null)
    return `Su contrato queda en ${pesosLabel(list)}, el valor de la lista: su plan vale ${pesosLabel(plan)}`
  const why = choice === 'list' ? ', porque un contrato no lleva centavos' : ''
  return `En la lista paga ${pesosLabel(list)} y su contrato queda en ${pesosLabel(plan)}, el valor de su plan${why}`
}
