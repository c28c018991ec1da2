import { useState } from 'react'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** Whether the company receives cash only in an open turn, with the button that changes it. */
export function TurnRule({ isRequired }: { isRequired: boolean }) {
  const change = useChange(cashTurnApi.setRule)
  const [isAsking, setAsking] = useState(false)
  const send = (): void =>
    change.mutate(
      { body: { rule: { requires_turn: !isRequired } } },
      {
        onSuccess: ({ message }) => {
          toastSuccess(message)
          setAsking(false)
        },
        onError: (error) => toastFailure(error, 'No pudimos guardar el cambio'),
      },
    )
  const label = isRequired ? 'Dejar de exigir turno' : 'Exigir turno'
  return (
    <Card title="Efectivo solo con turno" actions={<Button onClick={() => setAsking(true)}>{label}</Button>}>
      <p>
        {isRequired
          ? 'Nadie registra pagos ni devoluciones en efectivo sin tener abierto su turno.'
          : 'Cualquiera con permiso registra pagos en efectivo, con turno abierto o sin él.'}
      </p>
      {isAsking && (
        <ConfirmDialog
          title={isRequired ? '¿Dejar de exigir turno?' : '¿Exigir turno?'}
          confirm={`Sí, ${label.toLowerCase()}`}
          busy={change.isPending ? 'Guardando…' : undefined}
          onConfirm={send}
          onCancel={() => setAsking(false)}
        >
          <p>
            {isRequired
              ? 'Los pagos en efectivo sin turno quedan en la caja, pero en ningún cierre.'
              : 'Quien reciba efectivo tiene que abrir antes su turno de esa caja.'}
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
