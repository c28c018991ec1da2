import { STATEMENT_MONTHS } from '#domain/clients/statement.ts'
import { addDays, addMonths, type Day, fieldsOf } from '#domain/core/days.ts'

export type StatementPeriod = { from: Day; to: Day }

/** The periods that a statement of account offers, by name. The first one is the period of a statement without dates. */
export function statementPeriods(today: Day): readonly { value: string; label: string; period: StatementPeriod }[] {
  const { month, date } = fieldsOf(today)
  const firstOfMonth = addDays(today, 1 - date)
  return [
    {
      value: 'year',
      label: 'Últimos doce meses',
      period: { from: addMonths(today, -STATEMENT_MONTHS), to: today },
    },
    { value: 'month', label: 'Este mes', period: { from: firstOfMonth, to: today } },
    {
      value: 'last-month',
      label: 'Mes anterior',
      period: { from: addMonths(firstOfMonth, -1), to: addDays(firstOfMonth, -1) },
    },
    { value: 'this-year', label: 'Este año', period: { from: addMonths(firstOfMonth, 1 - month), to: today } },
  ]
}
