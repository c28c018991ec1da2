import { type RawBuilder, sql } from 'kysely'
import { type Day, ZONE } from '#domain/core/days.ts'

/*
 * Days and instants of Bogotá in a statement, as domain/core/days.ts has them in TypeScript. The zone is a literal of the statement and
 * not a parameter: the planner knows it, and an expression that is written twice is the same one to PostgreSQL.
 */

const BOGOTA = sql.lit(ZONE)

/** The Bogotá day in which an instant falls. */
export const dayInBogota = (instant: Date | RawBuilder<unknown>) =>
  sql`((${instant})::timestamptz at time zone ${BOGOTA})::date`

/** The first instant of a day in Bogotá. */
export const dayStart = (on: Day | RawBuilder<unknown>) => sql`((${on})::date::timestamp at time zone ${BOGOTA})`

/** The first instant of the day after: the end of a day, which is not of it. */
export const dayEnd = (on: Day | RawBuilder<unknown>) => sql`(((${on})::date + 1)::timestamp at time zone ${BOGOTA})`

/** The instant of a date and a time of the clock in Bogotá, a `timestamp` of PostgreSQL. */
export const instantInBogota = (dateAndTime: RawBuilder<unknown>) => sql`((${dateAndTime}) at time zone ${BOGOTA})`
