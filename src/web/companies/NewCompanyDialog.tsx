import { type ReactNode, useEffect, useRef } from 'react'
import { companyApi } from '#domain/companies/api.ts'
import { useChange } from '#web/core/queries.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { BrandFields, ContactFields, IdentityFields } from './CompanyFields.tsx'
import { COMPANY_FIELDS, COMPANY_STEPS, companyBody } from './company-form.ts'

const LABELS = ['Empresa', 'Contacto', 'Marca y acceso'] as const

/**
 * Creates a company with its administrator in three steps (COM-01). The fields of every step remain in the form, so that the typed
 * values stay when the user goes back.
 */
export function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  const create = useChange(companyApi.create)
  const form = useForm({
    draft: useDraft('company/new', 'Crear empresa'),
    schema: companyApi.create.body,
    fields: COMPANY_FIELDS,
    steps: COMPANY_STEPS,
    read: (typed) => companyBody(typed, true),
    submit: async (body) => {
      const { message } = await create.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  const { errors, step } = form
  const isLast = step === LABELS.length - 1
  return (
    <FormDialog
      title="Crear empresa"
      label={isLast ? 'Crear empresa' : 'Siguiente'}
      form={form}
      onClose={onClose}
      back={step > 0 && <Button onClick={form.goBack}>Atrás</Button>}
    >
      <Steps labels={LABELS} current={step} />
      <Step name={LABELS[0]} isShown={step === 0}>
        <IdentityFields errors={errors} />
      </Step>
      <Step name={LABELS[1]} isShown={step === 1}>
        <ContactFields errors={errors} />
      </Step>
      <Step name={LABELS[2]} isShown={isLast}>
        <BrandFields errors={errors} />
        <TextField
          label="Correo de su administrador"
          hint="Le llega un enlace para crear su contraseña; vale 72 horas."
          {...form.field('admin.user.email')}
          type="email"
        />
      </Step>
    </FormDialog>
  )
}

/** The fields of a step; hidden while another step is open. Takes the focus when it opens. */
function Step({ name, isShown, children }: { name: string; isShown: boolean; children: ReactNode }) {
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isShown) group.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isShown])
  return (
    <fieldset ref={group} className="company-step" hidden={!isShown}>
      <legend className="visually-hidden">{name}</legend>
      {children}
    </fieldset>
  )
}
