import { type Day, dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import type { TemplateVariable } from '#domain/pqr/template.ts'
import type { Typology } from '#domain/pqr/topics.ts'

/** What a template may name, with the value that a case gives it. */
export const templateValues = (
  pqr: PqrCase,
  company: string,
  today: Day,
): Readonly<Record<TemplateVariable, string>> => ({
  nombre: pqr.petitioner.name,
  identificacion: pqr.petitioner.identification,
  radicado: pqr.reference,
  fecha: dayLabel(pqr.filed_on),
  hoy: dayLabel(today),
  asunto: pqr.subject,
  contrato: pqr.no_contract ?? '',
  factura: pqr.claim?.number ?? '',
  valor: pqr.claim === null ? '' : pesosLabel(pqr.claim.amount),
  respuesta_maxima: dayLabel(pqr.answer_by),
  empresa: company,
})

/** The text with another template: what a person typed stays above it; only the template that was filled in before is replaced. */
export function withTemplate(text: string, filled: string, next: string): string {
  const typed = (filled !== '' && text.endsWith(filled) ? text.slice(0, -filled.length) : text).trimEnd()
  return typed === '' ? next : `${typed}\n\n${next}`
}

type OfTopic = { readonly typology: Typology | null }

/** Templates of a subject first, then those of any subject, and last those of another one; each part in its order. */
export const byTopic = <Template extends OfTopic>(templates: readonly Template[], typology: Typology): Template[] => [
  ...templates.filter((one) => one.typology === typology),
  ...templates.filter((one) => one.typology === null),
  ...templates.filter((one) => one.typology !== null && one.typology !== typology),
]
