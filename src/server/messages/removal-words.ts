import { addDays, dayLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'
import { equipmentName } from '#domain/equipment/equipment.ts'
import { billedPeriods } from '#server/contracts/billed-periods.ts'
import type { ContractChange } from '#server/contracts/change-mail.ts'
import type { Tx } from '#server/core/tx.ts'
import type { ContractWords } from '#server/documents/contract-email.ts'
import { listLent } from '#server/equipment/queries.ts'
import { getCredit } from '#server/ledger/accounts.ts'
import { type ChangeFacts, correctionsIn, dayIn, endSentences } from './contract-words.ts'
import { getContractDebt } from './queries.ts'

/** What a client has of a contract whose equipment was taken back. Amounts with VAT; `isBilled`: the invoice of the day of the removal exists. */
type Left = { debt: Money; credit: Money; isBilled: boolean; equipment: readonly string[] }

export async function readLeft(tx: Tx, { contract, change }: ChangeFacts): Promise<Left> {
  const removedOn = dayIn(change, 'removed_on')
  const lent = await listLent(tx, contract.id)
  return {
    debt: await getContractDebt(tx, contract),
    credit: await getCredit(tx, contract.client_id),
    isBilled: removedOn === null || (await billedPeriods().billedUntil(tx, contract.id, removedOn)) !== null,
    equipment: lent.map(equipmentName),
  }
}

/**
 * The equipment was taken back: the last day of service, the days that are not charged, what was given back or is owed, and what is
 * still to be returned (R2.6, R2.9, R2.21). `end`: the termination of which the client was not notified; null when it was.
 */
export function removalWords(
  facts: ChangeFacts,
  left: Left,
  { end, cancelledPlan }: { end: ContractChange | null; cancelledPlan: boolean },
): ContractWords {
  const { change, contract } = facts
  const [removedOn, ends] = [dayIn(change, 'removed_on'), dayIn(change, 'active_to')]
  const [last, until] = [removedOn === null ? '' : dayLabel(removedOn), ends === null ? '' : dayLabel(ends)]
  const from = removedOn === null ? '' : dayLabel(addDays(removedOn, 1))
  return {
    subject: `Recogimos los equipos del contrato ${contract.no_contract}`,
    text: `Recogimos los equipos de tu contrato ${contract.no_contract} el ${last}: ese es tu último día de servicio. El contrato termina el ${until}.`,
    price: null,
    sentences: [
      `No te cobramos la mensualidad desde el ${from}.`,
      ...(end === null ? [] : correctionsIn(end)),
      ...correctionsIn(change),
      ...(left.isBilled ? [] : [`La última factura cobra el servicio hasta el ${last}.`]),
      ...(end === null ? [] : endSentences(facts, end, cancelledPlan)),
      ...balanceSentences(left),
      ...(left.equipment.length === 0
        ? []
        : [`Falta que devuelvas: ${left.equipment.join(', ')}. Lo que no devuelvas se cobra.`]),
    ],
  }
}

function balanceSentences({ debt, credit }: Left): string[] {
  return [
    debt > 0
      ? `Hoy debes ${pesosLabel(debt)} de las facturas de este contrato.`
      : 'Hoy no debes ninguna factura de este contrato.',
    ...(credit > 0 ? [`Tienes ${pesosLabel(credit)} a favor: puedes pedir que te los devolvamos.`] : []),
  ]
}
