import { TEXT_MAX } from '#domain/pqr/case.ts'
import { TEMPLATE_VARIABLES } from '#domain/pqr/template.ts'
import { type PqrTemplate, pqrTemplateApi } from '#domain/pqr/template-api.ts'
import { TYPOLOGIES, TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const VARIABLES = TEMPLATE_VARIABLES.map((name) => `{{${name}}}`).join(', ')
const CHANGED = { invalidate: [pqrTemplateApi.list] }

type Props = { template: PqrTemplate; onClose: () => void }

/** A new template, or another text of one that is there. */
export function TemplateDialog({ template, onClose }: { template: PqrTemplate | null; onClose: () => void }) {
  const create = useChange(pqrTemplateApi.create, CHANGED)
  const update = useChange(pqrTemplateApi.update, CHANGED)
  const title = template === null ? 'Nueva plantilla' : 'Cambiar la plantilla'
  const form = useForm({
    draft: useDraft(`pqr-template/${template?.id ?? 'new'}`, title),
    schema: pqrTemplateApi.create.body,
    fields: ['template.name', 'template.typology', 'template.text'],
    read: (typed) => ({
      template: {
        name: typed['template.name'],
        typology: typed['template.typology'] || null,
        text: typed['template.text'],
      },
    }),
    submit: async (body) => {
      const { message } =
        template === null
          ? await create.mutateAsync({ body })
          : await update.mutateAsync({ params: { id: template.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={title} label="Guardar plantilla" form={form} onClose={onClose}>
      <TextField
        label="Nombre"
        hint="Con él la eliges al responder"
        {...form.field('template.name')}
        defaultValue={template?.name}
        maxLength={80}
        autoComplete="off"
      />
      <SelectField
        label="Tema"
        hint="En las PQR de ese tema aparece primero"
        {...form.field('template.typology')}
        defaultValue={template?.typology ?? ''}
        options={[
          { value: '', label: 'Cualquier tema' },
          ...TYPOLOGIES.map((value) => ({ value, label: TYPOLOGY_LABELS[value] })),
        ]}
      />
      <TextAreaField
        label="Texto"
        hint={`Trata de usted a quien la lee. Se cambian por los datos del caso: ${VARIABLES}`}
        {...form.field('template.text')}
        defaultValue={template?.text}
        rows={9}
        maxLength={TEXT_MAX}
      />
    </FormDialog>
  )
}

/** Asks before a template is removed. */
export function RemoveTemplateDialog({ template: { id, name }, onClose }: Props) {
  const remove = useChange(pqrTemplateApi.remove, CHANGED)
  const confirm = async (): Promise<void> => {
    try {
      toastSuccess((await remove.mutateAsync({ params: { id } })).message)
    } catch (error) {
      toastFailure(error, 'No pudimos quitarla')
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Quitar ${name}`}
      confirm="Quitar plantilla"
      tone="danger"
      busy={remove.isPending ? 'Quitando…' : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>Nadie de la empresa podrá elegirla más. Lo que ya enviaste con ella no cambia.</p>
    </ConfirmDialog>
  )
}
