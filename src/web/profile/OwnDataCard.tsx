import { useState } from 'react'
import { ownDataApi } from '#domain/profile/own-data-api.ts'
import { download } from '#web/core/download.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** A copy of everything that the company keeps of the signed-in client, as one file (Ley 1581 de 2012, art. 8). */
export function OwnDataCard() {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await download(ownDataApi.copy, {})
      toastSuccess('Listo: la copia está en tus descargas')
    } catch (error) {
      toastFailure(error, 'No pudimos preparar la copia de tus datos')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card
      title="Una copia de tus datos"
      actions={
        <Button busy={isBusy ? 'Preparando la copia…' : undefined} onClick={() => void save()}>
          Descargar mis datos
        </Button>
      }
    >
      <p className="facts__who">
        Todo lo que tu proveedor guarda de ti, en un solo archivo ZIP: tus datos, contratos, facturas, pagos,
        autorizaciones, PQR y mensajes. Te pedimos tu contraseña. Guárdalo donde solo tú lo veas.
      </p>
    </Card>
  )
}
