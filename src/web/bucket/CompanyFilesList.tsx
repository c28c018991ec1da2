import { useState } from 'react'
import { Link } from 'react-router'
import { BUCKET_SORTS, bucketApi } from '#domain/bucket/api.ts'
import {
  type BucketFile,
  FILE_KIND_LABELS,
  FILE_KINDS,
  FILE_USE_LABELS,
  FILE_USES,
  type FileKind,
  type FileUse,
} from '#domain/bucket/bucket.ts'
import { instantLabel } from '#domain/core/days.ts'
import { sizeLabel } from '#domain/core/megabytes.ts'
import { paths } from '#domain/core/paths.ts'
import { listProps } from '#web/core/list-props.ts'
import { ListWithPeek, PeekPanel } from '#web/core/PeekPanel.tsx'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { type Peek, usePeek } from '#web/core/use-peek.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { BinDialog } from './BinDialog.tsx'
import { FileView } from './FileView.tsx'
import { useReview } from './use-review.ts'
import './bucket.css'
import { Button } from '#web/ui/Button.tsx'

const TONES: Readonly<Record<FileUse, Tone>> = { used: 'good', orphan: 'warn', missing: 'bad', binned: 'quiet' }

const titleOf = (file: BucketFile): string => file.used_by ?? FILE_KIND_LABELS[file.kind]

const columns: readonly Column<BucketFile>[] = [
  {
    key: 'file',
    header: 'Archivo',
    cell: (file) => (
      <span className="two-lines">
        {titleOf(file)}
        <small>{file.name}</small>
      </span>
    ),
    card: 'title',
  },
  { key: 'kind', header: 'Tipo', cell: ({ kind }) => FILE_KIND_LABELS[kind], card: 'hidden' },
  { key: 'bytes', header: 'Tamaño', cell: ({ bytes }) => sizeLabel(bytes), align: 'end', sortable: true },
  {
    key: 'stored_at',
    header: 'Guardado',
    cell: ({ stored_at }) => (stored_at === null ? '—' : instantLabel(new Date(stored_at))),
    sortable: true,
  },
  {
    key: 'use',
    header: 'Estado',
    cell: ({ use }) => <Badge tone={TONES[use]}>{FILE_USE_LABELS[use]}</Badge>,
    card: 'badge',
  },
]

/** The files of one company, and its bin. */
export function CompanyFilesList({ companyId }: { companyId: string }) {
  const url = useTableUrl({ list: 'bucket', sorts: BUCKET_SORTS })
  const kind = FILE_KINDS.find((known) => known === url.filters['kind'])
  const use = FILE_USES.find((known) => known === url.filters['use'])
  const review = useReview(companyId)
  const { page, page_size, sort } = url.query
  const list = useRead(
    bucketApi.list,
    { query: { company_id: companyId, page, page_size, sort, kind, use } },
    { keepPrevious: true, ...review.reading },
  )
  const peek = usePeek(list, url)
  const reviewedAt = list.data?.reviewed_at ?? null
  const isRunning = review.isRunning(reviewedAt)
  return (
    <Page
      title="Bucket"
      subtitle={<Subtitle companyId={companyId} reviewedAt={reviewedAt} />}
      actions={
        <Button busy={isRunning ? 'Revisando…' : undefined} onClick={() => void review.start(reviewedAt)}>
          Revisar ahora
        </Button>
      }
    >
      <Tabs companyId={companyId} isBin={use === 'binned'} />
      <Files
        companyId={companyId}
        files={list.data?.data ?? []}
        peek={peek}
        table={{
          caption: use === 'binned' ? 'Archivos en la papelera' : 'Archivos de la empresa',
          ...listProps(url, list),
          tools: <Tools url={url} kind={kind} use={use} />,
          empty: <NoFiles isBin={use === 'binned'} isReviewed={reviewedAt !== null} onClear={url.onClear} />,
        }}
      />
    </Page>
  )
}

type TableProps = Parameters<typeof Table<BucketFile>>[0]
type FilesProps = {
  companyId: string
  files: readonly BucketFile[]
  peek: Peek
  table: Omit<TableProps, 'columns' | 'rowKey' | 'rowName' | 'peek' | 'actions'>
}

/** The list with one file beside it or, in a narrower window, in a dialog. */
function Files({ companyId, files, peek, table }: FilesProps) {
  const [shownId, setShownId] = useState<string | null>(null)
  const [removing, setRemoving] = useState<BucketFile | null>(null)
  const save = useDownloadAction({
    endpoint: bucketApi.file,
    inputOf: (file: BucketFile) => ({ params: { id: file.id }, query: { company_id: companyId } }),
    keyOf: ({ id }) => id,
    isShown: ({ use }) => use !== 'missing',
  })
  const [peeked, shown] = [files.find(({ id }) => id === peek.id), files.find(({ id }) => id === shownId)]
  const view = (file: BucketFile) => (
    <FileView key={file.id} companyId={companyId} file={file} onRemove={() => setRemoving(file)} />
  )
  return (
    <>
      <ListWithPeek
        panel={
          peeked && (
            <PeekPanel peek={peek} title={titleOf(peeked)}>
              {view(peeked)}
            </PeekPanel>
          )
        }
      >
        <Table
          {...table}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={({ used_by, name }) => (used_by === null ? name : `${used_by} (${name})`)}
          peek={{ id: peek.id, onOpen: peek.onOpen }}
          actions={[
            { kind: 'view', onPress: ({ id }) => setShownId(id) },
            save,
            { kind: 'delete', onPress: setRemoving, isShown: ({ use }) => use === 'orphan' },
          ]}
        />
      </ListWithPeek>
      {shown && !removing && (
        <Dialog title={titleOf(shown)} onClose={() => setShownId(null)}>
          {view(shown)}
        </Dialog>
      )}
      {removing && <BinDialog companyId={companyId} file={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

type SubtitleProps = { companyId: string; reviewedAt: string | null }

/** The company, and how old what is shown is. */
function Subtitle({ companyId, reviewedAt }: SubtitleProps) {
  return (
    <>
      <Link to={paths.company(companyId)}>Ver la empresa</Link> · <Link to={paths.bucket}>Todas las empresas</Link>
      {reviewedAt && <> · Revisado el {instantLabel(new Date(reviewedAt))}</>}
    </>
  )
}

const Tabs = ({ companyId, isBin }: { companyId: string; isBin: boolean }) => (
  <nav className="bucket-tabs" aria-label="Partes del bucket">
    <Link to={paths.bucketOf(companyId)} aria-current={isBin ? undefined : 'page'}>
      Archivos
    </Link>
    <Link to={paths.binOf(companyId)} aria-current={isBin ? 'page' : undefined}>
      Papelera
    </Link>
  </nav>
)

type ToolsProps = { url: ReturnType<typeof useTableUrl>; kind: FileKind | undefined; use: FileUse | undefined }

const Tools = ({ url, kind, use }: ToolsProps) => (
  <>
    <TableFilters>
      <SelectFilter
        label="Tipo"
        options={FILE_KINDS.map((value) => ({ value, label: FILE_KIND_LABELS[value] }))}
        value={kind}
        onChange={(value) => url.onFilter('kind', value)}
      />
      {use !== 'binned' && (
        <SelectFilter
          label="Estado"
          options={FILE_USES.map((value) => ({ value, label: FILE_USE_LABELS[value] }))}
          value={use}
          onChange={(value) => url.onFilter('use', value)}
        />
      )}
    </TableFilters>
    <FilterChips
      chips={[
        ...(kind ? [{ key: 'kind', label: `Tipo: ${FILE_KIND_LABELS[kind]}` }] : []),
        ...(use && use !== 'binned' ? [{ key: 'use', label: `Estado: ${FILE_USE_LABELS[use]}` }] : []),
      ]}
      onRemove={(key) => url.onFilter(key, '')}
      onClear={url.onClear}
    />
  </>
)

type NoneProps = { isBin: boolean; isReviewed: boolean; onClear: () => void }

function NoFiles({ isBin, isReviewed, onClear }: NoneProps) {
  if (!isReviewed)
    return (
      <EmptyState title="Todavía no hemos revisado los archivos de esta empresa">
        La revisión pasa sola cada hora. Si no quieres esperar, usa «Revisar ahora».
      </EmptyState>
    )
  if (isBin)
    return (
      <EmptyState title="La papelera está vacía">
        Lo que envíes aquí se guarda 30 días antes de borrarse para siempre.
      </EmptyState>
    )
  return <NoMatch onClear={onClear}>Ningún archivo de la empresa cumple esos filtros.</NoMatch>
}
