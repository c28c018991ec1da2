import { type ChangeEvent, useId, useState } from 'react'
import { companyApi } from '#domain/companies/api.ts'
import { type COMPANY_FILES, type CompanyFiles, DOCUMENT_LABELS } from '#domain/companies/files.ts'
import { UPLOAD_MAX_BYTES } from '#domain/core/api.ts'
import { megabytesLabel, sizeLabel } from '#domain/core/megabytes.ts'
import { download } from '#web/core/download.ts'
import { messageOf } from '#web/core/failure.ts'
import { Query } from '#web/core/Query.tsx'
import { queryClient, useRead } from '#web/core/queries.ts'
import { upload } from '#web/core/upload.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { FilesLimitDialog } from './FilesLimitDialog.tsx'
import './companies.css'
import { RowList } from '#web/ui/RowList.tsx'

type Props = { company: { id: string; initial_letter: string }; canUpload?: boolean }

/** The logo and the documents of a company: to download, and with `canUpload` to upload (COM-02). */
export function CompanyFilesCard({ company, canUpload = false }: Props) {
  const read = useRead(companyApi.files, { params: { id: company.id } })
  return (
    <Card title={canUpload ? 'Logo y documentos' : 'Documentos de la empresa'}>
      <Query of={read} lines={4} height={32}>
        {({ data }) => (
          <RowList>
            <StorageRow companyId={company.id} storage={data.storage} canChange={canUpload} />
            {canUpload && <LogoRow company={company} url={data.logo_url} />}
            {data.documents.map((one) => (
              <DocumentRow key={one.document} companyId={company.id} {...one} canUpload={canUpload} />
            ))}
          </RowList>
        )}
      </Query>
      <p className="company-files__note">
        {canUpload
          ? 'Los documentos en PDF y el logo en PNG, JPG o WebP; cada uno hasta 5 MB.'
          : 'Si alguno cambió, envíalo al equipo de Enlace para que lo actualice.'}
      </p>
    </Card>
  )
}

type StorageProps = { companyId: string; storage: CompanyFiles['storage']; canChange: boolean }

/** What the pictures and documents of the company have together, and the most that they may have. */
function StorageRow({ companyId, storage, canChange }: StorageProps) {
  const [isChanging, setChanging] = useState(false)
  return (
    <li>
      <span className="two-lines">
        Espacio
        <small>
          {sizeLabel(storage.bytes)} de {megabytesLabel(storage.max_bytes)}, en {storage.files}{' '}
          {storage.files === 1 ? 'archivo' : 'archivos'}
        </small>
      </span>
      {canChange && (
        <Button size="dense" onClick={() => setChanging(true)}>
          Cambiar límite
        </Button>
      )}
      {isChanging && <FilesLimitDialog companyId={companyId} storage={storage} onClose={() => setChanging(false)} />}
    </li>
  )
}

function LogoRow({ company, url }: { company: Props['company']; url: string | null }) {
  return (
    <li>
      <span className="company-files__name">
        <Avatar shape="square" imageUrl={url} initials={company.initial_letter.slice(0, 2)} />
        Logo
      </span>
      <UploadButton companyId={company.id} part="logo" label="el logo" isSet={url !== null} accept={IMAGES} />
    </li>
  )
}

const IMAGES = 'image/png,image/jpeg,image/webp'

type DocumentProps = CompanyFiles['documents'][number] & { companyId: string; canUpload: boolean }

function DocumentRow({ companyId, document, url, canUpload }: DocumentProps) {
  const label = DOCUMENT_LABELS[document]
  const save = (name: string): void =>
    void download(companyApi.document, { params: { id: companyId, name } }).catch((error: unknown) =>
      toastError(messageOf(error, 'No pudimos descargar el documento: intenta de nuevo')),
    )
  return (
    <li>
      <span className="two-lines">
        {label}
        {url === null && <small>Sin subir</small>}
      </span>
      <span className="company-files__actions">
        {url !== null && (
          <Button size="dense" aria-label={`Descargar ${label}`} onClick={() => save(url.split('/').at(-1) ?? '')}>
            Descargar
          </Button>
        )}
        {canUpload && (
          <UploadButton
            companyId={companyId}
            part={document}
            label={label}
            isSet={url !== null}
            accept="application/pdf,.pdf"
          />
        )}
      </span>
    </li>
  )
}

type UploadProps = {
  companyId: string
  part: (typeof COMPANY_FILES)[number]
  label: string
  isSet: boolean
  accept: string
}

/** Chooses a file and uploads it at once; the result is shown in a toast. */
function UploadButton({ companyId, part, label, isSet, accept }: UploadProps) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const send = async (file: File): Promise<void> => {
    if (file.size > UPLOAD_MAX_BYTES) return toastError('El archivo pesa más de 5 MB: usa uno más liviano')
    setBusy(true)
    try {
      const { message } = await upload(companyApi.uploadFile, file, {}, { part, params: { id: companyId } })
      toastSuccess(message)
      await queryClient.invalidateQueries()
    } catch (error) {
      toastError(messageOf(error, 'No pudimos subir el archivo: intenta de nuevo'))
    } finally {
      setBusy(false)
    }
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? []
    // The user can choose the same file again after a failure.
    target.value = ''
    if (file) void send(file)
  }
  const action = isSet ? 'Cambiar' : 'Subir'
  return (
    <span className="company-files__upload">
      <label className={buttonClass({ size: 'dense' })} htmlFor={id}>
        {isBusy ? 'Subiendo…' : action}
        <span className="visually-hidden"> {label}</span>
      </label>
      <input id={id} className="visually-hidden" type="file" accept={accept} disabled={isBusy} onChange={choose} />
    </span>
  )
}
