import { useState } from 'react'
import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { type Money, pesosLabel, toPesos } from '#domain/core/money.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The balances of a closing, with their total. `ids` is null for all of the list. */
export type BalancesToClose = { ids: readonly string[] | null; count: number; amount: Money }

const DAY = 'closing.posted_on'
const IDS = 'closing.invoice_ids'

/** Confirms the closing once: how many, how much, and on which day of the books. */
export function CloseBalancesDialog({
  balances: { ids, count, amount },
  onClosed,
  onClose,
}: {
  balances: BalancesToClose
  onClosed: () => void
  onClose: () => void
}) {
  const close = useChange(smallBalanceApi.close)
  const [key] = useState(() => crypto.randomUUID())
  const [day, setDay] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: smallBalanceApi.close.body,
    read: () => ({
      closing: { posted_on: day ?? '', ...(ids === null ? { total: toPesos(amount) } : { invoice_ids: ids }) },
    }),
    fields: [DAY, IDS],
    submit: async (body) => {
      const { message } = await close.mutateAsync({ body, idempotencyKey: key })
      toastSuccess(message)
      onClosed()
      onClose()
    },
  })
  const what = count === 1 ? '1 saldo' : `${count} saldos`
  return (
    <FormDialog
      title={`Cerrar ${what} por ${pesosLabel(amount)}`}
      label={`Sí, cerrar ${what}`}
      busyLabel="Cerrando…"
      form={form}
      onClose={onClose}
    >
      <p>
        Las facturas quedan pagadas por ajuste de la empresa: no es un pago, no genera recibo y el cliente lo ve en su
        estado de cuenta. Puedes reversar cada cierre después.
      </p>
      <DayField label="Fecha en la contabilidad" {...form.field(DAY)} value={day} onChange={setDay} />
    </FormDialog>
  )
}
