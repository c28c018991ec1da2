import { useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { fillTemplate } from '#domain/pqr/template.ts'
import { pqrTemplateApi } from '#domain/pqr/template-api.ts'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { SelectField } from '#web/ui/TextField.tsx'
import { byTopic, templateValues, withTemplate } from './template.ts'

/** `text`: what is written already, which a template is added to. */
type Props = { pqr: PqrCase; text: string; onPick: (text: string) => void }

/** The templates of the company, those of the subject first and those of another one last; choosing one gives its text with the data of the client (PQR-03). */
export function TemplatePicker({ pqr, text, onPick }: Props) {
  const { user } = useSession()
  const { data } = useRead(pqrTemplateApi.list, {})
  // The chosen one stays: on Windows and Linux each arrow chooses, and the next one starts from it.
  const [picked, setPicked] = useState('')
  const [filled, setFilled] = useState('')
  if (!data) return null
  const templates = data.data
  if (templates.length === 0)
    return (
      <p className="pqr-quiet">
        Lo que siempre respondes se guarda una vez en <Link to={paths.pqrTemplates}>Plantillas</Link>.
      </p>
    )
  const sorted = byTopic(templates, pqr.typology)
  const pick = (id: string): void => {
    setPicked(id)
    const chosen = templates.find((one) => one.id === id)
    if (!chosen) return
    const next = fillTemplate(chosen.text, templateValues(pqr, user?.company.name ?? '', dayOf(new Date())))
    setFilled(next)
    onPick(withTemplate(text, filled, next))
  }
  return (
    <SelectField
      label="Plantilla"
      hint="Se copia abajo con los datos del cliente, y la puedes cambiar"
      value={picked}
      onChange={({ target }) => pick(target.value)}
      options={[
        { value: '', label: 'Elige una plantilla' },
        ...sorted.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
