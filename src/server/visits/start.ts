import { type RawBuilder, sql } from 'kysely'

/**
 * The hour by which a visit, a row of `visits`, is ordered in its day. One at any hour comes first, then those of the morning, each by its
 * hour.
 */
export const startOf = (visit: RawBuilder<unknown>): RawBuilder<string> => sql<string>`case ${visit}.slot
  when 'dia' then '00:00' when 'manana' then '07:00' when 'tarde' then '12:00' else ${visit}.from_time end`
