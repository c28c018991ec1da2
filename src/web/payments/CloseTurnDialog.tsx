import { useState } from 'react'
import { pesos, pesosLabel } from '#domain/core/money.ts'
import { BILLS, type CashCount, type CashTurn, COINS, differenceLabel } from '#domain/payments/cash-turn.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { typedText } from './typed-text.ts'
import './cash.css'

type Props = { turn: CashTurn; onClose: () => void }

/** Counts the cash of a turn and closes it. What is expected is shown only after the count is sent. */
export function CloseTurnDialog(props: Props) {
  const [count, setCount] = useState<CashCount | null>(null)
  if (count === null) return <CountForm {...props} onCount={setCount} />
  return <ClosingForm {...props} count={count} onRecount={() => setCount(null)} />
}

const DENOMINATIONS = [...BILLS, ...COINS]
const pieceField = (value: number): string => `pieces.${value}`

function CountForm({ turn, onClose, onCount }: Props & { onCount: (count: CashCount) => void }) {
  const send = useChange(cashTurnApi.count)
  const form = useForm({
    schema: cashTurnApi.count.body,
    read: countBody,
    fields: [...DENOMINATIONS.map(pieceField), 'count.pieces', 'count.total'],
    submit: async (body) => onCount((await send.mutateAsync({ params: { id: turn.id }, body })).data),
  })
  const pieces = (values: readonly number[], legend: string) => (
    <fieldset className="form">
      <legend>{legend}</legend>
      <div className="cash-pieces">
        {values.map((value) => (
          <TextField
            key={value}
            label={pesosLabel(pesos(value)).replace(',00', '')}
            {...form.field(pieceField(value))}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
          />
        ))}
      </div>
    </fieldset>
  )
  return (
    <FormDialog
      title={`Contar el efectivo de ${turn.account.name}`}
      label="Guardar conteo"
      busyLabel="Guardando…"
      form={form}
      onClose={onClose}
    >
      <p>Escribe cuántos hay de cada uno, con la base, o solo el total. Después te mostramos lo que se esperaba.</p>
      {pieces(BILLS, 'Billetes')}
      {pieces(COINS, 'Monedas')}
      <MoneyField label="O el total contado" {...form.field('count.total')} />
    </FormDialog>
  )
}

function countBody(typed: Readonly<Record<string, unknown>>) {
  const pieces = DENOMINATIONS.flatMap((value) => {
    const text = typedText(typed, pieceField(value)).trim()
    return text === '' ? [] : [{ pesos: value, count: /^\d+$/.test(text) ? Number(text) : Number.NaN }]
  })
  const total = amountOf(typedText(typed, 'count.total'))
  return { count: { ...(pieces.length === 0 ? {} : { pieces }), ...(total === undefined ? {} : { total }) } }
}

function ClosingForm({ turn, count, onClose, onRecount }: Props & { count: CashCount; onRecount: () => void }) {
  const close = useChange(cashTurnApi.close)
  const form = useForm({
    schema: cashTurnApi.close.body,
    read: (typed) => {
      const reason = typedText(typed, 'closing.reason')
      return { closing: { count_id: count.id, ...(reason === '' ? {} : { reason }) } }
    },
    fields: ['closing.reason'],
    submit: async (body) => {
      const { message } = await close.mutateAsync({ params: { id: turn.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  const { difference } = count
  return (
    <FormDialog
      title={`Cerrar el turno ${turn.number}`}
      label="Cerrar turno"
      busyLabel="Cerrando…"
      form={form}
      onClose={onClose}
      back={<Button onClick={onRecount}>Contar otra vez</Button>}
    >
      <Alert tone={difference === 0 ? 'good' : 'warn'}>{differenceLabel(difference)}</Alert>
      <Facts
        facts={[
          { label: 'Esperado', value: pesosLabel(count.expected) },
          { label: 'Contado', value: pesosLabel(count.counted) },
          { label: 'Diferencia', value: pesosLabel(difference) },
        ]}
      />
      {difference !== 0 && (
        <TextField
          label="Motivo de la diferencia"
          {...form.field('closing.reason')}
          maxLength={200}
          autoComplete="off"
        />
      )}
      <p>Un turno cerrado no se cambia ni se abre de nuevo.</p>
    </FormDialog>
  )
}
