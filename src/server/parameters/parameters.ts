import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { parameterApi } from '#domain/parameters/api.ts'
import { historiesOn, type Parameter, parameterOn } from '#domain/parameters/parameter.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { listParameters } from './queries.ts'

export const parameters = implement(parameterApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => ({ data: historiesOn(await listParameters(tx), query.on ?? ctx.today) })),
})

/** Every regulated parameter with its validity dates, for the rules of other features (`valueOn`, `moneyOn`). */
export const readParameters = (tx: Tx): Promise<Parameter[]> => listParameters(tx)

/** The maximum reconnection cost on a day, with its legal basis (Ley 2485 de 2025). Null before the cap was in force. */
export async function reconnectionCapOn(tx: Tx, today: Day): Promise<{ value: Money; legal_basis: string } | null> {
  const cap = parameterOn(await listParameters(tx), 'service.reconnection_cap', today)
  return cap?.unit === 'pesos' ? { value: cap.value, legal_basis: cap.legal_basis } : null
}
