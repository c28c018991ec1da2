import { type RawBuilder, sql } from 'kysely'
import { dayInBogota } from '#server/db/days.ts'

/*
 * What decides whose a day of a contract is, and at what price. `c` is the contract of the statement.
 */

/** The first day in the month of a day, of the holder of that day of a contract `c`. */
export const holderFrom = (
  on: RawBuilder<unknown>,
) => sql`case when c.ceded_on is null then date_trunc('month', ${on})::date
  else greatest(date_trunc('month', ${on})::date, (
    select max(x.effective_on) from contract_cessions x
    where x.company_id = c.company_id and x.contract_id = c.id and x.decision = 'accepted' and x.effective_on <= ${on}
  )) end`

/** The monthly price of a contract `c` on a day of its service, or on its first one when that is later. */
export const priceOn = (on: RawBuilder<unknown>) => sql`
  select t.price from contract_terms t
  where t.company_id = c.company_id and t.contract_id = c.id and t.from_on <= greatest(c.active_from, ${on})
  order by t.from_on desc limit 1`

/** The first days of the terms of a contract `c` that begin after the month of an outage did, until its end. Null in most months. */
export const changesOfTerms = (from: Date, until: Date) => sql`
  select array_agg(t.from_on) as days from contract_terms t
  where t.company_id = c.company_id and t.contract_id = c.id
    and t.from_on > greatest(c.active_from, date_trunc('month', ${dayInBogota(from)})::date) and t.from_on <= ${dayInBogota(until)} offset 0`

/** The days from one on that a contract `c` does not pay, because the note of a person annulled their invoice. Null in most months. */
export const annulledDays = (from: Date) => sql`
  select range_agg(daterange(i.from_on, i.to_on, '[]')) as days from invoices i
  where i.company_id = c.company_id and i.contract_id = c.id and i.kind = 'period' and i.period >= to_char(${dayInBogota(from)}, 'YYYY-MM')
    and i.credited = i.total and i.total > 0 and i.from_on is not null and exists (
      select from credit_notes n
      where n.company_id = i.company_id and n.invoice_id = i.id and n.concept_code = '2' and not n.is_correction
    ) offset 0`
