import { useState } from 'react'
import { type Day, dayOf } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import { PQR_CHANNEL_LABELS } from '#domain/pqr/topics.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField, TextAreaField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { CaseFilesField } from './CaseFilesField.tsx'
import { sendFiles } from './case-files.ts'
import { DESK_CHANNELS } from './words.ts'

/** A withdrawal that arrived by telephone, on paper or by e-mail: its day, its channel, and the paper when there is one. */
export function DeskWithdrawDialog({ pqr, onClose }: { pqr: PqrCase; onClose: () => void }) {
  const withdraw = useChange(pqrApi.withdraw)
  const [received, setReceived] = useState<Day | null>(() => dayOf(new Date()))
  const [files, setFiles] = useState<readonly File[]>([])
  const form = useForm({
    schema: pqrApi.withdraw.body,
    fields: ['channel', 'received_on', 'reason'],
    read: ({ channel, reason }) => ({
      channel,
      received_on: received ?? '',
      ...(reason === '' ? {} : { reason }),
    }),
    submit: async (body) => {
      // Before the withdrawal: a case that ended takes no files.
      const failed = await sendFiles(pqr.id, files)
      if (failed.length > 0) {
        setFiles(files.filter(({ name }) => failed.some((line) => line.startsWith(`«${name}»`))))
        toastError(`No registramos el desistimiento: no pudimos subir ${failed.join(', ')}. Intenta de nuevo.`)
        return
      }
      setFiles([])
      const { message } = await withdraw.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Registrar el desistimiento"
      label="Registrar desistimiento"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <Alert tone="warn">
        <p>
          El caso termina y ya no se responde. Le enviamos la constancia a quien radicó.
          {pqr.claim?.is_open === true && ` Lo reclamado de la factura ${pqr.claim.number} se vuelve a cobrar.`}
        </p>
      </Alert>
      <SelectField
        label="Por dónde llegó"
        {...form.field('channel')}
        defaultValue="telefono"
        options={DESK_CHANNELS.map((value) => ({ value, label: PQR_CHANNEL_LABELS[value] }))}
      />
      <DayField label="Día en que llegó" {...form.field('received_on')} value={received} onChange={setReceived} />
      <TextAreaField
        label="Qué dijo quien desiste"
        hint="Con sus palabras, y dónde consta: la llamada, la carta"
        {...form.field('reason')}
        rows={3}
        maxLength={TEXT_MAX}
      />
      <CaseFilesField label="La carta o el correo, si lo hay" id="withdrawal-files" files={files} onFiles={setFiles} />
    </FormDialog>
  )
}
