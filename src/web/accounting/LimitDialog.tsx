import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { type Money, pesosLabel, toPesos } from '#domain/core/money.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const AMOUNT = 'limit.amount'

/** Sets the limit of a small balance; an empty field removes it. */
export function LimitDialog({
  limits: { limit, limit_max },
  onClose,
}: {
  limits: { limit: Money | null; limit_max: Money | null }
  onClose: () => void
}) {
  const change = useChange(smallBalanceApi.setLimit)
  const form = useForm({
    schema: smallBalanceApi.setLimit.body,
    read: (typed) => {
      const text = typed[AMOUNT]
      return { limit: { amount: typeof text === 'string' && text !== '' ? amountOf(text) : null } }
    },
    fields: [AMOUNT],
    submit: async (body) => {
      const { message } = await change.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Límite de los saldos pequeños" label="Guardar límite" form={form} onClose={onClose}>
      <p>
        Un saldo de hasta este valor aparece en la lista para cerrarlo. Cerrarlo es un gasto de la empresa (PUC 429581,
        ajuste al peso), no un pago.
      </p>
      <MoneyField
        label="Un saldo es pequeño hasta"
        hint={`${limit_max === null ? '' : `Máximo ${pesosLabel(limit_max)}. `}Déjalo vacío para no cerrar ninguno`}
        {...form.field(AMOUNT)}
        initial={limit === null ? undefined : toPesos(limit)}
      />
    </FormDialog>
  )
}
