import { useState } from 'react'
import { dayOf, shortDayLabel } from '#domain/core/days.ts'
import { sizeLabel } from '#domain/core/megabytes.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { download } from '#web/core/download.ts'
import { queryClient } from '#web/core/queries.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { CaseFilesField } from './CaseFilesField.tsx'
import { sendFiles } from './case-files.ts'

type Props = { pqr: Pick<PqrCase, 'id' | 'files' | 'actions'> }

/** The files of a case, each to download, and the field that adds more while it may have them. */
export function CaseFilesCard({ pqr: { id, files, actions } }: Props) {
  const canAdd = actions.includes('files')
  const [busy, run] = useBusy<string>()
  if (files.length === 0 && !canAdd) return null
  return (
    <Card title="Archivos">
      {files.length > 0 && (
        <RowList label="Archivos">
          {files.map((file) => (
            <li key={file.id}>
              <span className="two-lines">
                {file.name}
                <small>
                  {sizeLabel(file.bytes)} · {file.added_by}, {shortDayLabel(dayOf(new Date(file.added_at)))}
                  {file.is_internal && ' · interno'}
                </small>
              </span>
              <Button
                size="dense"
                aria-label={`Descargar ${file.name}`}
                busy={busy === file.id ? 'Preparando…' : undefined}
                onClick={() => void run(file.id, () => download(pqrApi.file, { params: { id, file_id: file.id } }))}
              >
                Descargar
              </Button>
            </li>
          ))}
        </RowList>
      )}
      {canAdd && <AddFiles id={id} />}
    </Card>
  )
}

function AddFiles({ id }: { id: string }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [busy, run] = useBusy<'send'>()
  const send = async (): Promise<void> => {
    const failed = await sendFiles(id, files)
    setFiles(files.filter(({ name }) => failed.includes(name)))
    if (failed.length > 0) toastError(`No pudimos subir ${failed.join(', ')}: intenta de nuevo`)
    else toastSuccess(files.length === 1 ? 'Archivo agregado' : 'Archivos agregados')
    await queryClient.invalidateQueries()
  }
  return (
    <div className="pqr-write">
      <CaseFilesField label="Agregar fotos o documentos" id="case-files" files={files} onFiles={setFiles} />
      {files.length > 0 && (
        <Button busy={busy ? 'Subiendo…' : undefined} onClick={() => void run('send', send)}>
          {files.length === 1 ? 'Subir el archivo' : `Subir ${files.length} archivos`}
        </Button>
      )}
    </div>
  )
}
