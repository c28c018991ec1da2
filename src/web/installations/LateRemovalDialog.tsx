import { addDays, dayLabel } from '#domain/core/days.ts'
import { installationReportApi } from '#domain/installations/api.ts'
import type { Report } from '#domain/installations/report.ts'
import { messageOf } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** Registers the removal of a report that arrived too late, with the day of its visit (docs/decisions/0067). */
export function LateRemovalDialog({
  report: { id, visit_on },
  onClose,
}: {
  report: Pick<Report, 'id' | 'visit_on'>
  onClose: () => void
}) {
  const register = useChange(installationReportApi.registerRemoval)
  const confirm = async (): Promise<void> => {
    try {
      toastSuccess((await register.mutateAsync({ params: { id } })).message)
      onClose()
    } catch (error) {
      toastError(messageOf(error, 'No se pudo registrar el retiro'))
    }
  }
  return (
    <ConfirmDialog
      title={`¿Registrar el retiro del ${dayLabel(visit_on)}?`}
      confirm="Registrar el retiro"
      tone="danger"
      busy={register.isPending ? 'Registrando…' : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        Compara primero la firma y las fotos del acta con lo que diga el usuario: el día del acta decide lo que se
        devuelve.
      </p>
      <p>
        Si el contrato no tiene un retiro, queda con la solicitud de ese día y termina en el corte que le corresponde.
        No se cobra desde el {dayLabel(addDays(visit_on, 1))}, y lo que ya se facturó de esos días se devuelve con notas
        crédito. La tarea queda hecha.
      </p>
    </ConfirmDialog>
  )
}
