import { useState } from 'react'
import { planPriceLabel } from '#domain/core/money.ts'
import { planApi } from '#domain/plans/api.ts'
import type { Plan } from '#domain/plans/plan.ts'
import { type Failure, isFailure, messageOf } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** PLN-03: shows the plan to delete; a plan in use can be deactivated instead. */
export function DeletePlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const remove = useChange(planApi.remove, { invalidate: [planApi.list] })
  const update = useChange(planApi.update, { invalidate: [planApi.list] })
  const [refusal, setRefusal] = useState<Failure | null>(null)

  const confirm = async (): Promise<void> => {
    try {
      const { message } = await remove.mutateAsync({ params: { id: plan.id } })
      toastSuccess(message)
      onClose()
    } catch (error) {
      toastError(messageOf(error, 'Error al eliminar el plan'))
      if (isFailure(error) && error.code === 'IN_USE') setRefusal(error)
    }
  }
  const deactivate = async (): Promise<void> => {
    const { id, reference_code: _fixed, ...fields } = plan
    try {
      const { message } = await update.mutateAsync({ params: { id }, body: { plan: { ...fields, is_active: false } } })
      toastSuccess(message)
      onClose()
    } catch (error) {
      toastError(messageOf(error, 'Error al actualizar el plan'))
    }
  }
  return (
    <ConfirmDialog
      title="¿Eliminar este plan?"
      confirm="Sí, eliminar plan"
      tone="danger"
      busy={remove.isPending ? 'Eliminando…' : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>Se elimina para siempre.</p>
      <PlanFacts plan={plan} />
      {refusal && (
        <Alert tone="warn">
          <p>{refusal.message}</p>
          {plan.is_active && (
            <Button
              size="dense"
              busy={update.isPending ? 'Desactivando…' : undefined}
              onClick={() => void deactivate()}
            >
              Desactivar plan
            </Button>
          )}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

function PlanFacts({ plan }: { plan: Plan }) {
  const facts = [
    ['Nombre', plan.name],
    ['Código', plan.reference_code],
    ['Precio', planPriceLabel(plan.price)],
    ['Descarga', plan.download_speed],
    ['Subida', plan.upload_speed],
  ]
  return (
    <dl className="plan-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
