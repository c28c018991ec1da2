import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'

/**
 * What the formats of the regulator count between two days, each with its case: filings by their day, decisions by the day of the
 * answer, appeals by theirs. A positive silence is a decision for the user on the last day of its term; a decision for a part is against
 * the user, as for the SIC; a rating is of the day on which the user gave it. A case has each fact at most once.
 */
export function factsOf(from: Day, to: Day): RawBuilder<unknown> {
  const within = sql`between ${from}::date and ${to}::date`
  const of = (fact: RawBuilder<unknown>, day: string, where: RawBuilder<unknown>, score = sql`null::int`) => sql`
    select id, ${fact} as fact, ${sql.id(day)} as on_day, service, is_packaged, typology, channel, ${score} as score
    from pqr_cases where company_id = (select current_company()) and ${sql.id(day)} ${within} and ${where}`
  return sql.join(
    [
      of(
        sql`case type when 'peticion' then 'peticion' else 'queja' end`,
        'filed_on',
        sql`type in ('peticion', 'queja')`,
      ),
      of(
        sql`case when decision = 'favor' then 'queja_favor' else 'queja_contra' end`,
        'answered_on',
        sql`type = 'queja' and (silence_on is null or appealed_on is not null)`,
      ),
      of(
        sql`case when appealed_on is null then 'queja_favor' else 'reposicion_favor' end`,
        'silence_on',
        sql`(type <> 'peticion' or appealed_on is not null)`,
      ),
      of(sql`'reposicion'`, 'appealed_on', sql`true`),
      of(sql`'apelacion'`, 'appealed_on', sql`appeal_kind = 'reposicion_subsidio_apelacion'`),
      of(
        sql`case when appeal_decision = 'favor' then 'reposicion_favor' else 'reposicion_contra' end`,
        'appeal_answered_on',
        sql`silence_on is null`,
      ),
      of(sql`'satisfaccion'`, 'satisfaction_on', sql`true`, sql`satisfaction`),
    ],
    sql` union all `,
  )
}
