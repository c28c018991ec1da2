import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'

// Unqualified columns of `invoices`, equal to overdueOf of the domain. With each of them `last_payable_on < today` finds the rows.

/** The overdue amount of an invoice whose last day to pay has passed; zero or less when nothing of it is overdue. */
export const overdueAmount = (today: Day): RawBuilder<unknown> =>
  sql`(balance - disputed_amount - case when extended_to_on >= ${today}::date then extended_amount else 0 end)`

/** The last day on which its oldest overdue part could be paid. */
export const OVERDUE_SINCE: RawBuilder<unknown> = sql`(case when balance - disputed_amount > extended_amount then last_payable_on
  else greatest(last_payable_on, extended_to_on) end)`
