import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { patternText, text } from '#domain/core/text.ts'
import { COLOURS } from './deadlines.ts'
import { PQR_STATUSES } from './lifecycle.ts'
import { PQR_CHANNELS, PQR_SERVICES, PQR_TYPES, TYPOLOGIES } from './topics.ts'

/** The sort keys of the queue: by deadline (the default, the next one first), or by filing. */
export const PQR_SORTS = ['due', 'filed_at'] as const

/** What the formats of the regulator count, of a case and on a day of its own: filings, decisions, appeals, ratings. */
export const FACTS = [
  'queja',
  'peticion',
  'queja_favor',
  'queja_contra',
  'reposicion',
  'reposicion_favor',
  'reposicion_contra',
  'apelacion',
  'satisfaccion',
] as const
export type Fact = (typeof FACTS)[number]

/** How a case, or its appeal in the list of appeals, ended: with an answer, in its term or not, with a silence instead, and for whom. */
export const CASE_RESULTS = ['respondida', 'a_tiempo', 'silencio', 'favor', 'parcial', 'contra'] as const
export type CaseResult = (typeof CASE_RESULTS)[number]

/** Whether the service of a case was sold in a package when the case was filed. */
export const PACKAGED = ['true', 'false'] as const

/** The filters and the order of the list of cases. */
export const PqrListQuery = z.strictObject({
  ...pagingQuery,
  ...sortQuery(PQR_SORTS),
  state: z.optional(z.enum(['open', 'closed'], { error: 'state es open o closed' })),
  status: z.optional(z.enum(PQR_STATUSES)),
  type: z.optional(z.enum(PQR_TYPES)),
  typology: z.optional(z.enum(TYPOLOGIES)),
  service: z.optional(z.enum(PQR_SERVICES)),
  packaged: z.optional(z.enum(PACKAGED, { error: 'packaged es true o false' })),
  channel: z.optional(z.enum(PQR_CHANNELS)),
  colour: z.optional(z.enum(COLOURS)),
  /** 'me', 'none', or the id of a user of the staff. */
  assignee: z.optional(
    z.union([z.enum(['me', 'none']), z.uuid()], { error: 'assignee es me, none o el id de una persona' }),
  ),
  client_id: z.optional(z.uuid()),
  no_contract: z.optional(text(20)),
  /** Of the contract; of the client when the case is about no contract. */
  municipality_code: z.optional(
    text(5).check(z.regex(/^\d{5}$/, { error: 'Escribe el código DANE del municipio, como 05440' })),
  ),
  /** The cases behind a figure of the regulator: with it, `from` and `to` are the days on which it happened, not those of the filing. */
  fact: z.optional(z.enum(FACTS)),
  result: z.optional(z.enum(CASE_RESULTS)),
  satisfaction: z.optional(patternText(1, /^[1-5]$/, 'satisfaction va de 1 a 5')),
  from: z.optional(DayText),
  to: z.optional(DayText),
})
