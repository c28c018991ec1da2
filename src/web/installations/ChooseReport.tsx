import { instantLabel } from '#domain/core/days.ts'
import type { WorkOrder } from '#domain/installations/report.ts'
import { WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { orderName } from './order-name.ts'
import type { DeviceReport } from './report-store.ts'
import { SaveState } from './SaveState.tsx'

type Props = {
  unsent: readonly DeviceReport[]
  /** That of the visit that was opened. */
  order: WorkOrder | null
  onOpen: (id: string) => void
  onBegin: () => void
}

/** This contract has reports on this device that are not of the visit that was opened: one of them, or a new one beside them. */
export const ChooseReport = ({ unsent, order, onOpen, onBegin }: Props) => (
  <Card title={titleOf(unsent)}>
    <div className="form">
      <p>¿Cuál quieres llenar? Las demás se conservan en este teléfono.</p>
      <RowList label="Actas de este contrato sin enviar">
        {unsent.map((report) => (
          <li key={report.id} className="device-report">
            <span className="two-lines">
              {orderName(report)}
              <small>Guardada {instantLabel(new Date(report.saved_at))}</small>
            </span>
            <SaveState id={report.id} status={report.status} onRetry={() => onOpen(report.id)} />
            <Button
              size="dense"
              aria-label={`${actionOf(report)}: ${orderName(report)}`}
              onClick={() => onOpen(report.id)}
            >
              {actionOf(report)}
            </Button>
          </li>
        ))}
      </RowList>
      <div className="page__actions">
        <Button variant="primary" onClick={onBegin}>
          {order === null ? 'Empezar otra acta' : `Empezar la de ${WORK_ORDER_LABELS[order]}`}
        </Button>
      </div>
    </div>
  </Card>
)

const actionOf = ({ status }: DeviceReport): string => (status === 'waiting' ? 'Ver' : 'Seguir con ella')

/** 'Tienes un borrador de Retiro de este contrato'. */
function titleOf(unsent: readonly DeviceReport[]): string {
  const [one, ...more] = unsent
  if (one === undefined || more.length > 0) return `Tienes ${unsent.length} actas de este contrato sin enviar`
  return `Tienes ${one.status === 'draft' ? 'un borrador' : 'un acta sin enviar'} de ${orderName(one)} de este contrato`
}
