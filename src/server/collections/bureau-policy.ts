import { type BureauPolicy, type BureauRules, FIRST_BUREAU_POLICY, smallDebtOf } from '#domain/collections/bureau.ts'
import type { bureauApi } from '#domain/collections/bureau-api.ts'
import { bureauNotice } from '#domain/collections/bureau-notice.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { pesos, toPesos } from '#domain/core/money.ts'
import { moneyOn, valueInForce } from '#domain/parameters/parameter.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'

export const bureauPolicy: Verb<typeof bureauApi.policy> = (ctx) =>
  ctx.tx(async (tx) => ({ data: await policyOf(tx, ctx.today) }))

export const saveBureauPolicy: Verb<typeof bureauApi.savePolicy> = (ctx, { body: { policy } }) =>
  ctx.tx(async (tx) => {
    await tx.lock('bureau_policy')
    const before = await readBureauPolicy(tx)
    const row = { ...policy, version: before.version + 1, changed_by: ctx.actor.name }
    await tx.insertInto('bureau_policies').values(row).execute()
    await tx.record('bureau_policy.saved', {
      before: before.version === 0 ? null : eventOf(before),
      after: eventOf(row),
    })
    const message = policy.is_on
      ? `Guardamos la política encendida: se avisa desde ${policy.overdue_days} días de mora`
      : 'Guardamos la política apagada: no se avisa a nadie antes de un reporte'
    return { data: await policyOf(tx, ctx.today), message }
  })

const eventOf = ({ is_on, bureau, overdue_days, minimum_debt }: Stored) => ({
  is_on,
  bureau,
  overdue_days,
  minimum_debt: toPesos(minimum_debt),
})

type Stored = Pick<BureauPolicy, 'version' | 'is_on' | 'bureau' | 'overdue_days' | 'minimum_debt'> & {
  changed_by: string | null
  changed_at?: Date | null
}

/** The policy in force; the one of a company that saved none is off. */
export async function readBureauPolicy(tx: Tx): Promise<Stored> {
  const saved = await tx
    .selectFrom('bureau_policies')
    .select(['version', 'is_on', 'bureau', 'overdue_days', 'minimum_debt', 'changed_by', 'changed_at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return saved ?? { ...FIRST_BUREAU_POLICY, changed_by: null, changed_at: null }
}

/** The numbers of the law on a day. Throws a Refusal when one but the minimum wage is missing: without a wage each debt is small. */
export async function readBureauRules(tx: Tx, on: Day): Promise<BureauRules> {
  const parameters = await readParameters(tx)
  const wage = moneyOn(parameters, 'credit.minimum_wage', on)
  return {
    noticeDays: valueInForce(parameters, 'credit.notice_days', on),
    updateMonths: valueInForce(parameters, 'credit.update_months', on),
    smallDebt: wage === null ? null : smallDebtOf(wage, valueInForce(parameters, 'credit.small_debt_share', on)),
    smallNotices: valueInForce(parameters, 'credit.small_debt_notices', on),
  }
}

async function policyOf(tx: Tx, today: Day): Promise<BureauPolicy> {
  const [{ changed_at, ...policy }, rules, company] = await Promise.all([
    readBureauPolicy(tx),
    readBureauRules(tx, today),
    tx.selectFrom('companies').select('name').where('id', '=', tx.scope.companyId).executeTakeFirstOrThrow(),
  ])
  const debt = pesos(180_000)
  const { subject, paragraphs } = bureauNotice({
    name: 'Marta',
    company: company.name,
    bureau: policy.bureau,
    debt,
    invoices: [{ number: 'FE-123', since: addDays(today, -policy.overdue_days), debt }],
    noticeDays: rules.noticeDays,
    of: { number: 1, needed: rules.smallDebt === null || debt <= rules.smallDebt ? rules.smallNotices : 1 },
  })
  return {
    ...policy,
    changed_at: changed_at?.toISOString() ?? null,
    notice_days: rules.noticeDays,
    small_debt: rules.smallDebt,
    notice: { subject, text: paragraphs.join('\n\n') },
  }
}
