import { sql } from 'kysely'
import type { companyApi } from '#domain/companies/api.ts'
import { dayLabel } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { regimeOn, type TaxRegime } from '#domain/taxes/regime.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { getExistingCompany } from './queries.ts'

const REGIMES_MAX = 200

/** The tax regimes of the transaction's company, the first one first. */
export async function readTaxRegimes(tx: Tx): Promise<TaxRegime[]> {
  const { rows } = await sql<TaxRegime>`
    select from_on, is_vat_responsible, is_self_withholder, is_simple_regime from company_tax_regimes
    where company_id = (select current_company()) order by from_on limit ${REGIMES_MAX}`.execute(tx)
  return rows
}

export const taxRegimes: Verb<typeof companyApi.taxRegimes> = (ctx) =>
  ctx.tx(async (tx) => {
    await getExistingCompany(tx, ctx.companyId)
    return { data: await readTaxRegimes(tx) }
  })

/** Sets the regime from a day on, today or later: what was invoiced keeps the regime of its day. */
export const setTaxRegime: Verb<typeof companyApi.setTaxRegime> = (ctx, { body }) =>
  ctx.tx(async (tx) => {
    const { id, name } = await getExistingCompany(tx, ctx.companyId)
    if (body.from_on < ctx.today)
      throw refuseField('invalid', 'from_on', 'Elige hoy o un día después: lo ya facturado no cambia')
    const before = regimeOn(await readTaxRegimes(tx), body.from_on)
    const row = { ...body, set_by: ctx.actor.name }
    await tx
      .insertInto('company_tax_regimes')
      .values(row)
      .onConflict((on) =>
        on.columns(['company_id', 'from_on']).doUpdateSet({ ...row, set_at: sql<Date>`clock_timestamp()` }),
      )
      .execute()
    await tx.record('company.tax_regime_set', { entity_id: id, before, after: { name, ...body } })
    return {
      data: await readTaxRegimes(tx),
      message: `El régimen tributario rige desde el ${dayLabel(body.from_on)}`,
    }
  })
