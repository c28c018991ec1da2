import { useState } from 'react'
import type { CashTurn } from '#domain/payments/cash-turn.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { accountLabel } from '#domain/payments/money-account.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { typedText } from './typed-text.ts'

export type MovementKind = 'expense' | 'deposit'

const FIELDS = ['movement.amount', 'movement.reason', 'movement.to_account_id', 'movement.reference'] as const
const TITLES: Readonly<Record<MovementKind, string>> = {
  expense: 'Pagar un gasto menor',
  deposit: 'Consignar efectivo',
}
const BUTTONS: Readonly<Record<MovementKind, string>> = {
  expense: 'Registrar gasto',
  deposit: 'Registrar consignación',
}

type Props = { turn: CashTurn; kind: MovementKind; onClose: () => void }

/** Cash that leaves a turn: a petty expense with its reason, or a deposit in a bank account. */
export function CashMovementDialog({ turn, kind, onClose }: Props) {
  const move = useChange(cashTurnApi.move)
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: cashTurnApi.move.body,
    read: (typed) => ({
      movement: {
        kind,
        amount: amountOf(typedText(typed, 'movement.amount')),
        ...(kind === 'expense'
          ? { reason: typed['movement.reason'] }
          : { to_account_id: typed['movement.to_account_id'], reference: typed['movement.reference'] }),
      },
    }),
    fields: FIELDS,
    submit: async (body) => {
      const { message } = await move.mutateAsync({ params: { id: turn.id }, body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={TITLES[kind]} label={BUTTONS[kind]} busyLabel="Registrando…" form={form} onClose={onClose}>
      <p>
        El efectivo sale de {turn.account.name}, turno {turn.number}. Si te equivocas no se borra: queda como diferencia
        al cerrar, con su motivo.
      </p>
      <MoneyField label="Valor" {...form.field('movement.amount')} />
      {kind === 'expense' ? (
        <TextField label="En qué se gastó" {...form.field('movement.reason')} maxLength={160} autoComplete="off" />
      ) : (
        <DepositFields field={form.field} />
      )}
    </FormDialog>
  )
}

function DepositFields({ field }: { field: ReturnType<typeof useForm>['field'] }) {
  const read = useRead(moneyAccountApi.list, {})
  const banks = (read.data?.data ?? []).filter(({ kind, is_active }) => kind === 'bank' && is_active)
  return (
    <>
      {read.data && banks.length === 0 && (
        <Alert tone="warn">Aún no hay cuentas bancarias: agrega una en Contabilidad, Cajas y cuentas.</Alert>
      )}
      <SelectField
        label="Cuenta bancaria"
        {...field('movement.to_account_id')}
        options={banks.map((account) => ({ value: account.id, label: accountLabel(account) }))}
      />
      <TextField label="Número de la consignación" {...field('movement.reference')} maxLength={80} autoComplete="off" />
    </>
  )
}
