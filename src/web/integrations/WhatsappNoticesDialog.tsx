import { useState } from 'react'
import type { Day } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import {
  priceFrom,
  WHATSAPP_NOTICE_LABELS,
  WHATSAPP_NOTICES,
  type WhatsappConnection,
} from '#domain/integrations/whatsapp.ts'
import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const NOTICES = 'settings.notices'
const PRICE = 'settings.price.price'
const STARTS = 'settings.price.starts_on'

type Props = { connection: WhatsappConnection; query: { company_id?: string }; onClose: () => void }

/** Which notices go by WhatsApp, and what a message costs from a day on. */
export function WhatsappNoticesDialog({ connection, query, onClose }: Props) {
  const save = useChange(whatsappApi.settings, { invalidate: [whatsappApi.get] })
  const [from, setFrom] = useState<Day | null>(null)
  const form = useForm({
    schema: whatsappApi.settings.body,
    fields: [NOTICES, PRICE, STARTS],
    read: (typed) => ({
      settings: {
        notices: WHATSAPP_NOTICES.filter((notice) => typed[notice] === true),
        ...(textOf(typed[PRICE]) === '' && textOf(typed[STARTS]) === ''
          ? {}
          : { price: { price: amountOf(textOf(typed[PRICE])), starts_on: from ?? '' } }),
      },
    }),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ query, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Avisos por WhatsApp" label="Guardar avisos" form={form} onClose={onClose}>
      <fieldset id={NOTICES} className="integration__scopes">
        <legend>Salen por WhatsApp a quien lo autorizó; los demás salen por correo</legend>
        {WHATSAPP_NOTICES.map((notice) => (
          <CheckboxField
            key={notice}
            name={notice}
            label={WHATSAPP_NOTICE_LABELS[notice]}
            defaultChecked={connection.notices.includes(notice)}
          />
        ))}
      </fieldset>
      <p>{priceSentence(connection)} Meta lo cambia el primer día de enero, abril, julio y octubre.</p>
      <div className="form__pair">
        <MoneyField label="Precio de un mensaje (opcional)" hint="En pesos, como 3,30" {...form.field(PRICE)} />
        <DayField label="Desde" {...form.field(STARTS)} value={from} onChange={setFrom} />
      </div>
    </FormDialog>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What a message costs now and from when on, in words. */
export function priceSentence({ price, next_price }: WhatsappConnection): string {
  const now =
    price === null
      ? 'Aún no has escrito cuánto te cobra Meta por mensaje.'
      : `Cada mensaje entregado cuesta ${pesosLabel(price.price)}, ${priceFrom(price.starts_on)}.`
  return next_price === null
    ? now
    : `${now} Después, ${pesosLabel(next_price.price)} ${priceFrom(next_price.starts_on)}.`
}
