import { comparableText } from '#domain/places/place.ts'

/** A plan of the company: its reference code and its name. */
export type NamedPlan = { code: string; name: string }

/** A text of the file as the key of a chosen plan. */
export const planKey = (text: string): string => comparableText(text)

/**
 * Returns the function that finds the reference code of the plan that a text of a file names: its code, the plan that the user chose
 * for that text (`chosen`, by `planKey`), or the only plan with that name. Null when there is none.
 */
export function planFinder(
  plans: readonly NamedPlan[],
  chosen: ReadonlyMap<string, string>,
): (text: string) => string | null {
  const codes = new Set(plans.map(({ code }) => code))
  const byName = Map.groupBy(plans, ({ name }) => comparableText(name))
  return (text) => {
    const code = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
    if (codes.has(code)) return code
    const choice = chosen.get(planKey(text))
    if (choice !== undefined && codes.has(choice)) return choice
    const [named, another] = byName.get(comparableText(text)) ?? []
    return named && !another ? named.code : null
  }
}
