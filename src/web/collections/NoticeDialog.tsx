import { useState } from 'react'
import { collectionApi } from '#domain/collections/api.ts'
import {
  NOTICE_CHANNEL_LABELS,
  NOTICE_CHANNELS,
  type NoticeChannel,
  type PreviewRow,
} from '#domain/collections/preview.ts'
import { type Day, dayOf, timeInBogota } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { contactApi } from '#domain/messages/contact-api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** Records the notice of a cut that the desk gave to a client without authorised e-mail (R2.3). */
export function NoticeDialog({ row, onClose }: { row: PreviewRow; onClose: () => void }) {
  const save = useChange(collectionApi.notice, { invalidate: [collectionApi.preview, contactApi.options] })
  const [channel, setChannel] = useState<NoticeChannel>('call')
  const [givenOn, setGivenOn] = useState<Day | null>(() => dayOf(new Date()))
  const [time, setTime] = useState(() => timeInBogota(new Date()))
  const options = useRead(contactApi.options, { query: { client_id: row.client.id } })
  const problem = options.data?.data.find((one) => one.channel === channel)?.problem ?? null
  const form = useForm({
    schema: collectionApi.notice.body,
    read: () => ({
      notice: {
        no_contract: row.no_contract,
        channel,
        given_on: givenOn,
        ...(channel === 'paper' ? {} : { given_time: time }),
      },
    }),
    fields: ['notice.channel', 'notice.given_on', 'notice.given_time'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Aviso a ${row.client.name}`} label="Registrar aviso" form={form} onClose={onClose}>
      <p>
        Debe {pesosLabel(row.debt)}. Dile cuánto debe y desde qué día se puede suspender el servicio; los días hábiles
        del aviso empiezan a correr.
      </p>
      <ChoiceField
        label="Por dónde le avisaste"
        name="notice.channel"
        id={form.field('notice.channel').id}
        error={form.field('notice.channel').error}
        options={NOTICE_CHANNELS.map((value) => ({ value, label: NOTICE_CHANNEL_LABELS[value] }))}
        value={channel}
        onChange={setChannel}
      />
      {problem !== null && <Alert tone="warn">{problem}</Alert>}
      <div className="form__pair">
        <DayField label="Qué día" {...form.field('notice.given_on')} value={givenOn} onChange={setGivenOn} />
        {channel !== 'paper' && (
          <TextField
            label="A qué hora"
            {...form.field('notice.given_time')}
            type="time"
            value={time}
            onChange={({ target }) => setTime(target.value)}
          />
        )}
      </div>
    </FormDialog>
  )
}
