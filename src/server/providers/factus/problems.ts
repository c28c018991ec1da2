import { storable } from '#domain/core/storable.ts'
import type { FactusProblem } from '#domain/providers/factus-document.ts'

const PROBLEMS_MAX = 50
const MESSAGE_MAX = 500
const RULE = /^Regla:?\s*([A-Za-z]{0,4}\d{1,4}[a-z]?)\s*,?\s*(Rechazo|Notificaci[oó]n)?:?\s*/
const RULE_NAME = /^[A-Z]{2,4}\d{1,3}[a-z]?$/

/**
 * The reasons in a refusal. Their place and their shape vary (a text, a list, a map, a list of objects; at the root or in `data`), so
 * every form that was seen is read; without any, `message` is the only reason.
 */
export function problemsOf(body: unknown): FactusProblem[] {
  const data = fieldOf(body, 'data')
  const problems = [...problemsIn(fieldOf(body, 'errors')), ...problemsIn(fieldOf(data, 'errors'))]
  if (problems.length > 0) return problems.slice(0, PROBLEMS_MAX)
  const message = fieldOf(body, 'message') ?? fieldOf(data, 'message')
  return typeof message === 'string' && message !== '' ? [problemOf(message)] : []
}

/** The reasons in the `errors` of a document. */
export function problemsIn(errors: unknown, key = ''): FactusProblem[] {
  if (typeof errors === 'string') return errors === '' ? [] : [problemOf(errors, key)]
  if (Array.isArray(errors)) return errors.flatMap((inner) => problemsIn(inner, key)).slice(0, PROBLEMS_MAX)
  if (typeof errors !== 'object' || errors === null) return []
  // An object of an error has its text in `message`; any other object is a map by field or by rule.
  const message = fieldOf(errors, 'message')
  if (typeof message === 'string') return [problemOf(message, key)]
  return Object.entries(errors)
    .flatMap(([name, inner]) => problemsIn(inner, key === '' || /^\d+$/.test(key) ? name : `${key}.${name}`))
    .slice(0, PROBLEMS_MAX)
}

/** One reason. DIAN's texts begin with their rule; the word after it, not the code of the rule, says whether the document is rejected. */
function problemOf(text: string, key = ''): FactusProblem {
  const match = RULE.exec(text)
  const rule = match?.[1] ?? (RULE_NAME.test(key) ? key : undefined)
  const severity = /Rechazo/.test(text) ? 'rejection' : /Notificaci[oó]n/.test(text) ? 'notification' : null
  const message = storable(text.slice(match?.[0].length ?? 0), MESSAGE_MAX)
  if (rule !== undefined) return { rule, severity, message }
  return key === '' || /^\d+$/.test(key) ? { severity, message } : { field: key, severity, message }
}

/** A field of an unknown value; undefined when it is not an object or has no such field. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
