import { type RawBuilder, sql } from 'kysely'
import type { CaseResult, Fact } from '#domain/pqr/list-query.ts'

/** What a decision is counted by: when it was asked for, when it was given, for whom, and the positive silence instead of it. */
export type Instance = Readonly<Record<'asked' | 'answered' | 'decision' | 'silence', RawBuilder<unknown>>>

/** The first decision of a case; of one that was filed as an appeal, that of the appeal. A later silence is that of its appeal. */
export const FIRST_DECISION: Instance = {
  asked: sql`filed_on`,
  answered: sql`case when type in ('peticion', 'queja') then answered_on else appeal_answered_on end`,
  decision: sql`case when type in ('peticion', 'queja') then decision else appeal_decision end`,
  silence: sql`case when appealed_on is null or type not in ('peticion', 'queja') then silence_on end`,
}

export const APPEAL_DECISION: Instance = {
  asked: sql`appealed_on`,
  answered: sql`appeal_answered_on`,
  decision: sql`appeal_decision`,
  silence: sql`silence_on`,
}

/** Whether a case has a result: of its appeal when the list is that of appeals. */
export function hasResult(result: CaseResult, fact: Fact | undefined): RawBuilder<unknown> {
  const { answered, decision, silence } = fact === 'reposicion' ? APPEAL_DECISION : FIRST_DECISION
  if (result === 'respondida') return sql`(${answered}) is not null`
  if (result === 'silencio') return sql`(${silence}) is not null`
  if (result === 'a_tiempo') return sql`(${answered}) is not null and (${silence}) is null`
  return sql`(${decision}) = ${result}`
}
