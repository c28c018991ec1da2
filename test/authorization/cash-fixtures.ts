import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { openTurn } from '../cases/cash.ts'
import type { TestApp } from '../world.ts'
import type { StaffMembers } from './actors.ts'

/** An open turn of the financial user, with an expense and a count. */
export async function seedTurn(
  t: TestApp,
  { financial }: StaffMembers,
  mark: string,
): Promise<{ cashTurn: string; cashier: string }> {
  const { rows } = await t.owner.query<{ count: number }>(
    'select count(*)::int as count from cash_turns where company_id = $1',
    [financial.companyId],
  )
  const turn = await openTurn(financial, `Caja ${mark} ${rows[0]?.count ?? 0}`)
  const params = { id: turn.id }
  const movement = { kind: 'expense', amount: 1_000, reason: `Gasto ${mark}` }
  await financial.call(cashTurnApi.move, { params, body: { movement }, headers: { 'idempotency-key': turn.id } })
  await financial.call(cashTurnApi.count, { params, body: { count: { total: 99_000 } } })
  return { cashTurn: turn.id, cashier: financial.id }
}
