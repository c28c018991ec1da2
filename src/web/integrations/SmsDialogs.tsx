import { type Money, toPesos } from '#domain/core/money.ts'
import { smsApi } from '#domain/integrations/sms-api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { query: { company_id?: string }; onClose: () => void }

const URL_FIELD = 'credentials.url'
const SENDER = 'credentials.sender'
const KEY = 'credentials.key'
const lists = { invalidate: [smsApi.get] }

/** Writes the account of a company at a gateway of text messages; its key is never shown again. */
export function SmsDialog({ url, sender, query, onClose }: Props & { url: string; sender: string | undefined }) {
  const save = useChange(smsApi.save, lists)
  const form = useForm({
    schema: smsApi.save.body,
    fields: [URL_FIELD, SENDER, KEY],
    read: (typed) => ({ credentials: { url: typed[URL_FIELD], sender: typed[SENDER], key: typed[KEY] } }),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ query, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Cuenta de mensajes de texto" label="Guardar cuenta" form={form} onClose={onClose}>
      <p>La llave queda cifrada y no se vuelve a mostrar. Cópiala de la página de tu proveedor de mensajes.</p>
      <TextField
        label="Dirección de envío"
        hint="La de hablame.co, o la de un proveedor que reciba la misma llamada"
        defaultValue={url}
        {...form.field(URL_FIELD)}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="Código corto"
        hint="De 5 o 6 números: desde ahí salen tus mensajes"
        defaultValue={sender}
        {...form.field(SENDER)}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField label="Llave" {...form.field(KEY)} autoComplete="off" spellCheck={false} />
    </FormDialog>
  )
}

const PHONE = 'test.phone'

/** Sends a real message to a mobile; the account is on when the gateway accepts it. */
export function SmsTestDialog({ query, onClose }: Props) {
  const test = useChange(smsApi.test, lists)
  const form = useForm({
    schema: smsApi.test.body,
    fields: [PHONE],
    read: (typed) => ({ test: { phone: typed[PHONE] } }),
    submit: async (body) => {
      const { data, message } = await test.mutateAsync({ query, body })
      if (data.is_on) toastSuccess(message)
      else toastError(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Probar con un mensaje" label="Enviar mensaje" form={form} onClose={onClose}>
      <p>Enviamos un mensaje de verdad a ese celular. Tu proveedor lo cobra como uno más.</p>
      <TextField label="Celular" {...form.field(PHONE)} inputMode="tel" autoComplete="tel-national" />
    </FormDialog>
  )
}

const PRICE = 'price.part_price'

/** Writes what one part of a message costs; empty takes the price away. */
export function SmsPriceDialog({ price, query, onClose }: Props & { price: Money | null }) {
  const save = useChange(smsApi.price, lists)
  const form = useForm({
    schema: smsApi.price.body,
    fields: [PRICE],
    read: (typed) => {
      const text = typed[PRICE]
      return { price: { part_price: typeof text !== 'string' || text.trim() === '' ? null : amountOf(text) } }
    },
    submit: async (body) => {
      const { message } = await save.mutateAsync({ query, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Precio de los mensajes de texto" label="Guardar precio" form={form} onClose={onClose}>
      <p>
        Tu proveedor cobra por partes: hasta 160 caracteres en un mensaje de una, y 153 en cada una de varias. La vista
        previa de los cortes dice cuánto cuestan los avisos de un día.
      </p>
      <MoneyField
        label="Precio de una parte (opcional)"
        hint="En pesos, como 12,50"
        {...form.field(PRICE)}
        initial={price === null ? undefined : toPesos(price)}
      />
    </FormDialog>
  )
}
