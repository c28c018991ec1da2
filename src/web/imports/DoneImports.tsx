import { useState } from 'react'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { clientImportApi, type DoneImport } from '#domain/imports/api.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { UndoDialog } from './UndoDialog.tsx'

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

/** The last imports, each of which can be undone while nothing was built on it. */
export function DoneImports() {
  const read = useRead(clientImportApi.list, {})
  const [undone, setUndone] = useState<DoneImport | null>(null)
  const imports = read.data?.data
  if (imports?.length === 0) return null
  return (
    <Card title="Cargas anteriores">
      {imports ? (
        <RowList label="Cargas anteriores">
          {imports.map((one) => (
            <li key={one.id}>
              <span className="two-lines">
                {one.file_name}
                <small>{factsOf(one)}</small>
              </span>
              {one.undone_at === null && (
                <Button
                  size="dense"
                  aria-label={`Deshacer la carga de ${one.file_name}`}
                  onClick={() => setUndone(one)}
                >
                  Deshacer
                </Button>
              )}
            </li>
          ))}
        </RowList>
      ) : (
        <ReadState of={read} lines={2} height={44} />
      )}
      {undone && <UndoDialog done={undone} onClose={() => setUndone(null)} />}
    </Card>
  )
}

function factsOf({ kind, created_at, source, created, updated, undone_at }: DoneImport): string {
  const brought =
    kind === 'invoices'
      ? [created === 1 ? 'una factura por cobrar' : `${count(created)} facturas por cobrar`]
      : [`${count(created)} creados`, `${count(updated)} que ya estaban`]
  return [
    dayLabel(dayOf(new Date(created_at))),
    ...(source === null ? [] : [`lista de ${source}`]),
    ...brought,
    ...(undone_at === null ? [] : ['deshecha']),
  ].join(', ')
}
