import { instantLabel } from '#domain/core/days.ts'
import { networkApi } from '#domain/network/api.ts'
import {
  type NetworkOrderDetail,
  ORDER_ACTION_LABELS,
  ORDER_STATE_LABELS,
  TRY_OUTCOME_LABELS,
} from '#domain/network/order.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { orderNote, sourceLabel } from './network-words.ts'

/** An order with each of its tries, and the button that sends it again. */
export function OrderDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(networkApi.order, { params: { id } })
  const retry = useChange(networkApi.retry)
  const order = read.data?.data
  const canRetry = order?.state === 'failed' || order?.state === 'queued'
  const send = (): void =>
    retry.mutate(
      { params: { id } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (failure) => toastFailure(failure, 'No se pudo: inténtalo de nuevo'),
      },
    )
  return (
    <Dialog
      title="Orden a la red"
      onClose={onClose}
      footer={
        canRetry && (
          <Button variant="primary" busy={retry.isPending ? 'Enviando…' : undefined} onClick={send}>
            Intentar de nuevo
          </Button>
        )
      }
    >
      <Query of={read} lines={6} height={24}>
        {({ data }) => (
          <>
            <Facts facts={factsOf(data)} />
            <Tries order={data} />
          </>
        )}
      </Query>
    </Dialog>
  )
}

const factsOf = (order: NetworkOrderDetail) => [
  { label: 'Orden', value: ORDER_ACTION_LABELS[order.action] },
  { label: 'Estado', value: ORDER_STATE_LABELS[order.state] },
  { label: 'Contrato', value: `${order.no_contract}, ${order.client}` },
  { label: 'Equipo', value: `${order.device.name}, usuario ${order.username}` },
  { label: 'La pidió', value: `${order.actor}: ${sourceLabel(order.source)}` },
  { label: 'Detalle', value: orderNote(order) },
]

function Tries({ order: { log } }: { order: NetworkOrderDetail }) {
  if (log.length === 0) return <p>Todavía no se ha intentado.</p>
  return (
    <RowList label="Intentos de la orden">
      {log.map((one) => (
        <li key={one.at}>
          <span className="two-lines">
            {TRY_OUTCOME_LABELS[one.outcome]}
            {one.detail !== null && <small>{one.detail}</small>}
          </span>
          <small className="figures">
            {instantLabel(new Date(one.at))}, {one.took_ms} ms
          </small>
        </li>
      ))}
    </RowList>
  )
}
