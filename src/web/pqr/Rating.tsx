import { useRef } from 'react'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { SATISFACTION_LABELS } from './words.ts'

/**
 * How the client rates the answer, from 1 to 5, in one press (PQR-05). A rating does not close the case: the right to appeal stays.
 * Shows the rating that the client gave.
 */
export function Rating({ pqr: { id, satisfaction, actions } }: { pqr: PqrCase }) {
  const change = useChange(pqrApi.rate)
  // The second tap of a double one arrives before the button is drawn again.
  const isSent = useRef(false)
  if (satisfaction !== null && !actions.includes('rate'))
    return (
      <Card title="Tu calificación">
        <p>
          {satisfaction} de 5, {SATISFACTION_LABELS[satisfaction - 1]?.toLowerCase()}. Gracias por contarnos.
        </p>
      </Card>
    )
  if (!actions.includes('rate')) return null
  const rate = (stars: number): void => {
    if (isSent.current) return
    isSent.current = true
    change.mutate(
      { params: { id }, body: { satisfaction: stars } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => {
          isSent.current = false
          toastFailure(error, 'No pudimos guardar tu calificación')
        },
      },
    )
  }
  return (
    <Card title="¿Cómo te atendimos?">
      <div className="pqr-write">
        <div className="pqr-rating" role="group" aria-label="Califica de 1 a 5">
          {SATISFACTION_LABELS.map((label, index) => (
            <Button
              key={label}
              disabledReason={change.isPending ? 'Estamos guardando tu calificación' : undefined}
              aria-label={`${index + 1}, ${label}`}
              onClick={() => rate(index + 1)}
            >
              {index + 1} <small>{label}</small>
            </Button>
          ))}
        </div>
        {actions.includes('appeal') && (
          <p className="pqr-quiet">Calificar no cierra tu caso: todavía puedes interponer un recurso.</p>
        )}
      </div>
    </Card>
  )
}
