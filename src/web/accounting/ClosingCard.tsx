import { useState } from 'react'
import type { closingApi } from '#domain/accounting/api.ts'
import type { BookClosing } from '#domain/accounting/closing.ts'
import { dayLabel, instantLabel } from '#domain/core/days.ts'
import { Query } from '#web/core/Query.tsx'
import type { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { CloseDialog, ReopenDialog } from './ClosingDialogs.tsx'

/** The closing day of the company, its changes, and the buttons that move it. */
export function ClosingCard({ read }: { read: ReturnType<typeof useRead<typeof closingApi.get>> }) {
  const [open, setOpen] = useState<'close' | 'reopen' | null>(null)
  const closed = read.data?.data.closed_through ?? null
  return (
    <Card
      title="Día de cierre"
      actions={
        read.data && (
          <>
            {closed !== null && <Button onClick={() => setOpen('reopen')}>Abrir días</Button>}
            <Button onClick={() => setOpen('close')}>Cerrar hasta un día</Button>
          </>
        )
      }
    >
      <Query of={read} problem="No pudimos leer el día de cierre">
        {({ data }) => (
          <>
            <p>
              {data.closed_through === null || data.first_open === null ? (
                'Ningún día está cerrado: un pago se puede registrar con cualquier fecha pasada.'
              ) : (
                <>
                  <strong>Cerrado hasta el {dayLabel(data.closed_through)}.</strong> Los pagos, facturas, notas y
                  reversos llevan fecha desde el {dayLabel(data.first_open)}.
                </>
              )}
            </p>
            {data.history.length > 0 && (
              <RowList label="Cambios del día de cierre">
                {data.history.map((change) => (
                  <li key={change.position}>
                    <span className="two-lines">
                      {changeLabel(change)}
                      <small>
                        {change.actor_name}, {instantLabel(new Date(change.created_at))}
                      </small>
                    </span>
                  </li>
                ))}
              </RowList>
            )}
          </>
        )}
      </Query>
      {open === 'close' && <CloseDialog onClose={() => setOpen(null)} />}
      {open === 'reopen' && <ReopenDialog onClose={() => setOpen(null)} />}
    </Card>
  )
}

function changeLabel({ closed_through, reason }: BookClosing): string {
  const state = closed_through === null ? 'Sin días cerrados' : `Cerrado hasta el ${dayLabel(closed_through)}`
  return reason === null ? state : `${state}. Se abrieron días: ${reason}`
}
