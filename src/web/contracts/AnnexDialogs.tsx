import { useState } from 'react'
import * as z from 'zod/mini'
import { type ContractDocument, TITLE_MAX } from '#domain/contracts/document.ts'
import { documentApi } from '#domain/contracts/documents-api.ts'
import { UPLOAD_MAX_BYTES } from '#domain/core/api.ts'
import { queryClient, useChange } from '#web/core/queries.ts'
import { upload } from '#web/core/upload.ts'
import { useForm } from '#web/core/use-form.ts'
import { FileField } from '#web/ui/FileField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const ACCEPTED = 'application/pdf,.pdf,image/png,image/jpeg,image/webp'
const NewAnnex = z.object({
  title: z.string(),
  file: z
    .file({ error: 'Elige el archivo' })
    .check(z.maxSize(UPLOAD_MAX_BYTES, { error: 'El archivo pesa más de 5 MB: usa uno más liviano' })),
})

/** Adds a PDF or a picture to a contract. */
export function AddAnnexDialog({ no, onClose }: { no: string; onClose: () => void }) {
  const [chosen, setChosen] = useState<File | null>(null)
  const form = useForm({
    schema: NewAnnex,
    read: (typed) => ({ ...typed, file: chosen }),
    fields: ['file', 'title'],
    submit: async ({ file, title }) => {
      const { message } = await upload(documentApi.add, file, { title: title.trim() }, { params: { no } })
      await queryClient.invalidateQueries()
      toastSuccess(message)
      onClose()
    },
  })
  const { name: _partName, ...fileField } = form.field('file')
  return (
    <FormDialog title="Anexar un documento" label="Anexar" busyLabel="Subiendo…" form={form} onClose={onClose}>
      <FileField
        label="Archivo"
        hint="Un PDF, o una foto en PNG, JPG o WebP, de hasta 5 MB. La foto se guarda sin la ubicación que traiga."
        {...fileField}
        accept={ACCEPTED}
        file={chosen}
        onFile={setChosen}
      />
      <TextField
        label="Qué es (opcional)"
        hint="Por ejemplo: Cédula. Si lo dejas vacío, usamos el nombre del archivo."
        {...form.field('title')}
        maxLength={TITLE_MAX}
      />
    </FormDialog>
  )
}

/** Removes an annex from the contract, with a reason; its file is kept. */
export function RemoveAnnexDialog({ annex, onClose }: { annex: ContractDocument; onClose: () => void }) {
  const remove = useChange(documentApi.remove)
  const form = useForm({
    schema: documentApi.remove.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await remove.mutateAsync({ params: { no: annex.no_contract, id: annex.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Quitar «${annex.title}»`} label="Quitar" tone="danger" form={form} onClose={onClose}>
      <p>El cliente deja de verlo. La empresa conserva el archivo y quién lo quitó.</p>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}
