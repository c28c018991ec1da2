import { useState } from 'react'
import { TEXT_MAX } from '#domain/pqr/case.ts'
import { type PublicCase, publicPqrApi } from '#domain/pqr/public-api.ts'
import { call } from '#web/core/call.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { CaseFilesField } from './CaseFilesField.tsx'
import type { Found } from './LookupSteps.tsx'
import { MessageValues } from './message-values.ts'
import { usePublicUploads } from './use-uploads.ts'

type Props = { found: Pick<Found, 'pqr' | 'proof'>; onSent: (pqr: PublicCase) => void }

/** A message, or the data that the company asked for, of who filed a case without being a client. */
export function PublicMessageForm({ found: { pqr, proof }, onSent }: Props) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [sentCount, setSentCount] = useState(0)
  const { label, uploadAll, forget } = usePublicUploads()
  const form = useForm({
    schema: MessageValues,
    fields: ['message'],
    submit: async ({ message: text }) => {
      const uploaded = await uploadAll(pqr.company.nit, files)
      const body = { ...proof, company: pqr.company.nit, text, files: uploaded }
      const reply = await call(publicPqrApi.message, { body }).catch((error: unknown) => {
        forget()
        throw error
      })
      setFiles([])
      setSentCount(sentCount + 1)
      toastSuccess(reply.message)
      onSent(reply.data.pqr)
    },
  })
  return (
    <form className="pqr-write" noValidate onSubmit={form.onSubmit}>
      <FormProblem form={form} />
      <TextAreaField
        key={sentCount}
        label="Escribe un mensaje"
        hint="Los datos que te pidieron, o lo que quieras agregar. Lo que radicaste no cambia."
        {...form.field('message')}
        rows={4}
        maxLength={TEXT_MAX}
      />
      <CaseFilesField label="Fotos o documentos (si quieres)" id="message-files" files={files} onFiles={setFiles} />
      <Button type="submit" busy={form.isBusy ? (label ?? 'Enviando…') : undefined}>
        Enviar mensaje
      </Button>
    </form>
  )
}
