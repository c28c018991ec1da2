import { bucketApi } from '#domain/bucket/api.ts'
import { type BucketFile, FILE_KIND_LABELS, FILE_USE_LABELS } from '#domain/bucket/bucket.ts'
import { instantLabel } from '#domain/core/days.ts'
import { sizeLabel } from '#domain/core/megabytes.ts'
import { download } from '#web/core/download.ts'
import { messageOf } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useFileUrl } from '#web/core/use-file-url.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Alert, Skeleton } from '#web/ui/States.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

type Props = {
  companyId: string
  file: BucketFile
  onRemove: () => void
}

/** A file with its preview, its facts, and what can be done with it. */
export function FileView({ companyId, file, onRemove }: Props) {
  const input = { params: { id: file.id }, query: { company_id: companyId } }
  const save = (): void =>
    void download(bucketApi.file, input).catch((error: unknown) =>
      toastFailure(error, 'No pudimos descargar el archivo'),
    )
  return (
    <div className="bucket-file">
      {file.use === 'missing' && (
        <Alert tone="bad">
          Algo de la empresa usa este archivo y no está en el almacenamiento: recupéralo de la copia de seguridad.
        </Alert>
      )}
      {file.preview !== null && <Preview companyId={companyId} file={file} kind={file.preview} />}
      <Facts facts={factsOf(file)} />
      <div className="bucket-file__actions">
        {file.use !== 'missing' && <Button onClick={save}>Descargar</Button>}
        {file.use === 'orphan' && (
          <Button variant="danger" onClick={onRemove}>
            Enviar a la papelera
          </Button>
        )}
        {file.use === 'binned' && <RestoreButton companyId={companyId} file={file} />}
      </div>
    </div>
  )
}

/** What is said of a file whose user the last review did not name. */
function userOf({ kind, use }: BucketFile): string {
  if (kind === 'document') return 'Se dibuja de nuevo si falta'
  return use === 'used' ? 'Alguien, desde la última revisión' : 'Nadie'
}

const factsOf = (file: BucketFile) => [
  { label: 'Estado', value: FILE_USE_LABELS[file.use] },
  { label: 'Lo usa', value: file.used_by ?? userOf(file) },
  { label: 'Tipo', value: FILE_KIND_LABELS[file.kind] },
  { label: 'Nombre', value: file.name },
  { label: 'Tamaño', value: sizeLabel(file.bytes) },
  ...(file.stored_at === null ? [] : [{ label: 'Guardado', value: instantLabel(new Date(file.stored_at)) }]),
  ...(file.binned === null
    ? []
    : [
        { label: 'A la papelera', value: `${instantLabel(new Date(file.binned.at))}, por ${file.binned.by}` },
        { label: 'Se borra', value: instantLabel(new Date(file.binned.until)) },
      ]),
]

type PreviewProps = { companyId: string; file: BucketFile; kind: 'image' | 'pdf' }

/** The picture itself; a PDF opens in the browser's own reader. */
function Preview({ companyId, file: { id, name, used_by }, kind }: PreviewProps) {
  const { url, problem } = useFileUrl(bucketApi.file, { params: { id }, query: { company_id: companyId } })
  if (problem !== null) return <Alert tone="bad">{problem}</Alert>
  if (url === null) return <Skeleton lines={1} height={kind === 'image' ? 200 : 40} />
  if (kind === 'image') return <img className="bucket-file__image" src={url} alt={used_by ?? name} />
  return (
    <p>
      <a className={buttonClass({})} href={url} target="_blank" rel="noopener noreferrer">
        Ver el PDF
      </a>
    </p>
  )
}

function RestoreButton({ companyId, file }: Pick<Props, 'companyId' | 'file'>) {
  const restore = useChange(bucketApi.restore)
  const press = async (): Promise<void> => {
    try {
      const { message } = await restore.mutateAsync({ params: { id: file.id }, query: { company_id: companyId } })
      toastSuccess(message ?? 'Lo sacamos de la papelera')
    } catch (error) {
      toastError(messageOf(error, 'No pudimos sacarlo de la papelera: intenta de nuevo'))
    }
  }
  return (
    <Button variant="primary" busy={restore.isPending ? 'Sacando…' : undefined} onClick={() => void press()}>
      Sacar de la papelera
    </Button>
  )
}
