import * as z from 'zod/mini'
import { refuseField } from '#domain/core/refusal.ts'
import { listLabel } from '#domain/core/text.ts'

/** What a template may name. */
export const TEMPLATE_VARIABLES = [
  'nombre',
  'identificacion',
  'radicado',
  'fecha',
  'hoy',
  'asunto',
  'contrato',
  'factura',
  'valor',
  'respuesta_maxima',
  'empresa',
] as const
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number]

/** The name has its blanks: a pattern that leaves them out takes a time that grows with the cube of their number. */
const VARIABLE = /\{\{([^{}]*)\}\}/g

const namesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name]) => (name ?? '').trim())),
]

/** The names between braces that no template has: `{{cun}}`. */
const unknownVariables = (text: string): string[] =>
  namesOf(text).filter((name) => !TEMPLATE_VARIABLES.some((one) => one === name))

/** The text of a template with its variables filled in. A variable that the case does not have stays, so that the desk sees it. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(VARIABLE, (found, name: string) => values[name.trim()] || found)

/** The sentence about a text that still has a variable without its value; null when it has none. */
function unfilledCopy(text: string): string | null {
  const names = namesOf(text)
  return names.length === 0 ? null : `Cambia ${listLabel(names.map(braced))} por su valor: quien radicó lo leería así`
}

/** Throws a Refusal for a text that still has a variable without its value. */
export function assertFilled(field: string, text: string): void {
  const message = unfilledCopy(text)
  if (message !== null) throw refuseField('invalid', field, message)
}

const braced = (name: string): string => `{{${name}}}`

/** A check of a text that the user reads: without a variable that was not filled in. */
export const filled = z.check<string>((payload) => {
  const message = unfilledCopy(payload.value)
  if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value })
})

/** A check of the text of a template: every variable is known. */
export const known = z.check<string>((payload) => {
  const names = unknownVariables(payload.value)
  if (names.length === 0) return
  const message = `No existe ${listLabel(names.map(braced))}. Puedes usar ${listLabel(TEMPLATE_VARIABLES.map(braced))}`
  payload.issues.push({ code: 'custom', message, input: payload.value })
})
