import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MassiveDetails } from '#domain/clients/client.ts'
import { paths } from '#domain/core/paths.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { download } from '#web/core/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError } from '#web/ui/Toasts.tsx'
import { UndoDialog } from './UndoDialog.tsx'

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)
const SHOWN_MAX = 20

/** The rows that were written and those that were not. An import that wrote nothing is never shown as a success. */
export function ImportResult({
  details,
  message,
  onAgain,
}: {
  details: MassiveDetails
  message: string
  onAgain: () => void
}) {
  const navigate = useNavigate()
  const [isUndoing, setUndoing] = useState(false)
  const { createdClients, updatedClients, errors, id } = details
  const isNothing = createdClients + updatedClients === 0
  const save = (): void => {
    if (id === undefined) return
    download(clientImportApi.errors, { params: { id } }).catch(() => toastError('No pudimos descargar el archivo'))
  }
  return (
    <>
      <div role="status">
        <Alert tone={isNothing ? 'bad' : 'good'}>{message}.</Alert>
      </div>
      <div className="figures-row">
        <Figure label="Creados" value={count(createdClients)} />
        <Figure label="Actualizados" value={count(updatedClients)} />
        <Figure label="Por corregir" value={count(errors.length)} />
      </div>
      <div className="page__actions">
        <Button onClick={onAgain}>Importar otro archivo</Button>
        {id !== undefined && !isNothing && <Button onClick={() => setUndoing(true)}>Deshacer esta carga</Button>}
        {errors.length > 0 && <Button onClick={save}>Descargar las filas por corregir</Button>}
        <Button variant="primary" onClick={() => void navigate(paths.clients)}>
          Ver los clientes
        </Button>
      </div>
      {isUndoing && id !== undefined && (
        <UndoDialog
          done={{ id, file_name: 'este archivo', kind: 'clients' }}
          onClose={() => setUndoing(false)}
          onDone={onAgain}
        />
      )}
      {errors.length > 0 && (
        <Card title="Filas por corregir">
          <RowList>
            {errors.slice(0, SHOWN_MAX).map((error) => (
              <li key={error.line}>
                <span className="two-lines">
                  {[error.client_cedula, error.error].filter((part) => part !== '').join(', ')}
                </span>
                <span>Fila {error.line}</span>
              </li>
            ))}
          </RowList>
          {errors.length > SHOWN_MAX && <p>Y {count(errors.length - SHOWN_MAX)} más, en el archivo.</p>}
        </Card>
      )}
    </>
  )
}
