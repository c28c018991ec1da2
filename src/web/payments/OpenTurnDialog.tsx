import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { accountLabel, type MoneyAccount } from '#domain/payments/money-account.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { typedText } from './typed-text.ts'

/** Opens a turn of one of the cash boxes with its base. */
export function OpenTurnDialog({ boxes, onClose }: { boxes: readonly MoneyAccount[]; onClose: () => void }) {
  const open = useChange(cashTurnApi.open)
  const form = useForm({
    schema: cashTurnApi.open.body,
    read: (typed) => ({
      turn: {
        account_id: typed['turn.account_id'],
        base: amountOf(typedText(typed, 'turn.base')),
        ...(typedText(typed, 'turn.base_reason') === '' ? {} : { base_reason: typedText(typed, 'turn.base_reason') }),
      },
    }),
    fields: ['turn.account_id', 'turn.base', 'turn.base_reason'],
    submit: async (body) => {
      const { message } = await open.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Abrir turno" label="Abrir turno" busyLabel="Abriendo…" form={form} onClose={onClose}>
      <p>Desde ahora los pagos en efectivo que registres en esta caja quedan en tu turno, hasta que lo cierres.</p>
      <SelectField
        label="Caja"
        {...form.field('turn.account_id')}
        options={boxes.map((box) => ({ value: box.id, label: accountLabel(box) }))}
      />
      <MoneyField
        label="Base"
        hint="El efectivo que hay en la caja al empezar; puede ser 0"
        {...form.field('turn.base')}
      />
      <TextField
        label="Motivo de la diferencia"
        hint="Solo si la base no es lo que dejó el turno anterior"
        {...form.field('turn.base_reason')}
        maxLength={200}
        autoComplete="off"
      />
    </FormDialog>
  )
}
