import { useState } from 'react'
import { paths } from '#domain/core/paths.ts'
import { type PqrTemplate, pqrTemplateApi } from '#domain/pqr/template-api.ts'
import { TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { RemoveTemplateDialog, TemplateDialog } from './TemplateDialogs.tsx'
import './pqr.css'

type Open = { kind: 'save'; template: PqrTemplate | null } | { kind: 'remove'; template: PqrTemplate }

/** The texts that the desk reuses in messages and answers: its own words, with the data of each case (PQR-03). */
export function TemplatesPage() {
  const read = useRead(pqrTemplateApi.list, {})
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  const create = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'save', template: null })}>
      Nueva plantilla
    </Button>
  )
  return (
    <Page
      title="Plantillas de respuesta"
      subtitle="Las eliges al escribir o responder una PQR, con los datos de cada caso"
      actions={
        <>
          <LinkButton to={paths.pqrQueue}>Volver a las PQR</LinkButton>
          {create}
        </>
      }
    >
      <Card title="Plantillas">
        <Query of={read} lines={5} height={56}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title="Todavía no tienes plantillas" action={create}>
                Guarda una vez lo que siempre respondes: qué revisaste, cuándo fuiste, qué se devuelve.
              </EmptyState>
            ) : (
              <RowList label="Plantillas de respuesta">
                {data.map((template) => (
                  <TemplateRow key={template.id} template={template} onOpen={setOpen} />
                ))}
              </RowList>
            )
          }
        </Query>
      </Card>
      {open?.kind === 'save' && <TemplateDialog template={open.template} onClose={close} />}
      {open?.kind === 'remove' && <RemoveTemplateDialog template={open.template} onClose={close} />}
    </Page>
  )
}

const TemplateRow = ({ template, onOpen }: { template: PqrTemplate; onOpen: (open: Open) => void }) => (
  <li>
    <span className="two-lines">
      {template.name}
      <small className="pqr-template-text">{template.text}</small>
    </span>
    {template.typology && <Badge tone="quiet">{TYPOLOGY_LABELS[template.typology]}</Badge>}
    <span className="pqr-template-actions">
      <Button size="dense" aria-label={`Cambiar ${template.name}`} onClick={() => onOpen({ kind: 'save', template })}>
        Cambiar
      </Button>
      <Button
        size="dense"
        variant="danger"
        aria-label={`Quitar ${template.name}`}
        onClick={() => onOpen({ kind: 'remove', template })}
      >
        Quitar
      </Button>
    </span>
  </li>
)
