import { useState } from 'react'
import type { ElectronicDetail } from '#domain/einvoices/electronic.ts'
import { fileIssuerApi } from '#domain/einvoices/file-issuer.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import type { CompanyQuery } from './company-query.ts'

type Props = { document: ElectronicDetail; company: CompanyQuery; onClose: () => void }

/** Says that the DIAN validated a document that was sent with another program. */
export function ConfirmDialog({ document, company, onClose }: Props) {
  const confirm = useChange(fileIssuerApi.confirm)
  const label = document.kind === 'invoice' ? 'CUFE' : 'CUDE'
  const [issuedOn, setIssuedOn] = useState(document.file_on)
  const form = useForm({
    schema: fileIssuerApi.confirm.body,
    fields: ['cufe', 'issued_on'],
    read: ({ cufe }) => ({ cufe, issued_on: issuedOn ?? '' }),
    submit: async (body) => {
      const { message } = await confirm.mutateAsync({ params: { id: document.id }, query: company, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Confirmar la validación" label="Confirmar" form={form} onClose={onClose}>
      <p>Un documento validado no se puede cambiar: si hay que corregirlo, se emite una nota crédito.</p>
      <TextField
        label={`${label} con el que lo validó la DIAN`}
        hint="El de Enlace ya está escrito. Cámbialo si tu programa le puso otra fecha u hora."
        defaultValue={document.file_code ?? ''}
        {...form.field('cufe')}
        autoComplete="off"
        spellCheck={false}
      />
      <DayField
        label="Fecha de emisión del documento validado"
        hint="Es la que tiene el archivo. Cámbiala si tu programa lo fechó otro día."
        {...form.field('issued_on')}
        value={issuedOn}
        onChange={setIssuedOn}
      />
    </FormDialog>
  )
}
