import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import type { Case } from './case.ts'
import { TIMES } from './workers.ts'

/** The page of a turn with twenty payments. */
export const cashTurn: Case = {
  name: 'turn of a cash box',
  per: 'page',
  of: 'page',
  limit: 400,
  prepare: async ({ t, admin, companyId }) => {
    const { rows } = await t.owner.query<{ id: string }>(
      'select id from cash_turns where company_id = $1 and number = 2',
      [companyId],
    )
    const params = { id: rows[0]?.id ?? '' }
    return async () => {
      for (let time = 0; time < TIMES; time += 1) await admin.call(cashTurnApi.get, { params })
      return TIMES
    }
  },
}
