import { comparableText } from '#domain/places/place.ts'

/** A plan of the company: its reference code and its name. */
export type NamedPlan = { code: string; name: string }

/** The plan that a text of a file names. `isChosen`: the user related them; it does not follow from the plans alone. */
export type FoundPlan = { code: string; isChosen: boolean }

/** A text of the file as the key of a chosen plan. */
export const planKey = (text: string): string => comparableText(text)

/**
 * Returns the function that finds the plan that a text of a file names: by its code, by its name when only one plan has it, or the one
 * that the user chose for that text (`chosen`, by `planKey`). Null when there is none.
 */
export function planFinder(
  plans: readonly NamedPlan[],
  chosen: ReadonlyMap<string, string>,
): (text: string) => FoundPlan | null {
  const codes = new Set(plans.map(({ code }) => code))
  const byName = Map.groupBy(plans, ({ name }) => comparableText(name))
  return (text) => {
    const code = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
    if (codes.has(code)) return { code, isChosen: false }
    const [named, another] = byName.get(comparableText(text)) ?? []
    if (named && !another) return { code: named.code, isChosen: false }
    const choice = chosen.get(planKey(text))
    return choice !== undefined && codes.has(choice) ? { code: choice, isChosen: true } : null
  }
}
