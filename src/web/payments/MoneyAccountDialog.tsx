import { ACCOUNT_KIND_LABELS, DESK_ACCOUNT_KINDS, type MoneyAccount } from '#domain/payments/money-account.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { MANUAL_METHODS, METHOD_LABELS } from '#domain/payments/payment.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CheckboxField, SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const FIELDS = ['account.name', 'account.kind', 'account.bank', 'account.last_digits', 'account.is_active'] as const
const KINDS = DESK_ACCOUNT_KINDS.map((value) => ({ value, label: ACCOUNT_KIND_LABELS[value] }))

type Typed = Readonly<Record<string, unknown>>

const defaultField = (method: string): string => `default.${method}`

/** The fields of both forms; an empty one is null. */
const accountOf = (typed: Typed) => ({
  name: typed['account.name'],
  bank: typed['account.bank'] || null,
  last_digits: typed['account.last_digits'] || null,
  default_for: MANUAL_METHODS.filter((method) => typed[defaultField(method)] === true),
})

/** A new cash box or bank account. */
export function NewAccountDialog({ onClose }: { onClose: () => void }) {
  const create = useChange(moneyAccountApi.create)
  const form = useForm({
    schema: moneyAccountApi.create.body,
    read: (typed) => ({ account: { ...accountOf(typed), kind: typed['account.kind'] } }),
    fields: FIELDS,
    submit: async (body) => {
      const { message } = await create.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Agregar cuenta" label="Agregar cuenta" form={form} onClose={onClose}>
      <SelectField label="Qué es" {...form.field('account.kind')} options={KINDS} />
      <AccountFields field={form.field} />
    </FormDialog>
  )
}

/** A change of a cash box or bank account; its payments keep it. */
export function EditAccountDialog({ account, onClose }: { account: MoneyAccount; onClose: () => void }) {
  const update = useChange(moneyAccountApi.update)
  const form = useForm({
    schema: moneyAccountApi.update.body,
    read: (typed) => ({ account: { ...accountOf(typed), is_active: typed['account.is_active'] === true } }),
    fields: FIELDS,
    submit: async (body) => {
      const { message } = await update.mutateAsync({ params: { id: account.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Cambiar ${account.name}`} label="Guardar cambios" form={form} onClose={onClose}>
      <AccountFields account={account} field={form.field} />
      <CheckboxField {...form.field('account.is_active')} label="Recibe pagos" defaultChecked={account.is_active} />
    </FormDialog>
  )
}

function AccountFields({ account, field }: { account?: MoneyAccount; field: ReturnType<typeof useForm>['field'] }) {
  return (
    <>
      <TextField
        label="Nombre"
        hint="Por ejemplo Caja oficina centro, o Ahorros"
        {...field('account.name')}
        defaultValue={account?.name}
        maxLength={60}
      />
      <div className="form__pair">
        <TextField
          label="Banco (opcional)"
          {...field('account.bank')}
          defaultValue={account?.bank ?? ''}
          maxLength={60}
        />
        <TextField
          label="Últimos 4 números (opcional)"
          {...field('account.last_digits')}
          defaultValue={account?.last_digits ?? ''}
          inputMode="numeric"
          maxLength={4}
        />
      </div>
      <fieldset className="form">
        <legend>Recibe, si el pago no dice otra cuenta</legend>
        {MANUAL_METHODS.map((method) => (
          <CheckboxField
            key={method}
            name={defaultField(method)}
            label={METHOD_LABELS[method]}
            defaultChecked={account?.default_for.includes(method)}
          />
        ))}
      </fieldset>
    </>
  )
}
