import { useState } from 'react'
import { collectionApi } from '#domain/collections/api.ts'
import { TEMPLATE_LABELS, type Template } from '#domain/collections/template.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The words of each notice with its preview. */
export function TemplateList() {
  const read = useRead(collectionApi.templates, {})
  const [edited, setEdited] = useState<Template | null>(null)
  if (!read.data) return <ReadState of={read} lines={4} height={44} />
  return (
    <>
      {read.data.data.map((template) => (
        <section key={template.kind} aria-label={TEMPLATE_LABELS[template.kind]}>
          <h3>{TEMPLATE_LABELS[template.kind]}</h3>
          <p>
            <strong>{template.preview.subject}</strong>
          </p>
          {template.preview.text.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <Button aria-label={`Cambiar ${TEMPLATE_LABELS[template.kind]}`} onClick={() => setEdited(template)}>
            Cambiar
          </Button>
        </section>
      ))}
      {edited && <TemplateDialog template={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function TemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const save = useChange(collectionApi.saveTemplate, { invalidate: [collectionApi.templates] })
  const { kind } = template
  const form = useForm({
    schema: collectionApi.saveTemplate.body,
    read: (typed) => ({ kind, template: { subject: typed['template.subject'], text: typed['template.text'] } }),
    fields: ['template.subject', 'template.text'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ body })).message)
      onClose()
    },
  })
  const restore = async (): Promise<void> => {
    try {
      toastSuccess((await save.mutateAsync({ body: { kind, template: null } })).message)
    } catch (error) {
      toastFailure(error, 'No pudimos guardarlo')
    }
    onClose()
  }
  return (
    <FormDialog title={TEMPLATE_LABELS[template.kind]} label="Guardar mensaje" form={form} onClose={onClose}>
      <TextField label="Asunto" {...form.field('template.subject')} defaultValue={template.subject} maxLength={120} />
      <TextAreaField
        label="Mensaje"
        hint="Se cambian por sus valores: {nombre}, {empresa}, {contrato}, {valor} y {fecha}"
        {...form.field('template.text')}
        defaultValue={template.text}
        rows={8}
        maxLength={2000}
      />
      {template.is_own && <Button onClick={() => void restore()}>Volver a las palabras de Enlace</Button>}
    </FormDialog>
  )
}
