import { useState } from 'react'
import { Link } from 'react-router'
import { bankApi } from '#domain/banks/api.ts'
import { billingFileApi } from '#domain/banks/billing-file-api.ts'
import type { BankFile } from '#domain/banks/line.ts'
import { BANK_FORMAT_LABELS } from '#domain/banks/movement.ts'
import { instantLabel, shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { bankAgreementApi } from '#domain/invoices/bank-agreement-api.ts'
import { download } from '#web/core/download.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { Settled } from '#web/core/Settled.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { BankFileDialog } from './BankFileDialog.tsx'

const columns: readonly Column<BankFile>[] = [
  {
    key: 'file',
    header: 'Archivo',
    cell: (file) => (
      <span className="two-lines">
        <Link to={paths.bankFile(file.id)}>{file.file_name}</Link>
        <small>
          {BANK_FORMAT_LABELS[file.format]}
          {file.source === null ? '' : ` · ${file.source}`}
        </small>
      </span>
    ),
    card: 'title',
  },
  { key: 'account', header: 'Cuenta', cell: ({ account }) => account.name },
  {
    key: 'days',
    header: 'Movimientos',
    cell: ({ from_on, to_on }) =>
      from_on === null || to_on === null ? 'Ninguno nuevo' : `${shortDayLabel(from_on)} a ${shortDayLabel(to_on)}`,
  },
  {
    key: 'uploaded',
    header: 'Cargado',
    cell: ({ uploaded_by, created_at }) => (
      <span className="two-lines">
        {instantLabel(new Date(created_at))}
        <small>{uploaded_by}</small>
      </span>
    ),
  },
  { key: 'state', header: 'Estado', cell: (file) => <FileState file={file} />, card: 'badge' },
  {
    key: 'total',
    header: 'Entró',
    cell: ({ total }) => <strong>{pesosLabel(total)}</strong>,
    align: 'end',
    card: 'amount',
  },
]

function FileState({ file: { states } }: { file: BankFile }) {
  const open = states.certain + states.doubtful + states.unknown
  if (open === 0) return <Badge tone="good">Completo</Badge>
  return <Badge tone="warn">{open === 1 ? 'Falta 1' : `Faltan ${open}`}</Badge>
}

/** The debts of today for the bank, where the company has an agreement with it. */
function BillingFileButton() {
  const [busy, run] = useBusy<'save'>()
  return (
    <Button
      busy={busy === 'save' ? 'Preparando…' : undefined}
      onClick={() => void run('save', () => download(billingFileApi.download, {}))}
    >
      Archivo de facturación
    </Button>
  )
}

/** The files of banks: what came in by the bank, and how much of it is still not registered. */
export function BankFilesPage() {
  const url = useTableUrl({ list: 'bank-files', pageSize: 8 })
  const list = useRead(
    bankApi.files,
    { query: { page: url.query.page, page_size: url.query.page_size } },
    { keepPrevious: true },
  )
  const agreement = useRead(bankAgreementApi.get, {})
  const [isLoading, setLoading] = useState(false)
  return (
    <Page
      title="Pagos del banco"
      subtitle="Sube el extracto o el archivo de recaudo: Enlace busca de quién es cada pago"
      actions={
        <>
          <LinkButton to={paths.transactions}>Pagos recibidos</LinkButton>
          <Button variant="primary" onClick={() => setLoading(true)}>
            Cargar archivo
          </Button>
        </>
      }
    >
      <Settled reads={[list, agreement]}>
        <Table
          caption="Archivos de bancos"
          columns={columns}
          {...listProps(url, list)}
          rowKey={({ id }) => id}
          rowName={({ file_name }) => file_name}
          tools={agreement.data?.data && <BillingFileButton />}
          empty={
            <EmptyState title="Aún no hay archivos de bancos">
              Descarga del banco el extracto en CSV o Excel, o el archivo Asobancaria de recaudo, y súbelo aquí.
            </EmptyState>
          }
        />
      </Settled>
      {isLoading && <BankFileDialog onClose={() => setLoading(false)} />}
    </Page>
  )
}
