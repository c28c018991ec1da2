import { type RawBuilder, sql } from 'kysely'
import { type Day, day, fieldsOf } from '#domain/core/days.ts'
import { internalReference } from '#domain/pqr/cun.ts'
import { textArray } from '#server/db/arrays.ts'

/** The number that ends a CUN or an internal reference, with or without its zeros and its year: '39', '0000000039', '26-0000000039'. */
const ENDING = /^(?:(?:RI-)?(?:20)?(\d{2})-)?(\d{1,10})$/i

/**
 * The cases whose CUN or internal reference ends in a number, of its year when it is written. A case with a CUN is also found by the internal
 * reference that its receipt has: of this year and the one before when no year is written.
 */
function endingIn(words: string, today: Day): RawBuilder<unknown> {
  const [, year, number] = ENDING.exec(words) ?? []
  if (number === undefined) return sql``
  const thisYear = fieldsOf(today).year
  const years = year === undefined ? [thisYear, thisYear - 1] : [2_000 + Number(year)]
  const references = years.map((one) => internalReference(day(`${one}-01-01`), Number(number)))
  const ofYear = year === undefined ? sql`` : sql`and extract(year from filed_on) = ${2_000 + Number(year)}`
  return sql`
    select id from pqr_cases where company_id = (select current_company()) and spoken_number = ${number}::bigint ${ofYear}
    union select id from pqr_cases where company_id = (select current_company()) and reference = any (${textArray(references)}::text[])
    union`
}

/** The cases of a number, of words of their subject and of who filed, and of a client: each by its own index, without the other cases. */
export const matching = (words: string, today: Day) => sql`${endingIn(words, today)}
  select id from pqr_cases where company_id = (select current_company()) and reference = ${words.toUpperCase()}
  union select id from pqr_cases where company_id = (select current_company()) and cun = ${words.replaceAll(/[-.\s]/g, '')}
  union select case_id from search_cases(${words})
  union select p.id from search_clients(${words}) s
    join pqr_cases p on p.company_id = (select current_company()) and p.client_id = s.client_id`
