import { useState } from 'react'
import { type Money, pesosLabel, sum } from '#domain/core/money.ts'
import type { SmsConnection, SmsMonth } from '#domain/integrations/sms.ts'
import { smsApi } from '#domain/integrations/sms-api.ts'
import { WHATSAPP_NOTICE_LABELS, WHATSAPP_NOTICES } from '#domain/integrations/whatsapp.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const NOTICES = 'settings.notices'

type Props = { connection: SmsConnection; query: { company_id?: string }; onClose: () => void }

/** Which notices go by text message, and what they cost in a month at most. */
export function SmsNoticesDialog({ connection, query, onClose }: Props) {
  const save = useChange(smsApi.notices, { invalidate: [smsApi.get] })
  const month = useRead(smsApi.month, { query })
  const [chosen, setChosen] = useState<readonly string[]>(connection.notices)
  const form = useForm({
    schema: smsApi.notices.body,
    fields: [NOTICES],
    read: () => ({ settings: { notices: WHATSAPP_NOTICES.filter((notice) => chosen.includes(notice)) } }),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ query, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Avisos por mensaje de texto" label="Guardar avisos" form={form} onClose={onClose}>
      <fieldset id={NOTICES} className="integration__scopes">
        <legend>Salen por mensaje de texto a quien lo autorizó y no los recibe por WhatsApp ni por correo</legend>
        {WHATSAPP_NOTICES.map((notice) => (
          <CheckboxField
            key={notice}
            name={notice}
            label={WHATSAPP_NOTICE_LABELS[notice]}
            checked={chosen.includes(notice)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, notice] : chosen.filter((one) => one !== notice))
            }
          />
        ))}
      </fieldset>
      {!chosen.includes('notice') && (
        <p>Sin el aviso antes del corte, a quien no tiene otro medio no se le avisa ni se le corta el servicio.</p>
      )}
      <Query of={month} lines={2} height={24}>
        {({ data }) => <p>{monthSentence(data.filter(({ notice }) => chosen.includes(notice)))}</p>}
      </Query>
    </FormDialog>
  )
}

/** 'En un mes salen como máximo 120 mensajes, de 180 partes: $ 2.250,00.' */
function monthSentence(months: readonly SmsMonth[]): string {
  const messages = months.reduce((all, one) => all + one.messages, 0)
  const parts = months.reduce((all, one) => all + one.messages * one.parts, 0)
  if (messages === 0) return 'Con estos avisos no sale ningún mensaje de texto al mes.'
  const costs = months.flatMap(({ cost }): Money[] => (cost === null ? [] : [cost]))
  const price =
    costs.length < months.length ? 'escribe el precio de una parte para ver cuánto cuestan' : pesosLabel(sum(costs))
  const counted = messages === 1 ? 'sale como máximo 1 mensaje' : `salen como máximo ${messages} mensajes`
  return `En un mes ${counted}, de ${parts} ${parts === 1 ? 'parte' : 'partes'} en total: ${price}.`
}
