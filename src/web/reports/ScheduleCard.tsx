import { useState } from 'react'
import { shortDayLabel } from '#domain/core/days.ts'
import type { ReportName } from '#domain/reports/report.ts'
import { EVERY, EVERY_LABELS, type Every, type Schedule } from '#domain/reports/schedule.ts'
import { reportScheduleApi } from '#domain/reports/schedule-api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { SelectFilter } from '#web/ui/SelectFilter.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The e-mails with this report: who receives it and when, and the form for one more (RPT-04). */
export function ScheduleCard({ report }: { report: ReportName }) {
  const [isOpen, setOpen] = useState(false)
  const schedules = useRead(reportScheduleApi.list, {}).data?.data.filter((one) => one.report === report) ?? []
  return (
    <Card
      title="Envío por correo"
      className="report-tools"
      actions={<Button onClick={() => setOpen(true)}>Programar envío</Button>}
    >
      {schedules.length === 0 ? (
        <p className="report-note">Recibe este reporte cada semana o cada mes, sin entrar a buscarlo.</p>
      ) : (
        <ul className="report-schedules" role="list">
          {schedules.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} />
          ))}
        </ul>
      )}
      {isOpen && <ScheduleDialog report={report} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function ScheduleRow({ schedule: { id, every, format, next_on, recipients } }: { schedule: Schedule }) {
  const remove = useChange(reportScheduleApi.remove, { invalidate: [reportScheduleApi.list] })
  const label = `${EVERY_LABELS[every]}, en ${format === 'pdf' ? 'PDF' : 'Excel'}`
  const onRemove = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastFailure(error, 'No pudimos quitar el envío'),
      },
    )
  return (
    <li>
      <span className="two-lines">
        {label}. El próximo, el {shortDayLabel(next_on)}.
        <small>
          {recipients.length === 0
            ? 'Nadie puede recibirlo ahora: quítalo y programa otro.'
            : `Para ${recipients.map(({ name }) => name).join(', ')}`}
        </small>
      </span>
      <Button
        size="dense"
        aria-label={`Quitar el envío: ${label}`}
        busy={remove.isPending ? 'Quitando…' : undefined}
        onClick={onRemove}
      >
        Quitar
      </Button>
    </li>
  )
}

const FORMATS = [
  { value: 'pdf', label: 'PDF' },
  { value: 'xlsx', label: 'Excel' },
] as const

function ScheduleDialog({ report, onClose }: { report: ReportName; onClose: () => void }) {
  const people = useRead(reportScheduleApi.people, {}).data?.data ?? []
  const [every, setEvery] = useState<Every>('month')
  const [format, setFormat] = useState<'pdf' | 'xlsx'>('pdf')
  const create = useChange(reportScheduleApi.create, { invalidate: [reportScheduleApi.list] })
  const form = useForm({
    schema: reportScheduleApi.create.body,
    read: (typed: Readonly<Record<string, unknown>>) => ({
      schedule: { report, every, format, user_ids: people.map(({ id }) => id).filter((id) => typed[id] === true) },
    }),
    fields: ['schedule.user_ids'],
    submit: async (body) => {
      const { message } = await create.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  const { error } = form.field('schedule.user_ids')
  return (
    <FormDialog title="Programar envío" label="Programar" form={form} onClose={onClose}>
      <SelectFilter
        label="Cada cuánto"
        all={null}
        options={EVERY.map((value) => ({ value, label: EVERY_LABELS[value] }))}
        value={every}
        onChange={(value) => setEvery(value === 'week' ? 'week' : 'month')}
      />
      <SelectFilter
        label="Archivo"
        all={null}
        options={FORMATS}
        value={format}
        onChange={(value) => setFormat(value === 'xlsx' ? 'xlsx' : 'pdf')}
      />
      <fieldset id="schedule.user_ids" className="report-people" aria-describedby="report-people-error">
        <legend>Quién lo recibe</legend>
        {people.map(({ id, name, email }) => (
          <CheckboxField key={id} name={id} label={`${name} (${email})`} />
        ))}
        <p id="report-people-error" className="field__error">
          {error}
        </p>
      </fieldset>
    </FormDialog>
  )
}
