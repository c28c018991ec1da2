import { useState } from 'react'
import type { BureauCase } from '#domain/collections/bureau.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { type Day, dayOf, instantLabel } from '#domain/core/days.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const invalidate = [bureauApi.cases, bureauApi.ofClient]

/** Marks debts as reported on a day. Enlace reports nothing. */
export function ReportDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const save = useChange(bureauApi.report, { invalidate })
  const [reportedOn, setReportedOn] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: bureauApi.report.body,
    read: () => ({ report: { ids: [...ids], reported_on: reportedOn } }),
    fields: ['report.reported_on'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ body })).message)
      onClose()
    },
  })
  const title = ids.length === 1 ? 'Marcar como reportada' : `Marcar ${ids.length} como reportadas`
  return (
    <FormDialog title={title} label="Marcar" form={form} onClose={onClose}>
      <p>
        Primero repórtalas tú en la central de riesgo: Enlace no le envía nada. Escribe el día en que lo hiciste: vale
        lo que se debía ese día, y lo que se pagó después queda por actualizar.
      </p>
      <DayField
        label="Qué día las reportaste"
        {...form.field('report.reported_on')}
        value={reportedOn}
        onChange={setReportedOn}
      />
    </FormDialog>
  )
}

/** Marks that the payment of a reported debt was reported too. */
export function UpdateDialog({ row, onClose }: { row: BureauCase; onClose: () => void }) {
  const save = useChange(bureauApi.update, { invalidate })
  const [updatedOn, setUpdatedOn] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: bureauApi.update.body,
    read: () => ({ updated_on: updatedOn }),
    fields: ['updated_on'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ params: { id: row.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Pago actualizado de ${row.client.name}`} label="Marcar" form={form} onClose={onClose}>
      <p>Primero actualiza tú el reporte en la central de riesgo: Enlace no le envía nada.</p>
      <DayField
        label="Qué día lo actualizaste"
        {...form.field('updated_on')}
        value={updatedOn}
        onChange={setUpdatedOn}
      />
    </FormDialog>
  )
}

/** Takes a debt out of the list, with the reason. */
export function LeaveOutDialog({ row, onClose }: { row: BureauCase; onClose: () => void }) {
  const save = useChange(bureauApi.leaveOut, { invalidate })
  const form = useForm({
    schema: bureauApi.leaveOut.body,
    read: (typed) => ({ reason: typed['reason'] }),
    fields: ['reason'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ params: { id: row.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Sacar a ${row.client.name} de la lista`} label="Sacar" form={form} onClose={onClose}>
      <p>No se le avisa ni se reporta por estas facturas. La razón queda en la historia.</p>
      <TextAreaField label="Por qué" {...form.field('reason')} rows={3} maxLength={300} />
    </FormDialog>
  )
}

/** A notice as it was sent, with when it left: the evidence of the notice. */
export function BureauNoticeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(bureauApi.notice, { params: { id } })
  const notice = read.data?.data
  return (
    <Dialog title={notice?.subject ?? 'Aviso'} onClose={onClose}>
      {notice === undefined ? (
        <ReadState of={read} lines={6} />
      ) : (
        <>
          <p>
            {notice.message_id === null ? 'Por carta' : `Para ${notice.to}`}.{' '}
            {notice.sent_at === null
              ? `No ha salido${notice.problem === null ? '' : `: ${notice.problem}`}.`
              : `Salió el ${instantLabel(new Date(notice.sent_at))}.`}{' '}
            {notice.message_id !== null && `Mensaje ${notice.message_id}.`}
            {notice.guide !== null && `Guía ${notice.guide}.`}
          </p>
          {notice.text.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </>
      )}
    </Dialog>
  )
}
