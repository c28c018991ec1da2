import { useState } from 'react'
import { UPLOAD_MAX_BYTES } from '#domain/core/api.ts'
import { clientImportApi, IMPORT_ROWS_MAX } from '#domain/imports/api.ts'
import { download } from '#web/core/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastError } from '#web/ui/Toasts.tsx'

type Props = { busy: boolean; onChoose: () => void; onNext: (file: File) => void }

/** The choice of the file, with its limits and a template to start from. `onChoose`: another file was chosen. */
export function ImportFile({ busy, onChoose, onNext }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const choose = (newFile: File | null): void => {
    setFile(newFile)
    onChoose()
    setError(newFile && newFile.size > UPLOAD_MAX_BYTES ? 'El archivo pesa más de 5 MB: divídelo en varios' : undefined)
  }
  const send = (): void => {
    if (file === null) setError('Elige un archivo')
    else if (error === undefined) onNext(file)
  }
  return (
    <Card title="Tu lista de clientes">
      <div className="form">
        <FileField
          label="Archivo"
          hint={`CSV o Excel (XLSX), hasta 5 MB y ${new Intl.NumberFormat('es-CO').format(IMPORT_ROWS_MAX)} filas. Sirve el de tu sistema anterior.`}
          accept=".csv,.txt,.tsv,.xlsx"
          file={file}
          onFile={choose}
          error={error}
        />
        <div className="page__actions">
          <TemplateButton format="csv" label="Plantilla CSV" />
          <TemplateButton format="xlsx" label="Plantilla Excel" />
          <Button variant="primary" busy={busy ? 'Leyendo el archivo…' : undefined} onClick={send}>
            Continuar
          </Button>
        </div>
      </div>
    </Card>
  )
}

function TemplateButton({ format, label }: { format: 'csv' | 'xlsx'; label: string }) {
  const save = (): void => {
    download(clientImportApi.template, { query: { format } }).catch(() =>
      toastError('No pudimos descargar la plantilla'),
    )
  }
  return <Button onClick={save}>{label}</Button>
}
