import { useState } from 'react'
import type { BureauCase } from '#domain/collections/bureau.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { download } from '#web/core/download.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const invalidate = [bureauApi.cases, bureauApi.ofClient]

/** The notice before a report on paper: the file to print, and the day on which it was sent (R2.16). */
export function PaperDialog({ row, onClose }: { row: BureauCase; onClose: () => void }) {
  const save = useChange(bureauApi.sendPaper, { invalidate })
  const [sentOn, setSentOn] = useState<Day | null>(() => dayOf(new Date()))
  const [busy, run] = useBusy<'paper'>()
  const params = { id: row.id }
  const form = useForm({
    schema: bureauApi.sendPaper.body,
    read: (typed) => ({ paper: { sent_on: sentOn, guide: typed['paper.guide'] } }),
    fields: ['paper.sent_on', 'paper.guide'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ params, body })).message)
      onClose()
    },
  })
  const print = async (): Promise<void> => {
    try {
      await download(bureauApi.paper, { params })
    } catch (error) {
      toastFailure(error, 'No pudimos hacer la carta')
    }
  }
  return (
    <FormDialog title={`Carta a ${row.client.name}`} label="Registrar la carta" form={form} onClose={onClose}>
      <p>Imprime la carta, envíala a la dirección del cliente y guarda la guía: desde ese día corren los de la ley.</p>
      <Button busy={busy === 'paper' ? 'Preparando…' : undefined} onClick={() => void run('paper', print)}>
        Descargar la carta
      </Button>
      <DayField label="Qué día la enviaste" {...form.field('paper.sent_on')} value={sentOn} onChange={setSentOn} />
      <TextField
        label="Número de la guía"
        {...form.field('paper.guide')}
        autoComplete="off"
        maxLength={60}
        defaultValue=""
      />
    </FormDialog>
  )
}

/** Marks that the bureau knows of the claim of a debt that was reported. Enlace sends it nothing. */
export function DisputeNotifiedDialog({ row, onClose }: { row: BureauCase; onClose: () => void }) {
  const save = useChange(bureauApi.disputeNotified, { invalidate })
  const [notifiedOn, setNotifiedOn] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: bureauApi.disputeNotified.body,
    read: () => ({ notified_on: notifiedOn }),
    fields: ['notified_on'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ params: { id: row.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Reclamo de ${row.client.name}`} label="Marcar" form={form} onClose={onClose}>
      <p>Primero avísale tú a la central que la deuda está en discusión: Enlace no le envía nada.</p>
      <DayField
        label="Qué día le avisaste"
        {...form.field('notified_on')}
        value={notifiedOn}
        onChange={setNotifiedOn}
      />
    </FormDialog>
  )
}
